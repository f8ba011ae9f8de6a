package org.ironopt.linalg;

import java.util.Arrays;

/**
 * MINRES for a symmetric operator, definite or not: the Lanczos process and a QR factorization of
 * its tridiagonal matrix by Givens rotations, so that the residual norm never grows (Paige and
 * Saunders, 1975, <a href="https://doi.org/10.1137/0712047">10.1137/0712047</a>). On a singular but
 * consistent system it converges to a solution; on an inconsistent one it ends in {@code BREAKDOWN}
 * where the Krylov space is exhausted. Memory: 7 n.
 */
public final class Minres extends KrylovSolver {
  /** An operator with |A r| below this fraction of |A| |r| counts as singular. */
  private static final double SINGULAR = 0x1p-46;

  private double[] v;
  private double[] vBefore;
  private double[] vNext;
  private double[] w;
  private double[] wBefore;
  private double[] wBefore2;

  /** Allocates the workspace for n unknowns. */
  public Minres(int n) {
    super(n);
    v = new double[n];
    vBefore = new double[n];
    vNext = new double[n];
    w = new double[n];
    wBefore = new double[n];
    wBefore2 = new double[n];
  }

  @Override
  LinearEnding cycle(LinearOperator a, double[] x, double residual, double target, int limit) {
    start(residual);
    double phi = residual;
    double beta = 0;
    double c = 1;
    double s = 0;
    double cBefore = 1;
    double sBefore = 0;
    double normA = 0;
    while (cycleSteps < limit) {
      a.apply(v, vNext);
      double alpha = Vectors.dot(v, vNext);
      Vectors.axpy(-alpha, v, vNext);
      Vectors.axpy(-beta, vBefore, vNext);
      double betaNext = Vectors.norm(vNext);
      if (!Double.isFinite(alpha) || !Double.isFinite(betaNext)) {
        return LinearEnding.NOT_FINITE;
      }
      normA = Math.max(normA, Math.abs(alpha) + beta + betaNext);
      boolean exhausted = betaNext <= 0x1p-52 * normA;

      // The two rotations before act on the new column (beta, alpha) of the tridiagonal matrix.
      double rho3 = sBefore * beta;
      double beta1 = cBefore * beta;
      double rho2 = c * beta1 + s * alpha;
      double gamma = c * alpha - s * beta1;
      // This is |A r| / |r| at the present x: if it vanishes, x solves the least-squares problem.
      if (StrictMath.hypot(gamma, c * betaNext) <= SINGULAR * normA) {
        return LinearEnding.BREAKDOWN;
      }
      double rho1 = exhausted ? Math.abs(gamma) : StrictMath.hypot(gamma, betaNext);
      cBefore = c;
      sBefore = s;
      c = gamma / rho1;
      s = exhausted ? 0 : betaNext / rho1;

      Vectors.add(v, -rho2, wBefore, w);
      Vectors.axpy(-rho3, wBefore2, w);
      Vectors.scale(1 / rho1, w);
      Vectors.axpy(c * phi, w, x);
      phi = -s * phi;
      cycleSteps++;
      cycleResidual = Math.abs(phi);
      tell(cycleResidual);
      if (cycleResidual <= target) {
        return LinearEnding.CONVERGED;
      }
      Vectors.scale(1 / betaNext, vNext);
      beta = betaNext;
      rotate();
    }
    return LinearEnding.ITERATION_LIMIT;
  }

  private void start(double residual) {
    cycleSteps = 0;
    cycleResidual = residual;
    double unit = Scaling.powerOfTwo(residual);
    Vectors.scale(1 / unit, r);
    Vectors.copy(r, v);
    Vectors.scale(unit / residual, v);
    Arrays.fill(vBefore, 0);
    Arrays.fill(wBefore, 0);
    Arrays.fill(wBefore2, 0);
  }

  private void rotate() {
    double[] free = vBefore;
    vBefore = v;
    v = vNext;
    vNext = free;
    free = wBefore2;
    wBefore2 = wBefore;
    wBefore = w;
    w = free;
  }
}
