package org.ironopt.fit;

import java.util.List;
import java.util.OptionalInt;
import org.ironopt.fit.path.SparseSolver;
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
   */
  public record Point(
      double lambda,
      int columns,
      double explained,
      double objective,
      double gap,
      double loss,
      double error) {
    Point validated(double mean, double standardError) {
      return new Point(lambda, columns, explained, objective, gap, mean, standardError);
    }
  }

  /**
   * What a path did, its folds included.
   *
   * @param updates of single coefficients
   * @param columnReads columns that were read for products with a vector
   * @param gramProducts products of two columns
   * @param checks certificates
   */
  public record Work(long updates, long columnReads, long gramProducts, long checks) {
    Work plus(SparseSolver.Work more) {
      return new Work(
          updates + more.updates(),
          columnReads + more.reads(),
          gramProducts + more.products(),
          checks + more.checks());
    }
  }

  private final PathRun run;
  private final List<Point> points;
  private final List<double[]> coefficients;
  private final Ending ending;
  private final String why;
  private final Work work;

  PenaltyPath(
      PathRun run,
      List<Point> points,
      List<double[]> coefficients,
      Ending ending,
      String why,
      Work work) {
    this.run = run;
    this.points = List.copyOf(points);
    this.coefficients = List.copyOf(coefficients);
    this.ending = ending;
    this.why = why;
    this.work = work;
  }

  public List<Point> points() {
    return points;
  }

  /** Returns whether all points are within the tolerance, or what cut the path short. */
  public Ending ending() {
    return ending;
  }

  /** Returns why there are no more points, in one sentence. */
  public String why() {
    return why;
  }

  /** Returns the share of |w| in the penalty. */
  public double mixing() {
    return run.settings().mixing;
  }

  /** Returns the gap that was asked for, as a part of {@link #nullLoss}. */
  public double tolerance() {
    return run.settings().tolerance;
  }

  /** Returns the mean loss of the intercept and the free columns alone: half the null deviance. */
  public double nullLoss() {
    return run.nullLoss();
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
    return run.model(points.get(point), coefficients.get(point));
  }

  /** Returns the coefficients of one output by point and column, in the user's units. */
  public double[][] coefficients(int output) {
    return coefficients.stream().map(v -> run.weights(v, output)).toArray(double[][]::new);
  }

  public Work work() {
    return work;
  }
}
