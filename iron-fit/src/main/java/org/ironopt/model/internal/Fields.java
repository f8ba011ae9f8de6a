package org.ironopt.model.internal;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import org.ironopt.data.MalformedDataException;

/**
 * The members of a JSON object, each asked for by name and type. One that is missing or of another
 * type is refused in one line that names the file and the member.
 */
public final class Fields {
  private final String file;
  private final Map<String, Object> members;
  private final Set<String> asked = new HashSet<>();

  private Fields(String file, Map<String, Object> members) {
    this.file = file;
    this.members = members;
  }

  static Fields of(String file, Object value, String what) throws MalformedDataException {
    if (!(value instanceof Map<?, ?> map)) {
      throw new MalformedDataException(
          file + ": " + what + " is " + type(value) + ", expected an object");
    }
    Map<String, Object> members = new LinkedHashMap<>();
    map.forEach((name, member) -> members.put((String) name, member));
    return new Fields(file, members);
  }

  /** Returns whether there is a member. */
  public boolean has(String name) {
    return members.containsKey(name);
  }

  /** Returns the names of the members, in order. */
  public Set<String> names() {
    return members.keySet();
  }

  public SequencedMap<String, Object> all() {
    return Collections.unmodifiableSequencedMap(new LinkedHashMap<>(members));
  }

  /** Refuses members that nobody asked for. */
  public void requireNoOther() throws MalformedDataException {
    for (String name : members.keySet()) {
      if (!asked.contains(name)) {
        throw error("unknown field \"%s\", expected it absent", shown(name));
      }
    }
  }

  public Object any(String name) throws MalformedDataException {
    asked.add(name);
    if (!members.containsKey(name)) {
      throw error("the field \"%s\" is missing", name);
    }
    return members.get(name);
  }

  /** Returns a member of a type, whose words are for messages. */
  private <T> T as(String name, Class<T> type, String expected) throws MalformedDataException {
    Object value = any(name);
    if (!type.isInstance(value)) {
      throw wrong(name, expected);
    }
    return type.cast(value);
  }

  /** Returns a text. */
  public String text(String name) throws MalformedDataException {
    return as(name, String.class, "a text");
  }

  /** Returns the constant of a word such as "tanh"; the name is for messages. */
  public <E extends Enum<E>> E one(String name, String word, Class<E> kind)
      throws MalformedDataException {
    List<String> words = new ArrayList<>();
    for (E value : kind.getEnumConstants()) {
      words.add(value.name().toLowerCase(Locale.ROOT));
      if (words.getLast().equals(word)) {
        return value;
      }
    }
    String others = String.join(", ", words.subList(0, words.size() - 1));
    String seen = shown(word);
    throw error("\"%s\" is '%s', expected %s or %s", name, seen, others, words.getLast());
  }

  /** Returns a whole number. */
  public long whole(String name) throws MalformedDataException {
    return as(name, Long.class, "a whole number");
  }

  /** Returns a number. */
  public double number(String name) throws MalformedDataException {
    return as(name, Number.class, "a number").doubleValue();
  }

  public boolean truth(String name) throws MalformedDataException {
    return as(name, Boolean.class, "true or false");
  }

  /** Returns the members of an object that is inside of a list. */
  public Fields inside(Object item, String what) throws MalformedDataException {
    return of(file, item, what);
  }

  /** Returns the beginning of a text, fit for a message. */
  public static String shown(String text) {
    String cut = text.length() > 24 ? text.substring(0, 24) + "..." : text;
    return cut.replaceAll("\\p{Cntrl}", "?");
  }

  /** Returns an error in this file; the sentence is a format of the things seen. */
  public MalformedDataException error(String sentence, Object... seen) {
    return new MalformedDataException(file + ": " + String.format(Locale.ROOT, sentence, seen));
  }

  /** Returns the members of an object. */
  public Fields fields(String name) throws MalformedDataException {
    return of(file, any(name), "\"" + name + "\"");
  }

  /** Returns a list. */
  public List<Object> list(String name) throws MalformedDataException {
    List<?> list = as(name, List.class, "a list");
    return Collections.unmodifiableList(list);
  }

  public List<String> texts(String name) throws MalformedDataException {
    return items(name, list(name), String.class, "texts");
  }

  public double[] numbers(String name) throws MalformedDataException {
    return numbers(name, list(name));
  }

  private double[] numbers(String name, List<?> list) throws MalformedDataException {
    List<Number> numbers = items(name, list, Number.class, "numbers");
    return numbers.stream().mapToDouble(Number::doubleValue).toArray();
  }

  /** Returns a list of things of a type, whose words are for messages. */
  private <T> List<T> items(String name, List<?> list, Class<T> type, String what)
      throws MalformedDataException {
    List<T> items = new ArrayList<>(list.size());
    for (Object item : list) {
      if (!type.isInstance(item)) {
        throw wrong(name, "a list of " + what + ", not with " + type(item));
      }
      items.add(type.cast(item));
    }
    return items;
  }

  /** Returns a number, NaN in place of null. */
  public double numberOrNull(String name) throws MalformedDataException {
    return any(name) == null ? Double.NaN : number(name);
  }

  /** Returns a list of lists of numbers. */
  public double[][] rows(String name) throws MalformedDataException {
    return rows(name, null);
  }

  /** Returns a list of lists of numbers, NaN in place of null. */
  public double[][] rowsOrNull(String name) throws MalformedDataException {
    return rows(name, Double.NaN);
  }

  private double[][] rows(String name, Double none) throws MalformedDataException {
    List<double[]> rows = new ArrayList<>();
    for (List<?> row : items(name, list(name), List.class, "lists of numbers")) {
      List<Object> known = new ArrayList<>(row);
      known.replaceAll(number -> number == null ? none : number);
      rows.add(numbers(name, known));
    }
    return rows.toArray(new double[0][]);
  }

  private MalformedDataException wrong(String name, String expected) {
    String is = type(members.get(name));
    return error("\"%s\" is %s, expected %s", shown(name), is, expected);
  }

  private static String type(Object value) {
    return switch (value) {
      case null -> "null";
      case String text -> "a text";
      case Number number -> "a number";
      case Boolean truth -> "true or false";
      case List<?> list -> "a list";
      default -> "an object";
    };
  }
}
