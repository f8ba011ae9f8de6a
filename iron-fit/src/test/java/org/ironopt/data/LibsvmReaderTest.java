package org.ironopt.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.ironopt.data.LibsvmReader.Base;
import org.ironopt.data.internal.ByteSource;
import org.ironopt.data.internal.DecimalParser;
import org.ironopt.data.internal.LibsvmParser;
import org.ironopt.random.RandomStreams;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

class LibsvmReaderTest {
  @TempDir private Path folder;

  private static final LibsvmReader READER = new LibsvmReader();

  private Dataset read(LibsvmReader reader, String text) throws IOException {
    return reader.read(DataFiles.write(folder, "f", text));
  }

  @Test
  void whatWasWrittenIsRead() throws IOException {
    long seed = 4;
    org.ironopt.random.RandomStream random = new RandomStreams(seed).stream("rows");
    StringBuilder text = new StringBuilder();
    double[] dense = new double[200 * 30];
    double[] targets = new double[200];
    for (int i = 0; i < 200; i++) {
      targets[i] = random.normal(1, i);
      text.append(targets[i]);
      for (int j = 0; j < 30; j++) {
        if (random.uniform(2, 30 * i + j) < 0.3 || j == 29 && i == 0) {
          double exponent = 400 * random.uniform(3, 30 * i + j) - 200;
          dense[30 * i + j] = random.normal(4, 30 * i + j) * StrictMath.pow(10, exponent);
          text.append(' ').append(j + 1).append(':').append(dense[30 * i + j]);
        }
      }
      text.append('\n');
    }
    byte[] bytes = text.toString().getBytes(StandardCharsets.US_ASCII);
    for (byte[] content : List.of(bytes, DataFiles.gzip(bytes))) {
      Dataset data = READER.read(DataFiles.write(folder, "rows", content));
      double[] read = new double[dense.length];
      for (int i = 0; i < data.rows(); i++) {
        data.features().copyRow(i, read, 30 * i);
      }
      assertArrayEquals(dense, read, "seed " + seed);
      assertArrayEquals(targets, ((Targets.Numbers) data.targets()).values(), "seed " + seed);
    }
  }

  @Test
  void rowsWithoutATarget() throws IOException {
    String text = "1 1:2\nNaN 1:3\n2:5 3:1\n? 3:7\n0 2:1\n";
    LibsvmReader leaving = READER.unlabelled(LibsvmReader.Unlabelled.LEAVE_OUT);
    Path file = DataFiles.write(folder, "f", text);
    try (ByteSource source = ByteSource.open(file)) {
      LibsvmParser parser = new LibsvmParser(leaving, source);
      Dataset data = parser.read();
      assertArrayEquals(new double[] {1, 0}, ((Targets.Numbers) data.targets()).values());
      assertEquals(2, data.columns());
      assertEquals(3, parser.unlabelled());
    }
    Dataset kept = read(READER.unlabelled(LibsvmReader.Unlabelled.KEEP), text);
    assertEquals(5, kept.rows());
    assertEquals(5, kept.features().get(2, 1));
    assertEquals(1, kept.features().get(2, 2));
    assertEquals(7, kept.features().get(3, 2));
    assertThrows(MalformedDataException.class, () -> read(READER, text));
    assertEquals(
        folder.resolve("f") + ": the target is missing in all 2 rows, expected values",
        assertThrows(MalformedDataException.class, () -> read(leaving, "NA 1:2\n1:3\n"))
            .getMessage());
    for (String line : new String[] {"nan 1:2", " 3:4 5:6", "null", "?#c"}) {
      assertFalse(LibsvmParser.labelled(line), line);
    }
    for (String line : new String[] {"1 1:2", "-1", "no 1:2", "x:2"}) {
      assertTrue(LibsvmParser.labelled(line), line);
    }
  }

