package org.ironopt.problem;

/** An objective with second-order information: Hessian products, through a {@link Curvature}. */
public interface Curved extends Objective {
  /** Returns a new workspace that linearises this objective at one point after another. */
  Curvature curvature();
}
