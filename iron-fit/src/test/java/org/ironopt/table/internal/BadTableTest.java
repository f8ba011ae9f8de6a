package org.ironopt.table.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.ironopt.data.MalformedDataException;
import org.ironopt.data.TableSchema;
import org.ironopt.data.internal.ByteSource;
import org.ironopt.table.ColumnRoles;
import org.ironopt.table.MissingRule;
import org.ironopt.table.TableData;
import org.ironopt.table.TableReader;
import org.ironopt.table.TextLayout;
import org.ironopt.table.TextLayout.Header;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every bad table is refused with one line that names the file, the line and the column. */
class BadTableTest {
  private static final TableReader Y = new TableReader("y");
  private static final TableReader WEIGHTED = Y.roles(new ColumnRoles("y").weight("w"));
  private static final String HEAD = "x,c,y\n";

  @TestFactory
  Stream<DynamicTest> oneLineEach() {
    return Stream.of(
        bad("empty", "", "f: the file is empty, expected rows of a table"),
        bad("only empty lines", "\n\r\n\n", "f: the file is empty, expected rows of a table"),
        bad("header only", HEAD, "f:1: a header and no rows, expected rows of data"),
        bad(
            "one column",
            "y\n1\n2\n",
            "f:1: no column is left beside the target, expected one or more; if there are more,"
                + " give --delimiter"),
        bad(
            "row too short",
            HEAD + "1,a,0\n2,b\n",
            "f:3: 2 fields, expected 3 as in the first row with the delimiter ','; is one missing,"
                + " or a quote around a field?"),
        bad(
            "row too long",
            HEAD + "1,a,0\n2,b,1,9\n",
            "f:3: 4 fields, expected 3 as in the first row with the delimiter ','; is one missing,"
                + " or a quote around a field?"),
        bad(
            "mixed delimiters",
            HEAD + "1;a;0\n2;b;1\n",
            "f:2: 1 field, expected 3 as in the first row with the delimiter ','; is one missing,"
                + " or a quote around a field?"),
        bad(
            "quote never closed",
            HEAD + "1,\"a,0\n2,b,1\n",
            "f:2: column 2: a quote that is never closed; expected a second one"),
        bad(
            "text after a quote",
            HEAD + "1,\"a\"b,0\n",
            "f:2: column 2: text after a closing quote; expected a delimiter or two quotes"),
        bad(
            "endless field",
            HEAD + "1," + "a".repeat(2 << 20) + ",0\n",
            "f:2: column 2: more than 1048576 characters in one field; is a quote never closed?"),
        bad(
            "two columns of one name",
            "x,x,y\n1,2,3\n",
            "f:1: columns 1 and 2 are both called 'x', expected different names"),
        bad(
            "no such target",
            HEAD.replace('y', 'z') + "1,a,0\n",
            "f:1: no column 'y' for the target; the columns are x, c, z"),
        bad(
            "target number too large",
            "1,2\n3,4\n",
            new TableReader("3"),
            "f:1: the target is column 3, expected 1 to 2"),
        bad(
            "target by name without a header",
            "1,2\n3,4\n",
            "f:1: no column 'y' for the target: the first row holds a number and was taken for"
                + " data; name columns by number, 1 to 2, or give --header yes"),
        bad(
            "target missing",
            HEAD + "1,a,0\n2,b,\n",
            Tables.with(Y, MissingRule.ERROR),
            "f:3: the target, column 3 'y', is missing; leave such rows out with --missing fill"),
        bad(
            "no targets",
            HEAD + "1,a,\n2,b,NA\n",
            "f:1: the target, column 3 'y', is missing in all 2 rows, expected values"),
        bad(
            "names that differ by blanks",
            "\u00a0x,x\u2003,y\n1,2,3\n",
            Y.roles(Tables.roles(Set.of("x"), Set.of(), Set.of(), 50)),
            "f:1: columns 1 and 2 are both called 'x' but for blanks, expected different names"),
        bad(
            "too many columns",
            "1,".repeat(TableRow.MOST_FIELDS) + "1\n",
            "f:1: " + TableRow.TOO_WIDE),
        bad(
            "single quotes that do not end",
            "x,y\n" + "'1','2'\n".repeat(3000) + "'1,2\n",
            "f:3002: column 1: a quote that is never closed; expected a second one; --quote '\"'"
                + " takes single quotes for letters"),
        bad(
            "days and months both ways",
            "d,y\n" + "25/03/2024,1\n03/25/2024,2\n".repeat(3),
            Y.roles(dated("d=dd/MM/yyyy")),
            "f:3: column 1 'd' is '03/25/2024', expected a date dd/MM/yyyy such as '25/03/2024', as"
                + " in 3 other rows; mend it, give --date-format or --bad-dates missing, or declare"
                + " the column with --categorical"),
        bad(
            "label typo",
            HEAD + "1,a,0\n1,a,l\n" + "1,a,0\n".repeat(20),
            "f:3: column 3 'y' is 'l', expected a number as in 21 other rows; mend it, or declare"
                + " the column with --categorical"),
        bad(
            "word among numbers",
            HEAD + numbers(100) + "12x,a,0\n",
            "f:102: column 1 'x' is '12x', expected a number as in 100 other rows; mend it, or"
                + " declare the column with --categorical"),
        bad(
            "rare word among numbers",
            HEAD + "o7,a,0\n" + numbers(50),
            "f:2: column 1 'x' is 'o7', expected a number as in 50 other rows; mend it, or declare"
                + " the column with --categorical"),
        bad(
            "infinite",
            HEAD + numbers(80) + "inf,a,0\n",
            "f:82: column 1 'x' is 'inf', expected a number as in 80 other rows; mend it, or"
                + " declare the column with --categorical"),
        bad(
            "decimal commas",
            "x;y\n" + "1,5;0\n".repeat(2) + "2.5;1\n".repeat(90),
            "f:2: column 1 'x' is '1,5', expected a number as in 90 other rows; with decimal commas"
                + " give --decimal ,"),
        bad(
            "declared number",
            HEAD + "1,a,0\n",
            Y.roles(Tables.roles(Set.of("c"), Set.of(), Set.of(), 50)),
            "f:2: column 2 'c' is 'a', expected a finite number"),
        bad(
            "no such column to leave out",
            HEAD + "1,a,0\n",
            Y.roles(Tables.roles(Set.of(), Set.of(), Set.of("q"), 50)),
            "f:1: no column 'q' for --ignore; the columns are x, c, y"),
        bad(
            "too many categories",
            "b,c,y\np,a,0\nq,b,0\nr,c,0\n",
            Y.roles(Tables.roles(Set.of(), Set.of("b", "c"), Set.of(), 2)),
            "f:1: column 1 'b' has 3 categories in 3 rows, none of them in 20 rows; leave it out"
                + " with --ignore b, or raise --max-categories; also in line 1: column 2 'c' has 3"
                + " categories in 3 rows, none of them in 20 rows; leave it out with --ignore c, or"
                + " raise --max-categories"),
        bad(
            "too many classes",
            "x,y\n1,a\n2,b\n3,c\n",
            Y.roles(Tables.roles(Set.of(), Set.of(), Set.of(), 2)),
            "f:1: column 2 'y' has 3 classes in 3 rows, expected at most 2 or one for 20 rows; is"
                + " it the right --target? If so, raise --max-categories"),
        bad(
            "day and month, thousands and decimals",
            "d;x;y\n03/04/2024;1,234;0\n05/06/2024;5,678;1\n",
            "f:2: column 1 'd' is '03/04/2024', and like all its values may have the day or the"
                + " month first; give --date-format d/M/yyyy or --date-format M/d/yyyy; also in"
                + " line 2: column 2 'x' is '1,234', and like all its values may have thousands or"
                + " decimals after the comma; give --decimal . or --decimal ,"),
        bad(
            "two currencies",
            "x;y\n$5.10;0\n€6.20;1\n",
            "f:2: column 1 'x' is '$5.10' and other values have '€', expected one unit; mend it, or"
                + " leave the column out with --ignore x"),
        bad(
            "percent signs here and there",
            "x;y\n5%;0\n0.06;1\n",
            "f:2: column 1 'x' is '5%' and other values have no percent sign, expected all or none;"
                + " mend it, or leave the column out with --ignore x"),
        bad(
            "word among dates",
            HEAD + "2024-01-05,a,0\n".repeat(5) + "2024-02-05,a,1\n".repeat(15) + "soon,b,0\n",
            "f:22: column 1 'x' is 'soon', expected a date yyyy-MM-dd such as '2024-01-05', as in"
                + " 20 other rows; mend it, give --date-format or --bad-dates missing, or declare the"
                + " column with --categorical"),
        bad(
            "missing forbidden",
            HEAD + "1,a,0\n?,b,1\n",
            Tables.with(Y, MissingRule.ERROR),
            "f:3: column 1 'x' is missing ('?'); fill it with --missing fill or leave such rows out"
                + " with --missing drop"),
        bad(
            "every row dropped",
            HEAD + "1,,0\n,b,1\n",
            Tables.with(Y, MissingRule.DROP),
            "f:1: all 2 rows have a missing value, most of them in 'x' (1), 'c' (1); leave such"
                + " columns out with --ignore, or use --missing fill"),
        bad(
            "nothing varies",
            "c,y\na,0\na,1\n",
            "f:1: no column has two different values, expected one that does"),
        bad(
            "all columns empty",
            "c,y\n,0\n,1\n",
            "f:1: no column has two different values, expected one that does"),
        bad(
            "two features of one name",
            "c,c=b,y\na,1,0\nb,2,1\n",
            "f:1: two features are called 'c=b'; rename one of their columns"),
        bad(
            "weight negative",
            "x,w,y\n1,1,0\n2,-1,1\n",
            WEIGHTED,
            "f:3: the weight, column 2, is '-1', expected a number >= 0"),
        bad(
            "weight missing",
            "x,w,y\n1,1,0\n2,NA,1\n",
            WEIGHTED,
            "f:3: the weight, column 2, is 'NA', expected a number >= 0"),
        bad(
            "weights all zero",
            "x,w,y\n1,0,0\n2,0,1\n",
            WEIGHTED,
            "f:4: the weight, column 2, is 0 in every row, expected one above"),
        bad(
            "weight is the target",
            "x,y\n1,0\n",
            Y.roles(new ColumnRoles("y").weight("y")),
            "f:1: one column is both the target and the weight, expected two"),
        bad(
            "NUL byte",
            HEAD + "1,a,0\n2,\0,1\n",
            "f:3:3: a NUL byte, expected text; is this a binary file?"),
        bad(
            "latin1",
            (HEAD + "1,é,0\n").getBytes(StandardCharsets.ISO_8859_1),
            Y,
            "f:2:3: the byte e9 is no UTF-8 text; save the file as UTF-8 or give its encoding, as"
                + " in --encoding latin1"),
        bad(
            "cut UTF-8",
            Arrays.copyOf((HEAD + "1,é").getBytes(StandardCharsets.UTF_8), 9),
            Y,
            "f:2:3: the byte c3 is no UTF-8 text; save the file as UTF-8 or give its encoding, as"
                + " in --encoding latin1"),
        bad(
            "UTF-16 without a mark",
            HEAD.getBytes(StandardCharsets.UTF_16LE),
            Y,
            "f:1:2: a NUL byte, expected text; is this a binary file?"),
        bad(
            "header forced",
            "1,2\n",
            new TableReader("1").layout(new TextLayout().header(Header.YES)),
            "f:1: a header and no rows, expected rows of data"));
  }

