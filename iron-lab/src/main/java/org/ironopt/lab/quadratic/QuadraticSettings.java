package org.ironopt.lab.quadratic;

import org.ironopt.lab.experiment.Setting;
import org.ironopt.lab.particles.ParticleCloud;

/** The settings of the chapter on the quadratic. */
record QuadraticSettings(
    @Setting("paper, or authors (as in the authors' script) = paper") Reading reading,
    @Setting("Steps of the figures, each > 0 = 1, 10, 200, 500; above 0") double[] alpha,
    @Setting("Particles of each cloud = 200000; smoke 4000; at least " + ParticleCloud.GROUPS)
        int particles,
    @Setting("Iterations of each cloud = 100; at least 50; because the last 50 count as stationary")
        int iterations,
    @Setting("Eigenvalues of the quadratic, each > 0 = 1, 1, 3; above 0") double[] eigenvalues,
    @Setting("Every entry of the vector b = 5") double b,
    @Setting("Convexity parameter of the flow = 1; above 0") double mu,
    @Setting("Damping = 1; above 0") double gamma,
    @Setting("Standard deviation of the noise in each coordinate = 1; above 0") double rho,
    @Setting("gaussian, student:NU or stable:S = gaussian") String noise,
    @Setting("File with the noise covariance, one row a line = ; fewest 0; file")
        double[] covariance,
    @Setting(
            "Steps of the curves = 0.1, 0.1585, 0.2512, 0.3981, 0.631, 1, 1.585, 2.512, 3.981,"
                + " 6.31, 10, 15.85, 25.12, 39.81, 63.1, 100, 158.5, 251.2, 398.1, 631, 1000, 1585,"
                + " 2512, 3981, 6310, 10000; smoke 0.1, 1, 10, 100, 1000, 10000; above 0")
        double[] grid,
    @Setting(
            "Particles behind each point of a curve = 20000; smoke 1000; at least "
                + ParticleCloud.GROUPS)
        int gridParticles,
    @Setting("Root seed = 0") long seed) {

  /** Whose quadratic is run. */
  enum Reading {
    /** That of the paper's text: steps as they are named, gamma frozen. */
    PAPER,
    /** That of the authors' script: gamma starts at the root of mu and is updated. */
    AUTHORS
  }
}
