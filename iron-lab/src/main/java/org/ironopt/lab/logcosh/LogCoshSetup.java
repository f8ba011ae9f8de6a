package org.ironopt.lab.logcosh;

import java.util.Arrays;
import java.util.Locale;
import org.ironopt.lab.InputError;
import org.ironopt.lab.file.Values;
import org.ironopt.lab.particles.Cloud;
import org.ironopt.method.Flow;
import org.ironopt.method.Iron;
import org.ironopt.problem.analytic.LogCosh;
import org.ironopt.random.CenterNoise;
import org.ironopt.random.Noise;
import org.ironopt.resolvent.Inner;
import org.ironopt.resolvent.Tolerance;
import org.ironopt.resolvent.WarmStart;
import org.ironopt.theory.IronParameters;

/** The problem and the parameters that the settings describe. */
final class LogCoshSetup {
  final Values settings;
  final double[] diagonal;
  final double[] b;
  final double mu;
  final double gamma;
  final double rho;
  final double tolerance;
  final int particles;
  final int iterations;
  final int window;
  final long seed;
  final boolean authors;
  final LogCosh objective;
  final Regions regions;

  LogCoshSetup(Values settings) {
    this.settings = settings;
    authors = reading(settings.text("reading"));
    diagonal = positive("diagonal", settings.numbers("diagonal"));
    if (diagonal.length < 2 || diagonal.length > Regions.MOST_COORDINATES) {
      throw new InputError(
          "diagonal has "
              + diagonal.length
              + " numbers, expected 2 to "
              + Regions.MOST_COORDINATES
              + " (--diagonal)");
    }
    b = new double[diagonal.length];
    Arrays.fill(b, positive("b", settings.number("b")));
    mu = positive("mu", settings.number("mu"));
    gamma = positive("gamma", settings.number("gamma"));
    rho = positive("rho", settings.number("rho"));
    tolerance = positive("tolerance", settings.number("tolerance"));
    particles = atLeast("particles", Cloud.GROUPS);
    window = atLeast("window", 1);
    iterations = atLeast("iterations", window);
    seed = settings.whole("seed");
    objective = LogCosh.diagonal(diagonal, b);
    regions = new Regions(objective.minimizer());
    alphas();
    noise();
  }

  private static boolean reading(String text) {
    return switch (text) {
      case "paper" -> false;
      case "authors" -> true;
      default ->
          throw new InputError("reading is '" + text + "', expected paper or authors (--reading)");
    };
  }

  private static double positive(String name, double value) {
    if (!(value > 0) || Double.isInfinite(value)) {
      throw new InputError(name + " is " + value + ", expected a number > 0 (--" + name + ")");
    }
    return value;
  }

  private static double[] positive(String name, double[] values) {
    if (values.length == 0) {
      throw new InputError(
          name + " is an empty list, expected numbers such as 1,10 (--" + name + ")");
    }
    for (double value : values) {
      positive(name, value);
    }
    return values;
  }

  private int atLeast(String name, int least) {
    double value = settings.number(name);
    if (!(value >= least && value <= Integer.MAX_VALUE)) {
      throw new InputError(
          String.format(
              Locale.ROOT, "%s is %.0f, expected at least %d (--%s)", name, value, least, name));
    }
    return (int) value;
  }

  int dimension() {
    return diagonal.length;
  }

  /** Returns the nominal steps of the paper's figure. */
  double[] alphas() {
    return positive("alpha", settings.numbers("alpha"));
  }

  /** Returns {@code 0.6 * 2/sqrt(cond Q)}, Q = A'A: the unit in which the authors' script steps. */
  double authorsUnit() {
    double largest = Arrays.stream(diagonal).max().orElseThrow();
    double smallest = Arrays.stream(diagonal).min().orElseThrow();
    return 0.6 * 2 / (largest / smallest);
  }

  /** Returns the step that is really made for a nominal one. */
  double step(double alpha) {
    return authors ? authorsUnit() * alpha : alpha;
  }

  IronParameters parameters(double step) {
    return new IronParameters(step, mu, gamma);
  }

  Noise noise() {
    try {
      return Noise.parse(settings.text("noise"), rho);
    } catch (IllegalArgumentException e) {
      throw new InputError(e.getMessage() + " (--noise)");
    }
  }

  /** Returns Newton with a Cholesky factorization and Armijo on phi, from the current iterate. */
  Inner inner() {
    return Inner.NEWTON_CHOLESKY
        .withTolerance(Tolerance.absolute(tolerance))
        .withStart(WarmStart.ITERATE);
  }

  Flow method(double step) {
    return Iron.step(step)
        .mu(mu)
        .gamma(gamma)
        .frozen()
        .noise(new CenterNoise(noise()))
        .inner(inner());
  }

  /** Returns every setting that determines the result of a step. */
  Values cellSettings(double step) {
    return new Values()
        .with("experiment", "logcosh")
        .with("diagonal", diagonal)
        .with("b", b[0])
        .with("mu", mu)
        .with("gamma", gamma)
        .with("rho", rho)
        .with("noise", settings.text("noise"))
        .with("tolerance", tolerance)
        .with("seed", seed)
        .with("particles", (long) particles)
        .with("iterations", (long) iterations)
        .with("window", (long) window)
        .with("step", step);
  }
}
