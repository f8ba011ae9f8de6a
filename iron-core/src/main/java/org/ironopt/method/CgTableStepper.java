package org.ironopt.method;

import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import org.ironopt.io.StateCodec;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.internal.ResidualTable;
import org.ironopt.problem.LinearSum;
import org.ironopt.resolvent.InnerReport;
import org.ironopt.theory.IronParameters;

/**
 * {@link Iron} with {@link Center.Table} and conjugate gradients at work: inertial center,
 * resolvent, velocity and damping in two passes over the parameters, since with steps of a few rows
 * these cost as much as the products. Conjugate gradients run in two spaces at once: a vector of
 * parameters {@code D^-1 A' pi} and the residuals pi it comes from, so that the table can follow
 * the solve. The state changes only after the last evaluation.
 */
final class CgTableStepper extends FlowStepper {
  private final Iron iron;
  private final Center.Table options;
  private final ResidualTable table;

  /** That of any batch. */
  private final double modulus;

  /** The kept curvature; NaN before the first. */
  private double kappa = Double.NaN;

  private final double[] z = new double[x.length];
  private final double[] q = new double[x.length];
  private final double[] p = new double[x.length];
  private final double[] rho;
  private final double[] t;
  private final double[] ht;

  CgTableStepper(
      Iron iron, LinearSum f, ResidualTable table, NoiseSampler noise, double[] x0, double[] v0) {
    super(f, noise, x0, v0, iron.gamma0());
    this.iron = iron;
    this.table = table;
    options = (Center.Table) iron.center();
    modulus = f.batch(new int[1], 0, 1).modulus().orElse(Double.NaN);
    int most = table.capacity();
    rho = new double[most];
    t = new double[most];
    ht = new double[most];
  }

  @Override
  protected void state(StateCodec archive) throws IOException {
    super.state(archive);
    table.state(archive);
    kappa = archive.number(kappa);
  }

  @Override
  public StepReport advance() {
    IronParameters step = iron.parameters(k, gamma[0]);
    table.begin(k, x);
    table.select(k);
    double lambda = table.firstVisit() * step.lambda();
    double sigma = lambda * table.residuals.scale();
    center(step, lambda);
    table.residuals.at(z, table.r, rho, q);
    InnerReport report;
    if (options.cgSteps() == 1) {
      boolean fresh = k % options.curvatureEvery() == 0 || Double.isNaN(kappa);
      if (fresh) {
        kappa = curvature(lambda);
      }
      double a = 1 / (1 + sigma * kappa);
      double g = fresh && options.certified() ? residual(sigma, a, t, a, rho) : Double.NaN;
      report = report(fresh ? 1 : 0, g, lambda);
      finish(step, lambda, sigma, a, rho);
    } else {
      double[] delta = new double[table.count()];
      double[] moved = new double[table.count()];
      int steps = conjugate(sigma, lambda, delta, moved);
      double g = options.certified() ? residual(sigma, 1, moved, 1, delta) : Double.NaN;
      report = report(steps, g, lambda);
      finish(step, lambda, sigma, 1, delta);
    }
    gamma[0] = iron.gammaNext(k, step, Optional.of(report));
    k++;
    return StepReport.implicit(
        k, step.alpha(), step.gamma(), lambda, report, StepReport.Counts.NONE);
  }

  /** {@code z = D^-1 (c - lambda G)} with the inertial center {@code c = x + (v - x)/s + noise}. */
  private void center(IronParameters step, double lambda) {
    double a = 1 / step.s();
    if (noise.silent()) {
      table.forEach(
          lambda, (from, to, shrink) -> center(x, v, a, table.mean, lambda, shrink, z, from, to));
      return;
    }
    Vectors.interpolate(x, v, a, z, 0, z.length);
    noise.add(k, iron.noiseFactor(step), z);
    table.forEach(
        lambda, (from, to, shrink) -> center(z, z, 0, table.mean, lambda, shrink, z, from, to));
  }

  /** Loops that are compiled by themselves, with arrays as arguments, are vectorised. */
  private static void center(
      double[] x,
      double[] v,
      double a,
      double[] mean,
      double lambda,
      double shrink,
      double[] z,
      int from,
      int to) {
    for (int j = from; j < to; j++) {
      z[j] = shrink * Math.fma(-lambda, mean[j], Math.fma(a, v[j] - x[j], x[j]));
    }
  }

