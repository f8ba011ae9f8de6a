package org.ironopt.resolvent;

import java.util.Random;
import org.ironopt.linalg.LinearOperator;
import org.ironopt.linalg.NystromPreconditioner;

/**
 * A Nystrom preconditioner for {@code (1 + nu)/lambda I + H}, which is the Newton matrix divided by
 * lambda. H is sketched once, at the start of a solve: the large eigenvalues that the sketch is
 * after change little on the way. Without a positive semidefinite sketch there is none.
 */
final class NystromSketch extends PreconditionerSolver {
  private final int n;
  private final Preconditioner.Nystrom parameters;
  private NystromPreconditioner sketch;
  private LinearOperator inverse;
  private boolean tried;
  private double lambda;

  NystromSketch(int n, Preconditioner.Nystrom parameters) {
    this.n = n;
    this.parameters = parameters;
  }

  @Override
  void begin() {
    tried = false;
  }

  @Override
  void linearize(Equation equation) {
    if (tried) {
      return;
    }
    tried = true;
    lambda = equation.lambda();
    LinearOperator hessian =
        (x, y) -> {
          equation.current().curvature().apply(x, y);
          equation.tally.products++;
        };
    sketch =
        NystromPreconditioner.of(hessian, n, parameters.rank(), this::fill, 1 / lambda)
            .orElse(null);
  }

  /** Marsaglia's polar method on {@code java.util.Random}, whose bits are specified. */
  private void fill(double[] normals) {
    Random random = new Random(parameters.seed());
    for (int i = 0; i < normals.length; i++) {
      double x;
      double square;
      do {
        x = 2 * random.nextDouble() - 1;
        double y = 2 * random.nextDouble() - 1;
        square = x * x + y * y;
      } while (square >= 1 || square == 0);
      normals[i] = x * Math.sqrt(-2 * StrictMath.log(square) / square);
    }
  }

  @Override
  void damp(double nu) {
    if (sketch != null) {
      inverse = sketch.withShift((1 + nu) / lambda);
    }
  }

  @Override
  boolean isActive() {
    return sketch != null;
  }

  @Override
  public void apply(double[] r, double[] z) {
    inverse.apply(r, z);
  }
}
