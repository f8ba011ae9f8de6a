package org.ironopt.method.gradient;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import org.ironopt.linalg.LbfgsMatrix;
import org.ironopt.linalg.Require;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.Layout;
import org.ironopt.method.Method;
import org.ironopt.method.Perturbation;
import org.ironopt.method.State;
import org.ironopt.method.StepReport;
import org.ironopt.method.Stepper;
import org.ironopt.method.Work;
import org.ironopt.problem.Objective;
import org.ironopt.random.Streams;
import org.ironopt.resolvent.InnerEnding;
import org.ironopt.resolvent.InnerReport;

/**
 * L-BFGS on f itself, a deterministic reference: {@code x+ = x - t B g}, g the gradient, B the
 * inverse BFGS matrix of the last pairs, t by a search for the (weak) Wolfe conditions
 *
 * <pre>
 *   f(x - t d) &lt;= f(x) - 1e-4 t &lt;g, d&gt;,   &lt;grad f(x - t d), d&gt; &lt;= 0.9 &lt;g, d&gt;,   d = B g
 * </pre>
 *
 * by doubling and bisection from t = 1 (at first {@code min(1, 1/|g|)}). Where f cannot be told
 * apart by its value any more, slopes decide. A direction that fails is replaced once by -g; if
 * that fails too, x stays and the report says why. Needs values and gradients of all of f, about
 * one each in a step. Guarantee: on strongly convex f linear convergence; f never increases but by
 * rounding.
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

  @Override
  public String description() {
    return String.format(Locale.ROOT, "l-bfgs(memory: %d)", memory);
  }

  /** Starts at {@code x0}; nothing is random. */
  @Override
  public Stepper start(Objective objective, double[] x0, Streams streams) {
    return new LbfgsStepper(this, objective, x0);
  }

  /** {@link Lbfgs} at work. */
  private static final class LbfgsStepper extends State {
    private final Objective objective;
    private final LbfgsMatrix matrix;
    private final WolfeSearch search;
    private final double[] gradient;

    /** f at x; NaN before the first evaluation. */
    private final double[] value = {Double.NaN};

    private final double[] d;

    LbfgsStepper(Lbfgs method, Objective objective, double[] x0) {
      super(objective, Layout.of(objective), Perturbation.NONE, x0);
      this.objective = objective;
      matrix = new LbfgsMatrix(x.length, method.memory());
      search = new WolfeSearch(objective);
      gradient = new double[x.length];
      d = new double[x.length];
    }

    @Override
    protected double[][] arrays() {
      List<double[]> all = new ArrayList<>(List.of(x, gradient, value));
      all.addAll(Arrays.asList(matrix.state()));
      return all.toArray(double[][]::new);
    }

    @Override
    public StepReport advance() {
      int evaluations = 0;
      if (Double.isNaN(value[0])) {
        value[0] = objective.valueAndGradient(x, gradient);
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
      return new StepReport(
          k,
          Double.NaN,
          Double.NaN,
          Double.NaN,
          value[0],
          Vectors.norm(gradient),
          found ? Optional.empty() : Optional.of(stuck()),
          Optional.empty(),
          Work.gradients(evaluations));
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
      return search.search(x, value[0], d, slope, t);
    }

    private void move() {
      matrix.add(x, search.x, gradient, search.gradient);
      Vectors.copy(search.x, x);
      Vectors.copy(search.gradient, gradient);
      value[0] = search.value;
    }

    /** Why there is no better point: rounding, if the slope of f is hidden by it. */
    private InnerReport stuck() {
      double norm = Vectors.norm(gradient);
      InnerEnding ending =
          !Double.isFinite(value[0]) || !Double.isFinite(norm)
              ? InnerEnding.NOT_FINITE
              : norm * norm <= Math.ulp(1 + Math.abs(value[0]))
                  ? InnerEnding.ROUNDING
                  : InnerEnding.NO_DECREASE;
      return new InnerReport(
          ending,
          0,
          0,
          search.evaluations,
          norm,
          OptionalDouble.empty(),
          value[0],
          norm,
          search.evaluations,
          0);
    }
  }
}
