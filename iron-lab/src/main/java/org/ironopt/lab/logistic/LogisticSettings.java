package org.ironopt.lab.logistic;

import java.util.Arrays;
import org.ironopt.io.InputError;
import org.ironopt.lab.experiment.Setting;

/** The settings of the chapter on ridge logistic regression. */
record LogisticSettings(
    @Setting(
            "Steps of the figures, each > 0 = 1, 2, 5, 10, 20, 50, 100, 200; above 0; fewest 2;"
                + " distinct")
        double[] alpha,
    @Setting(
            "Residuals of the inner solves, each > 0 = 1e-2, 1e-4, 1e-6; above 0; formerly"
                + " tolerances; distinct")
        double[] residuals,
    @Setting("Further residuals, too large on purpose = 10; above 0; fewest 0; distinct")
        double[] loose,
    @Setting("Seeds of the chains = 0, 1, 2, 3, 4; fewest 2; distinct") long[] chainSeeds,
    @Setting("Iterations of each chain = 1000; smoke 300; 10 to 10000000") int iterations,
    @Setting("Share of first iterations that is discarded = 0.3; at least 0; below 1")
        double discard,
    @Setting("Rows of the generated data = 20000; smoke 2000; 2 to 10000000") int rows,
    @Setting("Features of the generated data = 50; smoke 20; 2 to 1000") int dimension,
    @Setting("Factor of the l2 penalty = 1e-2; above 0") double reg,
    @Setting("Damping = 0.1; above 0") double gamma,
    @Setting("updated (gamma moves to mu), or frozen = updated") Damping damping,
    @Setting("Standard deviation of the noise in each coordinate = 1; above 0") double rho,
    @Setting(
            "Largest number of Newton steps of an inner solve = 20; 1 to 1000000;"
                + " formerly max_steps")
        int newtonSteps,
    @Setting("Inner equations also solved by the paper's method = 10; smoke 4; at least 1")
        int newtonSamples,
    @Setting("Smallest step of the fitted slope = 5; above 0") double fitFrom,
    @Setting("Root seed = 0") long seed) {

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
}
