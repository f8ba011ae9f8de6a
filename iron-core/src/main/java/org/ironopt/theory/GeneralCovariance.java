package org.ironopt.theory;

import java.util.Optional;
import org.ironopt.linalg.Cholesky;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.SymmetricEigen;
import org.ironopt.linalg.internal.DiscreteLyapunov;
import org.ironopt.linalg.internal.Require;
import org.ironopt.theory.internal.SmallLinearSystem;

/**
 * The stationary covariance of {@code z = (x - x*, v - x*)} on {@code f = x'Ax/2 - b'x} with
 * diffusion covariance Sigma that need not commute with A, THEORY (20): in the eigenbasis of A the
 * equation {@code P = M P M' + Q} of order 2n falls apart into one 4x4 system
 *
 * <pre>{@code
 * P_ij = M_i P_ij M_j' + Var(xi) Sigma_ij g_i g_j'
 * }</pre>
 *
 * per pair of eigenvectors, O(n^2) work beside the decomposition. With {@code M = I + alpha N} the
 * systems are written without the cancelling {@code I - M_i (x) M_j}, so that they stay
 * well-conditioned as alpha goes to 0. {@link #byDoubling} solves the whole equation instead.
 *
 * @param position {@code E e e'}, e the error of x
 * @param cross {@code E e w'}, w the error of v
 * @param auxiliary {@code E w w'}
 * @param lagOne {@code E e_{k+1} e_k'}
 */
public record GeneralCovariance(
    DenseMatrix position, DenseMatrix cross, DenseMatrix auxiliary, DenseMatrix lagOne) {

  /**
   * Returns the covariance by pairs, empty when the recursion is unstable.
   *
   * @param a the Hessian, symmetric positive definite
   * @param sigma the diffusion covariance, symmetric positive semidefinite
   */
  public static Optional<GeneralCovariance> of(
      Scheme scheme, IronParameters p, DenseMatrix a, DenseMatrix sigma) {
    SymmetricEigen eigen = decompose(a, sigma);
    double[] values = eigen.values();
    if (!Contraction.stable(scheme, p, values)) {
      return Optional.empty();
    }
    int n = values.length;
    DenseMatrix v = eigen.vectors();
    DenseMatrix vt = v.transpose();
    DenseMatrix noise = vt.multiply(sigma).multiply(v);
    TransitionMatrix[] t = new TransitionMatrix[n];
    DenseMatrix[] blocks = new DenseMatrix[4];
    for (int k = 0; k < 4; k++) {
      blocks[k] = DenseMatrix.zeros(n, n);
    }
    DenseMatrix lagOne = DenseMatrix.zeros(n, n);
    for (int i = 0; i < n; i++) {
      t[i] = new TransitionMatrix(scheme, p, values[i]);
      double[] m = t[i].matrix();
      for (int j = 0; j <= i; j++) {
        double[] z = i == j ? own(t[i], noise.get(i, i)) : pair(t[i], t[j], noise.get(i, j));
        double[] mj = t[j].matrix();
        for (int k = 0; k < 4; k++) {
          blocks[k].set(i, j, z[k]);
        }
        blocks[0].set(j, i, z[0]);
        blocks[1].set(j, i, z[2]);
        blocks[3].set(j, i, z[3]);
        lagOne.set(i, j, m[0] * z[0] + m[1] * z[2]);
        lagOne.set(j, i, mj[0] * z[0] + mj[1] * z[1]);
      }
    }
    return Optional.of(
        new GeneralCovariance(
            v.multiply(blocks[0]).multiply(vt),
            v.multiply(blocks[1]).multiply(vt),
            v.multiply(blocks[3]).multiply(vt),
            v.multiply(lagOne).multiply(vt)));
  }

  /** Returns {@code E|x - x*|^2}. */
  public double mse() {
    return position.trace();
  }

  private static double[] own(TransitionMatrix t, double variance) {
    StationaryCovariance c =
        StationaryCovariance.closedForm(t.scheme(), t.p(), t.a(), Math.max(0, variance))
            .orElseThrow();
    return new double[] {c.p11(), c.p12(), c.p12(), c.p22()};
  }

  /** Returns {@code E z_i z_j'}, row after row, for two directions with noise covariance sigma. */
  static double[] pair(TransitionMatrix i, TransitionMatrix j, double sigma) {
    double alpha = i.p().alpha();
    double[] ni = i.drift();
    double[] nj = j.drift();
    double[] gi = i.noise();
    double[] gj = j.noise();
    double scale = i.noiseVariance() / alpha * sigma;
    double[][] system = new double[4][4];
    double[] right = new double[4];
    for (int p = 0; p < 2; p++) {
      for (int q = 0; q < 2; q++) {
        double[] row = system[2 * p + q];
        for (int r = 0; r < 2; r++) {
          row[2 * r + q] -= ni[2 * p + r];
          row[2 * p + r] -= nj[2 * q + r];
          for (int c = 0; c < 2; c++) {
            row[2 * r + c] -= alpha * ni[2 * p + r] * nj[2 * q + c];
          }
        }
        right[2 * p + q] = scale * gi[p] * gj[q];
      }
    }
    return SmallLinearSystem.solve(system, right);
  }

  /**
   * Returns the covariance of z, of order 2n with the positions first, by {@link DiscreteLyapunov}
   * on the whole equation; empty when the recursion is unstable.
   */
  public static Optional<DenseMatrix> byDoubling(
      Scheme scheme, IronParameters p, DenseMatrix a, DenseMatrix sigma) {
    SymmetricEigen eigen = decompose(a, sigma);
    double[] values = eigen.values();
    int n = values.length;
    double[][] matrix = new double[4][n];
    double[][] noise = new double[2][n];
    double variance = 0;
    for (int i = 0; i < n; i++) {
      TransitionMatrix t = new TransitionMatrix(scheme, p, values[i]);
      variance = t.noiseVariance();
      for (int k = 0; k < 4; k++) {
        matrix[k][i] = t.matrix()[k];
      }
      noise[0][i] = t.noise()[0];
      noise[1][i] = t.noise()[1];
    }
    DenseMatrix m = DenseMatrix.zeros(2 * n, 2 * n);
    DenseMatrix g = DenseMatrix.zeros(2 * n, n);
    for (int k = 0; k < 4; k++) {
      paste(eigen.rebuild(matrix[k]), m, k / 2 * n, k % 2 * n);
    }
    paste(eigen.rebuild(noise[0]), g, 0, 0);
    paste(eigen.rebuild(noise[1]), g, n, 0);
    DenseMatrix q = g.multiply(sigma.times(variance)).multiply(g.transpose());
    q.symmetrize();
    return DiscreteLyapunov.solve(m, q);
  }

  private static void paste(DenseMatrix block, DenseMatrix whole, int row, int column) {
    for (int i = 0; i < block.rows(); i++) {
      for (int j = 0; j < block.columns(); j++) {
        whole.set(row + i, column + j, block.get(i, j));
      }
    }
  }

  static SymmetricEigen decompose(DenseMatrix a, DenseMatrix sigma) {
    Require.symmetric("A", a);
    Require.shape("Sigma", a.rows(), a.rows(), sigma);
    Cholesky.psdFactor(sigma);
    SymmetricEigen eigen = SymmetricEigen.of(a);
    double[] values = eigen.values();
    Require.atLeast("order of A", 1, values.length);
    Require.that(values[0] > 0, "A is not positive definite: it has the eigenvalue %s", values[0]);
    return eigen;
  }
}
