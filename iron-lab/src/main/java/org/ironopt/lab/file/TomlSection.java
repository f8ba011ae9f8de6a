package org.ironopt.lab.file;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.ironopt.io.InputError;
import org.ironopt.io.internal.Numbers;
import org.ironopt.lab.Suggestion;
import org.jspecify.annotations.Nullable;
import org.tomlj.Toml;
import org.tomlj.TomlArray;
import org.tomlj.TomlParseError;
import org.tomlj.TomlParseResult;
import org.tomlj.TomlPosition;
import org.tomlj.TomlTable;

/**
 * A table of a TOML text that is read strictly: a value of another kind, a value out of range and a
 * key that nobody asked for are bad input, named with line and column and what was expected.
 */
public final class TomlSection {
  private static final int LONGEST_NAME = 80;

  private final Path file;
  private final String name;
  private final TomlTable table;
  private final @Nullable TomlPosition position;
  private final Set<String> asked = new LinkedHashSet<>();

  private TomlSection(Path file, String name, TomlTable table, @Nullable TomlPosition position) {
    this.file = file;
    this.name = name;
    this.table = table;
    this.position = position;
  }

  /** Parses a whole text; {@code file} is its name in messages. */
  public static TomlSection parse(Path file, String text) {
    TomlParseResult toml = Toml.parse(text);
    if (toml.hasErrors()) {
      TomlParseError first = toml.errors().getFirst();
      String reason = String.valueOf(first.getMessage()).lines().findFirst().orElse("not TOML");
      throw new InputError(place(file, first.position()) + ": " + reason);
    }
    return new TomlSection(file, "", toml, null);
  }

