package org.ironopt.resolvent;

import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Require;
import org.ironopt.linalg.SymmetricEigen;
import org.ironopt.problem.Curvature;
import org.ironopt.problem.Curved;

/**
 * The Hessian of an objective at one point, decomposed as {@code V diag(h) V'} once, so that {@code
 * I + lambda H} is inverted for every lambda by two products with V. It serves the steps of {@link
 * Direction.Chord}; a minimiser is a good place for it. Immutable.
 */
public final class Anchor {
  private final double[] point;
  private final double[] h;
  private final DenseMatrix vectors;
  private final DenseMatrix transposed;

  private Anchor(double[] point, double[] h, DenseMatrix vectors) {
    this.point = point;
    this.h = h;
    this.vectors = vectors;
    transposed = vectors.transpose();
  }

  /** Decomposes the Hessian of {@code f} at {@code x}, which must be positive semidefinite. */
  public static Anchor at(Curved f, double[] x) {
    int n = f.dimension();
    Require.finite("x", Require.length("x", n, x));
    Curvature curvature = f.curvature();
    curvature.at(x, new double[n]);
    DenseMatrix hessian = DenseMatrix.zeros(n, n);
    curvature.block(0, hessian);
    hessian.symmetrize();
    SymmetricEigen eigen = SymmetricEigen.of(hessian);
    double[] h = eigen.values();
    double rounding = 1e-12 * h[n - 1];
    if (!(h[0] >= -rounding)) {
      throw new IllegalArgumentException(
          "the Hessian at the anchor has the eigenvalue "
              + h[0]
              + ", expected none below zero: use Direction.Cg");
    }
    for (int i = 0; i < n; i++) {
      h[i] = Math.max(0, h[i]);
    }
    return new Anchor(x.clone(), h, eigen.vectors());
  }

  /** Returns n. */
  public int dimension() {
    return h.length;
  }

  /** Returns the point (a copy). */
  public double[] point() {
    return point.clone();
  }

  /** Returns the eigenvalues of the Hessian there, ascending (a copy). */
  public double[] eigenvalues() {
    return h.clone();
  }

  /** Returns the Hessian there. */
  public DenseMatrix hessian() {
    DenseMatrix scaled = vectors.copy();
    for (int i = 0; i < h.length; i++) {
      for (int k = 0; k < h.length; k++) {
        scaled.set(i, k, h[k] * scaled.get(i, k));
      }
    }
    DenseMatrix product = scaled.multiply(transposed);
    product.symmetrize();
    return product;
  }

  /** Overwrites {@code y} with {@code (I + lambda H)^-1 r}; {@code scratch} has length n. */
  void solve(double lambda, double[] r, double[] scratch, double[] y) {
    transposed.apply(r, scratch);
    for (int k = 0; k < h.length; k++) {
      scratch[k] /= Math.fma(lambda, h[k], 1);
    }
    vectors.apply(scratch, y);
  }

  @Override
  public String toString() {
    return "Anchor[n=" + h.length + ", eigenvalues " + h[0] + " to " + h[h.length - 1] + "]";
  }
}
