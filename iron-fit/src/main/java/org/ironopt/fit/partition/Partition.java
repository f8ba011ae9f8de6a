package org.ironopt.fit.partition;

import java.io.Serial;
import java.io.Serializable;
import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.IntStream;
import org.ironopt.data.Dataset;
import org.ironopt.data.Features;
import org.ironopt.data.SparseFeatures;
import org.ironopt.data.Targets;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Vectors;
import org.ironopt.model.ModelKind;
import org.ironopt.regression.internal.CompensatedLoss;
import org.ironopt.regression.internal.Separation;
import org.ironopt.regression.internal.SoftmaxCurvature;

/**
 * Some of the rows of a fit, packed as the library reads them. Partial sums are a function of the
 * rows and the query. The rows keep their predictions at the last point, so that further queries
 * about it take one pass over them and not two; a copy made by serialization computes them again,
 * to the same bits.
 */
public final class Partition implements Serializable {
  @Serial private static final long serialVersionUID = 1L;

  /** Vectors of so many columns are sent whole, however few of them the rows have. */
  private static final int NARROW = 4096;

  /** Of so many rows one is enough for a rough Hessian. */
  private static final int SPARED = 4;

  /** As many rows for each parameter must be left then. */
  private static final int LEFT = 50;

  private final ModelKind kind;
  private final boolean intercept;

  /** Columns of all partitions, and those that these rows have, if they are few; null if all. */
  private final int columns;

  private final int[] touched;

  private final Features features;
  private final int rows;
  private final double[] targets;
  private final double[] weights;

  private transient Workspace workspace;
  private transient ColumnMoments spreads;

  private Partition(
      ModelKind kind,
      boolean intercept,
      int columns,
      int[] touched,
      Features features,
      double[] targets,
      double[] weights) {
    this.kind = kind;
    this.intercept = intercept;
    this.columns = columns;
    this.touched = touched;
    this.features = features;
    this.targets = targets;
    this.weights = weights;
    rows = targets.length;
  }

  /**
   * Returns a partition of rows that are no view of others, with weights above zero. The targets of
   * models of classes are the numbers of the classes, those of all partitions; queries say whether
   * there is one output for two of them or one for each.
   */
  public static Partition of(ModelKind kind, boolean intercept, Dataset data) {
    if (!data.whole()) {
      throw new IllegalArgumentException("a partition is made of stored rows, got a view of some");
    }
    double[] targets = new double[data.rows()];
    Arrays.setAll(targets, data::target);
    double[] weights = data.weights().orElse(null);
    int d = data.columns();
    if (d > NARROW && data.features() instanceof SparseFeatures sparse) {
      BitSet seen = new BitSet(d);
      Arrays.stream(sparse.matrix().columnIndices()).forEach(seen::set);
      if (2L * seen.cardinality() < d) {
        int[] touched = seen.isEmpty() ? new int[] {0} : seen.stream().toArray();
        Features narrow = narrowed(sparse, touched);
        return new Partition(kind, intercept, d, touched, narrow, targets, weights);
      }
    }
    return new Partition(kind, intercept, d, null, data.features(), targets, weights);
  }

  private static Features narrowed(SparseFeatures x, int[] touched) {
    int[] own = new int[x.columns()];
    for (int k = 0; k < touched.length; k++) {
      own[touched[k]] = k;
    }
    int[] indices = Arrays.stream(x.matrix().columnIndices()).map(j -> own[j]).toArray();
    return SparseFeatures.of(
        x.rows(), touched.length, x.matrix().rowPointers(), indices, x.matrix().values());
  }

  /** Returns the number of rows. */
  public int rows() {
    return rows;
  }

