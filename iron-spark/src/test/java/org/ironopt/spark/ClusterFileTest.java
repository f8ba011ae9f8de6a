package org.ironopt.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.ironopt.data.Dataset;
import org.ironopt.data.MalformedDataException;
import org.ironopt.fit.Fit;
import org.ironopt.fit.FitResult;
import org.ironopt.model.ModelKind;
import org.ironopt.table.ColumnRoles;
import org.ironopt.table.TableDecision;
import org.ironopt.table.TableReader;
import org.ironopt.table.internal.InputFile;
import org.ironopt.table.source.InputRows;
import org.ironopt.table.source.RowSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that executors read are what they are where one machine reads them. */
class ClusterFileTest {
  private static final int ROWS = 400;
  private static final double CLOSE = 1e-12;

  @TempDir private Path folder;
  private JavaSparkContext spark;

  @BeforeEach
  void session() {
    spark = new JavaSparkContext(Frames.session().sparkContext());
  }

  @AfterEach
  void nothingStaysPersisted() {
    assertTrue(spark.sc().getPersistentRDDs().isEmpty());
  }

  private static RowSource source(Path file, RowSource.Kind kind) {
    TableReader table = new TableReader("y").roles(new ColumnRoles("y").weight("mass"));
    return new RowSource(new InputFile(file), kind, 0, table);
  }

  private ClusterFile read(Path file, RowSource.Kind kind, int partitions, long rows)
      throws IOException, ClusterFile.InOnePiece {
    ClusterFile.Limit limit = new ClusterFile.Limit(rows, 1 << 20);
    return ClusterFile.of(spark, source(file, kind), file.toString(), partitions, limit);
  }

  /** Names, dates, gaps, weights and codes, and numbers for targets that are classes. */
  private static String table() {
    Random random = new Random(3);
    StringBuilder text = new StringBuilder("x,city,born,mass,y\n");
    for (int i = 0; i < ROWS; i++) {
      double x = random.nextGaussian();
      text.append(
          String.format(
              Locale.ROOT,
              "%s,%s,19%02d-0%d-11,%d,%d%n",
              i % 9 == 4 ? "" : Double.toString(x),
              new String[] {"Rome", "\"Os,lo\"", "Bern"}[random.nextInt(3)],
              40 + random.nextInt(50),
              1 + random.nextInt(9),
              i % 4,
              i == 123 ? 2 : x + random.nextGaussian() > 0 ? 1 : 0));
    }
    return text.toString();
  }

  private static FitResult fit(Fit fit) {
    return fit.reg(0.01).tolerance(CLOSE).go();
  }

  private static void compare(InputRows plain, ModelKind kind, ClusterFile file) {
    Dataset data = kind.classes() ? plain.data().toClasses() : plain.data();
    FitResult here = fit(Fit.of(kind, data).columns(plain.columns()));
    Dataset sample = kind.classes() ? file.user().data().toClasses() : file.user().data();
    assertEquals(data.classNames(), sample.classNames());
    assertTrue(file.sample(sample));
    try (SparkPartitions parts =
        new SparkPartitions(file.packed(kind, true), true, 2, java.util.Optional.empty())) {
      FitResult there = fit(Fit.of(kind, parts, sample.classNames()).columns(plain.columns()));
      assertEquals(here.objective(), there.objective(), CLOSE * here.objective());
      assertEquals(plain.columns(), file.user().columns());
    }
  }

  private static List<TableDecision> decisions(InputRows user) {
    return user.decisions().stream()
        .filter(d -> !(d instanceof TableDecision.ReadInParts))
        .toList();
  }

