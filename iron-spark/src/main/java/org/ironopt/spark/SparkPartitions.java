package org.ironopt.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.apache.spark.HashPartitioner;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.storage.StorageLevel;
import org.ironopt.fit.partition.PartialSums;
import org.ironopt.fit.partition.Partition;
import org.ironopt.fit.partition.Partitions;
import org.ironopt.fit.partition.Query;
import org.ironopt.linalg.internal.Require;
import org.ironopt.model.ModelKind;
import scala.Tuple2;

/**
 * The rows of a fit, packed and kept on the executors of a cluster until closed. A question is one
 * job; the answers are added up in the order of the partitions, by the driver or, where they are
 * many bytes, in a tree whose shape depends on the number of partitions alone. So bits depend on
 * the partitions, and not on executors, threads, retries or speculation.
 */
final class SparkPartitions implements Partitions, AutoCloseable {
  /** A question of few numbers travels with the tasks; a longer one is fetched once a machine. */
  private static final int FEW_NUMBERS = 4096;

  /** More bytes of answers than the driver should add up alone. */
  private static final long MANY_BYTES = 64L << 20;

  /** Numbers of the rows at most that the driver begins a fit with: 8 MB. */
  private static final long SAMPLE = 1 << 20;

  /** A sample has a row of so many at most: one of nearly all rows would save nothing. */
  private static final int FEWER = 8;

  /** Columns, or parameters, that the rows of a sample can tell something of: one for so many. */
  private static final long ROWS_PER_COLUMN = 50;

  /** What one partition says: an answer, a refusal, or nothing if it has no rows. */
  private record PartitionResult(
      PartialSums answer, String refusal, int columns, long unlabelled, List<Partition> sample)
      implements Serializable {
    static PartitionResult refused(String refusal) {
      return new PartitionResult(null, refusal, -1, 0, List.of());
    }

    PartitionResult unlabelled(long rows) {
      return new PartitionResult(answer, refusal, columns, rows, sample);
    }
  }

  private final JavaSparkContext spark;
  private final JavaRDD<PackedRows> pieces;
  private final int depth;
  private final boolean intercept;
  private final Optional<Boolean> matrix;
  private PartialSums.Moments moments;
  private List<Partition> sample = List.of();
  private long unlabelled;
  private long jobs;
  private double seconds;

  /**
   * Keeps packed rows; nothing runs before the first question.
   *
   * @param depth levels of the tree of sums, 1 for none
   * @param matrix whether each evaluation brings the Hessian along; empty if that goes by cost
   */
  SparkPartitions(
      JavaRDD<PackedRows> packed, boolean intercept, int depth, Optional<Boolean> matrix) {
    this.intercept = intercept;
    this.depth = depth;
    this.matrix = matrix;
    spark = JavaSparkContext.fromSparkContext(packed.context());
    pieces = packed.setName("packed rows").persist(StorageLevel.MEMORY_AND_DISK());
  }

  /** Packs rows (label, weight, features). */
  static SparkPartitions of(
      JavaRDD<InternalRow> rows,
      ModelKind kind,
      boolean intercept,
      int depth,
      Optional<Boolean> matrix) {
    JavaRDD<PackedRows> packed =
        rows.mapPartitionsWithIndex(
            (partition, it) -> (Iterator<PackedRows>) new RowPacker(kind, intercept, partition, it),
            true);
    return new SparkPartitions(packed, intercept, depth, matrix);
  }

  /** Returns how many rows were left out since they have no label. */
  long unlabelled() {
    return unlabelled;
  }

  /** Returns how many jobs were run. */
  long jobs() {
    return jobs;
  }

  /** Returns the mean seconds of a job. */
  double secondsPerJob() {
    return seconds / Math.max(1, jobs);
  }

