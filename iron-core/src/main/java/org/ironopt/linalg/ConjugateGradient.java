package org.ironopt.linalg;

import org.ironopt.linalg.internal.Ranges;
import org.ironopt.linalg.internal.Sums;

/**
 * Conjugate gradients for a symmetric positive definite operator, with an optional preconditioner
 * {@code z = M^-1 r} that is symmetric positive definite too (Hestenes and Stiefel, 1952, <a
 * href="https://doi.org/10.6028/jres.049.044">10.6028/jres.049.044</a>). The residual reported and
 * stopped on is that of the system itself, {@code |b - A x|}, whatever the preconditioner. A
 * direction with {@code <p, A p> <= 0} ends the solve and is not used: the report then gives the
 * iterate before it, which is the start if the very first direction, along the residual, was one.
 * Memory: 4 n, and n more once a preconditioner is used.
 */
public final class ConjugateGradient extends KrylovSolver {
  private final double[] p = new double[n];
  private final double[] ap = new double[n];
  private double[] z;

  /** Allocates the workspace for n unknowns. */
  @SuppressWarnings("NullAway.Init")
  public ConjugateGradient(int n) {
    super(n);
  }

  @Override
  protected KrylovSolver.Ending cycle(
      LinearOperator a, double[] x, double residual, double target, int limit) {
    if (preconditioner != null && z == null) {
      z = new double[n];
    }
    // Squares of norms must neither overflow nor underflow; a power of two changes no digit.
    double unit = Sums.powerOfTwo(residual);
    Vectors.scale(1 / unit, r);
    double rr = Vectors.dot(r, r);
    double rz = precondition(rr);
    if (!(rz > 0)) {
      return failed(rz);
    }
    Vectors.copy(direction(), p);
    while (cycleSteps < limit) {
      // Where the residual after the last step is not wanted, <p, A p> is all that it needs.
      boolean unseen = cycleSteps + 1 == limit && !lastResidual;
      double curvature;
      if (unseen) {
        curvature = a.form(p, ap);
      } else {
        a.apply(p, ap);
        curvature = Vectors.dot(p, ap);
      }
      if (!Double.isFinite(curvature)) {
        return KrylovSolver.Ending.NOT_FINITE;
      }
      if (curvature <= 0) {
        return KrylovSolver.Ending.NEGATIVE_CURVATURE;
      }
      double alpha = rz / curvature;
      if (unseen) {
        Vectors.axpy(unit * alpha, p, x);
        cycleSteps++;
        cycleResidual = Double.NaN;
        break;
      }
      Vectors.axpy(-alpha, ap, r);
      rr = Vectors.dot(r, r);
      if (!Double.isFinite(rr)) {
        return KrylovSolver.Ending.NOT_FINITE;
      }
      cycleSteps++;
      cycleResidual = unit * Math.sqrt(rr);
      boolean converged = cycleResidual <= target;
      // Another direction would cost an application of the preconditioner.
      boolean last = converged || cycleSteps == limit;
      double rzNext = last ? 0 : precondition(rr);
      if (!(rzNext > 0)) {
        Vectors.axpy(unit * alpha, p, x);
        tell(cycleResidual);
        if (last) {
          return converged ? KrylovSolver.Ending.CONVERGED : KrylovSolver.Ending.ITERATION_LIMIT;
        }
        return failed(rzNext);
      }
      advance(unit * alpha, rzNext / rz, x);
      tell(cycleResidual);
      rz = rzNext;
    }
    return KrylovSolver.Ending.ITERATION_LIMIT;
  }

  /** {@code x += alpha p}, {@code p = direction + beta p}, with one look at p. */
  private void advance(double alpha, double beta, double[] x) {
    double[] to = direction();
    if (Ranges.isShort(n)) {
      advance(alpha, beta, to, x, 0, n);
    } else {
      Ranges.forEach(0, n, (at, count) -> advance(alpha, beta, to, x, at, count));
    }
  }

  private void advance(double alpha, double beta, double[] to, double[] x, int from, int count) {
    for (int i = from; i < from + count; i++) {
      double old = p[i];
      x[i] = Math.fma(alpha, old, x[i]);
      p[i] = Math.fma(beta, old, to[i]);
    }
  }

  /** Returns {@code <r, M^-1 r>}. */
  private double precondition(double rr) {
    if (preconditioner == null) {
      return rr;
    }
    preconditioner.apply(r, z);
    return Vectors.dot(r, z);
  }

  private double[] direction() {
    return preconditioner == null ? r : z;
  }

  private static KrylovSolver.Ending failed(double rz) {
    return Double.isFinite(rz) ? KrylovSolver.Ending.BREAKDOWN : KrylovSolver.Ending.NOT_FINITE;
  }
}
