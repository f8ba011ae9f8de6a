package org.ironopt.problem;

/**
 * An objective with a positive semidefinite curvature model beside its Hessian: Gauss-Newton {@code
 * J'J} for sums of squares, Fisher for likelihoods. Newton steps on the model descend where the
 * Hessian is indefinite; near a solution with small residuals both agree.
 */
public interface GaussNewton extends Curved {
  /** Returns a new workspace whose product is the Gauss-Newton (Fisher) matrix. */
  Curvature gaussNewton();

  /** Returns whether the model is so much cheaper than the Hessian that it is used by default. */
  default boolean prefersGaussNewton() {
    return false;
  }

  /**
   * Returns how far residuals r are from being orthogonal to the columns of J: the largest {@code
   * |J_j'r| / (|J_j| |r|)}, a number without units that is 0 at a stationary point. NaN if f is not
   * a sum of squares.
   */
  default double angle(double[] x) {
    return Double.NaN;
  }
}