  @Override
  public boolean matrixPays(int parameters) {
    if (matrix.isPresent()) {
      return matrix.get() && parameters <= ClusterCost.LARGEST_MATRIX;
    }
    double columns = moments().mean().length;
    double outputs = parameters / (columns + (intercept ? 1 : 0));
    int parts = pieces.getNumPartitions();
    double answers = depth > 1 ? Math.ceil(Math.sqrt(parts)) : parts;
    return ClusterCost.NOMINAL.matrixPays(
        new ClusterCost.Shape(moments().stored(), columns, outputs, parts, answers));
  }

  /** Returns the moments of the columns, which are asked for once. */
  PartialSums.Moments moments() {
    if (moments == null) {
      long share = SAMPLE / pieces.getNumPartitions();
      moments = (PartialSums.Moments) run(new Query.Moments(), share);
    }
    return moments;
  }

  @Override
  public PartialSums answer(Query query) {
    return query instanceof Query.Moments ? moments() : run(query, 0);
  }

  /** Returns some rows of each partition, which came with the moments of the columns. */
  @Override
  public List<Partition> sample() {
    moments();
    return sample;
  }

  private PartialSums run(Query query, long share) {
    long start = System.nanoTime();
    try {
      return numbers(query) > FEW_NUMBERS
          ? broadcast(query)
          : sum(query, it -> said(it, query, share));
    } catch (Exception e) {
      // Spark throws checked exceptions that its interface for Java does not declare.
      throw e instanceof IllegalArgumentException refusal ? refusal : new ClusterFailure(e);
    } finally {
      jobs++;
      seconds += 1e-9 * (System.nanoTime() - start);
    }
  }

  private PartialSums broadcast(Query query) {
    Broadcast<Query> question = spark.broadcast(query);
    try {
      return sum(query, it -> said(it, question.value(), 0));
    } finally {
      question.destroy();
    }
  }

  private PartialSums sum(
      Query query, FlatMapFunction<Iterator<PackedRows>, PartitionResult> answer) {
    JavaRDD<PartitionResult> said = pieces.mapPartitions(answer);
    return sum(inTree(query) ? tree(said) : said.collect());
  }

  /**
   * Returns what one partition says, its pieces in their order.
   *
   * @param share numbers of a sample of its rows, about; none of wide rows, which it would tell
   *     nothing of
   */
  private static Iterator<PartitionResult> said(
      Iterator<PackedRows> pieces, Query query, long share) {
    PartialSums sum = null;
    List<Partition> sample = new ArrayList<>();
    long each = share;
    int columns = -1;
    long unlabelled = 0;
    while (pieces.hasNext()) {
      switch (pieces.next()) {
        case PackedRows.Refused r -> {
          return List.of(PartitionResult.refused(r.message())).iterator();
        }
        case PackedRows.Packed p -> {
          unlabelled += p.unlabelled();
          if (columns >= 0 && p.columns() >= 0 && p.columns() != columns) {
            return List.of(PartitionResult.refused(sizes(columns, p.columns()))).iterator();
          }
          columns = p.columns() >= 0 ? p.columns() : columns;
          if (p.part() != null) {
            PartialSums answer = p.part().answer(query);
            sum = sum == null ? answer : sum.plus(answer);
            if (tells(p.part(), share)) {
              sample.add(p.part().sample(Math.min(each, p.part().numbers() / FEWER)));
            }
            while (sample.stream().mapToLong(Partition::numbers).sum() > share && each > 1) {
              long fewer = each /= 2;
              sample.replaceAll(part -> part.sample(fewer));
            }
          }
        }
      }
    }
    return sum == null && unlabelled == 0
        ? List.<PartitionResult>of().iterator()
        : List.of(new PartitionResult(sum, null, columns, unlabelled, sample)).iterator();
  }

  /** Whether a sample of all partitions would have enough rows like these. */
  private static boolean tells(Partition part, long share) {
    double perRow = (double) part.numbers() / part.rows();
    return share > 0 && SAMPLE >= ROWS_PER_COLUMN * perRow * part.columns();
  }

