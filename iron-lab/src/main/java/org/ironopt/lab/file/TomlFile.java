package org.ironopt.lab.file;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.ironopt.lab.InputError;
import org.tomlj.Toml;
import org.tomlj.TomlArray;
import org.tomlj.TomlParseError;
import org.tomlj.TomlParseResult;
import org.tomlj.TomlPosition;

/** Values as TOML: written complete, read strictly. */
public final class TomlFile {
  private static final int MOST_BYTES = 1 << 20;

  private TomlFile() {}

  /** Returns the settings as TOML, one line each, in their order. */
  public static String write(Values settings) {
    StringBuilder out = new StringBuilder();
    settings
        .asMap()
        .forEach((key, value) -> out.append(key).append(" = ").append(text(value)).append('\n'));
    return out.toString();
  }

  /**
   * Returns {@code defaults} with the file's values put over them. A key that the defaults do not
   * have, or a value of another type, is bad input and is named with its line and column.
   */
  public static Values read(Path file, Values defaults) {
    TomlParseResult toml = parse(file);
    Values settings = new Values();
    defaults.asMap().forEach(settings::with);
    for (String key : toml.keySet()) {
      Object value = plain(toml.get(List.of(key)));
      Object standard = defaults.asMap().get(key);
      String where = place(file, toml.inputPositionOf(List.of(key)));
      if (standard == null) {
        throw new InputError(
            where
                + ": unknown key '"
                + key
                + "'"
                + closest(key, defaults)
                + "; --print-config shows them all");
      }
      if (!sameKind(standard, value)) {
        throw new InputError(
            where + ": '" + key + "' should be " + kind(standard) + ", got " + text(value));
      }
      settings.with(key, value);
    }
    return settings;
  }

  private static TomlParseResult parse(Path file) {
    try {
      TomlParseResult toml = Toml.parse(content(file));
      if (toml.hasErrors()) {
        TomlParseError first = toml.errors().getFirst();
        throw new InputError(place(file, first.position()) + ": " + first.getMessage());
      }
      return toml;
    } catch (IOException e) {
      throw new InputError(file + ": cannot be read (" + e.getMessage() + "); check --config");
    }
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

  private static String place(Path file, TomlPosition position) {
    return file + (position == null ? "" : ":" + position.line() + ":" + position.column());
  }

  private static Object plain(Object value) {
    if (value instanceof TomlArray array) {
      List<Object> list = new ArrayList<>();
      for (int i = 0; i < array.size(); i++) {
        list.add(plain(array.get(i)));
      }
      return list;
    }
    return value;
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

  private static String closest(String key, Values defaults) {
    return defaults.asMap().keySet().stream()
        .filter(known -> distance(known, key) <= 2)
        .findFirst()
        .map(known -> ", did you mean '" + known + "'")
        .orElse("");
  }

  /** Returns how many letters to insert, delete, replace or swap with their neighbour. */
  static int distance(String a, String b) {
    int[][] d = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          d[i][j] = i + j;
        } else {
          int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
          d[i][j] = Math.min(d[i - 1][j - 1] + change, 1 + Math.min(d[i - 1][j], d[i][j - 1]));
          boolean pair = i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2);
          if (pair && a.charAt(i - 2) == b.charAt(j - 1)) {
            d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
          }
        }
      }
    }
    return d[a.length()][b.length()];
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
      case Map<?, ?> _ -> "a table";
      default -> String.valueOf(value);
    };
  }
}
