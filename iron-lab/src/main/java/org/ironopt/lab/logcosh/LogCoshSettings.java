package org.ironopt.lab.logcosh;

import org.ironopt.io.InputError;
import org.ironopt.lab.experiment.Setting;
import org.ironopt.lab.particles.ParticleCloud;

/** The settings of the chapter on log-cosh regression. */
record LogCoshSettings(
    @Setting(value = "paper, or authors: what the authors' script does instead.", paper = "paper")
        Reading reading,
    @Setting(value = "Steps of the figures, each > 0.", paper = "1, 10, 200, 500", above = 0)
        double[] alpha,
    @Setting(
            value = "Particles of each cloud.",
            paper = "20000",
            smoke = "1280",
            least = ParticleCloud.GROUPS)
        int particles,
    @Setting(value = "Iterations of each cloud.", paper = "200", smoke = "100", least = 1)
        int iterations,
    @Setting(value = "How many last iterations count.", paper = "50", least = 1) int window,
    @Setting(
            value = "Diagonal of A of the log-cosh regression, each > 0.",
            paper = "1, 1, 5",
            above = 0)
        double[] diagonal,
    @Setting(value = "Every entry of the vector b.", paper = "3", above = 0) double b,
    @Setting(value = "Convexity parameter of the flow.", paper = "1", above = 0) double mu,
    @Setting(value = "Damping.", paper = "1", above = 0) double gamma,
    @Setting(value = "Standard deviation of the noise in each coordinate.", paper = "1", above = 0)
        double rho,
    @Setting(value = "gaussian, student:NU or stable:S.", paper = "gaussian") String noise,
    @Setting(
            value = "Residual of every inner solve.",
            paper = "1e-8",
            above = 0,
            formerly = "tolerance")
        double residual,
    @Setting(value = "Root seed.", paper = "0") long seed) {

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