  /**
   * Returns evenly spaced rows of these, with about so many numbers and the weight of all.
   *
   * @param numbers at most, but for one row
   */
  public synchronized Partition sample(long numbers) {
    int count = Math.clamp(numbers * rows / Math.max(1, numbers()), 1, rows);
    if (count == rows) {
      return this;
    }
    int[] some = IntStream.range(0, count).map(i -> (int) ((long) i * rows / count)).toArray();
    double[] own = new double[count];
    Arrays.setAll(own, i -> weights == null ? 1 : weights[some[i]]);
    double all = weights == null ? rows : Arrays.stream(weights).sum();
    Vectors.scale(all / Arrays.stream(own).sum(), own);
    double[] targets = Arrays.stream(some).mapToDouble(i -> this.targets[i]).toArray();
    return new Partition(kind, intercept, columns, touched, features.taken(some), targets, own);
  }

  /** Returns how many numbers the rows store. */
  public long numbers() {
    return features.stored();
  }

  /** Returns the number of columns of all partitions. */
  public int columns() {
    return columns;
  }

  /** Returns the classes of these rows, two at least. */
  private int classes() {
    return kind.classes() ? Math.max(2, (int) Arrays.stream(targets).max().orElse(0) + 1) : 0;
  }

  /** Returns the answer of these rows. */
  public synchronized PartialSums answer(Query query) {
    return switch (query) {
      case Query.Moments m -> moments();
      case Query.Point p -> at(p.w()).point(p.matrix(), p.rough());
      case Query.Product p -> at(p.w()).product(restricted(p.v()));
      case Query.Divergence d -> at(d.w()).divergence(d);
      case Query.Loss l -> at(l.w()).loss();
    };
  }

  private int width() {
    return touched == null ? columns : touched.length;
  }

  private int constant() {
    return intercept ? 1 : 0;
  }

  private Dataset data(int classes) {
    int[] labels = Arrays.stream(targets).mapToInt(y -> (int) y).toArray();
    Dataset data =
        kind.classes()
            ? Dataset.classification(features, labels, classes)
            : Dataset.of(features, new Targets.Numbers(targets));
    return weights == null ? data : data.weighted(weights);
  }

  private PartialSums moments() {
    Dataset data = data(classes());
    ColumnMoments m = ColumnMoments.of(data, kind == ModelKind.POISSON);
    spreads = m;
    double weight = data.totalWeight();
    double[][] tilt = new double[m.tilt().length][];
    Arrays.setAll(tilt, k -> scaled(weight, m.tilt()[k]));
    LocalRows all = LocalRows.of(kind.classes() ? ModelKind.SOFTMAX : kind, data, intercept);
    // A mean becomes a sum and, of all rows, a mean again.
    TargetSums targets = TargetSums.of(all.objective(), data::weight, weight, all.additions() + 2);
    double[] squares = scaled(weight, m.variance());
    return new PartialSums.Moments(targets, numbers(), scaled(1, m.mean()), squares, tilt);
  }

  /** Returns numbers of the columns, with those of all partitions, times a factor. */
  private double[] scaled(double factor, double[] own) {
    double[] all = new double[columns];
    for (int k = 0; k < own.length; k++) {
      all[touched == null ? k : touched[k]] = factor * own[k];
    }
    return all;
  }

  /** Returns the elements of a vector of parameters that these rows know of. */
  private double[] restricted(double[] w) {
    if (touched == null) {
      return w;
    }
    return Arrays.stream(positions(w.length)).mapToDouble(p -> w[p]).toArray();
  }

  private int[] positions(int length) {
    int stride = columns + constant();
    int own = touched.length + constant();
    return IntStream.range(0, length / stride * own)
        .map(k -> k / own * stride + (k % own < touched.length ? touched[k % own] : columns))
        .toArray();
  }

  private Workspace at(double[] w) {
    if (workspace == null || workspace.length != w.length) {
      workspace = new Workspace(w.length);
    }
    workspace.move(w);
    return workspace;
  }

  /** The rows at a point. */
  private final class Workspace {
    private final int length;
    private final ModelKind own;
    private final int classes;
    private final LocalRows rows;
    private final LocalRows.Workspace at;
    private final double weight;
    private double[] last = new double[0];
    private final double[] gradient;

