package org.ironopt.method.gradient;

import java.io.IOException;
import org.ironopt.io.StateCodec;
import org.ironopt.linalg.Vectors;
import org.ironopt.linalg.internal.LbfgsMatrix;
import org.ironopt.linalg.internal.Require;
import org.ironopt.method.AbstractStepper;
import org.ironopt.method.Method;
import org.ironopt.method.StepReport;
import org.ironopt.method.Stepper;
import org.ironopt.problem.Objective;
import org.ironopt.random.NoiseModel;
import org.ironopt.random.RandomStreams;
import org.ironopt.resolvent.InnerReport;

/**
 * L-BFGS on f itself, a deterministic reference: {@code x+ = x - t B g}, g the gradient, B the
 * inverse BFGS matrix of the last pairs, t by a search for the (weak) Wolfe conditions
 *
 * <pre>
 *   f(x - t d) &lt;= f(x) - 1e-4 t &lt;g, d&gt;,   &lt;grad f(x - t d), d&gt; &lt;= 0.9 &lt;g, d&gt;,   d = B g
 * </pre>
 *
 * by doubling and bisection from t = 1 (at first {@code min(1, 1/|g|)}). Where values of f differ
 * by rounding only, slopes decide. A direction that fails is replaced once by -g; if that fails
 * too, x stays and the report states the reason. Needs values and gradients of all of f, about one
 * each in a step. Guarantee: f never increases but by rounding. Known, not tested here: linear
 * convergence on strongly convex f.
 *
 * <p>References: D. C. Liu, J. Nocedal, DOI 10.1007/BF01589116; A. S. Lewis, M. L. Overton, DOI
 * 10.1007/s10107-012-0514-2 (the search). Deviation: the search is for the weak conditions; the
 * memory is dropped where a direction fails.
 *
 * @param memory pairs kept
 */
public record Lbfgs(int memory) implements Method {
  public Lbfgs {
    Require.atLeast("memory", 1, memory);
  }

  /** Returns the method with ten pairs. */
  public Lbfgs() {
    this(10);
  }

  @Override
  public String name() {
    return "l-bfgs";
  }

  /** Starts at {@code x0}; nothing is random. */
  @Override
  public Stepper start(Objective objective, double[] x0, RandomStreams streams) {
    return new Iteration(objective, x0, streams);
  }

  private final class Iteration extends AbstractStepper {
    private final Objective objective;
    private final LbfgsMatrix matrix = new LbfgsMatrix(x.length, memory);
    private final WolfeSearch search;
    private final double[] gradient = new double[x.length];

    /** f at x; NaN before the first evaluation. */
    private double value = Double.NaN;

    private final double[] d = new double[x.length];

    Iteration(Objective objective, double[] x0, RandomStreams streams) {
      super(objective, NoiseModel.none(), x0, streams);
      this.objective = objective;
      search = new WolfeSearch(objective);
    }

    @Override
    protected void state(StateCodec archive) throws IOException {
      archive.array(gradient);
      value = archive.number(value);
      archive.arrays(matrix.state());
    }

    @Override
    public StepReport advance() {
      int evaluations = 0;
      if (Double.isNaN(value)) {
        value = objective.valueAndGradient(x, gradient);
        evaluations++;
      }
      boolean found = descend();
      evaluations += search.evaluations;
      if (!found && matrix.pairs() > 0) {
        matrix.clear();
        found = descend();
        evaluations += search.evaluations;
      }
      if (found) {
        move();
      }
      k++;
      StepReport report =
          StepReport.explicit(k, Double.NaN, evaluations).measured(value, Vectors.norm(gradient));
      return found ? report : report.solved(Double.NaN, stuck());
    }

    /** Searches along {@code -B g}; returns whether there was a better point. */
    private boolean descend() {
      search.evaluations = 0;
      Vectors.copy(gradient, d);
      matrix.apply(d);
      Vectors.scale(-1, d);
      double slope = Vectors.dot(gradient, d);
      if (!(slope < 0)) {
        return false;
      }
      double t = matrix.pairs() > 0 ? 1 : Math.min(1, 1 / Vectors.norm(gradient));
      return search.search(x, value, d, slope, t);
    }

    private void move() {
      matrix.add(x, search.x, gradient, search.gradient);
      Vectors.copy(search.x, x);
      Vectors.copy(search.gradient, gradient);
      value = search.value;
    }

    /** Why there is no better point: rounding, if the slope of f is hidden by it. */
    private InnerReport stuck() {
      double norm = Vectors.norm(gradient);
      InnerReport.Ending ending =
          !Double.isFinite(value) || !Double.isFinite(norm)
              ? InnerReport.Ending.NOT_FINITE
              : norm * norm <= Math.ulp(1 + Math.abs(value))
                  ? InnerReport.Ending.ROUNDING
                  : InnerReport.Ending.NO_DECREASE;
      InnerReport.Counter counts = new InnerReport.Counter();
      counts.backtracks = search.evaluations;
      counts.evaluations = search.evaluations;
      return counts.report(ending, norm, Double.NaN, value, norm);
    }
  }

  /**
   * Looks along a direction for a point with the weak Wolfe conditions: too far where f does not
   * fall enough or is no number, not far enough where it still falls steeply.
   */
  private static final class WolfeSearch {
    private static final double DECREASE = 1e-4;
    private static final double CURVATURE = 0.9;

    /** Differences of f below this part of it are rounding. */
    private static final double HIDDEN = 1e-10;

    private static final int TRIALS = 60;

    private final Objective f;

    /** The point found, f and its gradient there. */
    final double[] x;

    final double[] gradient;
    double value;

    /** Evaluations of the last search. */
    int evaluations;

    WolfeSearch(Objective f) {
      this.f = f;
      x = new double[f.dimension()];
      gradient = new double[f.dimension()];
    }

    /** Searches {@code start + t d} from t0 on; returns whether a point was found. */
    boolean search(double[] start, double at, double[] d, double slope, double t0) {
      evaluations = 0;
      double low = 0;
      double high = Double.POSITIVE_INFINITY;
      double t = t0;
      for (int trial = 0; trial < TRIALS; trial++) {
        boolean finite = evaluate(start, t, d);
        double slopeHere = Vectors.dot(gradient, d);
        if (!finite || !falls(at, t * slope, t * slopeHere)) {
          high = t;
        } else if (slopeHere < CURVATURE * slope) {
          low = t;
        } else {
          return true;
        }
        t = high < Double.POSITIVE_INFINITY ? 0.5 * (low + high) : 2 * low;
      }
      return low > 0 && evaluate(start, low, d);
    }

    private boolean evaluate(double[] start, double t, double[] d) {
      Vectors.add(start, t, d, x);
      value = f.valueAndGradient(x, gradient);
      evaluations++;
      return Double.isFinite(value) && Vectors.allFinite(gradient);
    }

    /** Whether f falls by enough of what the slope at the start promises. */
    private boolean falls(double at, double promised, double here) {
      double hidden = HIDDEN * Math.max(Math.abs(at), Math.abs(value));
      if (-promised > hidden) {
        return value - at <= DECREASE * promised;
      }
      return value - at <= hidden && 0.5 * (promised + here) <= DECREASE * promised;
    }
  }
}
