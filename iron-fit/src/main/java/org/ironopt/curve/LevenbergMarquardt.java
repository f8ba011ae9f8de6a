package org.ironopt.curve;

import java.util.Arrays;
import java.util.List;
import org.ironopt.linalg.internal.Require;
import org.ironopt.method.Method;
import org.ironopt.problem.Objective;
import org.ironopt.problem.Regularizer;
import org.ironopt.random.RandomStreams;
import org.ironopt.run.Ending;
import org.ironopt.run.Run;

/**
 * The method of Levenberg and Marquardt for a {@link SumOfSquares}. A step is the resolvent of the
 * linearised residuals with its center at the iterate,
 *
 * <pre>
 *   s = argmin |r + J s|^2/2 + |D s|^2/(2 lambda),    x = x + s
 * </pre>
 *
 * that is IRON's with its velocity at the iterate. lambda follows from a radius {@code |D s| <=
 * radius} that grows while the model is trusted, up to full Gauss-Newton steps, lambda infinite. D
 * has the largest norms that the columns of J have had, so that no unit of a variable matters; or
 * the caller's scales. J is evaluated at accepted points only. After five short steps in a row a
 * second-order correction along the valley is tried, for one evaluation more. Steps are projected
 * on the bounds. Where f is too flat to measure a step, full steps continue as long as the decrease
 * predicted by the model shrinks. On a plateau the method starts again with other radii.
 *
 * <p>The steps end themselves ({@link Run.SelfStoppingStepper}): {@link Ending.Settled}, {@link
 * Ending.AtRounding}, {@link Ending.Plateau} or {@link Ending.Undetermined}.
 *
 * <p>Needs the residuals and their derivatives. Guarantee: f never increases but by its rounding;
 * limit points are stationary.
 *
 * <p>Reference: J. Mor&eacute;, "The Levenberg-Marquardt algorithm", 1978, DOI 10.1007/BFb0067700;
 * M. Transtrum, J. Sethna, arXiv:1201.5885 (the correction). Deviation: the radius is 0.3 of the
 * start's size instead of 100 times, the polishing steps and the restarts are ours.
 *
 * @param names of the variables, for endings; empty for {@code x0, x1, ...}
 * @param lower bounds, empty for none
 * @param upper bounds, empty for none
 * @param scales sizes of the variables, empty to learn them from J
 * @param reach first radius over the size of the start, in the metric
 * @param tolerance largest relative change of a variable in the last step
 */
public record LevenbergMarquardt(
    List<String> names,
    double[] lower,
    double[] upper,
    double[] scales,
    double reach,
    double tolerance)
    implements Method {

  /** What is used when nothing is said. */
  public static final LevenbergMarquardt DEFAULT =
      new LevenbergMarquardt(List.of(), new double[0], new double[0], new double[0], 0.3, 1e-12);

  public LevenbergMarquardt {
    names = List.copyOf(names);
    Arrays.stream(scales).forEach(scale -> Require.positive("scale", scale));
    Require.positive("reach", reach);
    Require.positive("tolerance", tolerance);
  }

  @Override
  public String name() {
    return "levenberg-marquardt";
  }

  @Override
  public Regularizer regularizer() {
    return lower.length + upper.length == 0 ? Regularizer.none() : new Box(lower, upper);
  }

  @Override
  public Run.SelfStoppingStepper start(Objective objective, double[] x0, RandomStreams streams) {
    if (objective instanceof SumOfSquares squares) {
      return new LevenbergMarquardtStepper(this, squares, x0, streams);
    }
    throw new IllegalArgumentException(
        name() + " needs a SumOfSquares, got " + objective.getClass().getSimpleName());
  }

  /** Returns the name of a variable. */
  String variable(int j) {
    return names.isEmpty() ? "x" + j : names.get(j);
  }

  /** Zero between bounds, infinite elsewhere. */
  private record Box(double[] lower, double[] upper) implements Regularizer {
    @Override
    public double value(double[] x) {
      double[] inside = new double[x.length];
      prox(1, x, inside);
      return Arrays.equals(x, inside) ? 0 : Double.POSITIVE_INFINITY;
    }

    @Override
    public void prox(double t, double[] u, double[] x) {
      for (int j = 0; j < u.length; j++) {
        x[j] = Math.min(upper[j], Math.max(lower[j], u[j]));
      }
    }

    @Override
    public void jacobian(double t, double[] u, double[] v, double[] jv) {
      for (int j = 0; j < u.length; j++) {
        jv[j] = u[j] > lower[j] && u[j] < upper[j] ? v[j] : 0;
      }
    }

    @Override
    public String description() {
      return "box " + Arrays.toString(lower) + " to " + Arrays.toString(upper);
    }
  }
}
