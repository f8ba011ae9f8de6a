package org.ironopt.method;

import java.util.Locale;
import org.ironopt.linalg.Require;
import org.ironopt.problem.Objective;
import org.ironopt.random.Streams;

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
}
