package org.ironopt.table.internal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.ironopt.data.Dataset;
import org.ironopt.data.MalformedDataException;
import org.ironopt.data.TableSchema;
import org.ironopt.table.ColumnRoles;
import org.ironopt.table.MissingRule;
import org.ironopt.table.TableData;
import org.ironopt.table.TableReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A table that is read in parts becomes what it becomes in one piece. */
@Execution(ExecutionMode.CONCURRENT)
class PartitionedTableTest {
  private static final int ROWS = 260;

  private static String form(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }

  /** Columns as people have them, by the rule that they are to meet. */
  private static Map<String, IntFunction<String>> columns() {
    Random random = new Random(5);
    double[] z = random.doubles(ROWS, 0, 4000).toArray();
    Map<String, IntFunction<String>> columns = new LinkedHashMap<>();
    columns.put("numbers", i -> i % 7 == 3 ? "" : form("%.3f", z[i] - 2000));
    columns.put("digits", i -> form("%d", (int) z[i]));
    columns.put("late point", i -> i < 200 ? form("%d", (int) z[i]) : form("%.2f", z[i]));
    columns.put("thousands", i -> form("\"%,.2f\"", z[i]));
    columns.put("decimal commas", i -> "\"" + form("%.2f", z[i]).replace('.', ',') + "\"");
    columns.put("either comma", i -> i % 2 == 0 ? "\"1,234\"" : "\"2,345\"");
    columns.put("percent", i -> form("%.1f%%", z[i] / 40));
    columns.put("two units", i -> i < 200 ? form("%.1f EUR", z[i]) : form("%.1f USD", z[i]));
    columns.put("stray word", i -> i == 222 ? "lost" : form("%.3f", z[i]));
    columns.put("dates", i -> form("20%02d-%02d-%02d", i % 20, 1 + i % 12, 1 + i % 28));
    columns.put("days first", i -> form("%d/%d/2021", 1 + i % 28, 1 + i % 12));
    columns.put("days or months", i -> form("%d/%d/2021", 1 + i % 12, 1 + i % 11));
    columns.put("a word among dates", i -> i == 150 ? "soon" : form("2021-03-%02d", 1 + i % 28));
    columns.put("categories", i -> i % 11 == 0 ? "NA" : "c" + (int) z[i] % 5);
    columns.put("codes", i -> form("%05d", (int) z[i] % 9));
    columns.put("late code", i -> i < 240 ? form("%d", (int) z[i]) : "007");
    columns.put("mostly missing", i -> i % 3 == 1 ? form("%.2f", z[i]) : "");
    columns.put("mostly missing words", i -> i % 3 == 1 ? "c" + i % 2 : "");
    columns.put(
        "two forms of dates", i -> form(i % 5 == 1 ? "2021-03-%02d" : "%d.3.2021", 1 + i % 28));
    columns.put("late form", i -> form(i < 250 ? "%d/3/2021" : "2021-03-%02d", 13 + i % 15));
    columns.put("both ways", i -> form(i % 2 == 0 ? "%d/3/2021" : "3/%d/2021", 13 + i % 15));
    columns.put("user_id", i -> form("%d", 1000 + i));
    columns.put("names", i -> "n" + i);
    columns.put("many names", i -> i < 120 ? "n" + i % 3 : "n" + i);
    columns.put("constant", i -> "7");
    columns.put("nothing", i -> "");
    columns.put("account", i -> form("12345678%08d", i % 9));
    columns.put("quotes", i -> i % 2 == 0 ? "\"say \"\"a\"\", b\"" : "\"two\nlines\"");
    return columns;
  }

  /** What reading gave: rows, or a line that says why not. */
  private record Outcome(TableSchema schema, Dataset data, String refusal) {}

  private static Outcome whole(TableReader reader, String text) throws IOException {
    try {
      TableData read = new TwoPassReader(reader).read(Tables.file(text));
      return new Outcome(read.schema(), read.data(), "");
    } catch (MalformedDataException e) {
      return new Outcome(null, null, e.getMessage());
    }
  }

  private static Outcome split(TableReader reader, List<String> rows, int parts)
      throws IOException, ClassNotFoundException {
    List<LineRange> texts = new ArrayList<>();
    long line = 1;
    for (int p = 0; p < parts; p++) {
      List<String> own = rows.subList(rows.size() * p / parts, rows.size() * (p + 1) / parts);
      String text = String.join("", own);
      texts.add(new LineRange("f", text.getBytes(StandardCharsets.UTF_8), line));
      line += text.chars().filter(c -> c == '\n').count();
    }
    try {
      PartitionedTable table = PartitionedTable.of(reader, texts.getFirst());
      List<PartitionedTable.PartitionProfile> seen = new ArrayList<>();
      for (LineRange text : texts) {
        seen.add(travelled(travelled(table).look(List.of(text).iterator(), 1)));
      }
      PartitionedTable.Decided decided = table.decide(seen);
      long kept = 0;
      for (LineRange text : texts) {
        kept += travelled(decided).read(text).map(Dataset::rows).orElse(0);
      }
      Dataset data = decided.sample(seen);
      assertEquals(decided.rows(), kept);
      assertEquals(decided.rows(), data.rows());
      return new Outcome(decided.schema(), data, "");
    } catch (MalformedDataException e) {
      return new Outcome(null, null, e.getMessage());
    }
  }

