package org.ironopt.table.internal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.ironopt.data.Dataset;
import org.ironopt.data.DenseFeatures;
import org.ironopt.data.SparseFeatures;
import org.ironopt.data.TableSchema;
import org.ironopt.data.Targets;
import org.ironopt.random.RandomStream;
import org.ironopt.random.RandomStreams;
import org.ironopt.table.ColumnRoles;
import org.ironopt.table.MissingRule;
import org.ironopt.table.TableData;
import org.ironopt.table.TableReader;
import org.ironopt.table.TableReader.Unknown;
import org.ironopt.table.TextLayout;
import org.ironopt.table.TextLayout.Header;
import org.junit.jupiter.api.Test;

class TableReaderTest {
  private static final String PEOPLE =
      """
      age,city,income,y
      30,Rome,1.5,yes
      40,"Aachen, West",2.5,no
      ,Rome,0,no
      50,Oslo,-4e1,yes
      """;

  private static TableData read(TableReader reader, String text) throws IOException {
    return new TwoPassReader(reader).read(Tables.file(text));
  }

  private static double[] row(Dataset data, int i) {
    double[] row = new double[data.columns()];
    data.features().copyRow(i, row, 0);
    return row;
  }

  @Test
  void numbersAndCategories() throws IOException {
    TableData table = read(new TableReader("y"), PEOPLE);
    assertEquals(List.of("age", "city=Oslo", "city=Rome", "income"), table.schema().features());
    assertEquals(List.of("no", "yes"), table.data().classNames());
    assertArrayEquals(new double[] {30, 0, 1, 1.5}, row(table.data(), 0));
    assertArrayEquals(new double[] {40, 0, 0, 2.5}, row(table.data(), 1));
    assertArrayEquals(new double[] {40, 0, 1, 0}, row(table.data(), 2));
    assertArrayEquals(new double[] {50, 1, 0, -40}, row(table.data(), 3));
    assertEquals(1, table.data().label(0));
    assertEquals(0, table.data().label(1));
    assertEquals(
        List.of(
            "header: the first row holds names (age, city, income, y; --header no reads it as"
                + " data)",
            "column 'age' has 1 missing value: filled with the mean 40.0000 (or choose --missing"
                + " indicator, drop or error)",
            "column 'city' has 3 categories: one feature each but for the first, 'Aachen, West'"
                + " (--ignore city leaves it out)"),
        table.notes());
  }

  @Test
  void layoutsOfTheSameTable() throws IOException {
    Dataset expected = read(new TableReader("y"), PEOPLE).data();
    String bar =
        PEOPLE.replace("\"Aachen, West\"", "Aachen @West").replace(',', '|').replace('@', ',');
    List<byte[]> same = new ArrayList<>();
    same.add(PEOPLE.replace("\n", "\r\n").getBytes(StandardCharsets.UTF_8));
    same.add(PEOPLE.replace("\n", "\r").getBytes(StandardCharsets.UTF_8));
    same.add(("\ufeff" + PEOPLE).getBytes(StandardCharsets.UTF_8));
    same.add(("\ufeff" + PEOPLE).getBytes(StandardCharsets.UTF_16LE));
    same.add(("\ufeff" + PEOPLE).getBytes(StandardCharsets.UTF_16BE));
    same.add(Tables.gzip(PEOPLE.getBytes(StandardCharsets.UTF_8)));
    same.add(bar.getBytes(StandardCharsets.UTF_8));
    same.add(bar.replace('|', '\t').getBytes(StandardCharsets.UTF_8));
    same.add(bar.replace('|', ';').replace("\n", "\n\n").getBytes(StandardCharsets.UTF_8));
    same.add(bar.replace("|", " | ").getBytes(StandardCharsets.UTF_8));
    for (byte[] content : same) {
      TableData table = new TwoPassReader(new TableReader("y")).read(Tables.file(content));
      for (int i = 0; i < 4; i++) {
        assertArrayEquals(row(expected, i), row(table.data(), i));
        assertEquals(expected.label(i), table.data().label(i));
      }
    }
  }

