package org.ironopt.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.ironopt.lab.experiment.Story.TextTable;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.json.JsonMapper;

/** What was measured, a record for each row: as columns for people and as maps for programs. */
public final class Tables {
  private static final JsonMapper JSON =
      JsonMapper.builder().disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY).build();

  private Tables() {}

  /**
   * Returns a table.
   *
   * @param header column heads, separated by bars
   * @param formats of the components of a record, separated by bars; an empty one hides it, and a
   *     number that is not one is a dash
   */
  public static TextTable of(
      String caption, String header, String formats, List<? extends Record> rows) {
    String[] each = formats.split("\\|", -1);
    List<List<String>> text = new ArrayList<>();
    for (Record row : rows) {
      List<String> line = new ArrayList<>();
      Object[] values = map(row).values().toArray();
      for (int c = 0; c < values.length; c++) {
        if (!each[c].isEmpty()) {
          line.add(Double.valueOf(Double.NaN).equals(values[c]) ? "-" : format(each[c], values[c]));
        }
      }
      text.add(line);
    }
    return new TextTable(caption, Arrays.asList(header.split("\\|")), text);
  }

  /** Returns tables as text, each under its caption. */
  public static String text(List<TextTable> tables) {
    StringBuilder text = new StringBuilder();
    for (TextTable table : tables) {
      text.append(table.caption()).append('\n');
      List<List<String>> lines = new ArrayList<>(List.of(table.header()));
      lines.addAll(table.rows());
      for (List<String> line : lines) {
        StringBuilder row = new StringBuilder();
        for (int c = 0; c < line.size(); c++) {
          int column = c;
          int width = lines.stream().mapToInt(l -> l.get(column).length()).max().orElse(0);
          row.append("  ").append(line.get(c)).append(" ".repeat(width - line.get(c).length()));
        }
        text.append(row.toString().stripTrailing()).append('\n');
      }
      text.append('\n');
    }
    return text.toString();
  }

  /** Returns numbers in a format, whatever the locale. */
  public static String format(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  /** Returns a record as a map from its components. */
  public static Map<String, Object> map(Record row) {
    return JSON.convertValue(row, new TypeReference<>() {});
  }

  /** Returns records as maps. */
  public static List<Map<String, Object>> maps(List<? extends Record> rows) {
    return rows.stream().map(Tables::map).toList();
  }
}
