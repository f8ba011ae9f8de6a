package org.ironopt.theory;

import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Vectors;
import org.ironopt.problem.HigherDerivatives;

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
final class PlateauTensors {
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
