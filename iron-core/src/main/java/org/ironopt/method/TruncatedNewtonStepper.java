package org.ironopt.method;

import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import org.ironopt.linalg.Krylov;
import org.ironopt.linalg.LinearEnding;
import org.ironopt.linalg.Steihaug;
import org.ironopt.linalg.SteihaugReport;
import org.ironopt.linalg.Vectors;
import org.ironopt.problem.Curvature;
import org.ironopt.problem.Curved;
import org.ironopt.resolvent.InnerEnding;
import org.ironopt.resolvent.InnerReport;

/** {@link TruncatedNewton} at work. */
final class TruncatedNewtonStepper extends State {
  private static final double ACCEPT = 0.15;
  private static final double POOR = 0.25;
  private static final double GOOD = 0.75;

  /** Differences of f below this part of it are rounding. */
  private static final double HIDDEN = 1e-10;

  private final TruncatedNewton method;
  private final Steihaug steihaug;
  private final double[] radius;

  /** The picture at x, and one for the trial point. */
  private Curvature here;

  private Curvature there;

  /** Where {@link #here} was taken; a function of x, so it is not saved but found again. */
  private final double[] at;

  private double value;
  private double[] gradient;
  private double[] next;
  private double[] nextGradient;
  private final double[] s;

  TruncatedNewtonStepper(TruncatedNewton method, Curved objective, double[] x0) {
    super(objective, Layout.of(objective), Perturbation.NONE, x0);
    this.method = method;
    int n = x.length;
    steihaug = new Steihaug(n);
    radius = new double[] {method.radius0()};
    here = objective.curvature();
    there = objective.curvature();
    gradient = new double[n];
    next = new double[n];
    nextGradient = new double[n];
    s = new double[n];
    at = new double[n];
    Arrays.fill(at, Double.NaN);
  }

  @Override
  double[][] arrays() {
    return new double[][] {x, radius};
  }

  @Override
  public StepReport advance() {
    int evaluations = k == 0 ? 2 : 1;
    if (!Arrays.equals(at, x)) {
      value = here.at(x, gradient);
      Vectors.copy(x, at);
    }
    SteihaugReport model = solve();
    Vectors.add(x, 1, s, next);
    double trial = there.at(next, nextGradient);
    double gain = gain(-model.model(), trial);
    adapt(gain, model.ending());
    boolean taken = gain > ACCEPT;
    if (taken) {
      move(trial);
    }
    k++;
    return report(taken, model, evaluations);
  }

  private SteihaugReport solve() {
    double norm = Vectors.norm(gradient);
    double relative = Math.min(0.5, Math.sqrt(norm));
    Krylov rule = Krylov.toRelative(relative, Math.max(10, 2 * x.length));
    return steihaug.solve(here, gradient, radius[0], s, rule);
  }

  /** Returns the part of the promised decrease of f that the trial point delivers. */
  private double gain(double promise, double trial) {
    if (!Double.isFinite(trial) || !Vectors.allFinite(nextGradient) || !(promise > 0)) {
      return Double.NEGATIVE_INFINITY;
    }
    double hidden = HIDDEN * Math.max(Math.abs(value), Math.abs(trial));
    if (promise > hidden) {
      return (value - trial) / promise;
    }
    double slopes = -0.5 * (Vectors.dot(gradient, s) + Vectors.dot(nextGradient, s));
    return trial - value <= hidden ? slopes / promise : Double.NEGATIVE_INFINITY;
  }

  private void adapt(double gain, LinearEnding ending) {
    boolean atBoundary =
        ending == LinearEnding.BOUNDARY || ending == LinearEnding.NEGATIVE_CURVATURE;
    if (!(gain >= POOR)) {
      double shorter = 0.25 * Vectors.norm(s);
      radius[0] = shorter > 0 ? shorter : radius[0];
    } else if (gain > GOOD && atBoundary) {
      radius[0] = Math.min(2 * radius[0], method.maxRadius());
    }
  }

  private void move(double trial) {
    Curvature left = here;
    here = there;
    there = left;
    double[] old = x;
    x = next;
    next = old;
    old = gradient;
    gradient = nextGradient;
    nextGradient = old;
    value = trial;
    Vectors.copy(x, at);
  }

  private StepReport report(boolean taken, SteihaugReport model, int evaluations) {
    double norm = Vectors.norm(gradient);
    InnerEnding ending = ending(taken, model.ending(), norm);
    int steps = model.iterations();
    InnerReport inner =
        new InnerReport(
            ending,
            taken ? 1 : 0,
            steps,
            taken ? 0 : 1,
            norm,
            OptionalDouble.empty(),
            value,
            norm,
            evaluations,
            steps);
    return new StepReport(
        k,
        Double.NaN,
        Double.NaN,
        Double.NaN,
        value,
        norm,
        Optional.of(inner),
        Optional.empty(),
        Work.of(inner));
  }

  /** A trial that was not taken is no failure while there is room for a shorter one. */
  private InnerEnding ending(boolean taken, LinearEnding model, double norm) {
    if (model == LinearEnding.NOT_FINITE) {
      return InnerEnding.NOT_FINITE;
    }
    if (taken) {
      return InnerEnding.CONVERGED;
    }
    if (norm * norm <= Math.ulp(1 + Math.abs(value))) {
      return InnerEnding.ROUNDING;
    }
    return radius[0] > Math.ulp(Vectors.norm(x)) ? InnerEnding.TRUNCATED : InnerEnding.NO_DECREASE;
  }
}
