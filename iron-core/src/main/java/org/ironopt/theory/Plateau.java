package org.ironopt.theory;

import org.ironopt.linalg.Cholesky;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Vectors;
import org.ironopt.linalg.internal.Require;
import org.ironopt.problem.Curvature;
import org.ironopt.problem.Curved;
import org.ironopt.problem.HigherDerivatives;

/**
 * The stationary error of IRON with center noise on a smooth strongly convex f, THEORY (37)-(40).
 * With {@code H} the Hessian at the minimiser, {@code m = gamma + mu} and frozen gamma (with
 * updated damping put {@code gamma = mu}):
 *
 * <pre>{@code
 * alpha E|x - x*|^2      = gamma^2 tr(Sigma H^-2) + correction/alpha + O(alpha^-2)
 * correction             = -2 m gamma^2 tr(Sigma H^-3) + gamma^4 N
 * alpha E(x - x*)       -> -gamma^2/2 H^-1 T:[H^-1 Sigma H^-1]
 * alpha E|grad f(x)|^2  -> gamma^2 tr Sigma
 * }</pre>
 *
 * N collects third and fourth derivatives and has the same order as the linear part. The expansion
 * parameter is {@code gamma |H^-1 Sigma^{1/2}|/sqrt(alpha)}. Derived and checked by simulation, not
 * refereed.
 *
 * @param limit {@code gamma^2 tr(Sigma H^-2)}
 * @param linear the part of the correction that the linearised recursion has
 * @param nonlinear {@code gamma^4 N}
 * @param bias limit of {@code alpha E(x - x*)}
 * @param gradient limit of {@code alpha E|grad f(x)|^2}
 */
