package org.ironopt.method.proximal;

import java.util.Locale;
import org.ironopt.linalg.Require;
import org.ironopt.method.Batches;
import org.ironopt.method.Method;
import org.ironopt.method.Schedule;
import org.ironopt.method.Stepper;
import org.ironopt.method.Words;
import org.ironopt.method.gradient.GradientTableStepper;
import org.ironopt.problem.Objective;
import org.ironopt.random.Streams;

/**
 * Point-SAGA, the stochastic proximal point method with a table of gradients at the points where
 * the terms were last solved:
 *
 * <pre>
 *   z  = x + eta (g_i - mean_j g_j),   x+ = prox_{eta f_i}(z),   then  g_i = (z - x+) / eta ,
 * </pre>
 *
 * which is the gradient of {@code f_i} at the new point. The table starts with the gradients at
 * {@code x_0}.
 *
 * <p>Needs a {@link org.ironopt.problem.FiniteSum}, one term per step and its prox; gradients only
 * at the start; a table of N times n numbers. Guarantee: for L-smooth mu-strongly convex terms and
 * the step {@link #bestStep} the squared distance, with the table's, shrinks in the mean by {@code
 * 1/(1 + mu eta)} per step, an accelerated rate {@code 1 - O(1/(N + sqrt(N L / mu)))}.
 *
 * <p>Reference: A. Defazio, "A simple practical accelerated method for finite sums", NIPS 2016,
 * arXiv:1602.02442. Deviation: none known.
 *
 * @param eta step lengths
 * @param batches single terms that the steps see
 */
public record PointSaga(Schedule eta, Batches batches) implements Method {
  /** Returns the method with a constant step, terms drawn independently. */
  public static PointSaga step(double eta) {
    return new PointSaga(Schedule.constant(eta), Batches.withReplacement(1));
  }

  /**
   * Returns {@code sqrt((N-1)^2 + 4 N L / mu) / (2 L N) - (1 - 1/N) / (2 L)}, the step of the
   * accelerated rate.
   */
  public static double bestStep(double mu, double smoothness, int terms) {
    Require.positive("mu", mu);
    Require.positive("L", smoothness);
    double n = Require.atLeast("terms", 1, terms);
    double root = Math.sqrt((n - 1) * (n - 1) + 4 * n * smoothness / mu);
    return (root - (n - 1)) / (2 * smoothness * n);
  }

  /** Changes the steps. */
  public PointSaga steps(Schedule eta) {
    return new PointSaga(eta, batches);
  }

  /** Changes which terms the steps see, one each. */
  public PointSaga batches(Batches batches) {
    return new PointSaga(eta, batches);
  }

  @Override
  public String name() {
    return "point-saga";
  }

  @Override
  public String description() {
    return String.format(
        Locale.ROOT, "%s(eta: %s; batches: %s)", name(), eta.description(), Words.of(batches));
  }

  @Override
  public Stepper start(Objective objective, double[] x0, Streams streams) {
    return new GradientTableStepper(name(), eta, batches, false, objective, x0, streams);
  }
}
