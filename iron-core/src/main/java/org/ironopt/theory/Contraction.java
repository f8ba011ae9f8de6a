package org.ironopt.theory;

import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.ironopt.linalg.internal.Require;

/**
 * How fast a step contracts, and for which steps it does: the resolvent's Lipschitz constant {@code
 * 1/(1 + lambda mu)}, THEORY (6), the spectral radius of the linear recursion on a quadratic,
 * THEORY (12), and the largest stable steps, THEORY (13). IRON is stable for every {@code alpha >
 * 0}.
 */
public final class Contraction {
  private Contraction() {}

  /** Returns {@code 1/(1 + lambda mu)}, the Lipschitz constant of prox of lambda f. */
  public static double resolvent(double lambda, double mu) {
    Require.nonNegative("lambda", lambda);
    Require.nonNegative("mu", mu);
    return 1 / (1 + lambda * mu);
  }

  /**
   * Returns the certificate {@code residual/(1 + lambda mu)}, THEORY (7): the distance to the exact
   * resolvent point of a point whose residual {@code u - c + lambda grad f(u)} has this norm.
   *
   * @param mu a modulus of strong convexity of f itself, 0 if it is convex; not that of the flow
   */
  public static double error(double residual, double lambda, double mu) {
    return Require.nonNegative("residual", residual) * resolvent(lambda, mu);
  }

  /** Returns the largest spectral radius over the eigenvalues of the Hessian. */
  public static double spectralRadius(Scheme scheme, IronParameters p, double... eigenvalues) {
    return all(scheme, p, eigenvalues)
        .mapToDouble(TransitionMatrix::spectralRadius)
        .max()
        .orElseThrow();
  }

  /** Returns the smallest {@code -log} of a spectral radius over the eigenvalues. */
  public static double decayRate(Scheme scheme, IronParameters p, double... eigenvalues) {
    return all(scheme, p, eigenvalues).mapToDouble(TransitionMatrix::decayRate).min().orElseThrow();
  }

  /** Returns whether the recursion is stable in every eigendirection. */
  public static boolean stable(Scheme scheme, IronParameters p, double... eigenvalues) {
    return all(scheme, p, eigenvalues).allMatch(TransitionMatrix::stable);
  }

  private static Stream<TransitionMatrix> all(
      Scheme scheme, IronParameters p, double... eigenvalues) {
    Require.atLeast("number of eigenvalues", 1, eigenvalues.length);
    return Arrays.stream(eigenvalues).mapToObj(a -> new TransitionMatrix(scheme, p, a));
  }

  /**
   * Returns NAG-GS's fastest step {@code (mu + gamma + 2 sqrt(gamma L))/(L - mu)} on quadratics
   * with spectrum in [mu, L]; empty when {@code L <= mu}, where a longer step is always faster.
   */
  public static OptionalDouble nagGsOptimalStep(double mu, double gamma, double l) {
    requireFlow(mu, gamma, l);
    return ValidRange.when(l > mu, (mu + gamma + 2 * Math.sqrt(gamma * l)) / (l - mu));
  }

  /**
   * Returns the step from which a scheme is unstable on a quadratic with these eigenvalues, empty
   * when it is stable for every step: always so for IRON, and for NAG-GS when no eigenvalue exceeds
   * {@code 2 mu}.
   */
  public static OptionalDouble criticalStep(
      Scheme scheme, double mu, double gamma, double... eigenvalues) {
    Require.atLeast("number of eigenvalues", 1, eigenvalues.length);
    double critical =
        Arrays.stream(eigenvalues).map(a -> critical(scheme, mu, gamma, a)).min().orElseThrow();
    return ValidRange.when(critical != Double.POSITIVE_INFINITY, critical);
  }

  private static double critical(Scheme scheme, double mu, double gamma, double a) {
    requireFlow(mu, gamma, a);
    double m = mu + gamma;
    double never = Double.POSITIVE_INFINITY;
    double excess = a - 2 * mu;
    double disc = m * m - 4 * gamma * a;
    return switch (scheme) {
      case IRON -> never;
      case NAG_GS -> excess <= 0 ? never : (m + Math.sqrt(m * m + 4 * gamma * excess)) / excess;
      case EXPLICIT_EULER -> disc <= 0 ? m / a : 4 * gamma / (m + Math.sqrt(disc));
    };
  }

  private static void requireFlow(double mu, double gamma, double a) {
    Require.nonNegative("mu", mu);
    Require.positive("gamma", gamma);
    Require.positive("eigenvalue", a);
  }
}
