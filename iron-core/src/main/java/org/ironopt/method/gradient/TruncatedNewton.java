package org.ironopt.method.gradient;

import java.io.IOException;
import java.util.Arrays;
import org.ironopt.io.StateCodec;
import org.ironopt.linalg.KrylovSolver;
import org.ironopt.linalg.Vectors;
import org.ironopt.linalg.internal.Require;
import org.ironopt.linalg.internal.Steihaug;
import org.ironopt.linalg.internal.SteihaugReport;
import org.ironopt.method.AbstractStepper;
import org.ironopt.method.Method;
import org.ironopt.method.StepReport;
import org.ironopt.method.Stepper;
import org.ironopt.problem.Curvature;
import org.ironopt.problem.Curved;
import org.ironopt.problem.Objective;
import org.ironopt.random.NoiseModel;
import org.ironopt.random.RandomStreams;
import org.ironopt.resolvent.InnerReport;

/**
 * Truncated Newton in a trust region, a deterministic reference: the model {@code <g, s> + <s, H
 * s>/2} of f is minimised in {@code |s| <= radius} by conjugate gradients, cut at the boundary, at
 * negative curvature or at a residual of {@code min(1/2, sqrt|g|) |g|}. A step with more than 0.15
 * of the predicted decrease is accepted; below 0.25 the radius becomes |s|/4, above 0.75 at the
 * boundary it doubles, up to a limit. A step of the method is one trial, taken or not. Where values
 * of f differ by rounding only, slopes decide.
 *
 * <p>Needs values, gradients and Hessian products of all of f. Guarantee: f never increases but by
 * rounding. Known, not tested here: limit points are stationary for smooth f bounded below, and
 * convergence is of order 3/2 near a minimiser with a positive definite Hessian.
 *
 * <p>References: T. Steihaug, DOI 10.1137/0720042; R. S. Dembo, T. Steihaug, DOI
 * 10.1007/BF02592055; constants as in SciPy's trust-ncg. Deviation: where values cannot tell two
 * points apart slopes decide.
 *
 * @param radius0 first radius
 * @param maxRadius largest radius
 */
public record TruncatedNewton(double radius0, double maxRadius) implements Method {
  public TruncatedNewton {
    Require.positive("radius0", radius0);
    String sentence = "maxRadius is %s, expected at least radius0 = %s";
    Require.that(maxRadius >= radius0, sentence, maxRadius, radius0);
  }

  /** Returns the method with radii from 1 up to 1000. */
  public TruncatedNewton() {
    this(1, 1000);
  }

  @Override
  public String name() {
    return "truncated-newton";
  }

  /** Starts at {@code x0}; nothing is random. */
  @Override
  public Stepper start(Objective objective, double[] x0, RandomStreams streams) {
    if (objective instanceof Curved curved) {
      return new Iteration(curved, x0, streams);
    }
    throw new IllegalArgumentException(
        "truncated-newton needs a Curved objective (Hessian products), got "
            + objective.getClass().getSimpleName()
            + ": use Lbfgs");
  }

  private final class Iteration extends AbstractStepper {
    /** Differences of f below this part of it are rounding. */
    private static final double HIDDEN = 1e-10;

    private final Steihaug steihaug = new Steihaug(x.length);
    private double radius = radius0;

    /** The picture at x, and one for the trial point. */
    private Curvature here;

    private Curvature there;

    /** Where {@link #here} was taken; a function of x, so it is not saved but found again. */
    private final double[] at = new double[x.length];

    private double value;
    private double[] gradient = new double[x.length];
    private double[] next = new double[x.length];
    private double[] nextGradient = new double[x.length];
    private final double[] s = new double[x.length];

    Iteration(Curved objective, double[] x0, RandomStreams streams) {
      super(objective, NoiseModel.none(), x0, streams);
      here = objective.curvature();
      there = objective.curvature();
      Arrays.fill(at, Double.NaN);
    }

    @Override
    protected void state(StateCodec archive) throws IOException {
      radius = archive.number(radius);
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
      double length = Vectors.norm(s);
      double nextRadius = Steihaug.radius(radius, maxRadius, gain, model.ending(), length);
      radius = nextRadius > 0 ? nextRadius : radius;
      boolean taken = gain > Steihaug.ACCEPT;
      if (taken) {
        move(trial);
      }
      k++;
      return report(taken, model, evaluations);
    }

    private SteihaugReport solve() {
      double norm = Vectors.norm(gradient);
      double relative = Math.min(0.5, Math.sqrt(norm));
      KrylovSolver.Tolerance rule =
          KrylovSolver.Tolerance.toRelative(relative, Math.max(10, 2 * x.length));
      return steihaug.solve(here, gradient, radius, s, rule);
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

    private void move(double trial) {
      Curvature left = here;
      here = there;
      there = left;
      next = moveTo(next);
      double[] old = gradient;
      gradient = nextGradient;
      nextGradient = old;
      value = trial;
      Vectors.copy(x, at);
    }

    private StepReport report(boolean taken, SteihaugReport model, int evaluations) {
      double norm = Vectors.norm(gradient);
      InnerReport.Counter counts = new InnerReport.Counter();
      counts.newtonSteps = taken ? 1 : 0;
      counts.backtracks = taken ? 0 : 1;
      counts.linearSteps = model.iterations();
      counts.products = model.iterations();
      counts.evaluations = evaluations;
      double none = Double.NaN;
      InnerReport inner =
          counts.report(ending(taken, model.ending(), norm), norm, none, value, norm);
      return StepReport.implicit(k, none, none, none, inner, StepReport.Counts.NONE)
          .measured(value, norm);
    }

    /** A trial that was not taken is no failure while there is room for a shorter one. */
    private InnerReport.Ending ending(boolean taken, KrylovSolver.Ending model, double norm) {
      if (model == KrylovSolver.Ending.NOT_FINITE) {
        return InnerReport.Ending.NOT_FINITE;
      }
      if (taken) {
        return InnerReport.Ending.CONVERGED;
      }
      if (norm * norm <= Math.ulp(1 + Math.abs(value))) {
        return InnerReport.Ending.ROUNDING;
      }
      return radius > Math.ulp(Vectors.norm(x))
          ? InnerReport.Ending.TRUNCATED
          : InnerReport.Ending.NO_DECREASE;
    }
  }
}