  /** Rows without a target, of a table and of a LIBSVM file, are left out by all machines. */
  @Test
  void rowsWithoutATargetAreLeftOut() throws Exception {
    StringBuilder csv = new StringBuilder("x,mass,y\n");
    StringBuilder libsvm = new StringBuilder();
    for (int i = 0; i < 90; i++) {
      String y = i % 3 == 1 ? "" : Integer.toString(i * i % 7);
      csv.append(i % 11).append(",1,").append(y).append('\n');
      libsvm.append(y.isEmpty() && i > 50 ? "NaN" : y).append(" 1:").append(1 + i % 11);
      libsvm.append('\n');
    }
    Path table = Files.writeString(folder.resolve("t.csv"), csv);
    Path rows = Files.writeString(folder.resolve("t.libsvm"), libsvm);
    for (Path file : List.of(table, rows)) {
      RowSource.Kind kind = file == table ? RowSource.Kind.CSV : RowSource.Kind.LIBSVM;
      InputRows plain = source(file, kind).train();
      assertEquals(60, plain.data().rows());
      assertEquals(30, plain.rows().withoutTarget());
      ClusterFile there = read(file, kind, 4, 10_000);
      assertEquals(60, there.user().data().rows());
      assertEquals(plain.rows().withoutTarget(), there.user().rows().withoutTarget());
      assertEquals(decisions(plain), decisions(there.user()));
      compare(plain, ModelKind.RIDGE, there);
    }
  }

  @Test
  void aTableIsReadByTheRulesOfOneMachine() throws Exception {
    Path file = Files.writeString(folder.resolve("t.csv"), table());
    InputRows plain = source(file, RowSource.Kind.CSV).train();
    for (int partitions : new int[] {1, 3, 8}) {
      ClusterFile there = read(file, RowSource.Kind.CSV, partitions, 10_000);
      assertEquals(decisions(plain), decisions(there.user()));
      assertEquals(plain.sha256(), there.user().sha256());
      assertEquals(0, there.unseen());
      compare(plain, ModelKind.SOFTMAX, there);
    }
  }

  @Test
  void aSampleStandsForTheRows() throws Exception {
    Path file = Files.writeString(folder.resolve("t.csv"), table());
    InputRows plain = source(file, RowSource.Kind.CSV).train();
    ClusterFile there = read(file, RowSource.Kind.CSV, 3, 50);
    assertEquals(ROWS, there.unseen() + there.user().data().rows());
    assertTrue(there.user().data().rows() < 60);
    TableDecision.ReadInParts read =
        assertInstanceOf(TableDecision.ReadInParts.class, there.user().decisions().getFirst());
    assertEquals(400, read.rows());
    assertEquals(3, read.parts());
    assertEquals(there.user().data().rows(), read.sample());
    compare(plain, ModelKind.SOFTMAX, there);
  }

  @Test
  void indicesMayStartAtZeroInOnePartOnly() throws Exception {
    Random random = new Random(7);
    StringBuilder text = new StringBuilder("# rows\n");
    for (int i = 0; i < 200; i++) {
      text.append(random.nextBoolean() ? "+1" : "-1");
      text.append(i == 150 ? " 0:2" : "").append(" 3:").append(random.nextGaussian());
      text.append(i == 10 ? " 12:1" : "").append(i % 50 == 0 ? "\n\n" : "\n");
    }
    Path file = Files.writeString(folder.resolve("t.libsvm"), text);
    InputRows plain = source(file, RowSource.Kind.LIBSVM).train();
    for (int partitions : new int[] {1, 8}) {
      ClusterFile there = read(file, RowSource.Kind.LIBSVM, partitions, 10_000);
      assertEquals(decisions(plain), decisions(there.user()));
      compare(plain, ModelKind.LOGISTIC, there);
    }
  }

  @Test
  void parquetHasTheTypesOfItsColumns() throws Exception {
    Path csv = Files.writeString(folder.resolve("t.csv"), table());
    InputRows plain = source(csv, RowSource.Kind.CSV).train();
    String parquet = folder.resolve("t.parquet").toString();
    SparkSession session = Frames.session();
    session
        .read()
        .option("header", true)
        .option("inferSchema", true)
        .csv(csv.toString())
        .coalesce(1)
        .write()
        .mode(SaveMode.Overwrite)
        .parquet(parquet);
    ClusterFile there = read(Path.of(parquet), RowSource.Kind.CSV, 2, 10_000);
    List<TableDecision> decided = decisions(plain);
    assertEquals(decided.subList(1, decided.size()), decisions(there.user()));
    compare(plain, ModelKind.SOFTMAX, there);
  }

