package org.ironopt.fit;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.ironopt.data.Dataset;
import org.ironopt.fit.partition.ColumnMoments;
import org.ironopt.fit.partition.FitRows;
import org.ironopt.fit.partition.PartialSums;
import org.ironopt.fit.partition.Partition;
import org.ironopt.fit.partition.PartitionedRows;
import org.ironopt.fit.partition.Partitions;
import org.ironopt.fit.partition.Query;
import org.ironopt.linalg.internal.Require;
import org.ironopt.model.ModelKind;
import org.ironopt.regression.internal.LogisticLoss;
import org.ironopt.regression.internal.Loss;
import org.ironopt.regression.internal.PoissonLoss;
import org.ironopt.regression.internal.SoftmaxLoss;
import org.ironopt.regression.internal.SquaredLoss;

/** Data in partitions elsewhere; their moments are asked for once. */
record PartitionedData(
    ModelKind kind, Partitions parts, PartialSums.Moments moments, List<String> classNames)
    implements FitData {
  /** Rows of a sample for each parameter, and of all rows for one of it, for it to pay. */
  private static final int SAMPLED = 50;

  private static final int FEWER = 8;

  static PartitionedData of(ModelKind kind, Partitions parts, List<String> names) {
    Require.that(
        !kind.local(), "a %s model is fitted to rows on this machine, not elsewhere", kind.word());
    PartialSums.Moments m = (PartialSums.Moments) parts.answer(new Query.Moments());
    int classes = kind.classes() ? m.rows().targets().length : 0;
    Require.that(
        kind != ModelKind.LOGISTIC || classes <= 2,
        "logistic regression needs 2 classes, the data has %d: use softmax regression",
        classes);
    List<String> numbers = IntStream.range(0, classes).mapToObj(Integer::toString).toList();
    if (!names.isEmpty()) {
      Require.sameLength("classes of the data", classes, "names", names.size());
    }
    return new PartitionedData(kind, parts, m, names.isEmpty() ? numbers : List.copyOf(names));
  }

  @Override
  public long rows() {
    return moments.rows().rows();
  }

  @Override
  public int columns() {
    return moments.mean().length;
  }

  @Override
  public PartitionedData weighed(FitTask.ClassWeighting weighting) {
    if (!weighting.none()) {
      here("weighing classes");
    }
    return this;
  }

  @Override
  public FitRows loss(double shape, boolean intercept) {
    Loss loss =
        switch (kind) {
          case LOGISTIC -> new LogisticLoss();
          case SOFTMAX -> new SoftmaxLoss(moments.rows().targets().length);
          case RIDGE -> new SquaredLoss();
          case POISSON -> new PoissonLoss();
          case GAMMA, NEGBIN, HUBER -> throw new IllegalStateException("rows are here");
        };
    int parameters = loss.outputs() * (columns() + (intercept ? 1 : 0));
    return new PartitionedRows(parts, moments, loss, parts.matrixPays(parameters));
  }

  @Override
  public ColumnMoments moments(boolean exact) {
    return moments.columns();
  }

  @Override
  public boolean matrixPays(int parameters, int outputs, int products) {
    return outputs == 1 && parts.matrixPays(parameters);
  }

  @Override
  public String reason(int parameters, int outputs, int products) {
    return String.format(
        Locale.ROOT,
        parts.matrixPays(parameters)
            ? " (each pass over the parts brings the matrix of the %d parameters)"
            : " (a matrix of the %d parameters would cost more than passes for products)",
        parameters);
  }

  @Override
  public Optional<FitData> sample(int parameters) {
    // The exact Hessian of squares leads to their optimum in one step from anywhere.
    if (kind == ModelKind.RIDGE || !parts.matrixPays(parameters)) {
      return Optional.empty();
    }
    List<Partition> some = parts.sample();
    long rows = some.stream().mapToLong(Partition::rows).sum();
    boolean pays = rows >= SAMPLED * (long) parameters && rows() >= FEWER * rows;
    return pays
        ? Optional.of(new PartitionedData(kind, new Sample(some), moments, classNames))
        : Optional.empty();
  }

  /** Rows that stand for all others, here. */
  private record Sample(List<Partition> parts) implements Partitions {
    @Override
    public PartialSums answer(Query query) {
      return parts.stream().map(part -> part.answer(query)).reduce(PartialSums::plus).orElseThrow();
    }

    @Override
    public boolean matrixPays(int parameters) {
      return true;
    }
  }

  @Override
  public Dataset here(String what) {
    throw new IllegalArgumentException(
        what + " takes rows on this machine, these are in partitions elsewhere");
  }
}
