package org.ironopt.lab.compare;

import org.ironopt.lab.NumberList;
import org.ironopt.lab.file.TomlSection;

/**
 * The study of stationary spreads on a quadratic.
 *
 * @param eigenvalues of the quadratic
 * @param mu convexity that the flow methods are told
 * @param gamma their damping, frozen
 * @param variance of the noise in each coordinate
 * @param steps the grid
 * @param members independent runs behind each point
 */
record SpreadConfig(
    double[] eigenvalues, double mu, double gamma, double variance, double[] steps, int members) {
  static SpreadConfig read(TomlSection o, boolean smoke) {
    double[] eigenvalues = o.numbers("eigenvalues").orElse(new double[] {1, 1, 3});
    for (double a : eigenvalues) {
      if (!(a > 0)) {
        throw o.error("eigenvalues", "'eigenvalues' should be numbers > 0");
      }
    }
    double mu = o.number("mu", false, 1);
    double gamma = o.number("gamma", false, 1);
    double variance = o.number("variance", false, 1);
    double[] steps = o.has("steps") ? Steps.read(o) : NumberList.parse("1e-3..1e3:19").toArray();
    int members = o.whole("members", 10, 1_000_000, 2000);
    o.close();
    return new SpreadConfig(
        eigenvalues,
        mu,
        gamma,
        variance,
        smoke ? CompareConfig.thinned(steps) : steps,
        smoke ? Math.min(members, 400) : members);
  }
}
