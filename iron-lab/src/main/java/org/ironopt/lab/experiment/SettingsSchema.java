package org.ironopt.lab.experiment;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.ironopt.io.InputError;
import org.ironopt.io.internal.Numbers;
import org.ironopt.lab.NumberList;
import org.ironopt.lab.file.NamedValues;

/**
 * The settings of a chapter as a record: {@code record QuadraticSettings(@Setting("...") double[]
 * alpha, ...)}. A component {@code gridParticles} is the key {@code grid_particles} and the option
 * {@code --grid-particles}. Components are doubles, longs, ints, texts, enums, or arrays of
 * numbers. The schema turns a record into named values and back, and checks ranges on the way back.
 *
 * @param <R> the record
 */
public sealed class SettingsSchema<R extends Record> permits Chapter {
  private static final double INFINITY = Double.POSITIVE_INFINITY;

  private final Class<R> type;
  private final Map<String, RecordComponent> components = new LinkedHashMap<>();
  private final Map<String, SettingRule> rules = new HashMap<>();

  /** Reads the components of a record class. */
  SettingsSchema(Class<R> type) {
    this.type = type;
    for (RecordComponent component : type.getRecordComponents()) {
      Setting setting = component.getAnnotation(Setting.class);
      if (setting == null) {
        throw new IllegalArgumentException(
            type.getSimpleName() + "." + component.getName() + " has no @Setting");
      }
      component.getAccessor().setAccessible(true);
      String key = component.getName().replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
      components.put(key, component);
      rules.put(key, SettingRule.parse(setting.value()));
    }
  }

  /** Returns the values of the paper. */
  public NamedValues paper() {
    return standard(false);
  }

  /** Returns the values for a look within seconds. */
  public NamedValues smoke() {
    return standard(true);
  }

  private NamedValues standard(boolean smoke) {
    NamedValues values = new NamedValues();
    for (String key : components.keySet()) {
      SettingRule rule = setting(key);
      values.with(key, parse(key, smoke ? rule.smoke() : rule.paper()));
    }
    return values;
  }

  /** Returns the value of a key that a text spells; ranges are not checked. */
  public Object parse(String key, String text) {
    Class<?> kind = component(key).getType();
    if (kind == String.class || kind.isEnum()) {
      return text;
    }
    if (!kind.isArray()) {
      return kind == double.class ? (Object) NumberList.number(text) : (Object) whole(text);
    }
    List<Double> numbers = text.isEmpty() ? List.of() : numbers(text);
    return kind == double[].class
        ? numbers
        : numbers.stream().map(v -> v == Math.rint(v) ? (Number) v.longValue() : v).toList();
  }

  /** Reads a whole number of 64 bits with all its digits, which a double would round. */
  private static long whole(String text) {
    if (Math.abs(NumberList.number(text)) < 1e19) {
      try {
        return new BigDecimal(text.strip()).longValueExact();
      } catch (ArithmeticException notWhole) {
        // One message for a fraction and for a number that is too large.
      }
    }
    throw new InputError("'" + text + "' is not a whole number of 64 bits");
  }

  /** A list is kept as doubles: a whole number that one cannot hold is refused, not rounded. */
  private static List<Double> numbers(String text) {
    for (String item : text.split(",", -1)) {
      if (item.strip().matches("[+-]?\\d{16,}")) {
        BigDecimal typed = new BigDecimal(item.strip());
        if (typed.compareTo(new BigDecimal(typed.doubleValue())) != 0) {
          throw new InputError(
              "'" + item.strip() + "' is too long for a list, expected at most 2^53");
        }
      }
    }
    return NumberList.parse(text).values();
  }

  /** Returns the values of a record by key, in the order of its components. */
  public NamedValues write(R record) {
    NamedValues settings = new NamedValues();
    components.forEach((key, component) -> settings.with(key, plain(get(component, record))));
    return settings;
  }

  /** Returns the record of these values, which must be complete; bad ones are named. */
  public R read(NamedValues settings) {
    return make(
        components.keySet().stream().map(key -> checked(key, settings)).toArray(Object[]::new));
  }

  /** Returns the keys that have another name now, with that name. */
  public Map<String, String> renamed() {
    return components.keySet().stream()
        .filter(key -> setting(key).has("formerly"))
        .collect(Collectors.toMap(key -> setting(key).clauses().get("formerly"), key -> key));
  }

  /** Returns what a key means. */
  public SettingRule setting(String key) {
    component(key);
    return Objects.requireNonNull(rules.get(key));
  }

