package org.ironopt.resolvent.newton;

import org.ironopt.linalg.Cholesky;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.SmallCholesky;

/**
 * Cholesky factorization of the diagonal blocks of {@code (1 + nu) I + lambda H}; with one block,
 * of the whole matrix. H is assembled once per point, a damped system is only factored again.
 */
public final class BlockDirection implements DirectionSolver {
  private final int size;
  private final DenseMatrix[] blocks;
  private final DenseMatrix[] systems;
  private final Cholesky[] factors;
  private final double[][] parts;

  /** Blocks of {@code size} rows; the last one may be shorter. */
  public BlockDirection(int n, int size) {
    this.size = size;
    int count = (n + size - 1) / size;
    blocks = new DenseMatrix[count];
    // All full blocks share one workspace, a short last block has its own.
    systems = new DenseMatrix[count];
    factors = new Cholesky[count];
    parts = new double[count][];
    for (int k = 0; k < count; k++) {
      int rows = Math.min(size, n - k * size);
      boolean shared = k > 0 && rows == size;
      blocks[k] = DenseMatrix.zeros(rows, rows);
      systems[k] = shared ? systems[0] : DenseMatrix.zeros(rows, rows);
      factors[k] = shared ? factors[0] : new Cholesky(rows);
      parts[k] = shared ? parts[0] : new double[rows];
    }
  }

  @Override
  public void linearize(Equation equation) {
    for (int k = 0; k < blocks.length; k++) {
      equation.current().curvature().block(k * size, blocks[k]);
    }
  }

  @Override
  public boolean solve(Equation equation, double nu) {
    for (int k = 0; k < blocks.length; k++) {
      if (!damp(blocks[k], equation.lambda(), 1 + nu, systems[k])) {
        return false;
      }
      double[] part = parts[k];
      for (int i = 0; i < part.length; i++) {
        part[i] = -equation.current().g[k * size + i];
      }
      if (!factorAndSolve(k, part)) {
        return false;
      }
      System.arraycopy(part, 0, equation.s, k * size, part.length);
    }
    return true;
  }

  private boolean factorAndSolve(int k, double[] part) {
    if (part.length <= SmallCholesky.LARGEST) {
      boolean definite = SmallCholesky.factor(systems[k]);
      if (definite) {
        SmallCholesky.solve(systems[k], part);
      }
      return definite;
    }
    boolean definite = factors[k].factor(systems[k]);
    if (definite) {
      factors[k].solve(part, part);
    }
    return definite;
  }

  /** Assembles the system; returns false if its diagonal alone shows that it is not definite. */
  private static boolean damp(DenseMatrix h, double lambda, double shift, DenseMatrix system) {
    double[] from = h.data();
    double[] to = system.data();
    int rows = h.rows();
    for (int i = 0; i < to.length; i++) {
      to[i] = lambda * from[i];
    }
    boolean positive = true;
    for (int i = 0; i < rows; i++) {
      int diagonal = i * rows + i;
      to[diagonal] = Math.fma(lambda, from[diagonal], shift);
      positive &= to[diagonal] > 0;
    }
    return positive;
  }
}
