package org.ironopt.problem;

/**
 * An objective with a positive semidefinite curvature model beside its Hessian: Gauss-Newton {@code
 * J'J} for sums of squares, Fisher for likelihoods. Newton steps on the model descend where the
 * Hessian is indefinite; near a solution with small residuals both agree.
 */
public interface GaussNewton extends Curved {
  /** Returns a new workspace whose product is the Gauss-Newton (Fisher) matrix. */
  Curvature gaussNewton();
}
