package org.ironopt.resolvent;

import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.SymmetricEigen;
import org.ironopt.linalg.internal.Require;
import org.ironopt.problem.Curvature;
import org.ironopt.problem.Curved;
import org.ironopt.problem.HigherDerivatives;
import org.jspecify.annotations.Nullable;

/**
 * The Hessian of an objective at one point, decomposed as {@code V diag(h) V'} once, so that {@code
 * I + lambda H} is inverted for every lambda by two products with V. It serves the steps of {@link
 * InnerMethod.Chord}; take it at a minimiser if possible. With the third derivative T ({@link
 * #withThird}) it includes the first-order change of the Hessian around the point. Immutable.
 */
public final class HessianEigenbasis {
  private final double[] point;
  private final double[] h;
  private final DenseMatrix vectors;
  private final DenseMatrix transposed;

  /** Row i holds {@code T_ijk} for {@code k <= j}; null if it is not known. */
  private final @Nullable DenseMatrix third;

  private HessianEigenbasis(
      double[] point, double[] h, DenseMatrix vectors, @Nullable DenseMatrix third) {
    this.point = point;
    this.h = h;
    this.vectors = vectors;
    this.third = third;
    transposed = vectors.transpose();
  }

  /** Decomposes the Hessian of {@code f} at {@code x}, which must be positive semidefinite. */
  public static HessianEigenbasis at(Curved f, double[] x) {
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
    Require.that(
        h[0] >= -rounding,
        "the Hessian at the anchor has the eigenvalue %s, expected none below zero: use"
            + " InnerMethod.NEWTON_CG",
        h[0]);
    for (int i = 0; i < n; i++) {
      h[i] = Math.max(0, h[i]);
    }
    return new HessianEigenbasis(x.clone(), h, eigen.vectors(), null);
  }

  /**
   * Returns this anchor with the third derivative of {@code f} there: {@code n^2 (n + 1) / 2}
   * numbers from as many contractions as n has pairs, and a product with them for every step.
   */
  public HessianEigenbasis withThird(HigherDerivatives f) {
    int n = h.length;
    Require.sameLength("the anchor", n, "x", f.dimension());
    DenseMatrix rows = DenseMatrix.zeros(n, n * (n + 1) / 2);
    double[] ej = new double[n];
    double[] ek = new double[n];
    double[] t = new double[n];
    for (int j = 0, at = 0; j < n; j++) {
      ej[j] = 1;
      for (int k = 0; k <= j; k++, at++) {
        ek[k] = 1;
        f.third(point, ej, ek, t);
        ek[k] = 0;
        for (int i = 0; i < n; i++) {
          rows.set(i, at, t[i]);
        }
      }
      ej[j] = 0;
    }
    return new HessianEigenbasis(point, h, vectors, rows);
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
  public void solve(double lambda, double[] r, double[] scratch, double[] y) {
    transposed.apply(r, scratch);
    for (int k = 0; k < h.length; k++) {
      scratch[k] /= Math.fma(lambda, h[k], 1);
    }
    vectors.apply(scratch, y);
  }

  /** Returns whether {@link #bend} is possible. */
  public boolean bends() {
    return third != null;
  }

  /** Returns the length of the array of pairs that {@link #bend} needs. */
  public int pairs() {
    return third == null ? 0 : third.columns();
  }

  /**
   * Overwrites {@code y} with {@code T[u - p/2 - x, p]}: with x the anchor, to second order the
   * product of p with the mean Hessian between u and u - p, less that at the anchor.
   */
  @SuppressWarnings("NullAway")
  public void bend(double[] u, double[] p, double[] pairs, double[] scratch, double[] y) {
    for (int i = 0; i < scratch.length; i++) {
      scratch[i] = u[i] - point[i] - 0.5 * p[i];
    }
    for (int j = 0, at = 0; j < p.length; j++) {
      for (int k = 0; k < j; k++) {
        pairs[at++] = Math.fma(scratch[j], p[k], scratch[k] * p[j]);
      }
      pairs[at++] = scratch[j] * p[j];
    }
    third.apply(pairs, y);
  }

  @Override
  public String toString() {
    String words = third == null ? "Anchor[n=" : "Anchor[with third derivative, n=";
    return words + h.length + ", eigenvalues " + h[0] + " to " + h[h.length - 1] + "]";
  }
}