  /** The file is longer than several buffers, whose ends cut pairs. */
  @Test
  void pairsAreReadAcrossTheEndsOfBuffers() throws IOException {
    org.ironopt.random.RandomStream random = new RandomStreams(5).stream("pairs");
    StringBuilder text = new StringBuilder();
    double[] expected = new double[60_000];
    for (int k = 0; k < expected.length; k++) {
      int digits = 1 + random.below(15, 1, k);
      long mantissa = (long) (random.uniform(2, k) * StrictMath.pow(10, digits));
      String number = Long.toString(mantissa);
      int point = random.below(number.length() + 1, 3, k);
      number = number.substring(0, point) + "." + number.substring(point);
      expected[k] = Double.parseDouble(number);
      text.append(k % 20 == 0 ? "1 " : " ").append(k % 20 + 1).append(":#").append(number);
      text.append(k % 20 == 19 ? "\r\n" : "");
    }
    String plain = text.toString().replace("#", "");
    Dataset unsigned = read(READER.features(20), plain);
    Dataset signed = read(READER.features(20), text.toString().replace("#", "+"));
    Dataset negative = read(READER.features(20), text.toString().replace("#", "-"));
    for (int k = 0; k < expected.length; k++) {
      assertEquals(expected[k], unsigned.features().get(k / 20, k % 20), "seed 5");
      assertEquals(expected[k], signed.features().get(k / 20, k % 20), "seed 5");
      assertEquals(0 - expected[k], negative.features().get(k / 20, k % 20), "seed 5");
    }
    String broken = plain + "1 2:1 3:4.5 20:123456789 21:7.5 x";
    DataFiles.expect(
        folder, "f:3001:33: 'x', expected index:value as in 3:0.5", () -> read(READER, broken));
  }

  @Test
  void theBaseIsDetectedOrGiven() throws IOException {
    Dataset one = read(READER, "1 1:5 3:6\n-1 2:7\n");
    assertEquals(3, one.columns());
    assertEquals(5, one.features().get(0, 0));
    Dataset zero = read(READER, "1 1:5 3:6\n-1 0:7\n");
    assertEquals(4, zero.columns());
    assertEquals(5, zero.features().get(0, 1));
    assertEquals(4, read(READER.base(Base.ZERO), "1 1:5 3:6\n").columns());
    assertEquals(9, read(READER.features(9), "1 1:5 3:6\n").columns());
    assertEquals(3, read(READER.features(3), "1 1:5 3:6\n").columns());
    assertEquals(5, read(READER.features(5), "1\n2\n").columns());
  }

  @Test
  void commentsBlanksAndLineEndsAreForgiven() throws IOException {
    Dataset data =
        read(
            READER, "\u00ef\u00bb\u00bf# a header\r\n\r\n+1\t1:.5  2:1e2 \r\n -1 2:-3.#x:y\r\n2.5");
    assertEquals("3 x 2 sparse, 3 stored, numbers", data.toString());
    assertEquals(0.5, data.features().get(0, 0));
    assertEquals(100, data.features().get(0, 1));
    assertEquals(-3, data.features().get(1, 1));
    assertEquals(2.5, data.target(2));
    assertEquals(1, read(READER, "1 1:0 2:4").features().stored());
  }

  @Test
  void targetsBecomeClasses() throws IOException {
    Dataset data = read(READER, "3 1:1\n-1 1:1\n0.5 1:1\n-1 1:2\n").toClasses();
    assertEquals(List.of("-1", "0.5", "3"), data.classNames());
    assertEquals(2, data.label(0));
    assertEquals(0, data.label(3));
    Dataset same = read(READER, "3 1:1\n-1.0 1:1\n").toClasses(List.of("3", "-1", "0.5"));
    assertEquals(0, same.label(0));
    assertEquals(1, same.label(1));
    assertEquals(3, same.classes());
    assertEquals(
        "the label '0.5' is none of [3, -1]",
        assertThrows(IllegalArgumentException.class, () -> data.toClasses(List.of("3", "-1")))
            .getMessage());
  }

  @Test
  void numbersAreRoundedAsByTheJdk() {
    for (String text :
        List.of(
            "0",
            "-0",
            "1.",
            ".5",
            "123456789012345",
            "1234567890123456789",
            "0.1",
            "1e22",
            "1e23",
            "-4.9e-324",
            "1.7976931348623157e308",
            "00000000000000000000000001.5",
            "1e-400",
            "9007199254740993",
            "1e22",
            "1e23",
            "1e-23",
            "3.14159265358979323846264338327950288",
            "2.2250738585072011e-308")) {
      byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
      assertEquals(Double.parseDouble(text), DecimalParser.parse(bytes, 0, bytes.length), text);
    }
    for (String text :
        List.of(
            "", "-", ".", "e5", "1e", "1e+", "1e5x", "1x", "0x10", "1d", "NaN", "inf", "1e400",
            "1 ")) {
      byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
      assertEquals(Double.NaN, DecimalParser.parse(bytes, 0, bytes.length), text);
    }
  }