  @Test
  void decimalCommasAndOtherEncodings() throws IOException {
    TableReader reader = new TableReader("z").layout(new TextLayout().decimal(','));
    TableData table = read(reader, "é;z\n1,5;2,25\n-3;0,5\n");
    assertArrayEquals(new double[] {1.5}, row(table.data(), 0));
    assertEquals(2.25, table.data().target(0));
    byte[] latin = "é,z\n1,2\n2,3\n".getBytes(StandardCharsets.ISO_8859_1);
    TextLayout layout = new TextLayout().encoding(StandardCharsets.ISO_8859_1);
    assertEquals(
        List.of("é"),
        new TwoPassReader(new TableReader("2").layout(layout))
            .read(Tables.file(latin))
            .schema()
            .features());
  }

  @Test
  void columnsByNumberWithoutAHeader() throws IOException {
    TableData table = read(new TableReader("1"), "0,5,7\n1,6,8\n");
    assertEquals(List.of("column2", "column3"), table.schema().features());
    assertInstanceOf(Targets.Numbers.class, table.data().targets());
    assertEquals(2, table.data().rows());
    TableReader header = new TableReader("1").layout(new TextLayout().header(Header.YES));
    assertEquals(2, read(header, "0,5,7\n1,6,8\n2,7,9\n").data().rows());
    TableReader none = new TableReader("1").layout(new TextLayout().header(Header.NO));
    assertEquals(List.of("a", "b"), read(none, "b,x\na,y\n").data().classNames());
  }

  @Test
  void roles() throws IOException {
    ColumnRoles roles =
        new ColumnRoles("y", "w", Set.of(), Set.of("zip"), Set.of("id"), Map.of(), 50);
    TableData table =
        read(
            new TableReader("y").roles(roles),
            "id,zip,x,w,y\n1,10,5,1,2\n2,9,6,0.5,3\n3,10,7,0,4\n");
    assertEquals(List.of("zip=10", "x"), table.schema().features());
    assertArrayEquals(new double[] {1, 5}, row(table.data(), 0));
    assertEquals(0.5, table.data().weight(1));
  }

  @Test
  void missingValues() throws IOException {
    String text = "x,c,y\n1,a,0\nNA,b,1\n3,?,0\n4,b,1\n";
    TableReader reader = new TableReader("y");
    TableData filled = read(reader, text);
    assertArrayEquals(new double[] {8 / 3.0, 1}, row(filled.data(), 1), 1e-15);
    assertArrayEquals(new double[] {3, 1}, row(filled.data(), 2));
    TableData marked = read(Tables.with(reader, MissingRule.INDICATOR), text);
    assertEquals(List.of("x", "x missing", "c=b", "c missing"), marked.schema().features());
    assertArrayEquals(new double[] {8 / 3.0, 1, 1, 0}, row(marked.data(), 1), 1e-15);
    assertArrayEquals(new double[] {3, 0, 1, 1}, row(marked.data(), 2));
    TableData dropped = read(Tables.with(reader, MissingRule.DROP), text);
    assertEquals(2, dropped.data().rows());
    assertEquals(2.5, ((TableSchema.Numeric) dropped.schema().columns().get(0)).mean());
    assertEquals(2, dropped.rows().dropped());
  }

  @Test
  void fewNonzerosStaySparse() throws IOException {
    StringBuilder text = new StringBuilder("word,x,y\n");
    for (int i = 0; i < 60; i++) {
      text.append('w').append(i % 30).append(',').append(i % 7).append(',').append(i).append('\n');
    }
    Dataset sparse = read(new TableReader("y"), text.toString()).data();
    assertInstanceOf(SparseFeatures.class, sparse.features());
    assertEquals(58 + 51, sparse.features().stored());
    assertInstanceOf(DenseFeatures.class, read(new TableReader("y"), PEOPLE).data().features());
  }

