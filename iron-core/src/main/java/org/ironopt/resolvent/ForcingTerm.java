package org.ironopt.resolvent;

import org.ironopt.linalg.internal.Require;

/**
 * How accurately the linear system of a Newton step is solved: until {@code |J s + g| <= eta_k
 * |g(u_k)|}. The Eisenstat-Walker choices make eta_k small only where Newton's model is good, so
 * that far from the solution no product is wasted on an accuracy that the step cannot use
 * (Eisenstat and Walker 1996, DOI 10.1137/0917003). Every sequence is a pure function of the norms
 * {@code F_k = |g(u_k)|}.
 */
public sealed interface ForcingTerm {
  /** Exponent of the Eisenstat-Walker choices, the golden ratio (1 + sqrt 5)/2. */
  double EXPONENT = (1 + Math.sqrt(5)) / 2;

  /** Largest forcing term, also the factor of choice 2. */
  double CAP = 0.9;

  /** A safeguard below this is not applied. */
  double THRESHOLD = 0.1;

  /** First forcing term of the Eisenstat-Walker choices. */
  double START = 0.5;

  /** Returns eta_0 for {@code norm = F_0}. */
  double first(double norm);

  /**
   * Returns eta_k, by the rule of eta_0 where a choice has no memory.
   *
   * @param previousEta eta_{k-1}
   * @param previousNorm F_{k-1}
   * @param norm F_k
   * @param linearResidual |J s + g| at which the linear solver of step k-1 stopped
   */
  default double next(double previousEta, double previousNorm, double norm, double linearResidual) {
    return first(norm);
  }

  /**
   * A fixed relative residual.
   *
   * @param eta between 0 and 1
   */
  record Fixed(double eta) implements ForcingTerm {
    public Fixed {
      Require.nonNegative("eta", eta);
      Require.that(eta < 1, "eta is %s, expected a number below 1", eta);
    }

    @Override
    public double first(double norm) {
      return eta;
    }
  }

  /**
   * {@code eta_k = min(1/2, sqrt F_k)}: superlinear without memory. It depends on the scale of g
   * (Nocedal and Wright, Numerical Optimization, 2nd ed., section 7.1).
   */
  record SquareRoot() implements ForcingTerm {
    @Override
    public double first(double norm) {
      return Math.min(0.5, Math.sqrt(norm));
    }
  }

  /**
   * Eisenstat-Walker choice 1: {@code eta_k = |F_k - linearResidual_{k-1}| / F_{k-1}}, the failure
   * of the linear model to predict F_k. Safeguard: at least {@code eta_{k-1}^phi} while that
   * exceeds 0.1; at most 0.9; {@code eta_0 = 1/2}.
   */
  record EisenstatWalker1() implements ForcingTerm {
    @Override
    public double first(double norm) {
      return START;
    }

    @Override
    public double next(
        double previousEta, double previousNorm, double norm, double linearResidual) {
      double choice = Math.abs(norm - linearResidual) / previousNorm;
      return safeguarded(choice, StrictMath.pow(previousEta, EXPONENT));
    }
  }

  /**
   * Eisenstat-Walker choice 2: {@code eta_k = 0.9 (F_k / F_{k-1})^phi}. Safeguard: at least {@code
   * 0.9 eta_{k-1}^phi} while that exceeds 0.1; at most 0.9; {@code eta_0 = 1/2}.
   */
  record EisenstatWalker2() implements ForcingTerm {
    @Override
    public double first(double norm) {
      return START;
    }

    @Override
    public double next(
        double previousEta, double previousNorm, double norm, double linearResidual) {
      double choice = CAP * StrictMath.pow(norm / previousNorm, EXPONENT);
      return safeguarded(choice, CAP * StrictMath.pow(previousEta, EXPONENT));
    }
  }

  private static double safeguarded(double choice, double safeguard) {
    return Math.min(CAP, safeguard > THRESHOLD ? Math.max(choice, safeguard) : choice);
  }
}