    Workspace(int length) {
      this.length = length;
      int outputs = length / (columns + constant());
      // Classes are the same numbers, with one output for two of them or one for each.
      own = !kind.classes() ? kind : outputs == 1 ? ModelKind.LOGISTIC : ModelKind.SOFTMAX;
      classes = Math.max(2, outputs);
      rows = LocalRows.of(own, data(classes), intercept);
      at = rows.curvature(read -> {});
      weight = rows.weight();
      gradient = new double[rows.objective().dimension()];
    }

    void move(double[] w) {
      if (!Arrays.equals(w, last)) {
        last = new double[0];
        at.at(restricted(w), gradient);
        last = w.clone();
      }
    }

    PartialSums point(boolean matrix, boolean rough) {
      Separation run = at.separation();
      double[] least = {run.complete() ? 1 : 0, run.least()};
      double[] lower = matrix ? hessian(rough) : new double[0];
      return sums(at.sums().sums().clone(), least, gradient, lower);
    }

    PartialSums product(double[] v) {
      double[] hv = new double[v.length];
      at.apply(v, hv);
      return sums(new double[0], new double[0], hv, new double[0]);
    }

    PartialSums loss() {
      CompensatedLoss all = rows.accurate(restricted(last));
      return PartialSums.Sums.of(all.loss(), all.weight(), all.error());
    }

    PartialSums divergence(Query.Divergence d) {
      return PartialSums.Sums.of(d.moved().sum(rows.objective(), at.kept()));
    }

    private PartialSums sums(double[] scalars, double[] least, double[] mean, double[] matrix) {
      double[] sum = mean.clone();
      Vectors.scale(weight, sum);
      int[] positions = touched == null ? null : positions(length);
      return new PartialSums.Sums(scalars, least, length, positions, sum, matrix);
    }

    /** Returns the lower half of the sum of the Hessians of the rows, or about that. */
    private double[] hessian(boolean rough) {
      // That of squares is the same everywhere, and exact once for all.
      int count = Partition.this.rows / SPARED;
      boolean few = own == ModelKind.RIDGE || count < LEFT * gradient.length;
      if (few || !rough) {
        return hessian(at);
      }
      int[] some = IntStream.range(0, count).map(i -> i * SPARED).toArray();
      LocalRows.Workspace sampled =
          LocalRows.of(own, data(classes).subset(some), intercept).curvature(read -> {});
      sampled.at(restricted(last), new double[gradient.length]);
      double[] lower = hessian(sampled);
      return told(lower) ? lower : hessian(at);
    }

    /**
     * Whether some rows tell the squares of all columns, or miss those that are seldom not zero.
     */
    private boolean told(double[] lower) {
      if (spreads == null) {
        spreads = ColumnMoments.of(data(classes), kind == ModelKind.POISSON);
      }
      double least = Double.POSITIVE_INFINITY;
      double most = 0;
      for (int j = 0; j < width(); j++) {
        double square = spreads.variance()[j] + spreads.mean()[j] * spreads.mean()[j];
        int place = touched == null ? j : touched[j];
        double share = lower[place * (place + 1) / 2 + place] / square;
        // A column of zeros has no share.
        least = square > 0 ? Math.min(least, share) : least;
        most = square > 0 ? Math.max(most, share) : most;
      }
      return most <= 2 * least;
    }

    private double[] hessian(LocalRows.Workspace at) {
      DenseMatrix h = DenseMatrix.zeros(gradient.length, gradient.length);
      if (at.kept() instanceof SoftmaxCurvature softmax) {
        softmax.matrix(h);
      } else {
        at.block(h);
      }
      double[] lower = new double[length * (length + 1) / 2];
      int[] position = touched == null ? null : positions(length);
      for (int i = 0; i < h.rows(); i++) {
        int row = position == null ? i : position[i];
        for (int j = 0; j <= i; j++) {
          int column = position == null ? j : position[j];
          lower[row * (row + 1) / 2 + column] = weight * h.get(i, j);
        }
      }
      return lower;
    }
  }
}
