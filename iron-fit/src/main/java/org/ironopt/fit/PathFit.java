package org.ironopt.fit;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import org.ironopt.data.Dataset;
import org.ironopt.fit.path.Columns;
import org.ironopt.fit.path.SparseSolver;
import org.ironopt.linalg.Parallel;
import org.ironopt.linalg.internal.Require;
import org.ironopt.model.ModelKind;

/**
 * Fits a whole path of elastic-net penalties, from the smallest strength for which all penalised
 * coefficients are zero down a decreasing grid:
 *
 * <pre>{@code
 * PenaltyPath path = Fit.logistic(data).path().folds(5).go();
 * Model model = path.model(path.oneStandardError().getAsInt());
 * }</pre>
 *
 * Each point is a minimum of
 *
 * <pre>
 *   mean loss + lambda sum_j f_j ( eta |p_j w_j| + (1 - eta)/2 (p_j w_j)^2 ),  lo_j &lt;= w_j &lt;= hi_j,
 * </pre>
 *
 * with mixing eta, penalty factors f_j and bounds, p the spread of the columns (one with {@code
 * scale(false)}) and a free intercept, to a certified gap relative to the null deviance. Scaling,
 * intercept and weights are those of the {@link Fit}; its reg and l1 are not used.
 */
public final class PathFit {
  /**
   * Reports a finished point; calls come one at a time.
   *
   * @param fold 0 for all rows, else the fold that is left out
   * @param folds how many folds there are, 0 without cross-validation
   * @param point index of the point
   * @param points how many points a path has, at most until that of all rows has ended
   * @param finished the point, of the path of all rows or of the fold
   */
  public record Progress(int fold, int folds, int point, int points, PenaltyPath.Point finished) {}

  final Fit fit;
  double mixing = 1;
  Optional<double[]> grid = Optional.empty();
  int points = 100;
  double ratio = Double.NaN;
  Optional<double[]> factors = Optional.empty();
  Optional<double[]> lower = Optional.empty();
  Optional<double[]> upper = Optional.empty();
  int mostColumns = Integer.MAX_VALUE;
  double ridge;
  double tolerance = 1e-6;
  int folds;
  private OptionalDouble explained = OptionalDouble.empty();
  private OptionalDouble growth = OptionalDouble.empty();
  Optional<Duration> timeLimit = Optional.empty();
  Optional<Path> checkpoint = Optional.empty();
  Duration checkpointEvery = Duration.ofSeconds(1);
  Optional<Path> resume = Optional.empty();
  Consumer<Progress> observer = progress -> {};
  Consumer<String> warning = sentence -> {};

  PathFit(Fit fit) {
    this.fit = fit;
  }

  /** Changes the share of |w| in the penalty, from 0 (ridge) to 1 (lasso), which it is at first. */
  public PathFit mixing(double eta) {
    Require.that(eta >= 0 && eta <= 1, "the mixing is %s, expected 0 to 1", eta);
    mixing = eta;
    return this;
  }

  /** Adds a quadratic penalty that stays. */
  PathFit ridge(double reg) {
    ridge = reg;
    return this;
  }

  /** Returns how many points there are at most. */
  int most() {
    return grid.map(g -> g.length).orElse(points);
  }

  /** Takes these penalties, from the largest to the smallest, in place of a grid of its own. */
  public PathFit grid(double... lambdas) {
    Require.that(lambdas.length > 0, "the grid is empty, expected one penalty or more");
    for (int k = 0; k < lambdas.length; k++) {
      Require.nonNegative("penalty " + (k + 1) + " of the grid", lambdas[k]);
      Require.that(
          k == 0 || lambdas[k] < lambdas[k - 1],
          "penalty %d of the grid is %s after %s, expected decreasing numbers: sort the grid",
          k + 1,
          lambdas[k],
          lambdas[Math.max(0, k - 1)]);
    }
    grid = Optional.of(lambdas.clone());
    return this;
  }

  /** Changes how many points the grid has at most, 100 if never set. */
  public PathFit points(int count) {
    points = Require.atLeast("points", 1, count);
    return this;
  }

  /**
   * Changes smallest over largest penalty, 1e-4 if never set, 1e-2 with fewer rows than columns.
   */
  public PathFit ratio(double smallest) {
    Require.that(smallest > 0 && smallest < 1, "the ratio is %s, expected 0 to 1", smallest);
    ratio = smallest;
    return this;
  }

  /** Multiplies the penalty of each column by a factor; 0 leaves the column free. */
  public PathFit factors(double... factors) {
    length("factors", factors);
    boolean any = false;
    for (int j = 0; j < factors.length; j++) {
      any |= Require.nonNegative("the penalty factor of column " + (j + 1), factors[j]) > 0;
    }
    Require.that(any, "all penalty factors are 0, expected one above 0: fit without a path");
    this.factors = Optional.of(factors.clone());
    return this;
  }

