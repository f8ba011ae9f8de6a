package org.ironopt.lab.file;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.ironopt.io.InputError;
import org.ironopt.io.internal.FileErrors;
import org.ironopt.lab.Suggestion;
import org.tomlj.TomlTable;

/** Values as TOML: written complete, read strictly. */
public final class TomlFile {
  private static final int MOST_BYTES = 1 << 20;

  private TomlFile() {}

  /** Returns the settings as TOML, one line each, in their order. */
  public static String write(NamedValues settings) {
    StringBuilder out = new StringBuilder();
    settings
        .asMap()
        .forEach((key, value) -> out.append(key).append(" = ").append(text(value)).append('\n'));
    return out.toString();
  }

  /**
   * Returns {@code defaults} with the file's values put over them. A key that the defaults do not
   * have, or a value of another type, is bad input and is named with its line and column.
   *
   * @param renamed keys of earlier versions, with their names now, which the message then tells
   */
  public static NamedValues read(Path file, NamedValues defaults, Map<String, String> renamed) {
    TomlSection toml;
    try {
      toml = TomlSection.parse(file, content(file));
    } catch (IOException e) {
      throw new InputError(
          file + ": cannot be read (" + FileErrors.reason(e) + "); check --config");
    }
    NamedValues settings = new NamedValues();
    defaults.asMap().forEach(settings::with);
    for (Map.Entry<String, Object> entry : toml.values().entrySet()) {
      String key = entry.getKey();
      Object standard = defaults.asMap().get(key);
      if (standard == null) {
        String guess =
            renamed.containsKey(key)
                ? ", it is '" + renamed.get(key) + "' now"
                : Suggestion.of(key, defaults.asMap().keySet())
                    .map(known -> ", did you mean '" + known + "'")
                    .orElse("");
        throw toml.error(
            key, "unknown key '" + key + "'" + guess + "; --print-config shows them all");
      }
      if (!sameKind(standard, entry.getValue())) {
        String got = ", got " + text(entry.getValue());
        throw toml.error(key, "'" + key + "' should be " + kind(standard) + got);
      }
      settings.with(key, entry.getValue());
    }
    return settings;
  }

  /** Returns the text of a config, which is small: a device or a data file is refused. */
  public static String content(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] content = in.readNBytes(MOST_BYTES + 1);
      if (content.length > MOST_BYTES) {
        throw new InputError(file + ": has more than " + MOST_BYTES + " bytes, expected a config");
      }
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString();
    }
  }

  private static boolean sameKind(Object standard, Object value) {
    return standard instanceof Long || standard instanceof Integer
        ? value instanceof Long
        : kind(standard).equals(kind(value));
  }

  private static String kind(Object value) {
    return switch (value) {
      case Long _, Integer _ -> "a whole number";
      case Number _ -> "a number";
      case Boolean _ -> "true or false";
      case List<?> l ->
          l.stream().allMatch(Number.class::isInstance) ? "a list of numbers" : "a list";
      default -> "a text in quotes";
    };
  }

  private static String quoted(String text) {
    StringBuilder out = new StringBuilder("\"");
    for (char c : text.toCharArray()) {
      if (c == '\\' || c == '"') {
        out.append('\\').append(c);
      } else if (Character.isISOControl(c)) {
        out.append("\\u00").append(HexFormat.of().withUpperCase().toHexDigits((byte) c));
      } else {
        out.append(c);
      }
    }
    return out.append('"').toString();
  }

  private static String text(Object value) {
    return switch (value) {
      case String s -> quoted(s);
      case List<?> list ->
          list.stream().map(TomlFile::text).collect(Collectors.joining(", ", "[", "]"));
      case Double d when d.isNaN() -> "nan";
      case Double d when d.isInfinite() -> d > 0 ? "inf" : "-inf";
      case TomlTable _ -> "a table";
      default -> String.valueOf(value);
    };
  }
}
