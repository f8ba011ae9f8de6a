package org.ironopt.problem;

import java.util.Optional;

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
   * How the residuals r of a sum of squares lie to their derivatives J at a point x. Ratios of
   * these numbers have no units.
   *
   * @param columns norms of the columns of J
   * @param norm of r
   * @param angle largest {@code |J_j'r| / (|J_j| |r|)}, 0 at a stationary point
   * @param offset at least the share of |r| that a Gauss-Newton step would remove, the relative
   *     offset of D. Bates and D. Watts, DOI 10.1080/00401706.1981.10486259: the error of the
   *     variables over their standard errors, but for a factor that counts rows
   * @param rounding what r changes by if all variables change in their last digit
   */
  record Tangent(double[] columns, double norm, double angle, double offset, double rounding) {
    /** Returns whether r is orthogonal to J as well as rounding lets it be. */
    public boolean orthogonal() {
      return angle * norm <= Math.max(1e-4 * norm, 16 * rounding);
    }
  }

  /** Returns the tangent at x, empty if f is not a sum of squares. */
  default Optional<Tangent> tangent(double[] x) {
    return Optional.empty();
  }
}
