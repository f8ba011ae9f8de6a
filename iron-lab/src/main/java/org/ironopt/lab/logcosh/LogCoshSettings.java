package org.ironopt.lab.logcosh;

import org.ironopt.io.InputError;
import org.ironopt.lab.experiment.Setting;
import org.ironopt.lab.particles.ParticleCloud;

/** The settings of the chapter on log-cosh regression. */
record LogCoshSettings(
    @Setting("paper, or authors (as in the authors' script) = paper") Reading reading,
    @Setting("Steps of the figures, each > 0 = 1, 10, 200, 500; above 0; ascending") double[] alpha,
    @Setting("Particles of each cloud = 20000; smoke 1280; at least " + ParticleCloud.GROUPS)
        int particles,
    @Setting("Iterations of each cloud = 200; smoke 100; at least 1") int iterations,
    @Setting("Last iterations, which are measured = 50; at least 1") int window,
    @Setting("Diagonal of A of the log-cosh regression, each > 0 = 1, 1, 5; above 0")
        double[] diagonal,
    @Setting("Every entry of the vector b = 3; above 0") double b,
    @Setting("Convexity parameter of the flow = 1; above 0") double mu,
    @Setting("Damping = 1; above 0") double gamma,
    @Setting("Standard deviation of the noise in each coordinate = 1; above 0") double rho,
    @Setting("gaussian, student:NU or stable:S = gaussian") String noise,
    @Setting("Residual of every inner solve = 1e-8; above 0; formerly tolerance") double residual,
    @Setting("Root seed = 0") long seed) {

  /** Whose steps are made. */
  enum Reading {
    /** Those of the paper's captions. */
    PAPER,
    /** Those of the authors' script, which multiplies the captions by a factor. */
    AUTHORS
  }

  LogCoshSettings {
    if (diagonal.length < 2 || diagonal.length > Regions.MOST_COORDINATES) {
      throw new InputError(
          "diagonal has %d numbers, expected 2 to %d (--diagonal)",
          diagonal.length, Regions.MOST_COORDINATES);
    }
    if (iterations < window) {
      throw new InputError(
          "iterations is %d, expected at least %d (--iterations)", iterations, window);
    }
  }

  boolean authors() {
    return reading == Reading.AUTHORS;
  }
}
