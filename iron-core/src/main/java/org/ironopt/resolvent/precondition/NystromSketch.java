package org.ironopt.resolvent.precondition;

import java.util.Arrays;
import java.util.Optional;
import org.ironopt.linalg.LinearOperator;
import org.ironopt.linalg.NystromPreconditioner;
import org.ironopt.linalg.Vectors;
import org.ironopt.random.Stream;
import org.ironopt.random.Streams;
import org.ironopt.resolvent.Preconditioner;
import org.ironopt.resolvent.newton.Equation;

/**
 * A Nystrom preconditioner for {@code (1 + nu)/lambda I + H}, which is the Newton matrix divided by
 * lambda. H is sketched once, at the start of a solve: the large eigenvalues that the sketch is
 * after change little on the way. Without a positive semidefinite sketch there is none.
 */
public final class NystromSketch extends Sketch {
  private final int n;
  private final Preconditioner.Nystrom parameters;

  /** The vectors, and then their eigenvalues. */
  private final double[][] memory;

  private final double[][] vectors;
  private NystromPreconditioner inverse;

  NystromSketch(int n, Preconditioner.Nystrom parameters) {
    this.n = n;
    this.parameters = parameters;
    int rank = Math.min(n, parameters.rank());
    memory = new double[rank + 1][];
    Arrays.setAll(memory, k -> new double[k < rank ? n : rank]);
    vectors = Arrays.copyOf(memory, rank);
  }

  @Override
  public double[][] memory() {
    return memory;
  }

  @Override
  boolean build(Equation equation) {
    LinearOperator hessian =
        (x, y) -> {
          equation.current().curvature().apply(x, y);
          equation.tally.products++;
        };
    Optional<NystromPreconditioner> sketch =
        NystromPreconditioner.of(hessian, n, parameters.rank(), this::fill, 1 / lambda);
    if (sketch.isEmpty()) {
      return false;
    }
    double[][] found = sketch.get().vectors();
    for (int k = 0; k < found.length; k++) {
      Vectors.copy(found[k], vectors[k]);
    }
    Vectors.copy(sketch.get().eigenvalues(), memory[found.length]);
    return true;
  }

  private void fill(double[] normals) {
    Stream stream = new Streams(parameters.seed()).stream("sketch");
    stream.normals(0, 0, 1, normals, 0, normals.length);
  }

  @Override
  public void damp(double nu) {
    double[] eigenvalues = memory[vectors.length];
    inverse = NystromPreconditioner.of(vectors, eigenvalues, (1 + nu) / lambda);
  }

  @Override
  public void apply(double[] r, double[] z) {
    inverse.apply(r, z);
  }
}
