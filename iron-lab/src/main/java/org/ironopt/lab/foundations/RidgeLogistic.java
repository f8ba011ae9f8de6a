package org.ironopt.lab.foundations;

import java.util.OptionalDouble;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Functions;
import org.ironopt.linalg.Require;
import org.ironopt.linalg.SymmetricEigen;
import org.ironopt.linalg.Vectors;
import org.ironopt.problem.Curvature;
import org.ironopt.problem.HigherDerivatives;

/**
 * A small ridge logistic regression, the studies' objective that is smooth and strongly convex but
 * not quadratic: {@code f(w) = mean_i log(1 + exp(-x_i.w)) + reg |w|^2/2}, the rows {@code x_i}
 * already multiplied by their labels.
 */
final class RidgeLogistic implements HigherDerivatives {
  private final DenseMatrix x;
  private final double reg;

  RidgeLogistic(DenseMatrix x, double reg) {
    this.x = x;
    this.reg = Require.positive("reg", reg);
  }

  @Override
  public int dimension() {
    return x.columns();
  }

  @Override
  public OptionalDouble modulus() {
    return OptionalDouble.of(reg);
  }

  /** Returns the strong convexity constant that the ridge gives. */
  double mu() {
    return reg;
  }

  /** Returns {@code reg + max eig(X'X)/(4N)}; a logistic term has curvature at most 1/4. */
  double smoothness() {
    double[] eigenvalues = SymmetricEigen.of(x.transpose().multiply(x)).values();
    return reg + eigenvalues[eigenvalues.length - 1] / (4 * x.rows());
  }

  @Override
  public double value(double[] w) {
    double sum = 0;
    for (double z : product(w)) {
      sum += Math.max(0, -z) + Functions.log1p(Functions.exp(-Math.abs(z)));
    }
    return sum / x.rows() + reg / 2 * Vectors.dot(w, w);
  }

  @Override
  public void gradient(double[] w, double[] gradient) {
    contract(1, w, gradient);
    Vectors.axpy(reg, w, gradient);
  }

  @Override
  public void third(double[] w, double[] u, double[] v, double[] out) {
    contract(3, w, out, u, v);
  }

  @Override
  public void fourth(double[] w, double[] u, double[] v, double[] t, double[] out) {
    contract(4, w, out, u, v, t);
  }

  /** {@code out = mean_i phi^(order)(x_i.w) prod_d (x_i.d) x_i}, phi(z) = log(1 + exp(-z)). */
  private void contract(int order, double[] w, double[] out, double[]... directions) {
    double[] weights = product(w);
    for (int i = 0; i < weights.length; i++) {
      weights[i] = derivative(order, weights[i]) / weights.length;
    }
    for (double[] d : directions) {
      Vectors.multiply(weights, product(d), weights);
    }
    x.applyTransposed(weights, out);
  }

  private double[] product(double[] w) {
    double[] z = new double[x.rows()];
    x.apply(w, z);
    return z;
  }

  private static double derivative(int order, double z) {
    double p = Functions.sigmoid(-z);
    double variance = p * Functions.sigmoid(z);
    return switch (order) {
      case 1 -> -p;
      case 2 -> variance;
      case 3 -> variance * (2 * p - 1);
      default -> variance * (1 - 6 * variance);
    };
  }

  @Override
  public Curvature curvature() {
    return new Hessian();
  }

  private final class Hessian implements Curvature {
    private double[] weights;

    @Override
    public int dimension() {
      return x.columns();
    }

    @Override
    public double at(double[] w, double[] gradient) {
      weights = product(w);
      for (int i = 0; i < weights.length; i++) {
        weights[i] = derivative(2, weights[i]) / weights.length;
      }
      return valueAndGradient(w, gradient);
    }

    @Override
    public void apply(double[] v, double[] hv) {
      double[] z = product(v);
      Vectors.multiply(z, weights, z);
      x.applyTransposed(z, hv);
      Vectors.axpy(reg, v, hv);
    }
  }
}
