package org.ironopt.resolvent;

/** What keeps Newton's method honest far from the solution. */
public sealed interface Globalization {
  /** Always the full step. */
  record FullStep() implements Globalization {}

  /** Backtracking until the merit phi = lambda f(u) + |u - c|^2/2 decreases enough. */
  record Armijo(double decrease, double shrink, int maxBacktracks) implements Globalization {}

  /** The paper's rule: backtracking until |g| decreases. */
  record ResidualDecrease(double shrink, int maxBacktracks) implements Globalization {}

  /** Levenberg-Marquardt: (I + lambda H + nu I) s = -g, nu grown on failure, shrunk on success. */
  record LevenbergMarquardt(double nu0, double grow, double shrink) implements Globalization {}

  /** Steihaug-Toint trust region on phi. */
  record TrustRegion(double radius0, double maxRadius) implements Globalization {}
}
