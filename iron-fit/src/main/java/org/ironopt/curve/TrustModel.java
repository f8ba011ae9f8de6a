package org.ironopt.curve;

import java.io.IOException;
import java.util.Arrays;
import org.ironopt.io.StateCodec;
import org.ironopt.linalg.Vectors;

/**
 * The Gauss-Newton model of a sum of squares where an iterate stands, in the metric D of all that J
 * has been so far, between bounds; and a count of what was evaluated for it.
 */
@SuppressWarnings("NullAway")
final class TrustModel {
  private final SumOfSquares f;
  private final double[] low;
  private final double[] high;
  private final double[] scales;

  /** Largest norms that the columns of J have had, and the metric D. */
  private final double[] largest;

  private final double[] metric;

  /** Whether differences are taken on both sides. */
  private boolean central;

  private GaussNewtonModel model;
  private SumOfSquares.Linear linear;
  private long evaluations;
  private long jacobians;

  /** Sizes of the variables may be empty, to be learned from J. */
  @SuppressWarnings("NullAway.Init")
  TrustModel(SumOfSquares f, double[] low, double[] high, double[] scales) {
    this.f = f;
    this.low = low;
    this.high = high;
    this.scales = scales;
    largest = new double[low.length];
    metric = new double[low.length];
  }

  void state(StateCodec archive) throws IOException {
    archive.arrays(largest, metric);
    evaluations = archive.count(evaluations);
    jacobians = archive.count(jacobians);
    central = archive.flag(central);
    model = null;
  }

  /** Forgets what was learned; the counts go on. */
  void clear() {
    Arrays.fill(largest, 0);
    Arrays.fill(metric, 0);
    model = null;
  }

  /** Changes to differences on both sides, or back. */
  void central(boolean central) {
    this.central = central;
  }

  /** Returns whether derivatives are as good as they get. */
  boolean fine() {
    return f.exact() || central;
  }

  /** Returns the model at the last point; null if there was none. */
  GaussNewtonModel model() {
    return model;
  }

  /** Returns the largest norm that column j of J has had. */
  double largest(int j) {
    return largest[j];
  }

  long evaluations() {
    return evaluations;
  }

  long jacobians() {
    return jacobians;
  }

  /** Returns twice f. */
  double cost(double[] x) {
    evaluations++;
    return f.cost(x);
  }

  /** Linearises at x; where that is not finite it returns false and the last model stays. */
  boolean linearise(double[] x) {
    jacobians++;
    evaluations += f.evaluations(central);
    SumOfSquares.Linear here = f.linear(x, central);
    if (!Vectors.allFinite(here.triangle())) {
      return false;
    }
    linear = here;
    int n = x.length;
    double[] norms = GaussNewtonModel.columnNorms(here.triangle(), n + 1);
    double[] gradient = GaussNewtonModel.gradient(here.triangle(), n);
    boolean[] held = new boolean[n];
    for (int j = 0; j < n; j++) {
      largest[j] = Math.max(largest[j], norms[j]);
      metric[j] = scales.length > 0 ? 1 / scales[j] : largest[j] > 0 ? largest[j] : 1;
      held[j] = (x[j] <= low[j] && gradient[j] > 0) || (x[j] >= high[j] && gradient[j] < 0);
    }
    model = new GaussNewtonModel(here.triangle(), metric, held);
    return true;
  }

  /** Linearises after a restored state, which was counted already. */
  void recall(double[] x) {
    if (model == null) {
      long counted = jacobians;
      long evaluated = evaluations;
      linearise(x);
      jacobians = counted;
      evaluations = evaluated;
    }
  }

  /** Returns {@code x + step} between the bounds. */
  double[] projected(double[] x, double[] step) {
    double[] next = new double[x.length];
    for (int j = 0; j < next.length; j++) {
      next[j] = Math.min(high[j], Math.max(low[j], x[j] + step[j]));
    }
    return next;
  }

  /** Returns how far a step along -J'r leads before a bound; NaN without a model. */
  double gradientNorm(double[] x) {
    if (model == null) {
      return Double.NaN;
    }
    double[] moved = model.gradient.clone();
    Vectors.scale(-1, moved);
    moved = projected(x, moved);
    Vectors.subtract(x, moved, moved);
    return Vectors.norm(moved);
  }

  /** Adds half of the second-order correction to s(nu), where that is smaller than the step. */
  double[] corrected(double[] step, double nu) {
    if (linear.rows() == null) {
      return step;
    }
    evaluations++;
    double[] bend = f.bend(linear, step);
    if (bend == null) {
      return step;
    }
    double[] correction = model.solve(bend, nu);
    if (2 * model.length(correction) > 0.75 * model.length(step)) {
      return step;
    }
    double[] both = new double[step.length];
    Vectors.add(step, 0.5, correction, both);
    return both;
  }
}
