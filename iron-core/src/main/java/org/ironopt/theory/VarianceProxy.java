package org.ironopt.theory;

import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Require;

/**
 * The variance proxy {@code sigma^2 = tr Sigma} of the paper's bounds, THEORY (36). The minibatch
 * proxy {@code sigma^2/b} is the paper's reading: a mechanism that divides the covariance of the
 * <em>center</em> by b divides every bound by b. A minibatch inside the resolvent is gradient
 * noise, see {@link NoiseSource}.
 */
public final class VarianceProxy {
  private VarianceProxy() {}

  /** Returns {@code n rho2}, for {@code Sigma = rho2 I} of order n. */
  public static double isotropic(int n, double rho2) {
    return Require.atLeast("n", 1, n) * Require.nonNegative("rho2", rho2);
  }

  /** Returns {@code tr Sigma}. */
  public static double trace(DenseMatrix sigma) {
    Require.sameLength("rows of Sigma", sigma.rows(), "columns of Sigma", sigma.columns());
    double sum = 0;
    for (int i = 0; i < sigma.rows(); i++) {
      sum += sigma.get(i, i);
    }
    return sum;
  }

  /** Returns {@code sigma2 / b}. */
  public static double minibatch(double sigma2, int b) {
    return Require.nonNegative("sigma2", sigma2) / Require.atLeast("b", 1, b);
  }
}