public record Plateau(
    double limit, double linear, double nonlinear, double[] bias, double gradient) {

  /** Returns the plateau for {@code Sigma = rho2 I}. */
  public static Plateau isotropic(
      HigherDerivatives f, double[] minimizer, double mu, double gamma, double rho2) {
    Require.nonNegative("rho2", rho2);
    DenseMatrix factor = DenseMatrix.identity(f.dimension()).times(Math.sqrt(rho2));
    return of(f, minimizer, mu, gamma, factor);
  }

  /**
   * Returns the plateau for {@code Sigma = S S'}. Costs about {@code 1.5 n^2} contractions of the
   * third derivative and {@code n^2} of the fourth, n the number of columns of S.
   *
   * @param minimizer where the gradient vanishes and the Hessian is positive definite
   * @param factor S, with n rows
   */
  public static Plateau of(
      HigherDerivatives f, double[] minimizer, double mu, double gamma, DenseMatrix factor) {
    Require.nonNegative("mu", mu);
    Require.positive("gamma", gamma);
    DenseMatrix inverse = inverseHessian(f, minimizer);
    Require.shape("Sigma^{1/2}", f.dimension(), factor.columns(), factor);
    // Columns w of H^-1 S: x - x* is to leading order gamma/sqrt(alpha) times their random sum.
    DenseMatrix w = inverse.multiply(factor);
    double square = w.norm();
    double linear = -2 * (gamma + mu) * gamma * gamma * product(w, inverse.multiply(w));
    PlateauTensors tensors = new PlateauTensors(f, minimizer, inverse, w);
    double[] bias = tensors.curvatureSum();
    Vectors.scale(-gamma * gamma / 2, bias);
    double g2 = gamma * gamma;
    double size = factor.norm();
    return new Plateau(g2 * square * square, linear, g2 * g2 * tensors.n(), bias, g2 * size * size);
  }

  /** Returns {@code gamma^2 tr(Sigma H^-2)} alone, for an objective without third derivatives. */
  public static double limit(Curved f, double[] minimizer, double gamma, DenseMatrix sigma) {
    Require.positive("gamma", gamma);
    Require.shape("Sigma", f.dimension(), f.dimension(), sigma);
    DenseMatrix inverse = inverseHessian(f, minimizer);
    return gamma * gamma * product(inverse, sigma.multiply(inverse));
  }

  /** Returns {@code -2 m gamma^2 tr(Sigma H^-3) + gamma^4 N}. */
  public double correction() {
    return linear + nonlinear;
  }

  /** Returns the prediction {@code (limit + correction/alpha)/alpha} of the stationary MSE. */
  public double mse(double alpha) {
    return (limit + correction() / Require.positive("alpha", alpha)) / alpha;
  }

  /**
   * Returns the number K of averaged iterates beyond which the bias of the mean exceeds its
   * standard error, {@code 4 alpha tr(Sigma H^-2)/(gamma^2 |H^-1 T:[H^-1 Sigma H^-1]|^2)}, THEORY
   * (93); infinite where there is no bias.
   */
  public double averagingPays(double alpha) {
    return Require.positive("alpha", alpha) * limit / Vectors.dot(bias, bias);
  }

  /** Returns {@code tr(a' b)}. */
  private static double product(DenseMatrix a, DenseMatrix b) {
    return Vectors.dot(a.data(), b.data());
  }

  private static DenseMatrix inverseHessian(Curved f, double[] minimizer) {
    int n = f.dimension();
    Require.length("minimizer", n, minimizer);
    Require.finite("minimizer", minimizer);
    Curvature curvature = f.curvature();
    curvature.at(minimizer, new double[n]);
    DenseMatrix hessian = DenseMatrix.zeros(n, n);
    curvature.block(0, hessian);
    hessian.symmetrize();
    Cholesky cholesky = new Cholesky(n);
    Require.that(
        cholesky.factor(hessian),
        "the Hessian at the minimizer is not positive definite, order %s",
        n);
    DenseMatrix inverse = DenseMatrix.identity(n);
    double[] column = new double[n];
    for (int j = 0; j < n; j++) {
      column[j] = 1;
      cholesky.solve(column, column);
      for (int i = 0; i < n; i++) {
        inverse.set(i, j, column[i]);
        column[i] = 0;
      }
    }
    inverse.symmetrize();
    return inverse;
  }

  /**
   * Gaussian contractions of the third and fourth derivative, THEORY (39). The map {@code y -> x}
   * with {@code grad f(x) = y} expands as {@code x = z - U[z,z]/2 + U[z,U[z,z]]/2 - G Q[z,z,z]/6},
   * {@code G = H^-1}, {@code z = G y}, {@code U = G T}. For {@code z = sum_i zeta_i w_i} with
   * independent unit normals the fourth-order part of {@code E|x|^2} is, by Wick's rule,
   *
   * <pre>{@code
   * N = 1/4 (|sum_i U_ii|^2 + 2 sum_ij |U_ij|^2)
   *     + sum_ij (<T[G w_i, w_i], U_jj> + 2 <T[G w_i, w_j], U_ij>) - sum_ij Q[G w_i, w_i, w_j, w_j]
   * }</pre>
   *
   * with {@code U_ij = G T[w_i, w_j]}.
   */
  private static final class PlateauTensors {
    private final HigherDerivatives f;
    private final double[] x;
    private final DenseMatrix inverse;
    private final double[][] w;
    private final double[][] gw;
    private final double[] curvatureSum;

    PlateauTensors(HigherDerivatives f, double[] x, DenseMatrix inverse, DenseMatrix columns) {
      this.f = f;
      this.x = x;
      this.inverse = inverse;
      int n = x.length;
      w = new double[columns.columns()][];
      gw = new double[columns.columns()][n];
      curvatureSum = new double[n];
      double[] u = new double[n];
      for (int i = 0; i < w.length; i++) {
        w[i] = columns.column(i);
        inverse.apply(w[i], gw[i]);
        u(i, i, u);
        Vectors.axpy(1, u, curvatureSum);
      }
    }

    /** Returns {@code sum_i U_ii = H^-1 T:[W W']}. */
    double[] curvatureSum() {
      return curvatureSum.clone();
    }

    /** Returns N. */
    double n() {
      double[] u = new double[x.length];
      double[] t = new double[x.length];
      double sum = Vectors.dot(curvatureSum, curvatureSum) / 4;
      for (int i = 0; i < w.length; i++) {
        f.third(x, gw[i], w[i], t);
        sum += Vectors.dot(t, curvatureSum);
        for (int j = 0; j < w.length; j++) {
          if (j <= i) {
            u(i, j, u);
            sum += (i == j ? 0.5 : 1) * Vectors.dot(u, u);
            f.third(x, gw[i], w[j], t);
            double paired = Vectors.dot(t, u);
            if (j < i) {
              f.third(x, gw[j], w[i], t);
              paired += Vectors.dot(t, u);
            }
            sum += 2 * paired;
          }
          f.fourth(x, w[j], w[j], w[i], t);
          sum -= Vectors.dot(t, gw[i]);
        }
      }
      return sum;
    }

    private void u(int i, int j, double[] out) {
      double[] t = new double[x.length];
      f.third(x, w[i], w[j], t);
      inverse.apply(t, out);
    }
  }
}
