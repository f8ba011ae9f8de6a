package org.ironopt.problem;

/**
 * An objective with a positive semidefinite curvature model beside its Hessian: Gauss-Newton for
 * sums of squares, Fisher for likelihoods.
 */
public interface GaussNewton extends Curved {
  /** Returns a new workspace whose product is the Gauss-Newton (Fisher) matrix. */
  Curvature gaussNewton();
}
