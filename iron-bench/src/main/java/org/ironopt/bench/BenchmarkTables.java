package org.ironopt.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ironopt.cli.bench.Benchmark.Result;
import org.ironopt.io.internal.Numbers;
import org.ironopt.lab.ColumnLayout;
import org.ironopt.lab.experiment.ChapterReport.TextTable;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.json.JsonMapper;

/** What was measured, a record for each row: as columns for people and as maps for programs. */
public final class BenchmarkTables {
  private static final JsonMapper JSON =
      JsonMapper.builder().disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY).build();

  private BenchmarkTables() {}

  /**
   * Returns a table.
   *
   * @param header column heads, separated by bars
   * @param formats of the components of a record, separated by bars; an empty one hides it, and a
   *     number that is not one is a dash, as is a list without any
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
          line.add(cell(each[c], values[c]));
        }
      }
      text.add(line);
    }
    return new TextTable(caption, Arrays.asList(header.split("\\|")), text);
  }

  private static String cell(String format, Object value) {
    return switch (value) {
      case Double number when number.isNaN() -> "-";
      case List<?> numbers -> numbers.isEmpty() ? "-" : Numbers.format(format, numbers.toArray());
      default -> Numbers.format(format, value);
    };
  }

  /** Returns a benchmark's result of one table; its JSON has the records after what is given. */
  public static Optional<Result> result(
      TextTable table, List<? extends Record> rows, Map<String, ?> first) {
    Map<String, Object> json = new LinkedHashMap<>(first);
    json.put("rows", maps(rows));
    return Optional.of(new Result(text(List.of(table)), json));
  }

  /** Returns tables as text, each under its caption. */
  public static String text(List<TextTable> tables) {
    StringBuilder text = new StringBuilder();
    for (TextTable table : tables) {
      text.append(table.caption()).append('\n');
      List<List<String>> lines = new ArrayList<>(List.of(table.header()));
      lines.addAll(table.rows());
      ColumnLayout.left(lines)
          .forEach(line -> text.append(("  " + line).stripTrailing()).append('\n'));
      text.append('\n');
    }
    return text.toString();
  }

  /** Returns a record as a map from its components. */
  public static Map<String, Object> map(Record row) {
    return JSON.convertValue(row, new TypeReference<>() {});
  }

  /** Returns records as maps. */
  public static List<Map<String, Object>> maps(List<? extends Record> rows) {
    return rows.stream().map(BenchmarkTables::map).toList();
  }
}
