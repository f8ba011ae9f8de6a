package org.ironopt.theory;

/**
 * Roots of the characteristic polynomial of a {@link Transition}, THEORY (12). The flow itself has
 * the eigenvalues {@code -w}, {@code w = 2a/(m -+ sqrt(m^2 - 4 gamma a))}, {@code m = gamma + mu};
 * backward Euler maps them to {@code 1/(1 + alpha w)} and forward Euler to {@code 1 - alpha w}.
 * Written this way the distance of the radius from 1 keeps its digits for tiny alpha.
 */
final class Spectrum {
  private Spectrum() {}

  /**
   * Returns {@code center^2 - 4 gamma a}. A value within rounding of zero is zero: a double root
   * moves by the square root of what the discriminant is wrong by.
   */
  private static double discriminant(double center, double gamma, double a) {
    double root = 2 * Math.sqrt(gamma * a);
    double size = Math.abs(center);
    double gap = size - root;
    return Math.abs(gap) <= 4 * Math.ulp(root) ? 0 : gap * (size + root);
  }

  private static double center(Transition t) {
    IronParameters p = t.p();
    double m = p.gamma() + p.mu();
    return t.scheme() == Scheme.NAG_GS ? m + p.alpha() * (p.mu() - t.a()) : m;
  }

  static double radius(Transition t) {
    IronParameters p = t.p();
    double alpha = p.alpha();
    double a = t.a();
    double disc = discriminant(center(t), p.gamma(), a);
    if (disc < 0) {
      return switch (t.scheme()) {
        case IRON, NAG_GS -> Math.sqrt(p.gamma() / t.d());
        case EXPLICIT_EULER -> Math.sqrt(t.c() / p.gamma());
      };
    }
    double root = Math.sqrt(disc);
    double m = p.gamma() + p.mu();
    return switch (t.scheme()) {
      case IRON -> 1 / (1 + alpha * (2 * a / (m + root)));
      case NAG_GS -> (Math.abs(t.t()) + alpha * root) / (2 * t.d());
      case EXPLICIT_EULER ->
          Math.max(
              Math.abs(1 - alpha * (2 * a / (m + root))),
              Math.abs(1 - alpha * ((m + root) / (2 * p.gamma()))));
    };
  }

  static double decayRate(Transition t) {
    IronParameters p = t.p();
    double alpha = p.alpha();
    double a = t.a();
    double m = p.gamma() + p.mu();
    double disc = discriminant(center(t), p.gamma(), a);
    if (disc < 0) {
      return switch (t.scheme()) {
        case IRON -> 0.5 * StrictMath.log1p(alpha * (m + alpha * a) / p.gamma());
        case NAG_GS -> 0.5 * StrictMath.log1p(alpha * (m + alpha * p.mu()) / p.gamma());
        case EXPLICIT_EULER -> -0.5 * StrictMath.log1p(-alpha * (m - alpha * a) / p.gamma());
      };
    }
    double root = Math.sqrt(disc);
    double slow = alpha * (2 * a / (m + root));
    return switch (t.scheme()) {
      case IRON -> StrictMath.log1p(slow);
      case NAG_GS ->
          t.t() > 0
              ? -StrictMath.log1p(-2 * a * alpha / (m + alpha * (p.mu() + a) + root))
              : -StrictMath.log(radius(t));
      case EXPLICIT_EULER ->
          1 - slow >= radius(t) ? -StrictMath.log1p(-slow) : -StrictMath.log(radius(t));
    };
  }
}
