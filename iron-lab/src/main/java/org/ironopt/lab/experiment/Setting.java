package org.ironopt.lab.experiment;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * All there is to say of a setting, beside the name and type of the record component that it stands
 * on: the TOML key, the option, its help, its default and its checks are made from it ({@link
 * SettingsSchema}).
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Setting {
  /** What it is, in one sentence. */
  String value();

  /** Value of the paper, as it would be typed; an empty text is an empty list. */
  String paper();

  /** Value for a look within seconds, where it differs from the paper's. */
  String smoke() default "";

  /** The smallest number allowed; for a list, of each of its numbers. */
  double least() default Double.NEGATIVE_INFINITY;

  /** The largest number allowed. */
  double most() default Double.POSITIVE_INFINITY;

  /** A number that must be exceeded. */
  double above() default Double.NEGATIVE_INFINITY;

  /** A number that must not be reached. */
  double below() default Double.POSITIVE_INFINITY;

  /** Why the range is what it is, for the message that names it. */
  String why() default "";

  /** How many numbers a list has at least. */
  int fewest() default 1;

  /** Whether the numbers of a list must differ. */
  boolean distinct() default false;

  /** The key that it had in an earlier version, for the message to who still uses it. */
  String formerly() default "";

  /** Whether the option names a file of numbers, one row a line, instead of the numbers. */
  boolean file() default false;
}