  private static ColumnRoles dated(String form) {
    int at = form.indexOf('=');
    Map<String, String> dates = Map.of(form.substring(0, at), form.substring(at + 1));
    return new ColumnRoles("y", "", Set.of(), Set.of(), Set.of(), dates, 50);
  }

  private static String numbers(int rows) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < rows; i++) {
      text.append(i).append(",a,0\n");
    }
    return text.toString();
  }

  @TestFactory
  Stream<DynamicTest> newDataThatDoesNotFitTheModel() {
    return Stream.of(
        unfit(
            "column missing",
            "x,y\n1,0\n",
            Y,
            "f:1: the column 'c' of the model is missing; the columns are x, y"),
        unfit(
            "target missing",
            "x,c\n1,a\n",
            Y,
            "f:1: the target 'y' is missing; the columns are x, c"),
        unfit(
            "unknown category",
            "x,c,y\n1,a,0\n1,q,0\n",
            Y,
            "f:3: column 2 'c' is 'q', expected one of a, b; or give --unknown fill"),
        unfit(
            "unknown class", "x,c,y\n1,a,3\n", Y, "f:2: column 3 'y' is '3', expected one of 0, 1"),
        unfit(
            "not a number",
            "x,c,y\n1,a,0\none,a,0\n",
            Y,
            "f:3: column 1 'x' is 'one', expected a finite number"),
        unfit("no rows", "x,c,y\n", Y, "f:2: a header and no rows, expected rows of data"),
        unfit(
            "width",
            "1,2\n",
            Y.layout(new TextLayout().header(Header.NO)),
            "f:1: 2 columns, expected 3 as in the data of the model"));
  }

  @Test
  void packedDataThatEndsEarly() throws IOException {
    byte[] packed = Tables.gzip((HEAD + numbers(50)).getBytes(StandardCharsets.UTF_8));
    check(
        "f:52:1: the gzip data ends early, expected more; fetch the file again",
        () -> new TwoPassReader(Y).read(Tables.file(Arrays.copyOf(packed, packed.length - 5))));
    check(
        "f: the gzip header is damaged; fetch the file again",
        () -> new TwoPassReader(Y).read(Tables.file(Arrays.copyOf(packed, 5))));
  }

  private static DynamicTest bad(String name, String content, String line) {
    return bad(name, content, Y, line);
  }

  private static DynamicTest bad(String name, String content, TableReader reader, String line) {
    return bad(name, content.getBytes(StandardCharsets.UTF_8), reader, line);
  }

  private static DynamicTest bad(String name, byte[] content, TableReader reader, String line) {
    return DynamicTest.dynamicTest(
        name, () -> check(line, () -> new TwoPassReader(reader).read(Tables.file(content))));
  }

  private static DynamicTest unfit(String name, String content, TableReader reader, String line) {
    return DynamicTest.dynamicTest(
        name,
        () -> {
          TableSchema schema =
              new TwoPassReader(Y)
                  .read(Tables.file("x,c,y\n1,a,0\n2,b,1\n"))
                  .schema()
                  .classes(List.of("0", "1"));
          check(line, () -> new TwoPassReader(reader).read(Tables.file(content), schema, true));
        });
  }

  private static void check(String line, org.junit.jupiter.api.function.Executable read) {
    assertEquals(line, assertThrows(MalformedDataException.class, read).getMessage());
  }

  /** The parser below wraps what goes wrong while it reads; it is not a fault of the table. */
  @Test
  void aLackOfMemoryIsNotAnOpenQuote() {
    for (Error lack : new Error[] {new OutOfMemoryError("heap"), new StackOverflowError()}) {
      byte[] start = "x,y\n1,a\n".getBytes(StandardCharsets.UTF_8);
      InputStream broken =
          new InputStream() {
            @Override
            public int read() {
              throw lack;
            }
          };
      Path path = Path.of("f");
      TableFile file =
          new TableFile(
              path,
              () ->
                  ByteSource.of(
                      path,
                      new SequenceInputStream(new ByteArrayInputStream(start), broken),
                      1 << 20));
      TextLayout layout = new TextLayout().delimiter(',');
      assertSame(
          lack, assertThrows(Error.class, () -> new TwoPassReader(Y.layout(layout)).read(file)));
    }
  }

  /** A row that no array should hold is refused before it is read to its end. */
  @Test
  void veryLongRow() {
    byte[] field = ("a".repeat(1 << 19) + ",").getBytes(StandardCharsets.UTF_8);
    long[] read = new long[1];
    InputStream endless =
        new InputStream() {
          @Override
          public int read() {
            return field[(int) (read[0]++ % field.length)];
          }
        };
    Path path = Path.of("f");
    TableFile file = new TableFile(path, () -> ByteSource.of(path, endless, 1 << 20));
    check(
        "f:1: " + TableRow.TOO_LONG,
        () -> new TwoPassReader(Y.layout(new TextLayout().delimiter(','))).read(file));
    assertTrue(read[0] < 2L * TableRow.LONGEST);
  }

  /** As many columns as no model has: the memory of a row, and no quadratic search. */
  @Test
  void veryManyColumns() throws IOException {
    int columns = 60_000;
    StringBuilder text = new StringBuilder("y");
    for (int i = 0; i < columns; i++) {
      text.append(",x").append(i);
    }
    text.append("\n1").append(",2".repeat(columns)).append("\n3").append(",4".repeat(columns));
    TableFile file = Tables.file(text.append('\n').toString());
    TableData table = new TwoPassReader(Y).read(file);
    assertEquals(columns, table.data().columns());
    assertEquals(2, new TwoPassReader(Y).read(file, table.schema(), true).data().rows());
  }
}
