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
   * Returns {@code (m + beta (mu - a))^2 - 4 gamma a}, beta = alpha for NAG-GS and 0 otherwise,
   * written about {@code a = mu}, where it is {@code (gamma - mu)^2}. A difference within rounding
   * of zero is zero: a double root moves by the square root of what the discriminant is wrong by.
   */
  private static double discriminant(Transition t) {
    IronParameters p = t.p();
    double gamma = p.gamma();
    double beta = t.scheme() == Scheme.NAG_GS ? p.alpha() : 0;
    double gap = p.mu() - t.a();
    double square = (gamma - p.mu()) * (gamma - p.mu());
    double rest = gap * (4 * gamma + beta * (2 * (gamma + p.mu()) + beta * gap));
    double size =
        Math.abs(gap) * (4 * gamma + beta * (2 * (gamma + p.mu()) + beta * Math.abs(gap)));
    double disc = square + rest;
    return Math.abs(disc) <= 4 * Math.ulp(size) && gap != 0 ? 0 : disc;
  }

  static double radius(Transition t) {
    IronParameters p = t.p();
    double alpha = p.alpha();
    double a = t.a();
    double disc = discriminant(t);
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
    double disc = discriminant(t);
    if (disc < 0) {
      return switch (t.scheme()) {
        case IRON -> 0.5 * StrictMath.log1p(alpha * (m + alpha * a) / p.gamma());
        case NAG_GS -> 0.5 * StrictMath.log1p(alpha * (m + alpha * p.mu()) / p.gamma());
        case EXPLICIT_EULER -> -0.5 * StrictMath.log1p(-alpha * (m - alpha * a) / p.gamma());
      };
    }
    double root = Math.sqrt(disc);
    double slow = 2 * a * alpha / (m + root);
    double radius = radius(t);
    // The radius is 1 - loss; each form is used where it keeps its digits.
    double loss =
        switch (t.scheme()) {
          case IRON -> slow / (1 + slow);
          case NAG_GS -> t.t() > 0 ? 2 * a * alpha / (m + alpha * (p.mu() + a) + root) : 1;
          case EXPLICIT_EULER -> 1 - slow >= radius ? slow : 1;
        };
    return loss < 0.5 ? -StrictMath.log1p(-loss) : -StrictMath.log(radius);
  }
}
