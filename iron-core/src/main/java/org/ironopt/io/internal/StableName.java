package org.ironopt.io.internal;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The name of a record, a component or a constant in files, where it is not the one in the code. A
 * type that is renamed keeps its former name here, so that checkpoints and cells still know it. A
 * component with an empty name is a record whose components stand in its place.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.RECORD_COMPONENT, ElementType.FIELD})
public @interface StableName {
  String value();
}
