package org.ironopt.lab.experiment;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.ironopt.lab.InputError;
import org.ironopt.lab.Numbers;
import org.ironopt.lab.file.Values;

/**
 * The settings of a chapter as a record: {@code record QuadraticSettings(@Setting(...) double[]
 * alpha, ...)}. A component {@code gridParticles} is the key {@code grid_particles} and the option
 * {@code --grid-particles}. Components are doubles, longs, ints, texts, enums, or arrays of
 * numbers. The schema turns a record into named values and back, and checks ranges on the way back.
 *
 * @param <R> the record
 */
public final class Schema<R extends Record> {
  private final Class<R> type;
  private final List<RecordComponent> components;

  private Schema(Class<R> type) {
    this.type = type;
    components = List.of(type.getRecordComponents());
    for (RecordComponent component : components) {
      if (component.getAnnotation(Setting.class) == null) {
        throw new IllegalArgumentException(
            type.getSimpleName() + "." + component.getName() + " has no @Setting");
      }
      component.getAccessor().setAccessible(true);
    }
  }

  /** Returns the schema of a record class. */
  public static <R extends Record> Schema<R> of(Class<R> type) {
    return new Schema<>(type);
  }

  /** Returns the values of a record by key, in the order of its components. */
  public Values write(R record) {
    Values settings = new Values();
    for (RecordComponent component : components) {
      settings.with(key(component), plain(get(component, record)));
    }
    return settings;
  }

  /** Returns the record of these values, which must be complete; bad ones are named. */
  public R read(Values settings) {
    Object[] values = new Object[components.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = checked(components.get(i), settings);
    }
    return make(values);
  }

  /** Returns a record with some values changed, by key. */
  public R with(R record, Map<String, Object> changes) {
    Values settings = write(record);
    changes.forEach(
        (key, value) -> {
          if (!settings.has(key)) {
            throw new IllegalArgumentException(type.getSimpleName() + " has no key " + key);
          }
          settings.with(key, plain(value));
        });
    return read(settings);
  }

  /** Returns what a key means. */
  public Setting setting(String key) {
    return components.stream()
        .filter(component -> key(component).equals(key))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(type.getSimpleName() + " has no " + key))
        .getAnnotation(Setting.class);
  }

  private static String key(RecordComponent component) {
    return component.getName().replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
  }

  private static Object plain(Object value) {
    return switch (value) {
      case double[] list -> Arrays.stream(list).boxed().toList();
      case long[] list -> Arrays.stream(list).boxed().toList();
      case int[] list -> Arrays.stream(list).mapToObj(i -> (long) i).toList();
      case Integer number -> (long) number;
      case Enum<?> constant -> word(constant);
      default -> value;
    };
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static Object checked(RecordComponent component, Values settings) {
    Setting rule = component.getAnnotation(Setting.class);
    String key = key(component);
    Class<?> kind = component.getType();
    if (kind == String.class) {
      return settings.text(key);
    }
    if (kind.isEnum()) {
      return constant(kind, key, settings.text(key));
    }
    if (!kind.isArray()) {
      double value = inRange(rule, key, settings.number(key), kind == int.class);
      // A whole number comes back as it was written: a double would round the largest ones.
      Number exact = (Number) settings.asMap().get(key);
      return kind == double.class
          ? (Object) value
          : kind == int.class ? (Object) exact.intValue() : (Object) exact.longValue();
    }
    double[] values = settings.numbers(key);
    if (values.length == 0 && !rule.optional()) {
      throw bad(key, "is an empty list, expected numbers such as 1,10");
    }
    boolean ints = kind == int[].class;
    for (double value : values) {
      inRange(rule, key, value, ints);
    }
    return kind == double[].class
        ? values
        : ints
            ? Arrays.stream(values).mapToInt(v -> (int) v).toArray()
            : Arrays.stream(values).mapToLong(v -> (long) v).toArray();
  }

  private static double inRange(Setting rule, String key, double value, boolean ints) {
    double most = ints ? Math.min(rule.most(), Integer.MAX_VALUE) : rule.most();
    if (Double.isFinite(value)
        && value >= rule.least()
        && value <= most
        && value > rule.above()
        && value < rule.below()) {
      return value;
    }
    throw bad(key, "is " + Numbers.text(value, 17) + ", expected " + range(rule, most));
  }

  private static String range(Setting rule, double most) {
    boolean from = rule.least() > Double.NEGATIVE_INFINITY;
    boolean to = most < Double.POSITIVE_INFINITY && most < Integer.MAX_VALUE;
    if (from) {
      return to ? number(rule.least()) + " to " + number(most) : "at least " + number(rule.least());
    }
    String lower = rule.above() > Double.NEGATIVE_INFINITY ? " > " + number(rule.above()) : "";
    String upper = rule.below() < Double.POSITIVE_INFINITY ? " < " + number(rule.below()) : "";
    String both = lower.isEmpty() || upper.isEmpty() ? lower + upper : lower + " and" + upper;
    return to
        ? "at most " + number(most)
        : "a " + (both.isEmpty() ? "finite " : "") + "number" + both;
  }

  private static String number(double value) {
    return Numbers.text(value, 12);
  }

  private static Object constant(Class<?> kind, String key, String text) {
    for (Object constant : kind.getEnumConstants()) {
      if (word((Enum<?>) constant).equals(text)) {
        return constant;
      }
    }
    String known =
        Arrays.stream(kind.getEnumConstants())
            .map(constant -> word((Enum<?>) constant))
            .collect(Collectors.joining(" or "));
    throw bad(key, "is '" + text + "', expected " + known);
  }

  private static InputError bad(String key, String problem) {
    return new InputError(key + " " + problem + " (--" + key.replace('_', '-') + ")");
  }

  private Object get(RecordComponent component, R record) {
    try {
      return component.getAccessor().invoke(record);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private R make(Object[] values) {
    Class<?>[] types = components.stream().map(RecordComponent::getType).toArray(Class[]::new);
    try {
      var constructor = type.getDeclaredConstructor(types);
      constructor.setAccessible(true);
      return constructor.newInstance(values);
    } catch (InvocationTargetException e) {
      // What the record itself checks, such as one setting against another.
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException(e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
