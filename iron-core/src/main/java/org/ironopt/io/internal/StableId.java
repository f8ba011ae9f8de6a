package org.ironopt.io.internal;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Writes values by the names that files know them by ({@link StableName}). The form is that of
 * {@code toString} of a record, so that what earlier versions stored is found again.
 */
public final class StableId {
  private StableId() {}

  /**
   * Returns the text of a value. A record that has a {@code toString} of its own is left to it, and
   * so is everything that is no record or constant.
   */
  public static String of(Object value) {
    return switch (value) {
      case Record one when text(one, false).equals(one.toString()) -> text(one, true);
      case Enum<?> constant when constant.toString().equals(constant.name()) -> name(constant);
      case null, default -> String.valueOf(value);
    };
  }

  /** Returns the name of a type in files. */
  public static String name(Class<?> type) {
    StableName stable = type.getAnnotation(StableName.class);
    return stable == null ? type.getSimpleName() : stable.value();
  }

  /** Returns the name of a component in files. */
  public static String name(RecordComponent component) {
    StableName stable = component.getAnnotation(StableName.class);
    return stable == null ? component.getName() : stable.value();
  }

  /** A component of a record, by its name in files. */
  public record Part(String name, Object value) {}

  /**
   * Returns the components of a record as files know them: those of a component with an empty name
   * in its place, and none that has its {@link StableDefault}.
   */
  public static Stream<Part> parts(Record of) {
    return Arrays.stream(of.getClass().getRecordComponents()).flatMap(part -> parts(part, of));
  }

  private static Stream<Part> parts(RecordComponent component, Record of) {
    Object value = value(component, of);
    if (absent(component, value)) {
      return Stream.empty();
    }
    String name = name(component);
    return name.isEmpty() ? parts((Record) value) : Stream.of(new Part(name, value));
  }

  private static boolean absent(RecordComponent component, Object value) {
    StableDefault absent = component.getAnnotation(StableDefault.class);
    return absent != null && absent.value().equals(String.valueOf(value));
  }

  /** Returns a component of a record. */
  public static Object value(RecordComponent component, Object of) {
    try {
      component.getAccessor().setAccessible(true);
      return component.getAccessor().invoke(of);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot read " + component, e);
    }
  }

  private static String text(Record one, boolean stable) {
    List<String> parts = new ArrayList<>();
    for (RecordComponent component : one.getClass().getRecordComponents()) {
      Object value = value(component, one);
      if (stable && absent(component, value)) {
        continue;
      }
      parts.add(
          stable
              ? name(component) + "=" + of(value)
              : component.getName() + "=" + String.valueOf(value));
    }
    String name = stable ? name(one.getClass()) : one.getClass().getSimpleName();
    return name + "[" + String.join(", ", parts) + "]";
  }

  private static String name(Enum<?> constant) {
    return Arrays.stream(constant.getDeclaringClass().getFields())
        .filter(field -> field.isEnumConstant() && field.getName().equals(constant.name()))
        .map(field -> field.getAnnotation(StableName.class))
        .filter(stable -> stable != null)
        .map(StableName::value)
        .findFirst()
        .orElse(constant.name());
  }
}
