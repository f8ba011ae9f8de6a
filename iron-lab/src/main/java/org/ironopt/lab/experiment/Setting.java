package org.ironopt.lab.experiment;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * What a component of a settings record means and which values it may take. The component's name
 * and type, this annotation and the value in the record of the paper are all there is to say of a
 * setting: the TOML key, the option, its help and its checks are made from them ({@link Schema}).
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Setting {
  /** What it is, in one sentence. */
  String value();

  /** The smallest number allowed; for a list, of each of its numbers. */
  double least() default Double.NEGATIVE_INFINITY;

  /** The largest number allowed. */
  double most() default Double.POSITIVE_INFINITY;

  /** A number that must be exceeded. */
  double above() default Double.NEGATIVE_INFINITY;

  /** A number that must not be reached. */
  double below() default Double.POSITIVE_INFINITY;

  /** Whether a list may be empty. */
  boolean optional() default false;

  /** Whether the option names a file of numbers, one row a line, instead of the numbers. */
  boolean file() default false;
}
