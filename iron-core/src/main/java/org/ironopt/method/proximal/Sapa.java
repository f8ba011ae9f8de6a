package org.ironopt.method.proximal;

import java.util.Locale;
import org.ironopt.method.Batches;
import org.ironopt.method.Method;
import org.ironopt.method.Schedule;
import org.ironopt.method.Stepper;
import org.ironopt.method.Words;
import org.ironopt.method.gradient.GradientTableStepper;
import org.ironopt.problem.Objective;
import org.ironopt.random.Streams;

/**
 * SAPA, the stochastic proximal point method with a table of gradients {@code g_j = grad
 * f_j(phi_j)}, one for each term:
 *
 * <pre>
 *   x+ = prox_{eta f_i}(x + eta (g_i - mean_j g_j)),   then  g_i = grad f_i(x) at the old x ,
 * </pre>
 *
 * with all {@code phi_j = x_0} at the start. Beside {@link PointSaga}, which keeps the gradient at
 * the new point, it needs a gradient per step more.
 *
 * <p>Needs a {@link org.ironopt.problem.FiniteSum}, one term per step, its prox and its gradient; a
 * table of N times n numbers. Guarantee: for L-smooth convex terms and strongly convex f linear
 * convergence with a constant step {@code eta < 1/(5L)}.
 *
 * <p>Reference: C. Traore, V. Apidopoulos, S. Salzo, S. Villa, "Variance reduction techniques for
 * stochastic proximal point algorithms", J. Optim. Theory Appl. 203 (2024), DOI
 * 10.1007/s10957-024-02502-6. Deviation: the constant of the step bound is from general knowledge
 * of the method, not from the printed text.
 *
 * @param eta step lengths
 * @param batches single terms that the steps see
 */
public record Sapa(Schedule eta, Batches batches) implements Method {
  /** Returns the method with a constant step, terms drawn independently. */
  public static Sapa step(double eta) {
    return new Sapa(Schedule.constant(eta), Batches.withReplacement(1));
  }

  /** Changes the steps. */
  public Sapa steps(Schedule eta) {
    return new Sapa(eta, batches);
  }

  /** Changes which terms the steps see, one each. */
  public Sapa batches(Batches batches) {
    return new Sapa(eta, batches);
  }

  @Override
  public String name() {
    return "sapa";
  }

  @Override
  public String description() {
    return String.format(
        Locale.ROOT, "%s(eta: %s; batches: %s)", name(), eta.description(), Words.of(batches));
  }

  @Override
  public Stepper start(Objective objective, double[] x0, Streams streams) {
    return new GradientTableStepper(name(), eta, batches, true, objective, x0, streams);
  }
}
