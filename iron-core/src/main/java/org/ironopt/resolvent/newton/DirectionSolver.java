package org.ironopt.resolvent.newton;

import org.ironopt.linalg.Cholesky;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Vectors;
import org.ironopt.linalg.internal.LbfgsMatrix;
import org.ironopt.linalg.internal.SmallCholesky;
import org.ironopt.resolvent.Direction;

/** Finds the step of a Newton iteration; one class and one workspace per {@link Direction}. */
interface DirectionSolver {
  /**
   * Returns the solver of a direction.
   *
   * @param descends whether the step has to descend phi
   */
  static DirectionSolver of(ResolventEquation equation, Direction direction, boolean descends) {
    int n = equation.n;
    return switch (direction) {
      case Direction.Cholesky c -> new Blocks(n, n);
      case Direction.BlockDiagonal b -> new Blocks(n, Math.min(n, b.blockSize()));
      case Direction.Diagonal d -> new Diagonal(n, descends);
      case Direction.Lbfgs l -> new Lbfgs(n, l.memory());
      case Direction.Iterative i -> new KrylovDirection(equation, i);
    };
  }

  /** Forgets earlier solves, except for what is kept in {@link #memory}. */
  default void begin() {}

  /** Returns what is remembered from solve to solve, always in the same order. */
  default double[][] memory() {
    return new double[0][];
  }

  /** Says whether the linear residual of the steps that follow is wanted. */
  default void measure(boolean wanted) {}

  /** Says which part of the step that minimises the model is wanted from now on. */
  default void part(double part) {}

  /** Prepares for steps from a new current point. */
  void linearize(ResolventEquation equation);

  /**
   * Returns a solution s of {@code (J + nu I) s = -g}, as accurate as the direction is, in an array
   * that the next call overwrites; null if there is none at this nu (a factorization that needs a
   * positive definite matrix did not get one).
   */
  double[] solve(ResolventEquation equation, double nu);

  /** Forgets earlier steps; returns whether that can change the direction. */
  default boolean restart() {
    return false;
  }

  /**
   * Cholesky factorization of the diagonal blocks of {@code (1 + nu) I + lambda H}; with one block,
   * of the whole matrix. H is assembled once per point, a damped system is only factored again.
   */
  final class Blocks implements DirectionSolver {
    private final int size;
    private final DenseMatrix[] blocks;
    private final DenseMatrix[] systems;
    private final Cholesky[] factors;
    private final double[][] parts;
    private final double[] s;

    /** Blocks of {@code size} rows; the last one may be shorter. */
    Blocks(int n, int size) {
      this.size = size;
      s = new double[n];
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
    public void linearize(ResolventEquation equation) {
      for (int k = 0; k < blocks.length; k++) {
        equation.current().curvature().block(k * size, blocks[k]);
      }
    }

    @Override
    public double[] solve(ResolventEquation equation, double nu) {
      for (int k = 0; k < blocks.length; k++) {
        if (!damp(blocks[k], equation.lambda(), 1 + nu, systems[k])) {
          return null;
        }
        double[] part = parts[k];
        for (int i = 0; i < part.length; i++) {
          part[i] = -equation.current().g[k * size + i];
        }
        if (!factorAndSolve(k, part)) {
          return null;
        }
        System.arraycopy(part, 0, s, k * size, part.length);
      }
      return s;
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

  /**
   * {@code s = -g / (1 + nu + lambda diag H)}. Where s has to descend, negative entries are
   * refused; Newton's own direction, which decreases |g| but may climb phi, keeps them.
   */
  final class Diagonal implements DirectionSolver {
    private final boolean descends;
    private final double[] diagonal;
    private final double[] s;

    Diagonal(int n, boolean descends) {
      this.descends = descends;
      diagonal = new double[n];
      s = new double[n];
    }

    @Override
    public void linearize(ResolventEquation equation) {
      equation.current().curvature().diagonal(diagonal);
    }

    @Override
    public double[] solve(ResolventEquation equation, double nu) {
      double lambda = equation.lambda();
      double[] g = equation.current().g;
      for (int i = 0; i < diagonal.length; i++) {
        double entry = Math.fma(lambda, diagonal[i], 1 + nu);
        boolean usable = entry > 0 || (!descends && entry < 0);
        if (!usable || Double.isInfinite(entry)) {
          return null;
        }
        s[i] = -g[i] / entry;
      }
      return s;
    }
  }

  /**
   * Limited-memory BFGS for phi: {@code s = -B g}, B an {@link LbfgsMatrix}, so that s descends.
   */
  final class Lbfgs implements DirectionSolver {
    private final LbfgsMatrix matrix;
    private final double[] lastU;
    private final double[] lastG;
    private final double[] s;
    private boolean hasLast;

    Lbfgs(int n, int memory) {
      matrix = new LbfgsMatrix(n, memory);
      lastU = new double[n];
      lastG = new double[n];
      s = new double[n];
    }

    @Override
    public void begin() {
      hasLast = false;
      matrix.clear();
    }

    @Override
    public void linearize(ResolventEquation equation) {
      ResolventEquation.Point point = equation.current();
      if (hasLast) {
        matrix.add(lastU, point.u, lastG, point.g);
      }
      Vectors.copy(point.u, lastU);
      Vectors.copy(point.g, lastG);
      hasLast = true;
    }

    @Override
    public double[] solve(ResolventEquation equation, double nu) {
      Vectors.copy(equation.current().g, s);
      matrix.apply(s);
      Vectors.scale(-1, s);
      return s;
    }

    @Override
    public boolean restart() {
      boolean hadPairs = matrix.pairs() > 0;
      matrix.clear();
      return hadPairs;
    }
  }
}
