package org.ironopt.model;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.ironopt.linalg.Require;

/**
 * Writes text, numbers, truth values, nulls, lists and maps as JSON (RFC 8259), the members of the
 * outer maps on lines of their own. A number is written with the fewest digits that read back as
 * the same number; one that is not finite is refused.
 */
final class JsonWriter {
  private final StringBuilder out = new StringBuilder();

  private JsonWriter() {}

  /** Returns the text of a value, with a line end behind it. */
  static String text(Object value) {
    JsonWriter writer = new JsonWriter();
    writer.value(value, 0);
    return writer.out.append('\n').toString();
  }

  private void value(Object value, int depth) {
    switch (value) {
      case null -> out.append("null");
      case String text -> text(text);
      case Boolean _, Integer _, Long _ -> out.append(value);
      case Double number -> {
        Require.that(Double.isFinite(number), "JSON has no number %s", number);
        out.append(value);
      }
      case double[] numbers -> list(Arrays.stream(numbers).boxed().toList(), depth);
      case List<?> items -> list(items, depth);
      case Map<?, ?> members -> map(members, depth);
      default -> throw new IllegalArgumentException("no JSON for " + value.getClass());
    }
  }

  private void list(List<?> items, int depth) {
    boolean lines = items.stream().anyMatch(item -> item instanceof Map);
    out.append('[');
    for (int i = 0; i < items.size(); i++) {
      out.append(i == 0 ? "" : lines ? "," : ", ");
      if (lines) {
        line(depth + 1);
      }
      value(items.get(i), depth + 1);
    }
    if (lines) {
      line(depth);
    }
    out.append(']');
  }

  private void map(Map<?, ?> members, int depth) {
    out.append('{');
    String separator = "";
    for (Map.Entry<?, ?> member : members.entrySet()) {
      out.append(separator);
      line(depth + 1);
      text((String) member.getKey());
      out.append(": ");
      value(member.getValue(), depth + 1);
      separator = ",";
    }
    if (!members.isEmpty()) {
      line(depth);
    }
    out.append('}');
  }

  private void line(int depth) {
    out.append('\n').append("  ".repeat(depth));
  }

  private void text(String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '\t' -> out.append("\\t");
        case '\r' -> out.append("\\r");
        default -> {
          if (c < ' ' || Character.isSurrogate(c) || c == '\u2028' || c == '\u2029') {
            out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }
}