  @Test
  void newRowsAreEncodedAsThoseOfTraining() throws IOException {
    TableReader reader = new TableReader("y");
    TableData trained = read(reader, PEOPLE);
    TableSchema schema = trained.schema();
    TableData same = new TwoPassReader(reader).read(Tables.file(PEOPLE), schema, true);
    for (int i = 0; i < 4; i++) {
      assertArrayEquals(row(trained.data(), i), row(same.data(), i));
      assertEquals(trained.data().label(i), same.data().label(i));
    }
    TableData mixed =
        new TwoPassReader(reader)
            .read(Tables.file("city,extra,age,income\nOslo,1,NaN,7\n"), schema, false);
    assertArrayEquals(new double[] {40, 1, 0, 7}, row(mixed.data(), 0));
    assertEquals(
        List.of(
            "1 column that the model does not use: ignored",
            "1 missing value: filled as in training"),
        mixed.notes());
    TableData strange =
        new TwoPassReader(Tables.with(reader, Unknown.FILL))
            .read(Tables.file("age,city,income\n1,Paris,2\n"), schema, false);
    assertArrayEquals(new double[] {1, 0, 1, 2}, row(strange.data(), 0));
    TableSchema bare = read(new TableReader("2"), "1,0,3\n2,1,4\n").schema();
    TableData without = new TwoPassReader(reader).read(Tables.file("7,8\n"), bare, false);
    assertArrayEquals(new double[] {7, 8}, row(without.data(), 0));
  }

  @Test
  void classesAreFoundByValue() throws IOException {
    TableSchema schema =
        read(new TableReader("y"), "x,y\n1,0\n2,1\n").schema().classes(List.of("0", "1"));
    Dataset data =
        new TwoPassReader(new TableReader("y"))
            .read(Tables.file("x,y\n5,1.0\n6,0\n"), schema, true)
            .data();
    assertEquals(1, data.label(0));
    assertEquals(0, data.label(1));
  }

  @Test
  void whatWasWrittenIsRead() throws IOException {
    long seed = 8;
    RandomStream random = new RandomStreams(seed).stream("table");
    StringBuilder text = new StringBuilder("a,b,y\n");
    double[] values = new double[3000];
    for (int k = 0; k < values.length; k++) {
      values[k] = random.normal(1, k) * StrictMath.pow(10, 200 * random.normal(2, k) % 200);
      text.append(values[k]).append(k % 3 == 2 ? '\n' : ',');
    }
    Dataset data = read(new TableReader("y"), text.toString()).data();
    for (int k = 0; k < values.length; k++) {
      double seen = k % 3 == 2 ? data.target(k / 3) : data.features().get(k / 3, k % 3);
      assertEquals(values[k], seen, "seed " + seed);
    }
  }

  @Test
  void numbersAsPeopleWriteThem() throws IOException {
    String[][] columns = {
      {"1 234,5", "-7,25", "1234.5", "-7.25"},
      {"1'234.50", "12", "1234.5", "12"},
      {"$1,234.50", "-$3", "1234.5", "-3"},
      {"(1,234.50 EUR)", "3 EUR", "-1234.5", "3"},
      {"12.5 %", "3%", "12.5", "3"},
      {"1.234,5", "1.000", "1234.5", "1000"},
      {"1,234,567", "12", "1234567", "12"},
      {"\u22121.5", "$2", "-1.5", "2"}
    };
    for (String[] column : columns) {
      String text = "x;y\n" + column[0] + ";0\n" + column[1] + ";1\n";
      TableData table = read(new TableReader("y"), text);
      for (int i = 0; i < 2; i++) {
        assertEquals(Double.parseDouble(column[2 + i]), row(table.data(), i)[0], column[i]);
      }
      TableData again =
          new TwoPassReader(new TableReader("y")).read(Tables.file(text), table.schema(), true);
      assertArrayEquals(row(table.data(), 0), row(again.data(), 0));
    }
  }