  /** Returns {@code (A p, H A p)/(p, q)} for {@code p = D^-1 q}. */
  private double curvature(double lambda) {
    double pq = direction(lambda, q);
    table.residuals.curve(p, t, ht);
    return pq > 0 ? Vectors.dot(t, 0, ht, 0, table.count()) / pq : 0;
  }

  /** {@code p = D^-1 r}, and returns {@code (p, r)}. */
  private double direction(double lambda, double[] r) {
    table.forEach(
        lambda,
        (from, to, shrink) -> {
          for (int j = from; j < to; j++) {
            p[j] = shrink * r[j];
          }
        });
    return Vectors.dot(p, r);
  }

  /**
   * {@code u = z - sigma a D^-1 q}, the velocity, the mean gradient and the table; x becomes u.
   *
   * @param delta times a, what the residuals change by
   */
  private void finish(IronParameters step, double lambda, double sigma, double a, double[] delta) {
    double inverse = 1 / step.alpha();
    double share = a * table.scale();
    table.forEach(
        lambda,
        (from, to, shrink) ->
            finish(z, q, sigma * a * shrink, inverse, share, x, v, table.mean, from, to));
    table.remember(a, delta);
  }

  private static void finish(
      double[] z,
      double[] q,
      double factor,
      double inverse,
      double share,
      double[] x,
      double[] v,
      double[] mean,
      int from,
      int to) {
    for (int j = from; j < to; j++) {
      double u = Math.fma(-factor, q[j], z[j]);
      v[j] = Math.fma(inverse, u - x[j], u);
      mean[j] = Math.fma(share, q[j], mean[j]);
      x[j] = u;
    }
  }

  /**
   * Makes steps of conjugate gradients for {@code (D + sigma A'HA) s = q}; overwrites q with {@code
   * D s = A' delta}, and moved with {@code A s}.
   */
  private int conjugate(double sigma, double lambda, double[] delta, double[] moved) {
    int count = table.count();
    double[] s = new double[z.length];
    double[] r = q.clone();
    double[] left = Arrays.copyOf(rho, count);
    double[] pi = left.clone();
    double[] scaled = new double[z.length];
    double old = direction(lambda, r);
    double[] direction = p.clone();
    int steps = 0;
    while (steps < options.cgSteps() && old > 0) {
      table.residuals.curve(direction, t, ht);
      table.forEach(
          lambda,
          (from, to, shrink) -> {
            for (int j = from; j < to; j++) {
              scaled[j] = direction[j] / shrink;
            }
          });
      double curved = Vectors.dot(t, 0, ht, 0, count);
      double step = old / Math.fma(sigma, curved, Vectors.dot(direction, scaled));
      Vectors.axpy(step, scaled, s);
      Vectors.axpy(step, pi, delta);
      Vectors.axpy(step, t, moved, 0, count);
      steps++;
      if (steps == options.cgSteps()) {
        break;
      }
      for (int j = 0; j < count; j++) {
        left[j] -= step * Math.fma(sigma, ht[j], pi[j]);
      }
      table.residuals.transpose(left, r);
      double next = direction(lambda, r);
      double beta = next / old;
      old = next;
      Vectors.add(p, beta, direction, direction);
      for (int j = 0; j < count; j++) {
        pi[j] = Math.fma(beta, pi[j], left[j]);
      }
    }
    Vectors.copy(s, q);
    return steps;
  }

  /**
   * Returns {@code |g(u)|} at {@code u = z - sigma f D^-1 A' delta} with {@code A u = A z - sigma f
   * moved}: there {@code g(u) = sigma A' (r(A u) - R_B - b delta)}, so only one product is needed.
   * Overwrites ht.
   */
  private double residual(double sigma, double f, double[] moved, double b, double[] delta) {
    table.residuals.along(-sigma * f, moved, table.r, ht);
    for (int j = 0; j < table.count(); j++) {
      ht[j] = Math.fma(-b, delta[j], ht[j]);
    }
    table.residuals.transpose(ht, p);
    return sigma * Vectors.norm(p);
  }

  private InnerReport report(int steps, double residual, double lambda) {
    InnerReport.Counter counts = new InnerReport.Counter();
    counts.newtonSteps = 1;
    counts.linearSteps = steps;
    counts.evaluations = 1;
    counts.products = steps;
    double none = Double.NaN;
    return counts.report(InnerReport.Ending.TRUNCATED, residual, lambda, modulus, none, none);
  }
}
