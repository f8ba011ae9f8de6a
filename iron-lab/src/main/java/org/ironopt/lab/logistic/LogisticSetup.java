package org.ironopt.lab.logistic;

import java.util.Arrays;
import java.util.Locale;
import org.ironopt.lab.InputError;
import org.ironopt.lab.file.Values;
import org.ironopt.method.Iron;
import org.ironopt.random.CenterNoise;
import org.ironopt.random.Noise;
import org.ironopt.resolvent.Inner;
import org.ironopt.resolvent.Tolerance;

/** The parameters that the settings describe; the problem itself is made when it is asked for. */
final class LogisticSetup {
  final Values settings;
  final int rows;
  final int dimension;
  final double reg;
  final double rho;
  final double gamma0;
  final boolean frozen;
  final int iterations;
  final int discarded;
  final int maxSteps;
  final int newtonSamples;
  final long seed;
  final double[] alphas;
  final double[] tolerances;
  final double[] loose;
  final long[] seeds;
  final double fitFrom;
  private LogisticProblem problem;

  LogisticSetup(Values settings) {
    this.settings = settings;
    rows = atLeast("rows", 2, 10_000_000);
    dimension = atLeast("dimension", 2, 1_000);
    reg = positive("reg", settings.number("reg"));
    rho = positive("rho", settings.number("rho"));
    gamma0 = positive("gamma", settings.number("gamma"));
    frozen = frozen(settings.text("damping"));
    iterations = atLeast("iterations", 10, 10_000_000);
    discarded = discarded();
    maxSteps = atLeast("max_steps", 1, 1_000_000);
    newtonSamples = atLeast("newton_samples", 1, iterations - discarded);
    seed = settings.whole("seed");
    alphas = sorted("alpha", settings.numbers("alpha"));
    if (alphas.length < 2) {
      throw new InputError("alpha has one number, expected at least two (--alpha)");
    }
    tolerances = sorted("tolerances", settings.numbers("tolerances"));
    loose = settings.numbers("loose").length == 0 ? new double[0] : looser();
    seeds = seeds();
    fitFrom = positive("fit_from", settings.number("fit_from"));
    if (fitted().length < 2) {
      throw new InputError(
          String.format(
              Locale.ROOT,
              "fit_from is %s, but fewer than two steps are as large (--fit-from, --alpha)",
              fitFrom));
    }
  }

  private static boolean frozen(String text) {
    return switch (text) {
      case "updated" -> false;
      case "frozen" -> true;
      default ->
          throw new InputError("damping is '" + text + "', expected updated or frozen (--damping)");
    };
  }

  private int discarded() {
    double share = settings.number("discard");
    if (!(share >= 0 && share < 1)) {
      throw new InputError(
          "discard is " + share + ", expected a share from 0 to below 1 (--discard)");
    }
    return (int) Math.round(share * iterations);
  }

  private double[] looser() {
    double[] list = sorted("loose", settings.numbers("loose"));
    for (double epsilon : list) {
      if (Arrays.binarySearch(tolerances, epsilon) >= 0) {
        throw new InputError("loose and tolerances both have " + epsilon + " (--loose)");
      }
    }
    return list;
  }

  private long[] seeds() {
    double[] list = settings.numbers("chain_seeds");
    long[] whole = Arrays.stream(list).mapToLong(s -> (long) s).distinct().toArray();
    for (double s : list) {
      if (s != Math.rint(s)) {
        throw new InputError("chain_seeds has " + s + ", expected whole numbers (--chain-seeds)");
      }
    }
    if (whole.length < 2 || whole.length != list.length) {
      throw new InputError("chain_seeds needs at least two numbers, no two alike (--chain-seeds)");
    }
    return whole;
  }

  private static double positive(String name, double value) {
    if (!(value > 0) || Double.isInfinite(value)) {
      throw new InputError(
          String.format(
              Locale.ROOT,
              "%s is %s, expected a number > 0 (--%s)",
              name,
              value,
              name.replace('_', '-')));
    }
    return value;
  }

  private static double[] sorted(String name, double[] values) {
    if (values.length == 0) {
      throw new InputError(
          name + " is an empty list, expected numbers such as 1,10 (--" + name + ")");
    }
    for (double value : values) {
      positive(name, value);
    }
    double[] list = Arrays.stream(values).sorted().distinct().toArray();
    if (list.length != values.length) {
      throw new InputError(name + " has a number twice (--" + name + ")");
    }
    return list;
  }

  private int atLeast(String name, int least, int most) {
    double value = settings.number(name);
    if (!(value >= least && value <= most)) {
      throw new InputError(
          String.format(
              Locale.ROOT,
              "%s is %.0f, expected %d to %d (--%s)",
              name,
              value,
              least,
              most,
              name.replace('_', '-')));
    }
    return (int) value;
  }

  /** Returns the generated problem, made once. */
  synchronized LogisticProblem problem() {
    if (problem == null) {
      problem = LogisticProblem.generate(rows, dimension, reg, seed);
    }
    return problem;
  }

  /** Returns the convexity parameter of the scheme, which is the ridge. */
  double mu() {
    return reg;
  }

  /** Returns the damping in the long run. */
  double stationaryGamma() {
    return frozen ? gamma0 : mu();
  }

  /** Returns the steps over which the slope is fitted. */
  double[] fitted() {
    return Arrays.stream(alphas).filter(a -> a >= fitFrom).toArray();
  }

  int chains() {
    return alphas.length * seeds.length;
  }

  double alpha(int chain) {
    return alphas[chain / seeds.length];
  }

  long seed(int chain) {
    return seeds[chain % seeds.length];
  }

  int window() {
    return iterations - discarded;
  }

  Iron method(double alpha) {
    Iron iron =
        Iron.step(alpha).mu(mu()).gamma(gamma0).noise(new CenterNoise(new Noise.Isotropic(rho)));
    return frozen ? iron.frozen() : iron;
  }

  /** Returns Algorithm 2 of the paper with its tolerance and limit. */
  Inner paperInner(double tolerance) {
    return Inner.PAPER.withTolerance(Tolerance.absolute(tolerance)).withMaxSteps(maxSteps);
  }

  /** Returns every setting that determines the data and the minimiser. */
  Values problemSettings() {
    return new Values()
        .with("experiment", "logistic")
        .with("rows", (long) rows)
        .with("dimension", (long) dimension)
        .with("reg", reg)
        .with("seed", seed);
  }

  /** Returns every setting that determines the chains of one tolerance. */
  Values chainSettings(double tolerance) {
    return problemSettings()
        .with("rho", rho)
        .with("gamma", gamma0)
        .with("damping", settings.text("damping"))
        .with("alpha", alphas)
        .with("chain_seeds", Arrays.stream(seeds).boxed().toList())
        .with("iterations", (long) iterations)
        .with("discarded", (long) discarded)
        .with("max_steps", (long) maxSteps)
        .with("newton_samples", (long) newtonSamples)
        .with("tolerance", tolerance);
  }
}
