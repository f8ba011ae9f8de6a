package org.ironopt.linalg;

import java.util.Arrays;
import org.ironopt.linalg.internal.Require;
import org.ironopt.linalg.internal.Sums;

/**
 * GMRES(m) for a general operator: in each cycle of at most m steps the residual norm is minimised
 * over a Krylov space built by the Arnoldi process with modified Gram-Schmidt, its Hessenberg
 * matrix reduced by Givens rotations (Saad and Schultz, 1986, <a
 * href="https://doi.org/10.1137/0907058">10.1137/0907058</a>). With m at least the number of
 * unknowns it ends in that many steps; a smaller m saves memory and may stagnate, which is
 * reported. A preconditioner M stands on the right, {@code A M^-1 y = b} with {@code x = M^-1 y}:
 * the residual stays that of the system itself. Memory: (m + 2) n, and n more once a preconditioner
 * is used.
 */
public final class Gmres extends KrylovSolver {
  private final int m;
  private final double[][] v;
  private final double[][] h;
  private final double[] c;
  private final double[] s;
  private final double[] g;
  private double[] z;

  /** Allocates the workspace for n unknowns and a restart every m steps. */
  @SuppressWarnings("NullAway.Init")
  public Gmres(int n, int m) {
    super(n);
    this.m = Math.min(Require.atLeast("m", 1, m), Math.max(n, 1));
    v = new double[this.m + 1][n];
    h = new double[this.m][this.m + 1];
    c = new double[this.m];
    s = new double[this.m];
    g = new double[this.m + 1];
  }

  @Override
  protected KrylovSolver.Ending cycle(
      LinearOperator a, double[] x, double residual, double target, int limit) {
    if (preconditioner != null && z == null) {
      z = new double[n];
    }
    normalise(r, residual, v[0]);
    Arrays.fill(g, 0);
    g[0] = residual;
    KrylovSolver.Ending ending = arnoldi(a, target, Math.min(m, limit));
    backSubstitute(cycleSteps);
    update(x);
    return ending;
  }

  /** Adds the combination of the Krylov vectors to x, through M^-1 if there is one. */
  private void update(double[] x) {
    if (preconditioner == null) {
      for (int j = 0; j < cycleSteps; j++) {
        Vectors.axpy(g[j], v[j], x);
      }
      return;
    }
    Arrays.fill(r, 0);
    for (int j = 0; j < cycleSteps; j++) {
      Vectors.axpy(g[j], v[j], r);
    }
    preconditioner.apply(r, z);
    Vectors.axpy(1, z, x);
  }

  private void multiply(LinearOperator a, double[] in, double[] out) {
    if (preconditioner == null) {
      a.apply(in, out);
    } else {
      preconditioner.apply(in, z);
      a.apply(z, out);
    }
  }

  private KrylovSolver.Ending arnoldi(LinearOperator a, double target, int limit) {
    double largest = 0;
    for (int k = 0; k < limit; k++) {
      double[] w = v[k + 1];
      multiply(a, v[k], w);
      double normAv = Vectors.norm(w);
      if (!Double.isFinite(normAv)) {
        return KrylovSolver.Ending.NOT_FINITE;
      }
      double[] column = h[k];
      for (int i = 0; i <= k; i++) {
        column[i] = Vectors.dot(v[i], w);
        Vectors.axpy(-column[i], v[i], w);
      }
      double below = Vectors.norm(w);
      if (below <= 0x1p-52 * normAv) {
        below = 0;
      }
      rotate(column, k, below);
      largest = Math.max(largest, Math.abs(column[k]));
      if (Math.abs(column[k]) <= 0x1p-50 * largest) {
        return KrylovSolver.Ending.BREAKDOWN;
      }
      g[k + 1] = -s[k] * g[k];
      g[k] = c[k] * g[k];
      cycleSteps++;
      cycleResidual = Math.abs(g[k + 1]);
      tell(cycleResidual);
      if (cycleResidual <= target) {
        return KrylovSolver.Ending.CONVERGED;
      }
      normalise(w, below, w);
    }
    return KrylovSolver.Ending.ITERATION_LIMIT;
  }

  /** Applies the rotations so far to column k and makes the one that clears its last element. */
  private void rotate(double[] column, int k, double below) {
    for (int i = 0; i < k; i++) {
      double upper = column[i];
      double lower = column[i + 1];
      column[i] = c[i] * upper + s[i] * lower;
      column[i + 1] = c[i] * lower - s[i] * upper;
    }
    double rho = StrictMath.hypot(column[k], below);
    c[k] = rho == 0 ? 1 : column[k] / rho;
    s[k] = rho == 0 ? 0 : below / rho;
    column[k] = rho;
  }

  /** Overwrites the first k elements of g with the coefficients of the update. */
  private void backSubstitute(int k) {
    for (int j = k - 1; j >= 0; j--) {
      g[j] /= h[j][j];
      for (int i = 0; i < j; i++) {
        g[i] = Math.fma(-h[j][i], g[j], g[i]);
      }
    }
  }

  private static void normalise(double[] x, double norm, double[] out) {
    double unit = Sums.powerOfTwo(norm);
    if (x != out) {
      Vectors.copy(x, out);
    }
    Vectors.scale(1 / unit, out);
    Vectors.scale(unit / norm, out);
  }
}