  private static String sizes(int first, int other) {
    String some = "some vectors of features have " + first + " numbers and some " + other;
    return some + ", expected one size";
  }

  private PartialSums sum(List<PartitionResult> all) {
    PartitionResult sum = folded(all);
    Require.that(sum.refusal == null, "%s", sum.refusal);
    unlabelled = sum.unlabelled;
    Require.that(
        sum.answer != null || unlabelled == 0,
        "the label is missing in all %d rows with a weight above 0, expected values",
        unlabelled);
    Require.that(
        sum.answer != null, "there are no rows with a weight above 0, expected one at least");
    if (sum.answer instanceof PartialSums.Moments) {
      sample = all.stream().flatMap(said -> said.sample.stream()).toList();
    }
    return sum.answer;
  }

  /** Adds up in order; the first refusal stays. */
  private static PartitionResult folded(List<PartitionResult> all) {
    PartitionResult sum = new PartitionResult(null, null, -1, 0, List.of());
    for (PartitionResult next : all) {
      if (next.refusal != null) {
        return next;
      }
      long unlabelled = sum.unlabelled + next.unlabelled;
      if (sum.answer == null || next.answer == null) {
        sum = (sum.answer == null ? next : sum).unlabelled(unlabelled);
      } else if (sum.columns != next.columns) {
        return PartitionResult.refused(sizes(sum.columns, next.columns));
      } else {
        sum =
            new PartitionResult(
                sum.answer.plus(next.answer), null, sum.columns, unlabelled, List.of());
      }
    }
    return sum;
  }

  /** Returns how many numbers a question has. */
  private static int numbers(Query query) {
    return switch (query) {
      case Query.Moments m -> 0;
      case Query.Point p -> p.w().length;
      case Query.Product p -> 2 * p.v().length;
      case Query.Divergence d -> d.w().length;
      case Query.Loss l -> l.w().length;
    };
  }

  private boolean inTree(Query query) {
    long numbers =
        switch (query) {
          case Query.Point p ->
              p.w().length + (p.matrix() ? (p.w().length * (p.w().length + 1L)) / 2 : 0);
          case Query.Product p -> p.v().length;
          default -> 0;
        };
    return depth > 1 && 8 * numbers * pieces.getNumPartitions() > MANY_BYTES;
  }

  /** Adds up groups of neighbouring partitions on executors, level by level. */
  private List<PartitionResult> tree(JavaRDD<PartitionResult> leaves) {
    JavaRDD<PartitionResult> level = leaves;
    for (int k = 1; k < depth && level.getNumPartitions() > 3; k++) {
      int count = level.getNumPartitions();
      int groups = (int) Math.ceil(StrictMath.pow(count, (depth - k) / (depth - k + 1.0)));
      int size = Math.ceilDiv(count, groups);
      JavaPairRDD<Integer, Tuple2<Integer, PartitionResult>> keyed =
          level
              .mapPartitionsWithIndex(
                  (i, it) -> {
                    List<Tuple2<Integer, Tuple2<Integer, PartitionResult>>> out = new ArrayList<>();
                    it.forEachRemaining(s -> out.add(new Tuple2<>(i / size, new Tuple2<>(i, s))));
                    return out.iterator();
                  },
                  false)
              .mapToPair(pair -> pair);
      level =
          keyed
              .partitionBy(new HashPartitioner(Math.ceilDiv(count, size)))
              .mapPartitions(
                  it -> {
                    List<Tuple2<Integer, PartitionResult>> group = new ArrayList<>();
                    it.forEachRemaining(pair -> group.add(pair._2()));
                    group.sort(Comparator.comparing(Tuple2::_1));
                    return group.isEmpty()
                        ? List.<PartitionResult>of().iterator()
                        : List.of(folded(group.stream().map(Tuple2::_2).toList())).iterator();
                  });
    }
    return level.collect();
  }

  /** Lets the executors forget the rows. */
  @Override
  public void close() {
    pieces.unpersist(true);
  }
}
