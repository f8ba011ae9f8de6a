package org.ironopt.resolvent.precondition;

import org.ironopt.linalg.LinearOperator;
import org.ironopt.linalg.Vectors;
import org.ironopt.problem.Factored;
import org.ironopt.resolvent.newton.Equation;

/** {@code ((1 + nu) I + lambda M)^-1} with the objective's own model M of its Hessian. */
public final class KroneckerSketch extends Sketch {
  private final Factored curvature;
  private final double[] model;
  private double shift;
  private LinearOperator inverse;

  /** The curvature solves with any model, wherever it is. */
  KroneckerSketch(Factored curvature) {
    this.curvature = curvature;
    model = new double[curvature.modelLength()];
  }

  @Override
  public double[][] memory() {
    return new double[][] {model};
  }

  @Override
  boolean build(Equation equation) {
    ((Factored) equation.current().curvature()).model(model);
    return Vectors.allFinite(model);
  }

  @Override
  public void damp(double nu) {
    shift = 1 + nu;
    inverse = curvature.modelInverse(model, lambda / shift);
  }

  @Override
  public void apply(double[] r, double[] z) {
    inverse.apply(r, z);
    if (shift != 1) {
      Vectors.scale(1 / shift, z);
    }
  }
}
