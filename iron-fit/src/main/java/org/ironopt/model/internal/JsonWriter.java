package org.ironopt.model.internal;

import static java.util.stream.Collectors.joining;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.ironopt.linalg.internal.Require;

/**
 * Writes text, numbers, truth values, nulls, lists and maps as JSON (RFC 8259), the members of maps
 * on lines of their own. A number is written with the fewest digits that read back as the same
 * number; one that is not finite is refused.
 */
public final class JsonWriter {
  private JsonWriter() {}

  /** Returns the text of a value, with a line end behind it. */
  public static String text(Object value) {
    return text(value, "\n") + "\n";
  }

  /** Takes what a line starts with on the level of the value: a line end and blanks. */
  private static String text(Object value, String line) {
    String inner = line + "  ";
    return switch (value) {
      case null -> "null";
      case String text -> quoted(text);
      case Boolean _, Integer _, Long _ -> value.toString();
      case Double number -> {
        Require.that(Double.isFinite(number), "JSON has no number %s", number);
        yield number.toString();
      }
      case double[] numbers -> text(Arrays.stream(numbers).boxed().toList(), line);
      case List<?> list -> {
        Stream<String> items = list.stream().map(item -> text(item, inner));
        yield list.stream().anyMatch(Map.class::isInstance)
            ? items.collect(joining("," + inner, "[" + inner, line + "]"))
            : items.collect(joining(", ", "[", "]"));
      }
      case Map<?, ?> map when map.isEmpty() -> "{}";
      case Map<?, ?> map ->
          map.entrySet().stream()
              .map(m -> quoted((String) m.getKey()) + ": " + text(m.getValue(), inner))
              .collect(joining("," + inner, "{" + inner, line + "}"));
      default -> throw new IllegalArgumentException("no JSON for " + value.getClass());
    };
  }

  private static String quoted(String text) {
    StringBuilder out = new StringBuilder("\"");
    for (char c : text.toCharArray()) {
      switch (c) {
        case '"', '\\' -> out.append('\\').append(c);
        case '\n' -> out.append("\\n");
        case '\t' -> out.append("\\t");
        case '\r' -> out.append("\\r");
        default -> {
          if (c < ' ' || Character.isSurrogate(c) || c == '\u2028' || c == '\u2029') {
            out.append("\\u").append(HexFormat.of().toHexDigits(c));
          } else {
            out.append(c);
          }
        }
      }
    }
    return out.append('"').toString();
  }
}
