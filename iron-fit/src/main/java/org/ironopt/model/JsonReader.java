package org.ironopt.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ironopt.data.MalformedData;

/**
 * Reads JSON (RFC 8259) strictly into text, longs, doubles, truth values, nulls, lists and maps:
 * nothing may follow the value, no name may come twice, a number must be finite, and nesting is
 * bounded. Errors name the file, the line and the column.
 */
final class JsonReader {
  private static final int DEEPEST = 32;
  private static final int END = -1;

  private final String file;
  private final String text;
  private int at;

  private JsonReader(String file, String text) {
    this.file = file;
    this.text = text;
  }

  /** Returns the value that a text holds; {@code file} is for messages. */
  static Object read(String file, String text) throws MalformedData {
    JsonReader reader = new JsonReader(file, text);
    reader.blanks();
    Object value = reader.value(0);
    reader.blanks();
    if (reader.at < text.length()) {
      throw reader.error("expected the end of the file");
    }
    return value;
  }

  private Object value(int depth) throws MalformedData {
    if (depth > DEEPEST) {
      throw error("expected at most " + DEEPEST + " levels");
    }
    return switch (peek()) {
      case '{' -> map(depth);
      case '[' -> list(depth);
      case '"' -> string();
      case 't' -> word("true", true);
      case 'f' -> word("false", false);
      case 'n' -> word("null", null);
      case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> number();
      default -> throw error("expected a value");
    };
  }

  /** One of several things between brackets. */
  private interface Item {
    void read() throws MalformedData;
  }

  /** Reads what stands between brackets, with commas between. */
  private void items(char close, Item item) throws MalformedData {
    at++;
    blanks();
    boolean more = peek() != close;
    while (more) {
      item.read();
      blanks();
      more = peek() != close;
      if (more) {
        take(',', "',' or '" + close + "'");
      }
    }
    at++;
  }

  private Map<String, Object> map(int depth) throws MalformedData {
    Map<String, Object> members = new LinkedHashMap<>();
    items('}', () -> member(members, depth));
    return members;
  }

  private void member(Map<String, Object> members, int depth) throws MalformedData {
    int start = at;
    if (peek() != '"') {
      throw error("expected a name in quotes");
    }
    String name = string();
    blanks();
    take(':', "':'");
    Object value = value(depth + 1);
    if (members.containsKey(name)) {
      at = start;
      throw error("the name \"" + shown(name) + "\" comes twice, expected it once");
    }
    members.put(name, value);
  }

  private List<Object> list(int depth) throws MalformedData {
    List<Object> items = new ArrayList<>();
    items(']', () -> items.add(value(depth + 1)));
    return items;
  }

  private Object word(String word, Object value) throws MalformedData {
    if (!text.startsWith(word, at)) {
      throw error("expected " + word);
    }
    at += word.length();
    return value;
  }

  private Object number() throws MalformedData {
    int start = at;
    at += peek() == '-' ? 1 : 0;
    boolean zero = peek() == '0';
    int digits = digits();
    boolean whole = true;
    boolean good = digits > 0 && !(zero && digits > 1);
    if (peek() == '.') {
      at++;
      whole = false;
      good &= digits() > 0;
    }
    if (peek() == 'e' || peek() == 'E') {
      at++;
      whole = false;
      at += peek() == '+' || peek() == '-' ? 1 : 0;
      good &= digits() > 0;
    }
    String number = text.substring(start, at);
    double value = good ? Double.parseDouble(number) : Double.NaN;
    if (!Double.isFinite(value)) {
      at = start;
      throw error("'" + shown(number) + "' is not a finite number, expected one");
    }
    if (whole && number.length() < 19) {
      return Long.valueOf(number);
    }
    return value;
  }

  private int digits() {
    int start = at;
    while (peek() >= '0' && peek() <= '9') {
      at++;
    }
    return at - start;
  }

  private String string() throws MalformedData {
    take('"', "'\"'");
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

  private char escaped() throws MalformedData {
    int c = peek();
    at++;
    return switch (c) {
      case '"', '\\', '/' -> (char) c;
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> {
        int code = 0;
        for (int i = 0; i < 4; i++, at++) {
          int digit = peek() == END ? -1 : Character.digit(peek(), 16);
          if (digit < 0 || peek() > 'f') {
            throw error("expected four hexadecimal digits behind \\u");
          }
          code = 16 * code + digit;
        }
        yield (char) code;
      }
      default -> {
        at--;
        throw error("expected one of \"\\/bfnrtu behind \\");
      }
    };
  }

  private int peek() {
    return at < text.length() ? text.charAt(at) : END;
  }

  private void take(char expected, String shown) throws MalformedData {
    if (peek() != expected) {
      throw error("expected " + shown);
    }
    at++;
    if (expected != '"') {
      blanks();
    }
  }

  private void blanks() {
    while (peek() == ' ' || peek() == '\n' || peek() == '\r' || peek() == '\t') {
      at++;
    }
  }

  /** Returns the beginning of a text, fit for a message. */
  static String shown(String text) {
    String cut = text.length() > 24 ? text.substring(0, 24) + "..." : text;
    return cut.replaceAll("\\p{Cntrl}", "?");
  }

  private MalformedData error(String expected) {
    long line = 1 + text.substring(0, at).chars().filter(c -> c == '\n').count();
    int column = at - text.lastIndexOf('\n', at - 1);
    String seen =
        at < text.length()
            ? "seen '" + shown(text.substring(at, Math.min(text.length(), at + 12))) + "', "
            : "the file ends, ";
    String what = expected.startsWith("expected") ? seen + expected : expected;
    return new MalformedData(file + ":" + line + ":" + column + ": " + what);
  }
}
