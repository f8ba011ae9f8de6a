package org.ironopt.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Every bad data file is one line on stderr, nothing on stdout, exit code 2. */
class BadFileTest {
  private static final String HEAD = "x,c,y\n";
  private static final String ROWS = "1,a,0\n2,b,1\n";

  @TempDir private Path folder;

  @TestFactory
  Stream<DynamicTest> tables() {
    return Stream.of(
        csv("empty", "", "f.csv: the file is empty, expected rows of a table"),
        csv("only line ends", "\r\n\n", "f.csv: the file is empty, expected rows of a table"),
        csv("header only", HEAD, "f.csv:1: a header and no rows, expected rows of data"),
        csv(
            "one column",
            "y\n1\n2\n",
            "f.csv:1: no column is left beside the target, expected one or more; if there are more,"
                + " give --delimiter"),
        csv(
            "short row",
            HEAD + ROWS + "3,a\n",
            "f.csv:4: 2 fields, expected 3 as in the first row with the delimiter ','; is one"
                + " missing, or a quote around a field?"),
        csv(
            "long row",
            HEAD + ROWS + "3,a,1,1\n",
            "f.csv:4: 4 fields, expected 3 as in the first row with the delimiter ','; is one"
                + " missing, or a quote around a field?"),
        csv(
            "other delimiter below",
            HEAD + "1;a;0\n",
            "f.csv:2: 1 field, expected 3 as in the first row with the delimiter ','; is one"
                + " missing, or a quote around a field?"),
        csv(
            "quote never closed",
            HEAD + ROWS + "3,\"a,1\n4,b,0\n",
            "f.csv:4: column 2: a quote that is never closed; expected a second one"),
        csv(
            "text behind a quote",
            HEAD + "1,\"a\"b,0\n",
            "f.csv:2: column 2: text after a closing quote; expected a delimiter or two quotes"),
        csv(
            "endless field",
            HEAD + "1," + "a".repeat(1 << 21) + ",0\n",
            "f.csv:2: column 2: more than 1048576 characters in one field; is a quote never"
                + " closed?"),
        csv(
            "one name twice",
            "x,x,y\n1,2,3\n",
            "f.csv:1: columns 1 and 2 are both called 'x', expected different names"),
        csv(
            "no target column",
            "x,c,z\n" + ROWS,
            "f.csv:1: no column 'y' for the target; the columns are x, c, z"),
        csv(
            "target missing in a row",
            HEAD + ROWS + "3,a,\n",
            "f.csv:4: the target, column 3 'y', is missing; leave such rows out with --missing"
                + " fill",
            "--missing",
            "error"),
        csv(
            "label typo",
            HEAD + ROWS.repeat(20) + "3,a,l\n",
            "f.csv:42: column 3 'y' is 'l', expected a number as in 40 other rows; mend it, or"
                + " declare the column with --categorical"),
        csv(
            "word among numbers",
            HEAD + numbers(100) + "1o,a,0\n",
            "f.csv:102: column 1 'x' is '1o', expected a number as in 100 other rows; mend it, or"
                + " declare the column with --categorical"),
        csv(
            "infinity",
            HEAD + numbers(100) + "1e999,a,0\n",
            "f.csv:102: column 1 'x' is '1e999', expected a number as in 100 other rows; mend it,"
                + " or declare the column with --categorical"),
        csv(
            "decimal commas",
            "x;y\n" + "1.5;0\n2.5;1\n".repeat(9) + "1,5;0\n",
            "f.csv:20: column 1 'x' is '1,5', expected a number as in 18 other rows; with decimal"
                + " commas give --decimal ,"),
        csv(
            "NaN, refused",
            HEAD + ROWS + "NaN,a,0\n",
            "f.csv:4: column 1 'x' is missing ('NaN'); fill it with --missing fill or leave such"
                + " rows out with --missing drop",
            "--missing",
            "error"),
        csv(
            "negative weight",
            HEAD + ROWS + "-3,a,1\n",
            "f.csv:4: the weight, column 1, is '-3', expected a number >= 0",
            "--weight",
            "x"),
        csv(
            "not numbers, declared so",
            HEAD + ROWS,
            "f.csv:2: column 2 'c' is 'a', expected a finite number",
            "--numeric",
            "c"),
        csv(
            "too many classes",
            "x,y\n1,a\n2,b\n",
            "f.csv:1: column 2 'y' has 2 classes in 2 rows, expected at most 1 or one for 20 rows;"
                + " is it the right --target? If so, raise --max-categories",
            "--max-categories",
            "1"),
        csv(
            "constant columns",
            "c,y\na,0\na,1\n",
            "f.csv:1: no column has two different values, expected one that does"),
        csv(
            "one class",
            "x,y\n1,a\n2,a\n",
            "f.csv:1: the target, column 2 'y', is 'a' in every row, expected two classes or more"),
        csv(
            "NUL byte",
            HEAD + ROWS + "3,\0,1\n",
            "f.csv:4:3: a NUL byte, expected text; is this a binary file?"));
  }

