package org.ironopt;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * A test that takes long: a large sweep, another process, a browser. {@code mvn verify} leaves it
 * out, {@code mvn verify -Pslow} runs it.
 */
@Tag("slow")
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
public @interface Slow {}
