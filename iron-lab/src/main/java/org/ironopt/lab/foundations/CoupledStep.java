package org.ironopt.lab.foundations;

import java.util.Arrays;
import java.util.function.BiFunction;
import java.util.function.ToDoubleFunction;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Vectors;
import org.ironopt.random.Noise;
import org.ironopt.random.RandomStream;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.internal.SmallLinearSystem;

/**
 * One backward Euler step of the flow, solved as it stands: the 2n coupled equations
 *
 * <pre>{@code
 * x+ - x = alpha (v+ - x+)
 * v+ - v = alpha (mu/gamma (x+ - v+) - grad f(x+)/gamma) + sqrt(alpha) zeta
 * }</pre>
 *
 * by Newton's method with elimination; neither center nor resolvent is used.
 */
record CoupledStep(StudyProblem problem, IronParameters p, double[] x, double[] v, double[] zeta) {
  /** Each with its negative, so that odd terms of the response cancel. */
  private static final int DRAWS = 4;

  private static final int NEWTON_STEPS = 60;
  private static final int HALVINGS = 40;

  /** Returns (x+, v+) one after the other. */
  double[] solve() {
    double[] z = Arrays.copyOf(x, 2 * x.length);
    System.arraycopy(v, 0, z, x.length, x.length);
    double[] f = equations(z);
    for (int step = 0; step < NEWTON_STEPS && Vectors.norm(f) > 0; step++) {
      double[] direction = SmallLinearSystem.solve(jacobian(z), f.clone());
      double[] trial = new double[z.length];
      double[] g = f;
      double t = 1;
      for (int h = 0; h < HALVINGS && !(Vectors.norm(g) < Vectors.norm(f)); h++, t /= 2) {
        Vectors.add(z, -t, direction, trial);
        g = equations(trial);
      }
      if (!(Vectors.norm(g) < Vectors.norm(f))) {
        return z;
      }
      z = trial;
      f = g;
    }
    return z;
  }

  /**
   * Returns the residual of {@code (alpha/gamma) grad f(x+) + s (x+ - c) = sqrt(alpha) zeta} at a
   * point, relative to its largest term.
   */
  double optimality(double[] next) {
    double[] gradient = problem.gradient(next);
    double[] c = Study.center(p, x, v);
    double residual = 0;
    double size = 1;
    for (int i = 0; i < next.length; i++) {
      double force = p.alpha() / p.gamma() * gradient[i];
      double pull = p.s() * (next[i] - c[i]);
      double noise = Math.sqrt(p.alpha()) * zeta[i];
      residual = Math.max(residual, Math.abs(force + pull - noise));
      size = Math.max(size, Math.abs(force) + Math.abs(pull) + p.s() * Math.abs(c[i]));
    }
    return residual / size;
  }

  private double[] equations(double[] z) {
    int n = x.length;
    double[] gradient = problem.gradient(Arrays.copyOf(z, n));
    double[] f = new double[2 * n];
    for (int i = 0; i < n; i++) {
      double velocity = z[n + i] - z[i];
      f[i] = z[i] - x[i] - p.alpha() * velocity;
      double drift = -(p.mu() * velocity + gradient[i]) / p.gamma();
      f[n + i] = z[n + i] - v[i] - p.alpha() * drift - Math.sqrt(p.alpha()) * zeta[i];
    }
    return f;
  }

  private double[][] jacobian(double[] z) {
    int n = x.length;
    DenseMatrix h = problem.hessian(Arrays.copyOf(z, n));
    double[][] a = new double[2 * n][2 * n];
    for (int i = 0; i < n; i++) {
      a[i][i] = 1 + p.alpha();
      a[i][n + i] = -p.alpha();
      a[n + i][n + i] = 1 + p.alpha() * p.mu() / p.gamma();
      for (int k = 0; k < n; k++) {
        a[n + i][k] = p.alpha() * (h.get(i, k) - (i == k ? p.mu() : 0)) / p.gamma();
      }
    }
    return a;
  }

  /**
   * Section 3.2, interpretation: orders in alpha of the contraction and of the noise, measured on
   * these steps.
   */
  static void orders(InstanceRandom draw, Row row) {
    StudyProblem problem = StudyProblem.random(draw);
    int n = problem.dimension();
    double mu = problem.mu();
    double gamma = mu * draw.spread(0.1, 10);
    double far = 1e3 * (1 + gamma / mu) * problem.l() / mu;
    double[] x = problem.point(draw, 1);
    double[] v = problem.point(draw, 1);
    double[] shift = draw.unit(n);
    Noise law = new Noise.Full(draw.covariance(n, n));
    RandomStream stream = draw.streams().stream("noise");
    double[][] zetas = new double[2 * DRAWS][n];
    for (int k = 0; k < DRAWS; k++) {
      law.draw(stream, k, n, 1, zetas[2 * k]);
      Vectors.axpy(-1, zetas[2 * k], zetas[2 * k + 1]);
    }
    double[] still = new double[n];
    BiFunction<Double, double[], CoupledStep> step =
        (alpha, zeta) -> new CoupledStep(problem, new IronParameters(alpha, mu, gamma), x, v, zeta);
    row.put("contraction", Study.order(far, 30 * far, a -> step.apply(a, still).response(shift)))
        .put(
            "center_noise",
            Study.order(far, 30 * far, a -> mean(zetas, z -> step.apply(a, z).perturbation())))
        .put(
            "noise",
            Study.order(
                far,
                30 * far,
                a -> {
                  double[] next = step.apply(a, still).next();
                  return mean(zetas, z -> Study.square(step.apply(a, z).next(), next));
                }));
  }

  private static double mean(double[][] zetas, ToDoubleFunction<double[]> quantity) {
    return Arrays.stream(zetas).mapToDouble(quantity).average().orElseThrow();
  }

  /** Returns x+. */
  private double[] next() {
    return Arrays.copyOf(solve(), x.length);
  }

  /** Returns the square of how far x+ moves if x and v do. */
  private double response(double[] shift) {
    double[] xMoved = Study.sum(x, 1, shift);
    double[] vMoved = Study.sum(v, 1, shift);
    return Study.square(new CoupledStep(problem, p, xMoved, vMoved, zeta).next(), next());
  }

  /** Returns the square of the perturbation that moves the center to where the step came from. */
  private double perturbation() {
    double[] center = x.clone();
    Vectors.scale(p.tau() / p.s(), center);
    Vectors.axpy(1 / p.s(), v, center);
    double[] residual = problem.residual(p.lambda(), center, next());
    return Vectors.dot(residual, residual);
  }
}