  @TestFactory
  Stream<DynamicTest> bytes() throws IOException {
    byte[] packed = gzip(HEAD + numbers(40));
    byte[] flipped = packed.clone();
    flipped[packed.length - 6] ^= 1;
    return Stream.of(
        bad("no file", "none.csv", null, "none.csv: there is no such file", "--target", "y"),
        bad(
            "latin1",
            "f.csv",
            (HEAD + "1,é,0\n").getBytes(StandardCharsets.ISO_8859_1),
            "f.csv:2:3: the byte e9 is no UTF-8 text; save the file as UTF-8 or give its encoding,"
                + " as in --encoding latin1",
            "--target",
            "y"),
        bad(
            "UTF-16 without a mark",
            "f.csv",
            HEAD.getBytes(StandardCharsets.UTF_16LE),
            "f.csv:1:2: a NUL byte, expected text; is this a binary file?",
            "--target",
            "y"),
        bad(
            "gzip cut",
            "f.csv.gz",
            Arrays.copyOf(packed, packed.length - 9),
            "f.csv.gz:42:1: the gzip data ends early, expected more; fetch the file again",
            "--target",
            "y"),
        bad(
            "gzip header cut",
            "f.csv.gz",
            Arrays.copyOf(packed, 7),
            "f.csv.gz: the gzip header is damaged; fetch the file again",
            "--target",
            "y"),
        bad(
            "gzip damaged",
            "f.csv.gz",
            flipped,
            "f.csv.gz:42:1: the gzip data is damaged; fetch the file again",
            "--target",
            "y"),
        bad(
            "mark and nothing",
            "f.csv",
            new byte[] {(byte) 0xef, (byte) 0xbb, (byte) 0xbf},
            "f.csv: the file is empty, expected rows of a table",
            "--target",
            "y"));
  }

  @TestFactory
  Stream<DynamicTest> libsvm() throws IOException {
    byte[] packed = gzip("1 1:2\n-1 2:3\n");
    return Stream.of(
        svm("empty", "", "f.libsvm: no rows, expected lines such as '1 3:0.5 7:2'"),
        svm(
            "no features",
            "1\n-1\n",
            "f.libsvm: 2 rows without any index:value, expected features"),
        svm(
            "label typo",
            "1 1:2\n-l 1:3\n",
            "f.libsvm:2:1: the target is '-l', expected a finite number"),
        svm(
            "NaN",
            "1 1:2\n-1 1:NaN\n",
            "f.libsvm:2:6: the value of index 1 is 'NaN', expected a finite number"),
        svm(
            "huge index",
            "1 1:2\n-1 99999999999:1\n",
            "f.libsvm:2:4: the index 99999999999, expected at most 100000000 unless the number of"
                + " features is given"),
        svm(
            "index twice",
            "1 1:2 1:3\n",
            "f.libsvm:1:7: the index 1 twice, expected ascending indices"),
        svm(
            "negative index",
            "1 -1:2\n",
            "f.libsvm:1:3: the index '-1', expected a whole number as in 3:0.5"),
        svm(
            "falling index",
            "1 5:2 3:1\n",
            "f.libsvm:1:7: the index 3 after 5, expected ascending indices"),
        svm(
            "pair without a value",
            "1 1:2 3:\n",
            "f.libsvm:1:9: the index 3 has no value, expected index:value as in 3:0.5"),
        svm(
            "pair without a colon",
            "1 1:2 3\n",
            "f.libsvm:1:7: '3', expected index:value as in 3:0.5"),
        svm(
            "too many features claimed",
            "1 1:2\n",
            "f.libsvm: 1000000000 features are claimed: a vector takes 8.0 GB, expected fewer, or"
                + " more memory as in -Xmx60g",
            "--features",
            "1000000000"),
        svm(
            "index above those claimed",
            "1 1:2\n-1 4:1\n",
            "f.libsvm:2:4: the index 4, expected at most 3 for 3 features",
            "--features",
            "3"),
        svm(
            "NUL byte",
            "1 1:2\n-1 1:\0003\n",
            "f.libsvm:2:6: the value of index 1 is '\\x003', expected a finite number"),
        svm(
            "query id",
            "1 qid:3 1:3\n",
            "f.libsvm:1:3: a query id, expected a whole number as in 3:0.5"),
        bad(
            "gzip cut",
            "f.libsvm",
            Arrays.copyOf(packed, packed.length - 4),
            "f.libsvm:3:1: the gzip data ends early, expected more; fetch the file again"));
  }

  private static String numbers(int rows) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < rows; i++) {
      text.append(i).append(i % 3 == 0 ? ",a,0\n" : ",b,1\n");
    }
    return text.toString();
  }

  private static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream packed = new GZIPOutputStream(out)) {
      packed.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return out.toByteArray();
  }

  private DynamicTest csv(String name, String content, String line, String... options) {
    String[] all = Arrays.copyOf(options, options.length + 2);
    all[options.length] = "--target";
    all[options.length + 1] = "y";
    return bad(name, "f.csv", content.getBytes(StandardCharsets.UTF_8), line, all);
  }

  private DynamicTest svm(String name, String content, String line, String... options) {
    return bad(name, "f.libsvm", content.getBytes(StandardCharsets.UTF_8), line, options);
  }

  private DynamicTest bad(
      String name, String file, byte[] content, String line, String... options) {
    return DynamicTest.dynamicTest(
        name,
        () -> {
          Path path = folder.resolve(file);
          if (content != null) {
            Files.write(path, content);
          }
          String[] args = new String[options.length + 2];
          args[0] = "fit";
          args[1] = path.toString();
          System.arraycopy(options, 0, args, 2, options.length);
          Cli run = Cli.run(args);
          String prefix = folder + folder.getFileSystem().getSeparator();
          assertEquals("iron fit: " + line + "\n", run.err().replace(prefix, ""));
          assertEquals("", run.out());
          assertEquals(2, run.code());
        });
  }
}
