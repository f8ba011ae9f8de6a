package org.ironopt.spark;

import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.apache.parquet.io.ParquetDecodingException;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.ironopt.data.Dataset;
import org.ironopt.data.MalformedDataException;
import org.ironopt.data.Targets;
import org.ironopt.fit.partition.Partition;
import org.ironopt.io.InputError;
import org.ironopt.model.ModelKind;
import org.ironopt.table.TableDecision;
import org.ironopt.table.TextLayout;
import org.ironopt.table.internal.LineRange;
import org.ironopt.table.source.InputRows;
import org.ironopt.table.source.PartitionedSource;
import org.ironopt.table.source.RowSource;

/**
 * A user's file that the executors read, in three passes: they count its lines, they see what the
 * columns are, and they encode and pack their rows once the model is known. The driver gets what
 * was seen, and a sample of the rows.
 */
final class ClusterFile {
  /** Rows of a sample at most, and bytes of their text. */
  record Limit(long rows, long bytes) {
    static final Limit USUAL = new Limit(200_000, 64 << 20);

    /** Returns of how many lines one is kept. */
    long every(long lines, long text) {
      return Math.max(1, Math.max(Math.ceilDiv(lines, rows), Math.ceilDiv(text, bytes)));
    }
  }

  /** A file that one machine must read as a whole. */
  static final class InOnePiece extends Exception {
    private static final long serialVersionUID = 1L;

    InOnePiece(String why) {
      super(why);
    }
  }

  /** What a task has to say: a value, or why there is none. */
  private record TaskResult(Serializable value, String refusal) implements Serializable {}

  /** Lines of text on the executors, the first of them, how many, and their bytes if known. */
  private record Lines(JavaRDD<LineRange> texts, LineRange head, long count, long bytes) {}

  private final JavaRDD<LineRange> texts;
  private final PartitionedSource.Decided decided;
  private final Dataset sample;
  private final InputRows user;

  private ClusterFile(Lines lines, RowSource source, Limit limit) throws IOException {
    texts = lines.texts;
    long every = limit.every(lines.count, lines.bytes);
    PartitionedSource split = source.split(lines.head);
    decided = split.decide(values(texts.mapPartitions(it -> said(() -> split.look(it, every)))));
    InputRows some = sampled();
    sample = some.data();
    user =
        some.hashed(hash(source, lines.head))
            .decided(
                new TableDecision.ReadInParts(
                    decided.rows(), texts.getNumPartitions(), sample.rows(), every));
  }

  /** Lets the executors read a file, unless it must be read in one piece. */
  static ClusterFile of(
      JavaSparkContext spark, RowSource source, String location, int partitions, Limit limit)
      throws IOException, InOnePiece {
    String name = location.toLowerCase(Locale.ROOT);
    if (name.endsWith(".parquet")) {
      RowSource table =
          new RowSource(
              source.file(), source.kind(), 0, source.table().layout(TextLayout.written()));
      return new ClusterFile(parquet(spark, location, partitions), table, limit);
    }
    if (location.equals("-") || name.endsWith(".gz") || name.endsWith(".zst")) {
      throw new InOnePiece("what is packed or comes through a pipe cannot be split");
    }
    TextLayout layout = source.table().layout();
    if (layout.encoding().name().matches("(X-)?UTF-(16|32).*")) {
      throw new InOnePiece("lines of " + layout.encoding() + " are not to be seen in its bytes");
    }
    Lines lines = text(spark, TextRanges.of(location, partitions), source);
    return new ClusterFile(lines, source, limit);
  }

  private static Lines text(JavaSparkContext spark, TextRanges ranges, RowSource source)
      throws IOException, InOnePiece {
    LineRange head = ranges.head();
    byte[] start = head.lines();
    if (start.length > 1 && (start[0] == (byte) 0xff || start[0] == (byte) 0xfe)) {
      throw new InOnePiece("lines of UTF-16 are not to be seen in its bytes");
    }
    if (start.length > 1 && start[0] == 0x1f && start[1] == (byte) 0x8b) {
      throw new InOnePiece("it is packed");
    }
    char quote = source.quote(head);
    int partitions = ranges.partitions();
    int each = ranges.each();
    JavaRDD<Integer> numbers =
        spark.parallelize(IntStream.range(0, partitions).boxed().toList(), partitions);
    List<TextRanges.Count> counts =
        values(
                numbers.flatMap(
                    p -> {
                      List<TaskResult> counted = new ArrayList<>();
                      for (int k = p * each; k < (p + 1) * each; k++) {
                        int range = k;
                        said(() -> ranges.count(range, quote)).forEachRemaining(counted::add);
                      }
                      return counted.iterator();
                    }))
            .stream()
            .map(TextRanges.Count.class::cast)
            .toList();
    long[] firstLines = new long[ranges.count()];
    long line = 1;
    long quotes = 0;
    for (int r = 0; r < firstLines.length; r++) {
      if (quotes % 2 != 0) {
        throw new InOnePiece("a field between quotes may go on over the end of line " + (line - 1));
      }
      firstLines[r] = line;
      line += counts.get(r).lines();
      quotes += counts.get(r).quotes();
    }
    JavaRDD<LineRange> texts = numbers.flatMap(p -> ranges.of(p, firstLines));
    return new Lines(texts, head, line - 1, ranges.length());
  }

