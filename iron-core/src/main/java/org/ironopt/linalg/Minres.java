package org.ironopt.linalg;

import java.util.Arrays;
import org.ironopt.linalg.internal.Sums;

/**
 * MINRES for a symmetric operator, definite or not: the Lanczos process and a QR factorization of
 * its tridiagonal matrix by Givens rotations, so that the residual norm never grows (Paige and
 * Saunders, 1975, <a href="https://doi.org/10.1137/0712047">10.1137/0712047</a>). On a singular but
 * consistent system it converges to a solution; on an inconsistent one it ends in {@code BREAKDOWN}
 * where the Krylov space is exhausted. With a symmetric positive definite preconditioner M the norm
 * that never grows is that of {@code M^-1}; the residual itself is carried along, {@code r -= t A
 * w}, and reported and stopped on as without. Memory: 7 n, and 5 n more once a preconditioner is
 * used.
 */
public final class Minres extends KrylovSolver {
  /** An operator with |A r| below this fraction of |A| |r| counts as singular. */
  private static final double SINGULAR = 0x1p-46;

  private double[] v = new double[n];
  private double[] vBefore = new double[n];
  private double[] vNext = new double[n];
  private double[] w = new double[n];
  private double[] wBefore = new double[n];
  private double[] wBefore2 = new double[n];

  /** M^-1 v and M^-1 vNext, and A w with the two before it; only with a preconditioner. */
  private double[] z;

  private double[] zNext;
  private double[] aw;
  private double[] awBefore;
  private double[] awBefore2;

  /** Allocates the workspace for n unknowns. */
  @SuppressWarnings("NullAway.Init")
  public Minres(int n) {
    super(n);
  }

  @Override
  protected KrylovSolver.Ending cycle(
      LinearOperator a, double[] x, double residual, double target, int limit) {
    double phi = start(residual);
    if (!(phi > 0)) {
      return Double.isFinite(phi) ? KrylovSolver.Ending.BREAKDOWN : KrylovSolver.Ending.NOT_FINITE;
    }
    double beta = 0;
    double c = 1;
    double s = 0;
    double cBefore = 1;
    double sBefore = 0;
    double normA = 0;
    while (cycleSteps < limit) {
      a.apply(direction(), vNext);
      if (preconditioner != null) {
        Vectors.copy(vNext, aw);
      }
      double alpha = Vectors.dot(direction(), vNext);
      Vectors.axpy(-alpha, v, vNext);
      Vectors.axpy(-beta, vBefore, vNext);
      double betaNext = preconditionedNorm();
      if (!Double.isFinite(alpha) || !Double.isFinite(betaNext)) {
        return KrylovSolver.Ending.NOT_FINITE;
      }
      normA = Math.max(normA, Math.abs(alpha) + beta + Math.abs(betaNext));
      if (betaNext < 0 && betaNext < -0x1p-26 * normA) {
        return KrylovSolver.Ending.BREAKDOWN;
      }
      boolean exhausted = betaNext <= 0x1p-52 * normA;

      // The two rotations before act on the new column (beta, alpha) of the tridiagonal matrix.
      double rho3 = sBefore * beta;
      double beta1 = cBefore * beta;
      double rho2 = c * beta1 + s * alpha;
      double gamma = c * alpha - s * beta1;
      // This is |A r| / |r| at the present x: if it vanishes, x solves the least-squares problem.
      if (StrictMath.hypot(gamma, c * betaNext) <= SINGULAR * normA) {
        return KrylovSolver.Ending.BREAKDOWN;
      }
      double rho1 = exhausted ? Math.abs(gamma) : StrictMath.hypot(gamma, betaNext);
      cBefore = c;
      sBefore = s;
      c = gamma / rho1;
      s = exhausted ? 0 : betaNext / rho1;

      Vectors.add(direction(), -rho2, wBefore, w);
      Vectors.axpy(-rho3, wBefore2, w);
      Vectors.scale(1 / rho1, w);
      Vectors.axpy(c * phi, w, x);
      cycleResidual =
          preconditioner == null ? Math.abs(s * phi) : follow(rho1, rho2, rho3, c * phi);
      phi = -s * phi;
      cycleSteps++;
      tell(cycleResidual);
      if (cycleResidual <= target) {
        return KrylovSolver.Ending.CONVERGED;
      }
      Vectors.scale(1 / betaNext, vNext);
      if (preconditioner != null) {
        Vectors.scale(1 / betaNext, zNext);
      }
      beta = betaNext;
      rotate();
    }
    return KrylovSolver.Ending.ITERATION_LIMIT;
  }

  /** Begins the Lanczos process; returns the norm of r in which its steps are measured. */
  private double start(double residual) {
    double unit = Sums.powerOfTwo(residual);
    Arrays.fill(vBefore, 0);
    Arrays.fill(wBefore, 0);
    Arrays.fill(wBefore2, 0);
    Vectors.copy(r, v);
    Vectors.scale(1 / unit, v);
    if (preconditioner == null) {
      Vectors.scale(unit / residual, v);
      return residual;
    }
    if (z == null) {
      z = new double[n];
      zNext = new double[n];
      aw = new double[n];
      awBefore = new double[n];
      awBefore2 = new double[n];
    }
    Arrays.fill(awBefore, 0);
    Arrays.fill(awBefore2, 0);
    preconditioner.apply(v, z);
    double square = Vectors.dot(v, z);
    if (!(square > 0)) {
      return square;
    }
    double norm = Math.sqrt(square);
    Vectors.scale(1 / norm, v);
    Vectors.scale(1 / norm, z);
    return unit * norm;
  }

  private double[] direction() {
    return preconditioner == null ? v : z;
  }

  /** Returns the norm of vNext, in that of M^-1; negative if that is no norm. */
  private double preconditionedNorm() {
    if (preconditioner == null) {
      return Vectors.norm(vNext);
    }
    preconditioner.apply(vNext, zNext);
    double square = Vectors.dot(vNext, zNext);
    return Math.copySign(Math.sqrt(Math.abs(square)), square);
  }

  /** Takes {@code length A w} from the residual; returns its norm. */
  private double follow(double rho1, double rho2, double rho3, double length) {
    Vectors.axpy(-rho2, awBefore, aw);
    Vectors.axpy(-rho3, awBefore2, aw);
    Vectors.scale(1 / rho1, aw);
    Vectors.axpy(-length, aw, r);
    return Vectors.norm(r);
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
    if (preconditioner != null) {
      free = z;
      z = zNext;
      zNext = free;
      free = awBefore2;
      awBefore2 = awBefore;
      awBefore = aw;
      aw = free;
    }
  }
}
