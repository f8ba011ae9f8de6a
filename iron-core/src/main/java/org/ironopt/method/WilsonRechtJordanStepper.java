package org.ironopt.method;

import java.util.Locale;
import java.util.Optional;
import org.ironopt.linalg.Vectors;
import org.ironopt.problem.Objective;
import org.ironopt.resolvent.InnerReport;

/** {@link WilsonRechtJordan} at work. */
final class WilsonRechtJordanStepper extends State {
  private final WilsonRechtJordan method;
  private final BatchProx prox;
  private final boolean whole;
  final double[] z;
  private final double[] c;
  private double[] u;

  WilsonRechtJordanStepper(
      WilsonRechtJordan method, Objective objective, Sampler sampler, double[] x0) {
    super(objective, Layout.of(objective), Perturbation.NONE, x0);
    this.method = method;
    prox = BatchProx.of(objective, sampler, method.inner());
    whole = sampler.whole();
    z = x.clone();
    c = new double[x.length];
    u = new double[x.length];
  }

  @Override
  double[][] arrays() {
    return new double[][] {x, z};
  }

  @Override
  public StepReport advance() {
    double at = method.schedule().checked(k);
    return method.mu() > 0
        ? move(at, at / (1 + 2 * at), at * at / (method.mu() * (1 + 2 * at)), at)
        : convex(at);
  }

  private StepReport convex(double next) {
    double now = k == 0 ? 0 : method.schedule().checked(k - 1);
    double a = next - now;
    if (!(a > 0)) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT, "A_%d is %s, expected more than A_%d = %s", k + 1, next, k, now));
    }
    return move(a, a / next, a * a / next, a / now);
  }

  /**
   * Solves from the point between x and z at {@code weight}, then {@code z+ = x+ + (x+ - x)/t},
   * which for an infinite t is x+.
   */
  private StepReport move(double step, double weight, double lambda, double t) {
    Vectors.interpolate(x, z, weight, c, 0, c.length);
    InnerReport report = prox.solve(k, lambda, c, x, u);
    Vectors.velocity(u, x, t, z, 0, z.length);
    double[] old = x;
    x = u;
    u = old;
    k++;
    return new StepReport(
        k,
        step,
        Double.NaN,
        lambda,
        whole ? report.value() : Double.NaN,
        whole ? report.gradientNorm() : Double.NaN,
        Optional.of(report),
        Optional.empty(),
        Work.of(report));
  }
}
