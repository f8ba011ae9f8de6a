package org.ironopt.random;

/** Reads a noise law from a text such as {@code student:3}. */
final class NoiseText {
  private NoiseText() {}

  static Noise parse(String law, double rho) {
    int colon = law.indexOf(':');
    if (law.equals("none")) {
      return new Noise.None();
    }
    if (law.equals("gaussian")) {
      return new Noise.Isotropic(rho);
    }
    String name = colon < 0 ? "" : law.substring(0, colon);
    return switch (name) {
      case "student" -> new Noise.StudentT(number(law, colon), new Noise.Isotropic(rho));
      case "stable" -> new Noise.Stable(number(law, colon), rho);
      default -> throw unknown(law);
    };
  }

  private static double number(String law, int colon) {
    try {
      return Double.parseDouble(law.substring(colon + 1));
    } catch (NumberFormatException e) {
      throw unknown(law);
    }
  }

  private static IllegalArgumentException unknown(String law) {
    return new IllegalArgumentException(
        "unknown noise law \""
            + law
            + "\", expected none, gaussian, student:NU (for example student:3) or stable:S"
            + " (for example stable:1.5)");
  }
}
