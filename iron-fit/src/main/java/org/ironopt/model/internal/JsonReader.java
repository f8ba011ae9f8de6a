package org.ironopt.model.internal;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ironopt.data.MalformedDataException;

/**
 * Reads JSON (RFC 8259) strictly into text, longs, doubles, truth values, nulls, lists and maps:
 * nothing may follow the value, no name may come twice, a number must be finite, and nesting is
 * bounded. Errors name the file, the line and the column.
 */
final class JsonReader {
  private static final int DEEPEST = 32;
  private static final int END = -1;
  private static final Pattern HEXADECIMAL = Pattern.compile("[0-9a-fA-F]{4}");
  private static final Pattern NUMBER =
      Pattern.compile("-?(?:0|[1-9][0-9]*)(?<fraction>\\.[0-9]+)?(?<exponent>[eE][-+]?[0-9]+)?");

  private final String file;
  private final String text;
  private final Matcher numbers = NUMBER.matcher("");
  private int at;

  private JsonReader(String file, String text) {
    this.file = file;
    this.text = text;
  }

  /** Returns the value that a text holds; {@code file} is for messages. */
  static Object read(String file, String text) throws MalformedDataException {
    JsonReader reader = new JsonReader(file, text);
    reader.blanks();
    Object value = reader.value(0);
    reader.blanks();
    if (reader.at < text.length()) {
      throw reader.error("expected the end of the file");
    }
    return value;
  }

  private Object value(int depth) throws MalformedDataException {
    if (depth > DEEPEST) {
      throw error("expected at most " + DEEPEST + " levels");
    }
    return switch (peek()) {
      case '{' -> {
        Map<String, Object> members = new LinkedHashMap<>();
        for (boolean more = opens('}'); more; more = goesOn('}')) {
          members.put(name(members), value(depth + 1));
        }
        yield members;
      }
      case '[' -> {
        List<Object> items = new ArrayList<>();
        for (boolean more = opens(']'); more; more = goesOn(']')) {
          items.add(value(depth + 1));
        }
        yield items;
      }
      case '"' -> string();
      case 't' -> word("true", true);
      case 'f' -> word("false", false);
      case 'n' -> word("null", null);
      case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> number();
      default -> throw error("expected a value");
    };
  }

  /** Passes an opening bracket; returns whether there is something inside. */
  private boolean opens(char close) {
    at++;
    blanks();
    return !closes(close);
  }

  /** Passes a comma or the closing bracket; returns whether more follows. */
  private boolean goesOn(char close) throws MalformedDataException {
    blanks();
    if (closes(close)) {
      return false;
    }
    take(',', "',' or '" + close + "'");
    return true;
  }

  private boolean closes(char close) {
    boolean here = peek() == close;
    at += here ? 1 : 0;
    return here;
  }

  /** Reads a name that the members do not have, and its colon. */
  private String name(Map<String, Object> members) throws MalformedDataException {
    int start = at;
    if (peek() != '"') {
      throw error("expected a name in quotes");
    }
    String name = string();
    if (members.containsKey(name)) {
      at = start;
      throw error("the name \"" + Fields.shown(name) + "\" comes twice, expected it once");
    }
    blanks();
    take(':', "':'");
    return name;
  }

  private Object word(String word, Object value) throws MalformedDataException {
    if (!text.startsWith(word, at)) {
      throw error("expected " + word);
    }
    at += word.length();
    return value;
  }

  private Object number() throws MalformedDataException {
    int start = at;
    while ("+-.0123456789eE".indexOf(peek()) >= 0) {
      at++;
    }
    String number = text.substring(start, at);
    boolean good = numbers.reset(number).matches();
    double value = good ? Double.parseDouble(number) : Double.NaN;
    if (!Double.isFinite(value)) {
      at = start;
      throw error("'" + Fields.shown(number) + "' is not a finite number, expected one");
    }
    boolean whole = numbers.start("fraction") < 0 && numbers.start("exponent") < 0;
    if (whole && number.length() < 19) {
      return Long.valueOf(number);
    }
    return value;
  }

  private String string() throws MalformedDataException {
    at++;
    StringBuilder out = new StringBuilder();
    while (true) {
      int c = peek();
      if (c == END || c < ' ') {
        throw error("expected '\"' at the end of a text");
      }
      at++;
      if (c == '"') {
        return out.toString();
      }
      out.append(c == '\\' ? escaped() : (char) c);
    }
  }

  private char escaped() throws MalformedDataException {
    int simple = "\"\\/bfnrt".indexOf(peek());
    if (simple < 0 && peek() != 'u') {
      throw error("expected one of \"\\/bfnrtu behind \\");
    }
    at++;
    if (simple >= 0) {
      return "\"\\/\b\f\n\r\t".charAt(simple);
    }
    String code = text.substring(at, Math.min(text.length(), at + 4));
    if (!HEXADECIMAL.matcher(code).matches()) {
      throw error("expected four hexadecimal digits behind \\u");
    }
    at += 4;
    return (char) Integer.parseInt(code, 16);
  }

  private int peek() {
    return at < text.length() ? text.charAt(at) : END;
  }

  private void take(char expected, String shown) throws MalformedDataException {
    if (peek() != expected) {
      throw error("expected " + shown);
    }
    at++;
    blanks();
  }

  private void blanks() {
    while (peek() == ' ' || peek() == '\n' || peek() == '\r' || peek() == '\t') {
      at++;
    }
  }

  private MalformedDataException error(String expected) {
    long line = 1 + text.substring(0, at).chars().filter(c -> c == '\n').count();
    int column = at - text.lastIndexOf('\n', at - 1);
    String seen =
        at < text.length()
            ? "seen '" + Fields.shown(text.substring(at, Math.min(text.length(), at + 12))) + "', "
            : "the file ends, ";
    String what = expected.startsWith("expected") ? seen + expected : expected;
    return new MalformedDataException(file + ":" + line + ":" + column + ": " + what);
  }
}
