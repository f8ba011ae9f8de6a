package org.ironopt.method;

import java.util.Arrays;
import java.util.Optional;
import org.ironopt.linalg.Vectors;
import org.ironopt.problem.LinearSum;
import org.ironopt.problem.Objective;
import org.ironopt.resolvent.InnerEnding;
import org.ironopt.resolvent.InnerReport;
import org.ironopt.theory.IronParameters;

/**
 * {@link Center.Table} at work. Conjugate gradients run in two spaces at once: a vector of
 * parameters {@code D^-1 A' pi} and the residuals pi it comes from, so that the table can follow
 * the solve. The table changes only after the last evaluation.
 */
final class TableCenter implements Implicit {
  private final Center.Table options;
  private final Table table;
  private final double[] ridge;
  private final double weakest;

  /** {@code 1/(1 + lambda ridge)} for the last lambda. */
  private final double[] shrink;

  private double lastLambda = Double.NaN;

  /** The kept curvature; NaN before the first. */
  private final double[] kappa = {Double.NaN};

  private final double[] z;
  private final double[] q;
  private final double[] p;
  private final double[] rho;
  private final double[] t;
  private final double[] ht;

  private TableCenter(LinearSum f, Center.Table options, Table table) {
    this.options = options;
    this.table = table;
    int n = f.dimension();
    ridge = new double[n];
    f.ridge(ridge);
    weakest = Table.weakestRidge(f);
    shrink = new double[n];
    z = new double[n];
    q = new double[n];
    p = new double[n];
    rho = new double[table.capacity()];
    t = new double[table.capacity()];
    ht = new double[table.capacity()];
  }

  /** Returns the solver that a method asks for, or explains what does not fit. */
  static Implicit of(
      Objective objective, Center.Table options, Iron iron, Sampler sampler, double[] x0) {
    Table table = Table.of("a table of residuals", objective, sampler);
    if (options.full()) {
      table.fill(State.start("x0", objective, x0));
    }
    if (options.cgSteps() == 0) {
      return new SolvedTable((LinearSum) objective, iron, sampler, table);
    }
    return new TableCenter((LinearSum) objective, options, table);
  }

  @Override
  public double[][] memory() {
    double[][] arrays = Arrays.copyOf(table.arrays(), 5);
    arrays[4] = kappa;
    return arrays;
  }

  @Override
  public Solved solve(long k, IronParameters[] group, double[] c, double[] x, double[] u) {
    table.select(k);
    double lambda = table.firstVisit() * group[0].lambda();
    double sigma = lambda * table.residuals.scale();
    shrinkFor(lambda);
    start(lambda, c, table.mean, shrink, z);
    table.residuals.at(z, table.r, rho, q);
    boolean fresh = options.curvatureEvery() == 1 || k % options.curvatureEvery() == 0;
    if (options.cgSteps() > 1) {
      return conjugate(sigma, lambda, u);
    }
    double pq = direction(q, shrink, p);
    if (fresh || Double.isNaN(kappa[0])) {
      table.residuals.curve(p, t, ht);
      kappa[0] = pq > 0 ? Vectors.dot(t, 0, ht, 0, table.count()) / pq : 0;
      fresh = true;
    }
    double a = 1 / (1 + sigma * kappa[0]);
    double residual = fresh && options.certified() ? residual(sigma, a, t, a, rho) : Double.NaN;
    finish(sigma * a, p, z, u);
    Vectors.axpy(a * table.scale(), q, table.mean);
    table.remember(a, rho);
    return report(1, fresh ? 1 : 0, residual, lambda);
  }

  /** Makes k steps of conjugate gradients for {@code (D + sigma A'HA) s = q}. */
  private Solved conjugate(double sigma, double lambda, double[] u) {
    int count = table.count();
    double[] s = new double[z.length];
    double[] r = q.clone();
    double[] delta = new double[count];
    double[] moved = new double[count];
    double[] left = Arrays.copyOf(rho, count);
    double[] pi = left.clone();
    double old = direction(r, shrink, p);
    int steps = 0;
    while (steps < options.cgSteps() && old > 0) {
      table.residuals.curve(p, t, ht);
      double step = old / (metric(p) + sigma * Vectors.dot(t, 0, ht, 0, count));
      Vectors.axpy(step, p, s);
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
      double rr = squared(r);
      double beta = rr / old;
      old = rr;
      for (int j = 0; j < p.length; j++) {
        p[j] = Math.fma(beta, p[j], shrink[j] * r[j]);
      }
      for (int j = 0; j < count; j++) {
        pi[j] = Math.fma(beta, pi[j], left[j]);
      }
    }
    double residual = options.certified() ? residual(sigma, 1, moved, 1, delta) : Double.NaN;
    for (int j = 0; j < u.length; j++) {
      u[j] = Math.fma(-sigma, s[j], z[j]);
      table.mean[j] = Math.fma(table.scale(), s[j] / shrink[j], table.mean[j]);
    }
    table.remember(1, delta);
    return report(1, steps, residual, lambda);
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
    double[] g = new double[z.length];
    table.residuals.transpose(ht, g);
    return sigma * Vectors.norm(g);
  }

  private Solved report(int evaluations, int steps, double residual, double lambda) {
    double certificate = residual / (1 + lambda * weakest);
    InnerReport report =
        new InnerReport(
            InnerEnding.TRUNCATED,
            1,
            steps,
            0,
            residual,
            certificate,
            Double.NaN,
            evaluations,
            steps);
    return new Solved(report, Optional.empty(), false);
  }

  private void shrinkFor(double lambda) {
    if (lambda != lastLambda) {
      for (int j = 0; j < shrink.length; j++) {
        shrink[j] = 1 / Math.fma(lambda, ridge[j], 1);
      }
      lastLambda = lambda;
    }
  }

  /** {@code z = D^-1 (c - w G)}. */
  private static void start(double w, double[] c, double[] mean, double[] shrink, double[] z) {
    for (int j = 0; j < z.length; j++) {
      z[j] = Math.fma(-w, mean[j], c[j]) * shrink[j];
    }
  }

  /** {@code p = D^-1 q}, and returns {@code (p, q)}. */
  private static double direction(double[] q, double[] shrink, double[] p) {
    for (int j = 0; j < p.length; j++) {
      p[j] = shrink[j] * q[j];
    }
    return Vectors.dot(p, q);
  }

  /** Returns {@code (r, D^-1 r)}. */
  private double squared(double[] r) {
    double[] scaled = new double[r.length];
    return direction(r, shrink, scaled);
  }

  /** Returns {@code (p, D p)}. */
  private double metric(double[] p) {
    double[] scaled = new double[p.length];
    for (int j = 0; j < p.length; j++) {
      scaled[j] = p[j] / shrink[j];
    }
    return Vectors.dot(p, scaled);
  }

  /** {@code u = z - a p}. */
  private static void finish(double a, double[] p, double[] z, double[] u) {
    for (int j = 0; j < u.length; j++) {
      u[j] = Math.fma(-a, p[j], z[j]);
    }
  }
}