  /** The last bytes before the footer are of a page, which Spark's writer gave a checksum. */
  @Test
  void pagesOfParquetAreHeldToTheirChecksums() throws Exception {
    Path csv = Files.writeString(folder.resolve("t.csv"), table());
    Path parquet = folder.resolve("t.parquet");
    SparkSession session = Frames.session();
    session
        .read()
        .option("header", true)
        .option("inferSchema", true)
        .csv(csv.toString())
        .coalesce(1)
        .write()
        .mode(SaveMode.Overwrite)
        .option("compression", "none")
        .option("parquet.page.write-checksum.enabled", "true")
        .parquet(parquet.toString());
    Path part;
    try (Stream<Path> files = Files.list(parquet)) {
      part = files.filter(f -> f.toString().endsWith(".parquet")).findFirst().orElseThrow();
    }
    byte[] bytes = Files.readAllBytes(part);
    int page = new String(bytes, StandardCharsets.ISO_8859_1).indexOf("Rome");
    bytes[page] ^= 1;
    // Hadoop has a checksum of its own beside the file, which files from elsewhere have not.
    Files.delete(part.resolveSibling("." + part.getFileName() + ".crc"));
    Files.write(part, bytes);
    String line =
        assertThrows(
                MalformedDataException.class, () -> read(parquet, RowSource.Kind.CSV, 2, 10_000))
            .getMessage();
    assertTrue(line.startsWith(parquet + ": the Parquet file is damaged ("), line);
  }

  @Test
  void whatIsWrongIsSaidWithItsLine() throws IOException {
    String[] lines = table().split("\n");
    lines[300] = "1,Rome,1990-01-11,-3,1";
    Path weight = Files.writeString(folder.resolve("w.csv"), String.join("\n", lines));
    lines[222] = "1,Rome,1";
    Path fields = Files.writeString(folder.resolve("f.csv"), String.join("\n", lines));
    for (Path file : List.of(weight, fields)) {
      MalformedDataException plain =
          assertThrows(
              MalformedDataException.class, () -> source(file, RowSource.Kind.CSV).train());
      MalformedDataException there =
          assertThrows(
              MalformedDataException.class, () -> read(file, RowSource.Kind.CSV, 5, 10_000));
      assertEquals(plain.getMessage(), there.getMessage());
    }
    Path none = folder.resolve("none.csv");
    assertEquals(
        none + ": there is no such file",
        assertThrows(MalformedDataException.class, () -> read(none, RowSource.Kind.CSV, 5, 1))
            .getMessage());
  }

  @Test
  void aFieldOverABorderIsReadInOnePiece() throws IOException {
    String text = "x,mass,y\n" + "\"1\n\",1,2\n".repeat(30);
    Path file = Files.writeString(folder.resolve("q.csv"), text);
    String why =
        assertThrows(ClusterFile.InOnePiece.class, () -> read(file, RowSource.Kind.CSV, 8, 10_000))
            .getMessage();
    assertTrue(why.startsWith("a field between quotes may go on over the end of line "), why);
    Path packed = folder.resolve("t.csv.gz");
    assertEquals(
        "what is packed or comes through a pipe cannot be split",
        assertThrows(
                ClusterFile.InOnePiece.class, () -> read(packed, RowSource.Kind.CSV, 8, 10_000))
            .getMessage());
  }

  @Test
  void aFileBesideTheDriverIsFoundFromOtherFolders() throws IOException {
    TextRanges ranges = TextRanges.of("pom.xml", 2);
    assertEquals("pom.xml", ranges.location());
    assertEquals(Path.of("pom.xml").toUri().getPath(), URI.create(ranges.address()).getPath());
  }
}
