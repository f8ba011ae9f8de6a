package org.ironopt.resolvent;

/** Which matrix stands for the curvature in the Newton system. */
public enum CurvatureModel {
  /** The Hessian. */
  HESSIAN,
  /** Gauss-Newton, or Fisher: positive semidefinite, needs a {@code GaussNewton} objective. */
  GAUSS_NEWTON
}