  @TestFactory
  Stream<DynamicTest> badFiles() {
    String finite = ", expected a finite number";
    String pair = ", expected index:value as in 3:0.5";
    return Stream.of(
        bad("", "f: no rows, expected lines such as '1 3:0.5 7:2'"),
        bad("# nothing\n\n", "f: no rows, expected lines such as '1 3:0.5 7:2'"),
        bad("1\n-1\n", "f: 2 rows without any index:value, expected features"),
        bad("1 1:2\nspam 1:2\n", "f:2:1: the target is 'spam'" + finite),
        bad("nan 1:2\n", "f:1:1: the target is 'nan'" + finite),
        bad("1,2 1:2\n", "f:1:1: the target is '1,2'" + finite),
        bad("1:2 2:3\n", "f:1:1: the target is '1:2'" + finite + " before the first index:value"),
        bad("1 1:2 x\n", "f:1:7: 'x'" + pair),
        bad("1 1:2 3\n", "f:1:7: '3'" + pair),
        bad("1 1:2 a:3\n", "f:1:7: the index 'a', expected a whole number as in 3:0.5"),
        bad("1 -1:2\n", "f:1:3: the index '-1', expected a whole number as in 3:0.5"),
        bad("1 1.5:2\n", "f:1:3: the index '1.5', expected a whole number as in 3:0.5"),
        bad("1 :2\n", "f:1:3: the index '', expected a whole number as in 3:0.5"),
        bad("1 qid:7 1:2\n", "f:1:3: a query id, expected a whole number as in 3:0.5"),
        bad("1 2: 3:1\n", "f:1:5: the index 2 has no value" + pair),
        bad("1 2:\n", "f:1:5: the index 2 has no value" + pair),
        bad("1 2:NaN\n", "f:1:5: the value of index 2 is 'NaN'" + finite),
        bad("1 2:1e999\n", "f:1:5: the value of index 2 is '1e999'" + finite),
        bad("1 2:1:3\n", "f:1:5: the value of index 2 is '1:3'" + finite),
        bad("1 2:1 2:3\n", "f:1:7: the index 2 twice, expected ascending indices"),
        bad("1 1:0\n1 5:1 2:3\n", "f:2:7: the index 2 after 5, expected ascending indices"),
        bad(
            "1 4000000000:1\n",
            "f:1:3: the index 4000000000, expected at most 100000000 unless the number of features"
                + " is given"),
        bad("1 2:1\u00e9\n", "f:1:5: the value of index 2 is '1\\xe9'" + finite),
        bad("\u00ff\u00fe1\0", "f:1:1: the text is UTF-16 or binary, expected UTF-8"),
        bad("\u00efab", "f:1:1: the text is binary, expected UTF-8"),
        bad("1\0 1:2\n", "f:1:1: the target is '1\\x00'" + finite),
        bad(
            "1".repeat(1000) + " 1:2",
            "f:1:1: '111111111111111111111111...' goes on, expected a number"),
        bad(
            READER.features(3),
            "1 1:1\n1 2:1 4:1\n",
            "f:2:7: the index 4, expected at most 3 for 3 features"),
        bad(
            READER.features(3),
            "1 1:1 3:5\n1 0:1\n",
            "f:1:7: the index 3, expected at most 2 for 3 features with indices that start at 0, as"
                + " one in this file does"),
        bad(
            READER.features(1_000_000_000),
            "1 1:1\n",
            "f: 1000000000 features are claimed: a vector takes 8.0 GB, expected fewer, or more"
                + " memory as in -Xmx60g"),
        bad(
            "1 1:1\n1 99999999:1\n",
            "f:2:3: the index 99999999 is the largest: a vector takes 0.8 GB, expected fewer, or"
                + " more memory as in -Xmx6g"),
        bad(
            READER.base(Base.ONE),
            "1 0:1\n",
            "f:1:3: the index 0, expected 1 or more with indices that start at 1"),
        bad(
            READER.features(3).base(Base.ZERO),
            "1 3:1\n",
            "f:1:3: the index 3, expected at most 2 for 3 features"));
  }

  @Test
  void packedDataThatEndsEarlyOrIsDamaged() throws IOException {
    byte[] packed = DataFiles.gzip("1 1:2\n-1 2:3\n".getBytes(StandardCharsets.US_ASCII));
    Path cut = DataFiles.write(folder, "cut", DataFiles.cut(packed, 4));
    packed[packed.length - 6] ^= 1;
    Path damaged = DataFiles.write(folder, "damaged", packed);
    DataFiles.expect(
        folder,
        "cut:3:1: the gzip data ends early, expected more; fetch the file again",
        () -> READER.read(cut));
    DataFiles.expect(
        folder,
        "damaged:3:1: the gzip data is damaged; fetch the file again",
        () -> READER.read(damaged));
  }

  private DynamicTest bad(String content, String line) {
    return bad(READER, content, line);
  }

  private DynamicTest bad(LibsvmReader reader, String content, String line) {
    return DynamicTest.dynamicTest(
        line,
        () -> {
          Path path = DataFiles.write(folder, "f", content);
          DataFiles.expect(folder, line, () -> reader.read(path));
        });
  }
}