  /** What one column leaves open another one decides. */
  @Test
  void theDecimalPointOfOtherColumns() throws IOException {
    TableData comma = read(new TableReader("y"), "a;b;y\n1,234;1,5;0\n2.345;2,5;1\n");
    assertArrayEquals(new double[] {1.234, 1.5}, row(comma.data(), 0));
    assertArrayEquals(new double[] {2345, 2.5}, row(comma.data(), 1));
    TableData point = read(new TableReader("y"), "a;b;y\n1,234;1.5;0\n2,345;2.5;1\n");
    assertArrayEquals(new double[] {1234, 1.5}, row(point.data(), 0));
    TableData zero = read(new TableReader("y"), "a;b;y\n-0.710;1,5;0\n1.234;2,5;1\n");
    assertArrayEquals(new double[] {-0.71, 1.5}, row(zero.data(), 0));
    assertArrayEquals(new double[] {1.234, 2.5}, row(zero.data(), 1));
    TableReader given = new TableReader("y").layout(new TextLayout().decimal(','));
    assertArrayEquals(new double[] {1.234}, row(read(given, "a;y\n1,234;0\n2,345;1\n").data(), 0));
  }

  @Test
  void datesBecomeFeatures() throws IOException {
    String text = "d,y\n2024-01-01T06:00,0\n2024-07-02,1\n2023-01-07,1\n";
    TableData table = read(new TableReader("y"), text);
    assertEquals(
        List.of(
            "d year",
            "d sin(year)",
            "d cos(year)",
            "d Tue",
            "d Wed",
            "d Thu",
            "d Fri",
            "d Sat",
            "d Sun",
            "d sin(day)",
            "d cos(day)"),
        table.schema().features());
    double ofYear = 0.25 / 366;
    assertArrayEquals(
        new double[] {
          2024 + ofYear,
          Math.sin(2 * Math.PI * ofYear),
          Math.cos(2 * Math.PI * ofYear),
          0,
          0,
          0,
          0,
          0,
          0,
          1,
          0
        },
        row(table.data(), 0),
        1e-12);
    assertArrayEquals(
        new double[] {2024.5, 0, -1, 1, 0, 0, 0, 0, 0, 0, 1}, row(table.data(), 1), 1e-12);
    assertEquals(1, row(table.data(), 2)[7]);
    for (String date : new String[] {"31.12.1999", "12/31/1999", "31/12/99", "Dec 31, 1999"}) {
      String same = "d|x|y\n" + date + "|1|0\n" + date.replace("31", "30") + "|2|1\n";
      double year = row(read(new TableReader("y"), same).data(), 0)[0];
      assertEquals(1999 + 364 / 365.0, year, 1e-9, date);
    }
  }

  /** Long columns of few categories keep what is frequent. */
  @Test
  void manyCategoriesArePooled() throws IOException {
    StringBuilder text = new StringBuilder("c,y\n");
    for (int i = 0; i < 400; i++) {
      text.append(i % 2 == 0 ? "often" : "c" + i % 120).append(',').append(i).append('\n');
    }
    TableData table = read(new TableReader("y"), text.toString());
    assertEquals(List.of("c=often"), table.schema().features());
    TableData wide =
        read(
            new TableReader("y").roles(Tables.roles(Set.of(), Set.of(), Set.of(), 100)),
            text.toString());
    assertEquals(60, wide.schema().features().size());
    TableData other =
        new TwoPassReader(new TableReader("y"))
            .read(Tables.file("c\nnew\noften\n"), table.schema(), false);
    assertArrayEquals(new double[] {0}, row(other.data(), 0));
    assertArrayEquals(new double[] {1}, row(other.data(), 1));
    assertEquals(
        List.of("1 value that training had seldom or not seen: taken for '(other)'"),
        other.notes());
  }
}
