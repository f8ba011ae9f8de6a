package org.ironopt.fit;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.SequencedMap;
import org.ironopt.fit.PathRun.Points.Sparse;
import org.ironopt.fit.path.SparseSolver;
import org.ironopt.fit.path.Standardized;
import org.ironopt.fit.path.Support;
import org.ironopt.io.internal.Numbers;
import org.ironopt.model.Model;
import org.ironopt.run.Ending;

/**
 * The points of a {@link PathFit} that are finished, from the largest penalty down, each with its
 * certificate and, after a cross-validation, its loss on rows left out. Models are made on demand.
 */
public final class PenaltyPath {
  /**
   * A point.
   *
   * @param lambda strength of the penalty
   * @param columns how many columns are used
   * @param explained part of the null deviance that the model explains on the training rows
   * @param objective mean loss plus penalty
   * @param gap bound on objective less optimum, as a part of {@link #nullLoss}
   * @param loss mean loss on rows left out, over the folds; NaN without
   * @param error standard error of that mean; NaN without
   * @param foldGap the largest bound of the folds, each as a part of its own null loss; NaN without
   */
  public record Point(
      double lambda,
      int columns,
      double explained,
      double objective,
      double gap,
      double loss,
      double error,
      double foldGap) {
    Point validated(double mean, double standardError, double gapOfFolds) {
      return new Point(lambda, columns, explained, objective, gap, mean, standardError, gapOfFolds);
    }

    /** Returns the larger of the gaps of all rows and of the folds. */
    public double largestGap() {
      return Double.isNaN(foldGap) ? gap : Math.max(gap, foldGap);
    }
  }

  /** The reason why a path ended. */
  public sealed interface End {
    /** The grid has no more. */
    record Grid() implements End {}

    /** The last point explains more than this part of the deviance. */
    record Explained(double limit) implements End {}

    /** The explained deviance grew by less than this part of itself. */
    record Growth(double limit) implements End {}

    /** The next point uses more columns than are asked for. */
    record MostColumns(int next, int most) implements End {}

    /** An interrupt or the time limit, see {@link PenaltyPath#ending}. */
    record Cut() implements End {}

    /** Returns it in one sentence. */
    default String sentence() {
      return switch (this) {
        case Grid _ -> "the grid ends there";
        case Explained e ->
            "the last point explains more than " + Numbers.text(e.limit) + " of the deviance";
        case Growth e ->
            "the explained deviance grew by less than " + Numbers.text(e.limit) + " of itself";
        case MostColumns e ->
            "the next point uses " + e.next + " columns, asked for are at most " + e.most;
        case Cut _ -> "the path was cut short";
      };
    }
  }

  /**
   * The work of a path and its folds.
   *
   * @param updates of single coefficients
   * @param columnReads columns that were read for products with a vector
   * @param gramProducts products of two columns
   * @param checks certificates
   */
  public record Work(long updates, long columnReads, long gramProducts, long checks) {
    Work(SparseSolver.Work work) {
      this(work.updates(), work.reads(), work.products(), work.checks());
    }

    Work plus(Work more) {
      return new Work(
          updates + more.updates,
          columnReads + more.columnReads,
          gramProducts + more.gramProducts,
          checks + more.checks);
    }
  }

  /**
   * How coefficients of standardised columns become models of the user's.
   *
   * @param variables how many coefficients there are
   * @param shift what was taken from the targets
   * @param nullLoss mean loss of the intercept and the free columns alone
   */
  record Models(
      PathFit settings,
      FitTask task,
      Standardized columns,
      int variables,
      double shift,
      double nullLoss) {
    /** Returns how many columns are used. */
    int used(double[] v) {
      int d = columns.center().length;
      int stride = columns.column().length;
      boolean[] used = new boolean[d];
      for (int i : Support.of(v)) {
        if (i % stride < d) {
          used[i % stride] = true;
        }
      }
      int count = 0;
      for (boolean some : used) {
        count += some ? 1 : 0;
      }
      return count;
    }

    /** Returns parameters in the user's units. */
    double[] expanded(double[] v) {
      return columns.expanded(v, shift);
    }

    double[] weights(Sparse v, int output) {
      double[] w = expanded(v.dense(variables));
      int stride = columns.column().length;
      return Arrays.copyOfRange(w, output * stride, output * stride + columns.center().length);
    }

    Model model(Point point, Sparse v) {
      SequencedMap<String, Object> all = task.manifest(settings.fit.fingerprint());
      double gap = point.gap() * nullLoss;
      all.put("reg", Math.fma(1 - settings.mixing, point.lambda(), settings.ridge));
      all.put("l1", settings.mixing * point.lambda());
      all.put("objective", point.objective());
      all.put("gap", gap < point.objective() ? gap / (point.objective() - gap) : null);
      all.put("certificate", FitResult.CertificateKind.GAP.word());
      return task.model(expanded(v.dense(variables)), settings.fit.schema(), all);
    }
  }

  private final Models models;
  private final List<Point> points;
  private final List<Sparse> coefficients;
  private final Ending ending;
  private final End end;
  private final Work work;

  PenaltyPath(
      Models models,
      List<Point> points,
      List<Sparse> coefficients,
      Ending ending,
      End end,
      Work work) {
    this.models = models;
    this.points = List.copyOf(points);
    this.coefficients = List.copyOf(coefficients);
    this.ending = ending;
    this.end = end;
    this.work = work;
  }

  public List<Point> points() {
    return points;
  }

  /** Returns whether all points are within the tolerance, or what cut the path short. */
  public Ending ending() {
    return ending;
  }

  /** Returns why there are no more points. */
  public End end() {
    return end;
  }

  /** Returns the share of |w| in the penalty. */
  public double mixing() {
    return models.settings().mixing;
  }

  /** Returns the gap that was asked for, as a part of {@link #nullLoss}. */
  public double tolerance() {
    return models.settings().tolerance;
  }

  /** Returns the mean loss of the intercept and the free columns alone: half the null deviance. */
  public double nullLoss() {
    return models.nullLoss();
  }

  /** Returns the point of the smallest loss on rows left out. */
  public OptionalInt minimum() {
    int best = -1;
    for (int k = 0; k < points.size(); k++) {
      double loss = points.get(k).loss();
      best = !Double.isNaN(loss) && (best < 0 || loss < points.get(best).loss()) ? k : best;
    }
    return best < 0 ? OptionalInt.empty() : OptionalInt.of(best);
  }

  /** Returns the largest penalty whose loss is within one standard error of the smallest. */
  public OptionalInt oneStandardError() {
    OptionalInt best = minimum();
    if (best.isEmpty()) {
      return best;
    }
    Point least = points.get(best.getAsInt());
    for (int k = 0; k < best.getAsInt(); k++) {
      if (points.get(k).loss() <= least.loss() + least.error()) {
        return OptionalInt.of(k);
      }
    }
    return best;
  }

  /** Returns the model of a point, in the user's units. */
  public Model model(int point) {
    return models.model(points.get(point), coefficients.get(point));
  }

  /** Returns the coefficients of one output by point and column, in the user's units. */
  public double[][] coefficients(int output) {
    return coefficients.stream().map(v -> models.weights(v, output)).toArray(double[][]::new);
  }

  public Work work() {
    return work;
  }
}