  /** Parses the resource of a name beside a class, if there is one. */
  public static Optional<TomlSection> beside(Class<?> owner, String name) {
    try (InputStream in = owner.getResourceAsStream(name)) {
      return Optional.ofNullable(in == null ? null : in.readAllBytes())
          .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
          .map(text -> parse(Path.of(owner.getPackageName().replace('.', '/'), name), text));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the name of this table, {@code ""} for the whole text. */
  public String name() {
    return name;
  }

  /** Returns the value of every key as plain Java values, in the order of the text. */
  Map<String, Object> values() {
    Map<String, Object> values = new LinkedHashMap<>();
    table.keySet().forEach(key -> values.put(key, plain(table.get(List.of(key)))));
    return values;
  }

  private static Object plain(Object value) {
    return value instanceof TomlArray array
        ? IntStream.range(0, array.size()).mapToObj(i -> plain(array.get(i))).toList()
        : value;
  }

  private static String place(Path file, @Nullable TomlPosition at) {
    return file + (at == null ? "" : ":" + at.line() + ":" + at.column());
  }

  /** Returns an error at the value of a key, or at this table if it is not there. */
  public InputError error(String key, String text) {
    // A list of one: a plain text would be taken for a dotted path, and "" is none.
    @Nullable TomlPosition at =
        table.contains(List.of(key)) ? table.inputPositionOf(List.of(key)) : position;
    return new InputError(place(file, at) + ": " + text);
  }

  /** Returns whether a key is there. */
  public boolean has(String key) {
    asked.add(key);
    return table.contains(List.of(key));
  }

  /** Returns a text, or the given one if there is none. */
  public String text(String key, String otherwise) {
    return get(key, String.class, "a text in quotes").orElse(otherwise);
  }

  /** Returns a text that must be there. */
  public String text(String key) {
    return get(key, String.class, "a text in quotes").orElseThrow(() -> missing(key));
  }

  /** Returns true or false. */
  public boolean flag(String key, boolean otherwise) {
    return get(key, Boolean.class, "true or false").orElse(otherwise);
  }

  /** Returns a text of one line, fit for a name in figures, tables and messages. */
  public String name(String key, String otherwise) {
    String name = text(key, otherwise);
    // Control characters, the two line ends of Unicode, and half a pair of surrogates.
    boolean odd = Pattern.compile("[\\p{Cc}\\p{Zl}\\p{Zp}\\p{Cs}]").matcher(name).find();
    if (odd || name.length() > LONGEST_NAME) {
      throw error(
          key,
          Numbers.format(
              "'%s' should be one line of at most %s characters without control characters",
              key, LONGEST_NAME));
    }
    return name;
  }

  /** Returns a whole number of at least {@code least}. */
  public int whole(String key, int least, int otherwise) {
    return whole(key, least, Integer.MAX_VALUE, otherwise);
  }

  /** Returns a whole number within limits. */
  public int whole(String key, int least, int most, int otherwise) {
    long value = get(key, Long.class, "a whole number").orElse((long) otherwise);
    if (value < least || value > most) {
      String expected = value < least ? "at least " + least : "at most " + most;
      throw error(key, "'" + key + "' is " + value + ", expected " + expected);
    }
    return (int) value;
  }

  /** Returns a seed: any whole number of 64 bits. */
  public long seed(long otherwise) {
    return get("seed", Long.class, "a whole number").orElse(otherwise);
  }

  /** Returns a finite number that is positive, or perhaps zero. */
  public double number(String key, boolean zeroAllowed, double otherwise) {
    double value = get(key, Number.class, "a number").map(Number::doubleValue).orElse(otherwise);
    boolean fits = zeroAllowed ? value >= 0 : value > 0;
    if (!fits || Double.isInfinite(value)) {
      String expected = zeroAllowed ? ">= 0" : "> 0";
      throw error(key, "'" + key + "' is " + value + ", expected a number " + expected);
    }
    return value;
  }

  /** Returns a list of numbers, or empty if there is none. */
  public Optional<double[]> numbers(String key) {
    return list(key, Number.class, "a list of numbers")
        .map(list -> list.stream().mapToDouble(Number::doubleValue).toArray());
  }

  /** Returns whether the value of a key is a list. */
  public boolean isList(String key) {
    return has(key) && table.get(List.of(key)) instanceof TomlArray;
  }

  /** Returns a list of texts, which may be written as one text; empty if there is none. */
  public List<String> textOrList(String key) {
    return !has(key) ? List.of() : isList(key) ? texts(key).orElseThrow() : List.of(text(key));
  }

  /** Returns a list of texts, or empty if there is none. */
  public Optional<List<String>> texts(String key) {
    return list(key, String.class, "a list of texts in quotes");
  }

  private <T> Optional<List<T>> list(String key, Class<T> kind, String expected) {
    return get(key, TomlArray.class, expected)
        .map(array -> (List<?>) plain(array))
        .map(
            list -> {
              if (!list.stream().allMatch(kind::isInstance)) {
                throw error(key, "'" + key + "' should be " + expected);
              }
              return list.stream().map(kind::cast).toList();
            });
  }

  /** Returns a table within this one, if it is there. */
  public Optional<TomlSection> section(String key) {
    return get(key, TomlTable.class, "a table [" + key + "]")
        .map(t -> new TomlSection(file, key, t, table.inputPositionOf(List.of(key))));
  }

  /** Returns the tables {@code [[key]]}, in their order. */
  public List<TomlSection> sections(String key) {
    List<TomlSection> sections = new ArrayList<>();
    Optional<TomlArray> array = get(key, TomlArray.class, "tables [[" + key + "]]");
    for (int i = 0; array.isPresent() && i < array.get().size(); i++) {
      TomlPosition at = array.get().inputPositionOf(i);
      if (!(array.get().get(i) instanceof TomlTable t)) {
        throw new InputError(place(file, at) + ": '" + key + "' should be tables [[" + key + "]]");
      }
      sections.add(new TomlSection(file, key, t, at));
    }
    return sections;
  }

  /** Returns the tables {@code [KEY.NAME]} of these keys, in the order of the text. */
  @SuppressWarnings("NullAway")
  public List<TomlSection> nested(List<String> keys) {
    return keys.stream()
        .flatMap(key -> section(key).stream())
        .flatMap(outer -> outer.table.keySet().stream().map(outer::inner))
        .sorted(Comparator.comparingInt(section -> section.position.line()))
        .toList();
  }

  private TomlSection inner(String key) {
    TomlTable inner = get(key, TomlTable.class, "a table [" + name + "." + key + "]").orElseThrow();
    return new TomlSection(file, name + "." + key, inner, table.inputPositionOf(List.of(key)));
  }

  private <T> Optional<T> get(String key, Class<T> kind, String expected) {
    if (!has(key)) {
      return Optional.empty();
    }
    Object value = table.get(List.of(key));
    if (!kind.isInstance(value)) {
      throw error(key, "'" + key + "' should be " + expected);
    }
    return Optional.of(kind.cast(value));
  }

  private InputError missing(String key) {
    String where = name.isEmpty() ? "the file" : "[" + name + "]";
    return error(key, where + " has no '" + key + "'");
  }

  /** Refuses keys that nobody has asked for, with the nearest that was. */
  public void close() {
    for (String key : table.keySet()) {
      if (!asked.contains(key)) {
        String guess = Suggestion.question(key, asked);
        String known = guess.isEmpty() ? "; known are " + String.join(", ", asked) : guess;
        throw error(key, "unknown key '" + key + "'" + known);
      }
    }
  }
}
