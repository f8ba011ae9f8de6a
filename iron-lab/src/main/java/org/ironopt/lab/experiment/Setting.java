package org.ironopt.lab.experiment;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * All there is to say of a setting, beside the name and type of the record component that it stands
 * on, as a sentence: {@code "Particles of each cloud = 20000; smoke 1280; at least 64"}. The TOML
 * key, the option, its help, its default and its checks are made from it; {@link SettingRule} lists
 * what may stand behind the value of the paper.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Setting {
  /** Help, value of the paper, and clauses. */
  String value();
}
