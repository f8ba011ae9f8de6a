package org.ironopt.lab.quadratic;

import org.ironopt.lab.experiment.Setting;
import org.ironopt.lab.particles.ParticleCloud;

/** The settings of the chapter on the quadratic. */
record QuadraticSettings(
    @Setting(value = "paper, or authors: what the authors' script does instead.", paper = "paper")
        Reading reading,
    @Setting(value = "Steps of the figures, each > 0.", paper = "1, 10, 200, 500", above = 0)
        double[] alpha,
    @Setting(
            value = "Particles of each cloud.",
            paper = "200000",
            smoke = "4000",
            least = ParticleCloud.GROUPS)
        int particles,
    @Setting(
            value = "Iterations of each cloud.",
            paper = "100",
            least = QuadraticExperiment.WINDOW,
            why = "the last " + QuadraticExperiment.WINDOW + " count as stationary")
        int iterations,
    @Setting(value = "Eigenvalues of the quadratic, each > 0.", paper = "1, 1, 3", above = 0)
        double[] eigenvalues,
    @Setting(value = "Every entry of the vector b.", paper = "5") double b,
    @Setting(value = "Convexity parameter of the flow.", paper = "1", above = 0) double mu,
    @Setting(value = "Damping.", paper = "1", above = 0) double gamma,
    @Setting(value = "Standard deviation of the noise in each coordinate.", paper = "1", above = 0)
        double rho,
    @Setting(value = "gaussian, student:NU or stable:S.", paper = "gaussian") String noise,
    @Setting(
            value = "File with the noise covariance, one row a line.",
            paper = "",
            fewest = 0,
            file = true)
        double[] covariance,
    @Setting(
            value = "Steps of the curves.",
            paper =
                "0.1, 0.1585, 0.2512, 0.3981, 0.631, 1, 1.585, 2.512, 3.981, 6.31, 10, 15.85,"
                    + " 25.12, 39.81, 63.1, 100, 158.5, 251.2, 398.1, 631, 1000, 1585, 2512, 3981,"
                    + " 6310, 10000",
            smoke = "0.1, 1, 10, 100, 1000, 10000",
            above = 0)
        double[] grid,
    @Setting(
            value = "Particles behind each point of a curve.",
            paper = "20000",
            smoke = "1000",
            least = ParticleCloud.GROUPS)
        int gridParticles,
    @Setting(value = "Root seed.", paper = "0") long seed) {

  /** Whose quadratic is run. */
  enum Reading {
    /** That of the paper's text: steps as they are named, gamma frozen. */
    PAPER,
    /** That of the authors' script: gamma starts at the root of mu and is updated. */
    AUTHORS
  }
}
