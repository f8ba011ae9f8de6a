package org.ironopt.theory;

import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.function.DoubleUnaryOperator;
import org.ironopt.linalg.Vectors;
import org.ironopt.linalg.internal.Require;

/**
 * Contraction of one eigendirection, first item of the paper's proposition on quadratics, THEORY
 * (28): for {@code alpha >= 1},
 *
 * <pre>{@code
 * E(e+^2 + w+^2) <= C_i/alpha^2 (e^2 + w^2) + C_i rho^2/alpha,    C_i = K_i^2,
 * K_i = sup over alpha >= 1 of alpha max(|M_i|, |g_i|).
 * }</pre>
 *
 * In {@code t = 1/alpha} in [0, 1] both norms are algebraic and their critical points are roots of
 * two quartics, so the supremum is found from finitely many points, not by a search.
 *
 * @param mu convexity parameter of the flow, positive
 * @param gamma frozen damping, positive
 * @param a eigenvalue, positive
 */
public record QuadraticStepBound(double mu, double gamma, double a) {
  public QuadraticStepBound {
    Require.positive("mu", mu);
    Require.positive("gamma", gamma);
    Require.positive("eigenvalue", a);
  }

  /** {@code q(t) = a + (gamma + mu) t + gamma t^2}, that is {@code E/alpha^2}. */
  private double[] q() {
    return new double[] {a, gamma + mu, gamma};
  }

  /** {@code F(t) = |alpha q M|_F^2}; the determinant of {@code alpha q M} is {@code gamma q}. */
  private double[] frobenius() {
    double gap = mu - a;
    return new double[] {
      mu * mu + 2 * gamma * gamma + gap * gap, 2 * gamma * (mu + gamma), 2 * gamma * gamma
    };
  }

  /** Returns {@code K_i}. */
  public double k() {
    double[] q = q();
    double[] slope = Polynomial.derivative(q);
    double[] f = frobenius();
    double[] fSlope = Polynomial.derivative(f);
    // With x = |alpha M|^2: x^2 q^2 - F x + gamma^2 = 0. Where dx/dt = 0, x = F'/(2 q q').
    double[] matrix = Polynomial.times(Polynomial.times(fSlope, fSlope), q);
    matrix = Polynomial.plus(matrix, -2, Polynomial.times(Polynomial.times(f, fSlope), slope));
    double four = 4 * gamma * gamma;
    matrix = Polynomial.plus(matrix, four, Polynomial.times(Polynomial.times(slope, slope), q));
    double[] line = {gamma + mu, gamma};
    double[] length = {2, 2, 1};
    double[] noise = Polynomial.times(Polynomial.times(new double[] {1, 1}, line), q);
    noise = Polynomial.plus(noise, gamma, Polynomial.times(length, q));
    noise = Polynomial.plus(noise, -1, Polynomial.times(Polynomial.times(line, length), slope));
    return Math.max(largest(this::matrixNorm, matrix), largest(this::noiseNorm, noise));
  }

  /** Returns {@code alpha |M|_2} at {@code t = 1/alpha}. */
  double matrixNorm(double t) {
    double q = Polynomial.value(q(), t);
    double f = Polynomial.value(frobenius(), t) / q;
    double spread = Math.max(0, (f - 2 * gamma) * (f + 2 * gamma));
    return Math.sqrt((f + Math.sqrt(spread)) / 2 / q);
  }

  /** Returns {@code alpha |g|_2} at {@code t = 1/alpha}. */
  double noiseNorm(double t) {
    return (gamma * t + gamma + mu) * Math.sqrt(1 + (1 + t) * (1 + t)) / Polynomial.value(q(), t);
  }

  private static double largest(DoubleUnaryOperator norm, double[] criticalPoints) {
    double largest = Math.max(norm.applyAsDouble(0), norm.applyAsDouble(1));
    for (double t : Polynomial.signChanges(criticalPoints)) {
      largest = Math.max(largest, norm.applyAsDouble(t));
    }
    return largest;
  }

  /** Returns {@code C_i = max(K_i^2, K_i^2/(1 + mu/gamma)^2) = K_i^2}. */
  public double c() {
    double k = k();
    return k * k;
  }

  /** Returns the bound of the next {@code E(e^2 + w^2)}; empty when {@code alpha < 1}. */
  public OptionalDouble next(double alpha, double z2, double rho2) {
    Require.positive("alpha", alpha);
    Require.nonNegative("rho2", rho2);
    return ValidRange.when(alpha >= 1, c() * (z2 / alpha / alpha + rho2 / alpha));
  }

  /**
   * Real polynomials in ascending coefficients and their roots in [0, 1]. Between two successive
   * roots of the derivative a polynomial is monotone, so bisection there finds every sign change;
   * no root is missed except one of even multiplicity, where the value does not change sign and a
   * maximum cannot sit.
   */
  private static final class Polynomial {
    private Polynomial() {}

    static double value(double[] p, double t) {
      double sum = 0;
      for (int i = p.length - 1; i >= 0; i--) {
        sum = Math.fma(sum, t, p[i]);
      }
      return sum;
    }

    static double[] times(double[] p, double[] q) {
      double[] product = new double[p.length + q.length - 1];
      for (int i = 0; i < p.length; i++) {
        for (int j = 0; j < q.length; j++) {
          product[i + j] = Math.fma(p[i], q[j], product[i + j]);
        }
      }
      return product;
    }

    /** Returns {@code p + factor q}. */
    static double[] plus(double[] p, double factor, double[] q) {
      double[] sum = Arrays.copyOf(p, Math.max(p.length, q.length));
      Vectors.axpy(factor, q, sum, 0, q.length);
      return sum;
    }

    static double[] derivative(double[] p) {
      double[] slope = new double[Math.max(1, p.length - 1)];
      for (int i = 1; i < p.length; i++) {
        slope[i - 1] = i * p[i];
      }
      return slope;
    }

    /** Returns the points of (0, 1) where p changes sign, ascending. */
    static double[] signChanges(double[] p) {
      if (p.length < 2) {
        return new double[0];
      }
      double[] turns = signChanges(derivative(p));
      double[] roots = new double[turns.length + 1];
      int count = 0;
      double low = 0;
      for (int i = 0; i <= turns.length; i++) {
        double high = i < turns.length ? turns[i] : 1;
        if (value(p, low) * value(p, high) < 0) {
          roots[count++] = bisect(p, low, high);
        }
        low = high;
      }
      return Arrays.copyOf(roots, count);
    }

    private static double bisect(double[] p, double low, double high) {
      boolean rising = value(p, low) < 0;
      double middle = low + (high - low) / 2;
      while (low < middle && middle < high) {
        if (value(p, middle) < 0 == rising) {
          low = middle;
        } else {
          high = middle;
        }
        middle = low + (high - low) / 2;
      }
      return middle;
    }
  }
}