  private RecordComponent component(String key) {
    RecordComponent component = components.get(key);
    if (component == null) {
      throw new IllegalArgumentException(type.getSimpleName() + " has no key " + key);
    }
    return component;
  }

  private static Object plain(Object value) {
    return switch (value) {
      case double[] list -> Arrays.stream(list).boxed().toList();
      case long[] list -> Arrays.stream(list).boxed().toList();
      case int[] list -> Arrays.stream(list).mapToObj(i -> (long) i).toList();
      case Integer number -> (long) number;
      case Enum<?> constant -> NamedValues.word(constant);
      default -> value;
    };
  }

  private Object checked(String key, NamedValues settings) {
    Class<?> kind = component(key).getType();
    if (kind == String.class) {
      return settings.text(key);
    }
    if (kind.isEnum()) {
      return constant(kind, key, settings.text(key));
    }
    if (kind.isArray()) {
      return list(key, settings.numbers(key), kind);
    }
    double value = inRange(key, settings.number(key), kind);
    // A whole number comes back as it was written: a double would round the largest ones.
    return kind == double.class
        ? (Object) value
        : kind == int.class ? (Object) (int) value : (Object) settings.whole(key);
  }

  private Object list(String key, double[] values, Class<?> kind) {
    SettingRule rule = setting(key);
    int fewest = (int) rule.number("fewest", 1);
    if (values.length == 0 && fewest > 0) {
      throw bad(key, "is an empty list, expected numbers such as 1,10");
    }
    if (values.length < fewest) {
      throw bad(key, "has one number, expected at least " + fewest);
    }
    for (double value : values) {
      inRange(key, value, kind.getComponentType());
    }
    if (rule.has("distinct") && Arrays.stream(values).distinct().count() < values.length) {
      throw bad(key, "has a number twice");
    }
    if (rule.has("ascending")) {
      Arrays.sort(values);
    }
    return kind == double[].class
        ? values
        : kind == int[].class
            ? Arrays.stream(values).mapToInt(v -> (int) v).toArray()
            : Arrays.stream(values).mapToLong(v -> (long) v).toArray();
  }

  private double inRange(String key, double value, Class<?> kind) {
    SettingRule rule = setting(key);
    double most = rule.number("at most", kind == int.class ? Integer.MAX_VALUE : INFINITY);
    boolean inside =
        value >= rule.number("at least", -INFINITY)
            && value <= most
            && value > rule.number("above", -INFINITY)
            && value < rule.number("below", INFINITY)
            && Double.isFinite(value);
    if (inside && (kind == double.class || value == Math.rint(value))) {
      return value;
    }
    String expected = inside ? "a whole number" : range(rule, most);
    String why = rule.has("because") ? ": " + rule.clauses().get("because") : "";
    throw bad(key, "is " + Numbers.text(value, 17) + ", expected " + expected + why);
  }

  private static String range(SettingRule rule, double most) {
    String upper = limit(rule, "below", " < ");
    if (rule.has("at least")) {
      String least = limit(rule, "at least", "");
      return rule.has("at most")
          ? least + " to " + number(most)
          : "at least " + least + (upper.isEmpty() ? "" : " and" + upper);
    }
    String lower = limit(rule, "above", " > ");
    String both = lower.isEmpty() || upper.isEmpty() ? lower + upper : lower + " and" + upper;
    return rule.has("at most")
        ? "at most " + number(most)
        : "a " + (both.isEmpty() ? "finite " : "") + "number" + both;
  }

  private static String limit(SettingRule rule, String word, String sign) {
    return rule.has(word) ? sign + number(rule.number(word, 0)) : "";
  }

  private static String number(double value) {
    return Numbers.text(value, 12);
  }

  private static Object constant(Class<?> kind, String key, String text) {
    for (Object constant : kind.getEnumConstants()) {
      if (NamedValues.word((Enum<?>) constant).equals(text)) {
        return constant;
      }
    }
    String known =
        Arrays.stream(kind.getEnumConstants())
            .map(constant -> NamedValues.word((Enum<?>) constant))
            .collect(Collectors.joining(" or "));
    throw bad(key, "is '" + text + "', expected " + known);
  }

  private static InputError bad(String key, String text) {
    return new InputError(key + " " + text + " (--" + key.replace('_', '-') + ")");
  }

  private Object get(RecordComponent component, R record) {
    try {
      return component.getAccessor().invoke(record);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private R make(Object[] values) {
    try {
      var constructor =
          type.getDeclaredConstructor(
              components.values().stream().map(RecordComponent::getType).toArray(Class[]::new));
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
