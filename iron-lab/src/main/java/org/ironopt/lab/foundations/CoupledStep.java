package org.ironopt.lab.foundations;

import java.util.Arrays;
import java.util.Collections;
import java.util.function.BiFunction;
import java.util.function.ToDoubleFunction;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Vectors;
import org.ironopt.random.Noise;
import org.ironopt.random.RandomStream;
import org.ironopt.theory.IronParameters;

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
    double[] z = Study.join(x, v);
    double[] f = equations(z);
    for (int step = 0; step < NEWTON_STEPS && Vectors.norm(f) > 0; step++) {
      double[] direction = eliminate(system(z, f));
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

  /** Returns the Jacobian at z with the right side f as its last column. */
  private double[][] system(double[] z, double[] f) {
    int n = x.length;
    DenseMatrix h = problem.hessian(Arrays.copyOf(z, n));
    double[][] a = new double[2 * n][2 * n + 1];
    for (int i = 0; i < n; i++) {
      a[i][i] = 1 + p.alpha();
      a[i][n + i] = -p.alpha();
      a[n + i][n + i] = 1 + p.alpha() * p.mu() / p.gamma();
      for (int k = 0; k < n; k++) {
        a[n + i][k] = p.alpha() * (h.get(i, k) - (i == k ? p.mu() : 0)) / p.gamma();
      }
      a[i][2 * n] = f[i];
      a[n + i][2 * n] = f[n + i];
    }
    return a;
  }

  /** Gaussian elimination with row pivoting, since the system has no symmetry. */
  private static double[] eliminate(double[][] a) {
    int n = a.length;
    for (int k = 0; k < n; k++) {
      int pivot = k;
      for (int i = k + 1; i < n; i++) {
        pivot = Math.abs(a[i][k]) > Math.abs(a[pivot][k]) ? i : pivot;
      }
      Collections.swap(Arrays.asList(a), k, pivot);
      for (int i = k + 1; i < n; i++) {
        Vectors.axpy(-a[i][k] / a[k][k], a[k], a[i]);
      }
    }
    double[] solution = new double[n];
    for (int i = n - 1; i >= 0; i--) {
      double sum = a[i][n];
      for (int j = i + 1; j < n; j++) {
        sum = Math.fma(-a[i][j], solution[j], sum);
      }
      solution[i] = sum / a[i][i];
    }
    return solution;
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