  @SuppressWarnings("unchecked")
  private static <T> T travelled(T value) throws IOException, ClassNotFoundException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(value);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      return (T) in.readObject();
    }
  }

  private static void same(Outcome whole, Outcome split, String what) {
    assertEquals(whole.refusal, split.refusal, what);
    if (whole.refusal.isEmpty()) {
      assertEquals(whole.schema.features(), split.schema.features(), what);
      assertEquals(whole.schema.notes(), split.schema.notes(), what);
      assertEquals(whole.schema.target(), split.schema.target(), what);
      assertEquals(whole.data.rows(), split.data.rows(), what);
      assertEquals(whole.data.features().getClass(), split.data.features().getClass(), what);
      double[] expected = new double[whole.data.columns()];
      double[] actual = new double[whole.data.columns()];
      for (int i = 0; i < whole.data.rows(); i++) {
        whole.data.features().copyRow(i, expected, 0);
        split.data.features().copyRow(i, actual, 0);
        assertArrayEquals(expected, actual, 1e-10, what + ", row " + i);
        assertEquals(whole.data.target(i), split.data.target(i), what);
        assertEquals(whole.data.weight(i), split.data.weight(i), what);
      }
    }
  }

  private static List<String> table(IntFunction<String> column) {
    List<String> rows = new ArrayList<>(List.of("x,c,w,y\n"));
    IntStream.range(0, ROWS)
        .mapToObj(i -> (i % 10) + 0.5 + "," + column.apply(i) + "," + i % 3 + "," + i % 2 + "\n")
        .forEach(rows::add);
    return rows;
  }

  @Test
  void everyRuleHolds() throws IOException, ClassNotFoundException {
    int refused = 0;
    for (Map.Entry<String, IntFunction<String>> column : columns().entrySet()) {
      List<String> rows = table(column.getValue());
      for (MissingRule missing : MissingRule.values()) {
        TableReader reader =
            Tables.with(new TableReader("y").roles(new ColumnRoles("y").weight("w")), missing);
        Outcome whole = whole(reader, String.join("", rows));
        refused += whole.refusal.isEmpty() ? 0 : 1;
        for (int parts : new int[] {1, 3, 13}) {
          String what = column.getKey() + ", missing " + missing + ", " + parts + " parts";
          same(whole, split(reader, rows, parts), what);
        }
      }
    }
    assertTrue(refused > 10, refused + " refused");
  }

  @Test
  void rowsWithoutATargetAreLeftOutOfEveryPart() throws IOException, ClassNotFoundException {
    List<String> rows = table(i -> "" + i % 4);
    for (int i = 1; i < rows.size(); i++) {
      rows.set(i, i % 3 == 1 || i < 50 ? rows.get(i).replaceFirst("[^,]*\n", "\n") : rows.get(i));
    }
    Outcome whole = whole(new TableReader("y"), String.join("", rows));
    assertEquals(
        rows.stream().filter(row -> row.endsWith("0\n") || row.endsWith("1\n")).count(),
        whole.data.rows());
    for (int parts : new int[] {1, 3, 13}) {
      same(whole, split(new TableReader("y"), rows, parts), parts + " parts");
    }
  }

  @Test
  void linesAreThoseOfTheFile() throws IOException, ClassNotFoundException {
    for (String bad : new String[] {"1,2\n", "1,2,-3,0\n", "1,\"2,3,0\n", "1,\"2\"x,3,0\n"}) {
      List<String> rows = table(i -> "" + i % 4);
      rows.set(200, bad);
      TableReader reader = new TableReader("y").roles(new ColumnRoles("y").weight("w"));
      String whole = whole(reader, String.join("", rows)).refusal;
      assertTrue(whole.startsWith("f:201: "), whole);
      String split = split(reader, rows, 7).refusal;
      boolean open = bad.startsWith("1,\"2,");
      assertEquals(open ? "f:201: " : whole, open ? split.substring(0, 7) : split);
    }
  }

  @Test
  void aSampleHasEveryClassWhoeverReadsWhat() throws IOException {
    List<String> rows = table(i -> "" + i % 4);
    rows.set(77, "1,2,3,rare\n");
    byte[] first = null;
    for (int parts : new int[] {1, 4, 9}) {
      List<RowSample> samples = new ArrayList<>();
      for (int p = 0; p < parts; p++) {
        int from = rows.size() * p / parts;
        String text = String.join("", rows.subList(from, rows.size() * (p + 1) / parts));
        LineRange part = new LineRange("f", text.getBytes(StandardCharsets.UTF_8), from + 1L);
        LineRange head =
            new LineRange("f", String.join("", rows).getBytes(StandardCharsets.UTF_8), 1);
        PartitionedTable table = PartitionedTable.of(new TableReader("y"), head);
        samples.add(table.look(List.of(part).iterator(), 10).sample());
      }
      byte[] text = RowSample.text(samples);
      first = first == null ? text : first;
      assertArrayEquals(first, text);
      String[] lines = new String(text, StandardCharsets.UTF_8).split("\n");
      // Every tenth line has the target 0; 1 and rare are further ones.
      assertEquals(ROWS / 10 + 2, lines.length);
      assertEquals("\"1\",\"2\",\"3\",\"rare\"", lines[lines.length - 1]);
    }
  }
}
