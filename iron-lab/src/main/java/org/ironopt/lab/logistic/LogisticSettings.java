package org.ironopt.lab.logistic;

import java.util.Arrays;
import org.ironopt.io.InputError;
import org.ironopt.lab.experiment.Setting;

/** The settings of the chapter on ridge logistic regression. */
record LogisticSettings(
    @Setting(
            value = "Steps of the figures, each > 0.",
            paper = "1, 2, 5, 10, 20, 50, 100, 200",
            above = 0,
            fewest = 2,
            distinct = true)
        double[] alpha,
    @Setting(
            value = "Residuals of the inner solves, each > 0.",
            paper = "1e-2, 1e-4, 1e-6",
            above = 0,
            distinct = true,
            formerly = "tolerances")
        double[] residuals,
    @Setting(
            value = "Residuals that are meant to be too large.",
            paper = "10",
            above = 0,
            fewest = 0,
            distinct = true)
        double[] loose,
    @Setting(value = "Seeds of the chains.", paper = "0, 1, 2, 3, 4", fewest = 2, distinct = true)
        long[] chainSeeds,
    @Setting(
            value = "Iterations of each chain.",
            paper = "1000",
            smoke = "300",
            least = 10,
            most = 10_000_000)
        int iterations,
    @Setting(
            value = "Share of the iterations that is left out.",
            paper = "0.3",
            least = 0,
            below = 1)
        double discard,
    @Setting(
            value = "Rows of the generated data.",
            paper = "20000",
            smoke = "2000",
            least = 2,
            most = 10_000_000)
        int rows,
    @Setting(
            value = "Features of the generated data.",
            paper = "50",
            smoke = "20",
            least = 2,
            most = 1_000)
        int dimension,
    @Setting(value = "Factor of the l2 penalty.", paper = "1e-2", above = 0) double reg,
    @Setting(value = "Damping.", paper = "0.1", above = 0) double gamma,
    @Setting(value = "updated, or frozen: whether gamma moves to mu.", paper = "updated")
        Damping damping,
    @Setting(value = "Standard deviation of the noise in each coordinate.", paper = "1", above = 0)
        double rho,
    @Setting(
            value = "Newton steps of an inner solve at most.",
            paper = "20",
            least = 1,
            most = 1_000_000,
            formerly = "max_steps")
        int newtonSteps,
    @Setting(
            value = "Equations that the paper's Newton solves as well.",
            paper = "10",
            smoke = "4",
            least = 1)
        int newtonSamples,
    @Setting(value = "Smallest step of the fitted slope.", paper = "5", above = 0) double fitFrom,
    @Setting(value = "Root seed.", paper = "0") long seed) {

  /** What becomes of gamma. */
  enum Damping {
    /** It moves to mu. */
    UPDATED,
    /** It stays. */
    FROZEN
  }

  LogisticSettings {
    int window = iterations - discarded(discard, iterations);
    if (newtonSamples > window) {
      throw new InputError(
          "newton_samples is %d, expected 1 to %d (--newton-samples)", newtonSamples, window);
    }
    for (double epsilon : loose) {
      if (Arrays.stream(residuals).anyMatch(t -> t == epsilon)) {
        throw new InputError("loose and residuals both have %s (--loose)", epsilon);
      }
    }
    if (Arrays.stream(alpha).filter(a -> a >= fitFrom).count() < 2) {
      throw new InputError(
          "fit_from is %s, but fewer than two steps are as large (--fit-from, --alpha)", fitFrom);
    }
  }

  private static int discarded(double share, int iterations) {
    return (int) Math.round(share * iterations);
  }

  /** Returns how many iterations are left out. */
  int discarded() {
    return discarded(discard, iterations);
  }

  /** Returns how many iterations count. */
  int window() {
    return iterations - discarded();
  }

  boolean frozen() {
    return damping == Damping.FROZEN;
  }

  /** Returns the damping as a word. */
  String word() {
    return frozen() ? "frozen" : "updated";
  }
}
