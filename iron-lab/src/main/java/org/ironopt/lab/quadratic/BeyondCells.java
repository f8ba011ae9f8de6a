package org.ironopt.lab.quadratic;

import java.util.ArrayList;
import java.util.List;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.file.Values;
import org.ironopt.lab.particles.Cloud;
import org.ironopt.lab.particles.CloudCell;
import org.ironopt.lab.particles.Measurement;
import org.ironopt.lab.particles.Moments;
import org.ironopt.lab.particles.Quantiles;
import org.ironopt.lab.particles.SecondMoments;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.method.Flow;
import org.ironopt.method.Iron;
import org.ironopt.method.Schedule;
import org.ironopt.random.CenterNoise;
import org.ironopt.random.Noise;
import org.ironopt.resolvent.Inner;
import org.ironopt.resolvent.Tolerance;
import org.ironopt.theory.Scheme;

/** What the paper does not run on its quadratic: each cell is a cloud of the grid's size. */
final class BeyondCells {
  static final double[] STEPS = {1, 10, 100, 1000};
  static final double[] STABLE_STEPS = {1, 10, 100, 1000, 10_000};
  static final double STABILITY = 1.5;
  static final double FREEDOM = 5;
  static final double[] VARYING = {1000, 4000};
  static final int VARYING_ITERATIONS = 60;
  static final double INEXACT_STEP = 100;
  static final double[] TOLERANCES = {1e-3, 1e-2, 1e-1, 1, 3, 10, 30, 100, 300};
  private static final int ITERATIONS = 100;

  private final QuadraticSetup setup;

  BeyondCells(QuadraticSetup setup) {
    this.setup = setup;
  }

  List<Cell> all() {
    List<Cell> cells = new ArrayList<>();
    for (double alpha : STEPS) {
      cells.add(correlated(alpha));
      cells.add(student(alpha));
    }
    for (double alpha : STABLE_STEPS) {
      cells.add(stable(alpha));
    }
    cells.add(varying());
    for (double tolerance : TOLERANCES) {
      cells.add(inexact(tolerance));
    }
    return cells;
  }

  /** Returns a covariance that does not commute with A: decaying scales, neighbours correlated. */
  DenseMatrix sigma() {
    int n = setup.dimension();
    DenseMatrix sigma = DenseMatrix.zeros(n, n);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        double correlation = StrictMath.pow(0.6, Math.abs(i - j));
        double scale = setup.rho * setup.rho / ((1 + 0.5 * i) * (1 + 0.5 * j));
        sigma.set(i, j, scale * correlation);
      }
    }
    return sigma;
  }

  Cell correlated(double alpha) {
    Flow method = setup.method(Scheme.IRON, alpha, new Noise.Full(sigma()));
    Measurement measurement = new SecondMoments(setup.minimizer, QuadraticExperiment.WINDOW);
    Values own = new Values().with("step", alpha).with("sigma", sigma().data());
    return cell("sigma-" + Grid.label(alpha), method, ITERATIONS, measurement, own);
  }

  Cell student(double alpha) {
    Noise law = new Noise.StudentT(FREEDOM, new Noise.Isotropic(setup.rho));
    Flow method = setup.method(Scheme.IRON, alpha, law);
    Measurement measurement = new Moments(setup.minimizer, QuadraticExperiment.WINDOW, 0);
    Values own = new Values().with("step", alpha).with("noise", "student:" + FREEDOM);
    return cell("student-" + Grid.label(alpha), method, ITERATIONS, measurement, own);
  }

  Cell stable(double alpha) {
    Flow method = setup.method(Scheme.IRON, alpha, new Noise.Stable(STABILITY, setup.rho));
    Measurement measurement = new Quantiles(setup.minimizer, QuadraticExperiment.WINDOW);
    Values own = new Values().with("step", alpha).with("noise", "stable:" + STABILITY);
    return cell("stable-" + Grid.label(alpha), method, ITERATIONS, measurement, own);
  }

  /** Returns the step of iteration k (from 0) of the varying run. */
  static double varyingStep(long k) {
    return VARYING[(int) (k % VARYING.length)];
  }

  /** Two large steps in turn with updated gamma, the setting of the paper's Theorem 2. */
  Cell varying() {
    Flow method =
        Iron.steps(Schedule.of("1000 and 4000 in turn", BeyondCells::varyingStep))
            .mu(setup.mu)
            .gamma(setup.gamma)
            .noise(new CenterNoise(new Noise.Isotropic(setup.rho)));
    Measurement measurement = new Moments(setup.minimizer, QuadraticExperiment.WINDOW, 0);
    Values own = new Values().with("steps", VARYING);
    return cell("varying", method, VARYING_ITERATIONS, measurement, own);
  }

  Cell inexact(double tolerance) {
    Flow method =
        Iron.step(INEXACT_STEP)
            .mu(setup.mu)
            .gamma(setup.gamma)
            .frozen()
            .noise(new CenterNoise(new Noise.Isotropic(setup.rho)))
            .inner(Inner.NEWTON_CG.withTolerance(Tolerance.absolute(tolerance)));
    Measurement measurement = new Moments(setup.minimizer, QuadraticExperiment.WINDOW, 0);
    Values own = new Values().with("step", INEXACT_STEP).with("tolerance", tolerance);
    return cell("inexact-" + Grid.label(tolerance), method, ITERATIONS, measurement, own);
  }

  private Cell cell(
      String label, Flow method, int iterations, Measurement measurement, Values own) {
    int particles = (int) setup.settings.number("grid_particles");
    Values settings =
        setup.common().with("particles", (long) particles).with("iterations", (long) iterations);
    own.asMap().forEach(settings::with);
    Cloud cloud = new Cloud(setup.objective, method, particles, iterations, setup.seed);
    return new CloudCell(label, settings, cloud, measurement);
  }
}
