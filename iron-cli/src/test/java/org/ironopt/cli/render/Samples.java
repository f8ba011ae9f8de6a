package org.ironopt.cli.render;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ironopt.fit.PenaltyPath;

/** Values of every kind of a sealed type, made from their components. */
final class Samples {
  private int number;
  private final int variant;

  private Samples(int variant) {
    this.variant = variant;
  }

  /** Returns the records below a sealed type, in the order in which they are declared. */
  static List<Class<?>> kinds(Class<?> type) {
    return type.isSealed()
        ? Arrays.stream(type.getPermittedSubclasses()).flatMap(c -> kinds(c).stream()).toList()
        : List.of(type);
  }

  /**
   * Returns values of a record: one with all that is optional and all true, one with nothing, and
   * as many more as an enum has constants.
   */
  static List<Object> of(Class<?> kind) {
    int constants =
        Arrays.stream(kind.getRecordComponents())
            .map(RecordComponent::getType)
            .mapToInt(type -> type.isEnum() ? type.getEnumConstants().length : 0)
            .max()
            .orElse(0);
    return IntStream.range(0, Math.max(2, constants))
        .mapToObj(variant -> new Samples(variant).record(kind))
        .toList();
  }

  /** Returns the values of the components by their names. */
  static Map<String, Object> components(Record value) {
    Map<String, Object> all = new LinkedHashMap<>();
    for (RecordComponent component : value.getClass().getRecordComponents()) {
      try {
        component.getAccessor().setAccessible(true);
        all.put(component.getName(), component.getAccessor().invoke(value));
      } catch (ReflectiveOperationException e) {
        throw new AssertionError(e);
      }
    }
    return all;
  }

  private Object record(Class<?> kind) {
    RecordComponent[] components = kind.getRecordComponents();
    try {
      Constructor<?> constructor =
          kind.getDeclaredConstructor(
              Arrays.stream(components).map(RecordComponent::getType).toArray(Class[]::new));
      constructor.setAccessible(true);
      return constructor.newInstance(
          Arrays.stream(components).map(c -> value(c.getGenericType(), c.getType())).toArray());
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(kind.toString(), e);
    }
  }

  private Object value(Type generic, Class<?> type) {
    number++;
    if (type.isSealed()) {
      return record(kinds(type).getFirst());
    }
    if (type.isRecord()) {
      return record(type);
    }
    if (type.isEnum()) {
      return type.getEnumConstants()[variant % type.getEnumConstants().length];
    }
    return switch (type.getSimpleName()) {
      case "int" -> number;
      case "long" -> (long) number;
      case "double" -> number + 0.25;
      case "boolean" -> variant == 0;
      case "String" -> "word" + number;
      case "Duration" -> Duration.ofSeconds(number);
      case "Throwable" -> new IllegalStateException("word" + number);
      case "OptionalDouble" ->
          variant == 0 ? OptionalDouble.of(number + 0.5) : OptionalDouble.empty();
      case "OptionalInt" -> variant == 0 ? OptionalInt.of(number) : OptionalInt.empty();
      case "Optional" -> variant == 0 ? Optional.of(argument(generic, 0)) : Optional.empty();
      case "List" -> {
        List<Object> list = new ArrayList<>();
        for (int k = 0; k < 2 + 20 * variant; k++) {
          list.add(argument(generic, 0));
        }
        yield list;
      }
      case "SequencedMap" -> {
        SequencedMap<Object, Object> map = new LinkedHashMap<>();
        for (int k = 0; k < 2 + 20 * variant; k++) {
          map.put(argument(generic, 0), argument(generic, 1));
        }
        yield map;
      }
      default -> throw new AssertionError("no sample of " + generic);
    };
  }

  private Object argument(Type generic, int place) {
    Class<?> type = (Class<?>) ((ParameterizedType) generic).getActualTypeArguments()[place];
    Class<?> plain = type == Integer.class ? int.class : type == Long.class ? long.class : type;
    return value(plain, plain);
  }

  /** Returns a path with another end; nothing else of the house makes one. */
  static PenaltyPath replaced(PenaltyPath path, Object end) {
    Object[] parts =
        Stream.of("models", "points", "coefficients", "ending", "end", "work")
            .map(name -> name.equals("end") ? end : field(path, name))
            .toArray();
    try {
      Constructor<?> constructor = PenaltyPath.class.getDeclaredConstructors()[0];
      constructor.setAccessible(true);
      return (PenaltyPath) constructor.newInstance(parts);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }

  private static Object field(Object of, String name) {
    try {
      Field field = of.getClass().getDeclaredField(name);
      field.setAccessible(true);
      return field.get(of);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }
}
