package org.ironopt.resolvent.newton;

import org.ironopt.resolvent.Forcing;

/** The forcing terms of one inner solve. */
public final class ForcingSequence {
  private final Forcing forcing;
  private boolean started;
  private double eta;
  private double norm;
  private double linearResidual;

  public ForcingSequence(Forcing forcing) {
    this.forcing = forcing;
  }

  void begin() {
    started = false;
  }

  /**
   * Returns the next term for {@code F_k = newNorm}. A term that adapts is never smaller than what
   * brings |g| to half its target: more accuracy in the last step would be wasted (Kelley 1995,
   * Iterative Methods for Linear and Nonlinear Equations, section 6.3).
   */
  public double next(double newNorm, double target) {
    eta = started ? forcing.next(eta, norm, newNorm, linearResidual) : forcing.first(newNorm);
    norm = newNorm;
    started = true;
    if (forcing instanceof Forcing.Fixed) {
      return eta;
    }
    return Math.max(eta, Math.min(Forcing.CAP, 0.5 * target / newNorm));
  }

  /** Remembers where the linear solver stopped. */
  void solved(double residual) {
    linearResidual = residual;
  }
}
