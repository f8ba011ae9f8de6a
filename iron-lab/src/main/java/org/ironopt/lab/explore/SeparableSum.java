package org.ironopt.lab.explore;

import java.util.function.DoubleUnaryOperator;
import org.ironopt.linalg.internal.Require;
import org.ironopt.problem.Curvature;
import org.ironopt.problem.HigherDerivatives;

/** A sum of functions of one coordinate each, {@code f(x) = sum_i f_i(x_i)}. */
final class SeparableSum implements HigherDerivatives {
  /** A function with its first four derivatives. */
  record Part(
      DoubleUnaryOperator value,
      DoubleUnaryOperator slope,
      DoubleUnaryOperator bend,
      DoubleUnaryOperator third,
      DoubleUnaryOperator fourth) {}

  /** {@code x^2 + 3 sin^2 x}: not convex, one stationary point. */
  static final Part SINE =
      new Part(
          x -> x * x + 3 * StrictMath.sin(x) * StrictMath.sin(x),
          x -> 2 * x + 3 * StrictMath.sin(2 * x),
          x -> 2 + 6 * StrictMath.cos(2 * x),
          x -> -12 * StrictMath.sin(2 * x),
          x -> -24 * StrictMath.cos(2 * x));

  /** {@code (x^2 - 1)^2/4}: wells at -1 and 1. */
  static final Part WELLS =
      new Part(
          x -> (x * x - 1) * (x * x - 1) / 4,
          x -> x * (x * x - 1),
          x -> 3 * x * x - 1,
          x -> 6 * x,
          x -> 6);

  static final Part BOWL = new Part(x -> x * x / 2, x -> x, x -> 1, x -> 0, x -> 0);

  private final Part[] parts;

  SeparableSum(Part... parts) {
    this.parts = parts;
  }

  @Override
  public int dimension() {
    return parts.length;
  }

  @Override
  public double value(double[] x) {
    Require.length("x", parts.length, x);
    double sum = 0;
    for (int i = 0; i < parts.length; i++) {
      sum += parts[i].value().applyAsDouble(x[i]);
    }
    return sum;
  }

  @Override
  public void gradient(double[] x, double[] gradient) {
    Require.length("x", parts.length, x);
    Require.length("gradient", parts.length, gradient);
    for (int i = 0; i < parts.length; i++) {
      gradient[i] = parts[i].slope().applyAsDouble(x[i]);
    }
  }

  @Override
  public void third(double[] x, double[] u, double[] v, double[] out) {
    for (int i = 0; i < parts.length; i++) {
      out[i] = parts[i].third().applyAsDouble(x[i]) * u[i] * v[i];
    }
  }

  @Override
  public void fourth(double[] x, double[] u, double[] v, double[] w, double[] out) {
    for (int i = 0; i < parts.length; i++) {
      out[i] = parts[i].fourth().applyAsDouble(x[i]) * u[i] * v[i] * w[i];
    }
  }

  @Override
  public Curvature curvature() {
    double[] diagonal = new double[parts.length];
    return new Curvature() {
      @Override
      public int dimension() {
        return parts.length;
      }

      @Override
      public double at(double[] x, double[] gradient) {
        for (int i = 0; i < parts.length; i++) {
          diagonal[i] = parts[i].bend().applyAsDouble(x[i]);
        }
        return valueAndGradient(x, gradient);
      }

      @Override
      public void apply(double[] v, double[] hv) {
        Require.length("v", parts.length, v);
        Require.length("hv", parts.length, hv);
        for (int i = 0; i < parts.length; i++) {
          hv[i] = diagonal[i] * v[i];
        }
      }
    };
  }
}