  /** Bounds the coefficients of each column, in the user's units; 0 must be within. */
  public PathFit bounds(double[] lower, double[] upper) {
    length("lower bounds", lower);
    length("upper bounds", upper);
    for (int j = 0; j < lower.length; j++) {
      Require.that(
          lower[j] <= 0 && upper[j] >= 0,
          "the bounds of column %d are %s and %s, expected 0 between them",
          j + 1,
          lower[j],
          upper[j]);
    }
    this.lower = Optional.of(lower.clone());
    this.upper = Optional.of(upper.clone());
    return this;
  }

  /** Keeps all coefficients at 0 or above. */
  public PathFit nonnegative() {
    double[] hi = new double[fit.task().columns().size()];
    Arrays.fill(hi, Double.POSITIVE_INFINITY);
    return bounds(new double[hi.length], hi);
  }

  private void length(String what, double[] numbers) {
    Require.sameLength("columns", fit.task().columns().size(), what, numbers.length);
  }

  /** Ends the path before the first point that uses more columns. */
  public PathFit mostColumns(int most) {
    mostColumns = Require.atLeast("most columns", 1, most);
    return this;
  }

  /** Changes the gap to certify, relative to the null deviance, 1e-6 if never set. */
  public PathFit tolerance(double gap) {
    tolerance = Require.positive("tolerance", gap);
    return this;
  }

  /**
   * Estimates the loss on new rows by cross-validation with so many folds; 0 for none, as first.
   */
  public PathFit folds(int count) {
    Require.that(count == 0 || count >= 2, "the folds are %d, expected 0 or at least 2", count);
    folds = count;
    return this;
  }

  /**
   * Ends the path after a point that explains more than this part of the deviance; .999 if never
   * set, 1 on a grid of one's own.
   */
  public PathFit mostExplained(double part) {
    Require.that(part > 0 && part <= 1, "the part explained is %s, expected 0 to 1", part);
    explained = OptionalDouble.of(part);
    return this;
  }

  /**
   * Ends the path after a point that explains only this part more than the one before; 1e-5 if
   * never set, 0 (never) on a grid of one's own.
   */
  public PathFit leastGrowth(double part) {
    growth = OptionalDouble.of(Require.nonNegative("growth", part));
    return this;
  }

  double mostExplained() {
    return explained.orElse(grid.isPresent() ? 1 : 0.999);
  }

  double leastGrowth() {
    return growth.orElse(grid.isPresent() ? 0 : 1e-5);
  }

  /** Ends the path after this time; finished points are kept. */
  public PathFit timeLimit(Duration limit) {
    timeLimit = Optional.of(limit);
    return this;
  }

  /** Saves finished points to a file about every so often, and at the end. */
  public PathFit checkpoint(Path path, Duration every) {
    checkpoint = Optional.of(path);
    checkpointEvery = every;
    return this;
  }

  /** Goes on from the file of a path that was cut short. */
  public PathFit resume(Path path) {
    resume = Optional.of(path);
    return this;
  }

  /** Shows every finished point; after {@link #resume} first the last of those in the file. */
  public PathFit observe(Consumer<Progress> observer) {
    this.observer = observer;
    return this;
  }

  /** Is told once, in a sentence, if the checkpoint cannot be written; the path goes on. */
  public PathFit warn(Consumer<String> warning) {
    this.warning = warning;
    return this;
  }

  /**
   * Returns how many bytes the path needs beside the data, about: copies of the columns and vectors
   * over the rows, for folds side by side too, and the products of columns with one another. How
   * many columns come into use is a guess, unless all do.
   */
  public long memory() {
    FitTask task = fit.task();
    Dataset data = task.weighed().here("a penalty path");
    int outputs = task.kind() == ModelKind.SOFTMAX ? data.classes() : 1;
    double used = (double) data.columns() * outputs;
    if (!SparseSolver.forms(task.kind(), data.columns(), most())) {
      double some = Math.max(200, Math.min(2.0 * mostColumns, 0.25 * data.rows()));
      used = Math.min(used, mixing == 0 ? used : some);
      used = Math.min(used, outputs == 1 ? Columns.most(data) : used);
    }
    // A matrix is formed from sums of its own size, twice.
    double products = 3 * 8 * used * used;
    double vectors = 8.0 * data.rows() * (6 * outputs + 4);
    int copies = Math.min(folds + 1, Parallel.threads());
    return (long) (copies * (Columns.bytes(data) + products + vectors));
  }

  /** Returns all that the points depend on, beside the data, as files know it. */
  String id() {
    String own = grid.map(Arrays::toString).orElse(points + " points, ratio " + ratio);
    return ("penalty path; mixing " + mixing + "; ridge " + ridge + "; grid " + own)
        + ("; factors " + text(factors) + "; lower " + text(lower) + "; upper " + text(upper))
        + ("; most columns " + mostColumns + "; tolerance " + tolerance + "; folds " + folds)
        + ("; explained " + mostExplained() + "; growth " + leastGrowth());
  }

  private static String text(Optional<double[]> numbers) {
    return numbers.map(Arrays::toString).orElse("none");
  }

  /** Fits. An interrupt of the thread ends the path; finished points are kept. */
  public PenaltyPath go() {
    return new PathSearch(this).go();
  }
}