  private static Lines parquet(JavaSparkContext spark, String location, int partitions)
      throws MalformedDataException {
    SparkSession session = SparkSession.builder().sparkContext(spark.sc()).getOrCreate();
    session.conf().set("spark.sql.files.minPartitionNum", Integer.toString(partitions));
    session.conf().set("spark.sql.parquet.binaryAsString", "true");
    session.conf().set("spark.sql.datetime.java8API.enabled", "true");
    try {
      org.apache.spark.sql.Dataset<Row> frame =
          session.read().option("parquet.page.verify-checksum.enabled", "true").parquet(location);
      JavaRDD<Row> rows = frame.toJavaRDD();
      List<Long> counts = rows.mapPartitions(it -> List.of(size(it)).iterator()).collect();
      long[] firstLines = new long[counts.size()];
      long line = 2;
      for (int p = 0; p < firstLines.length; p++) {
        firstLines[p] = line;
        line += counts.get(p);
      }
      JavaRDD<LineRange> texts =
          rows.mapPartitionsWithIndex(
              (p, it) -> new ParquetText(location, it, firstLines[p]), false);
      long bytes = 8 * line * frame.schema().length();
      return new Lines(texts, ParquetText.head(location, frame.schema()), line - 1, bytes);
    } catch (Exception e) {
      if (e instanceof AnalysisException) {
        throw new MalformedDataException(location + ": there is no such Parquet file");
      }
      for (Throwable cause = e; cause != null; cause = cause.getCause()) {
        if (cause instanceof ParquetDecodingException) {
          throw new MalformedDataException(
              location + ": the Parquet file is damaged (" + cause.getMessage() + ")");
        }
      }
      throw e;
    }
  }

  private static long size(Iterator<?> rows) {
    long size = 0;
    for (; rows.hasNext(); size++) {
      rows.next();
    }
    return size;
  }

  /** Runs a part of a task; what is wrong with the data is a value, so that it is said once. */
  private static Iterator<TaskResult> said(Callable<? extends Serializable> work) throws Exception {
    try {
      return List.of(new TaskResult(work.call(), null)).iterator();
    } catch (MalformedDataException | InputError | TextRanges.Unreadable e) {
      return List.of(new TaskResult(null, e.getMessage())).iterator();
    }
  }

  /** Returns what all tasks say in the order of the partitions; throws the first refusal. */
  private static List<Serializable> values(JavaRDD<TaskResult> said) throws MalformedDataException {
    List<Serializable> values = new ArrayList<>();
    for (TaskResult one : said.collect()) {
      if (one.refusal != null) {
        throw new MalformedDataException(one.refusal);
      }
      values.add(one.value);
    }
    return values;
  }

  /**
   * Returns the sample; what is wrong with it stands somewhere in the file, where it is looked for.
   */
  private InputRows sampled() throws IOException {
    try {
      return decided.sample();
    } catch (MalformedDataException somewhere) {
      PartitionedSource.Decided rows = decided;
      values(
          texts.mapPartitions(
              it ->
                  said(
                      () -> {
                        while (it.hasNext()) {
                          rows.read(it.next());
                        }
                        return 0;
                      })));
      throw somewhere;
    }
  }

  /** Returns the hash of a file that the driver sees; of others there is none. */
  private static String hash(RowSource source, LineRange head) throws IOException {
    return Files.isRegularFile(Path.of(head.file())) ? source.file().sha256() : "";
  }

  /** Returns the sample, with what was decided. */
  InputRows user() {
    return user;
  }

  /** Returns how many rows are not in the sample. */
  long unseen() {
    return decided.rows() - sample.rows();
  }

  /** Returns whether rows are those of the sample, all of them. */
  boolean sample(Dataset rows) {
    return rows.features() == sample.features() && rows.whole();
  }

  /** Returns all rows, packed where they are read. */
  JavaRDD<PackedRows> packed(ModelKind kind, boolean intercept) {
    PartitionedSource.Decided read = decided;
    double[] classes =
        kind.classes() && sample.targets() instanceof Targets.Numbers numbers
            ? Arrays.stream(numbers.values()).map(y -> y + 0.0).sorted().distinct().toArray()
            : new double[0];
    int columns = sample.columns();
    return texts.map(
        text -> {
          TaskResult said =
              said(() -> {
                    Optional<Dataset> rows = read.read(text).flatMap(PositiveWeightRows::counted);
                    if (rows.isEmpty()) {
                      return new PackedRows.Packed(null, columns);
                    }
                    Dataset labelled = PositiveWeightRows.labelled(rows.get(), classes);
                    return new PackedRows.Packed(Partition.of(kind, intercept, labelled), columns);
                  })
                  .next();
          return said.refusal == null
              ? (PackedRows) said.value
              : new PackedRows.Refused(said.refusal);
        });
  }
}
