package org.ironopt.resolvent;

import org.ironopt.linalg.LinearOperator;
import org.ironopt.linalg.NystromPreconditioner;
import org.ironopt.random.Stream;
import org.ironopt.random.Streams;

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

  private void fill(double[] normals) {
    Stream stream = new Streams(parameters.seed()).stream("sketch");
    stream.normals(0, 0, 1, normals, 0, normals.length);
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
