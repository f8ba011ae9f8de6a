package org.ironopt.lab.quadratic;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.ironopt.lab.InputError;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.Experiment;
import org.ironopt.lab.experiment.Results;
import org.ironopt.lab.experiment.Story;
import org.ironopt.lab.file.Values;
import org.ironopt.lab.particles.Cloud;
import org.ironopt.lab.particles.CloudCell;
import org.ironopt.lab.particles.Measurement;
import org.ironopt.lab.particles.Moments;
import org.ironopt.method.Flow;
import org.ironopt.random.Noise;
import org.ironopt.theory.Contraction;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.Scheme;

/**
 * Paper section 5.1: particles on a quadratic with known minimiser, against the exact stationary
 * covariance, over the four steps of the figures and a dense grid of steps.
 */
public final class QuadraticExperiment implements Experiment {
  /** Stationary iterations that count. */
  static final int WINDOW = 50;

  private static final double FORGOTTEN = 1e-5;
  private static final double PATIENCE = 20_000;

  private final QuadraticSetup setup;

  public QuadraticExperiment(Values settings) {
    setup = new QuadraticSetup(settings);
    if (settings.number("iterations") < WINDOW) {
      throw new InputError(
          String.format(
              Locale.ROOT,
              "iterations is %.0f, expected at least %d: the last %d count as stationary"
                  + " (--iterations)",
              settings.number("iterations"),
              WINDOW,
              WINDOW));
    }
    if (settings.number("particles") < Cloud.GROUPS) {
      throw new InputError(
          String.format(
              Locale.ROOT,
              "particles is %.0f, expected at least %d (--particles)",
              settings.number("particles"),
              Cloud.GROUPS));
    }
  }

  /** Returns the settings of the paper. */
  public static Values paper() {
    return new Values()
        .with("reading", "paper")
        .with("alpha", new double[] {1, 10, 200, 500})
        .with("particles", 200_000L)
        .with("iterations", 100L)
        .with("eigenvalues", new double[] {1, 1, 3})
        .with("b", 5.0)
        .with("mu", 1.0)
        .with("gamma", 1.0)
        .with("rho", 1.0)
        .with("noise", "gaussian")
        .with("covariance", new double[0])
        .with("grid", Grid.logarithmic(1e-1, 1e4, 26))
        .with("grid_particles", 20_000L)
        .with("seed", 0L);
  }

  /** Returns settings for a look within seconds. */
  public static Values smoke() {
    return paper()
        .with("particles", 4_000L)
        .with("grid", Grid.logarithmic(1e-1, 1e4, 6))
        .with("grid_particles", 1_000L);
  }

  /** Returns the step that the authors' script makes for the caption 1. */
  public static double authorsUnit() {
    return new QuadraticSetup(paper().with("reading", "authors")).step(1);
  }

  @Override
  public String name() {
    return "quadratic";
  }

  @Override
  public Values settings() {
    return setup.settings;
  }

  QuadraticSetup setup() {
    return setup;
  }

  @Override
  public List<Cell> cells() {
    List<Cell> cells = new ArrayList<>();
    for (double alpha : setup.alphas()) {
      cells.add(paperCell(alpha));
    }
    for (Scheme scheme : setup.schemes()) {
      for (double alpha : gridAlphas(scheme)) {
        cells.add(gridCell(scheme, alpha));
      }
    }
    cells.addAll(new BeyondCells(setup).all());
    return cells;
  }

  /** Returns the grid steps at which a scheme is stable and forgets its start in good time. */
  List<Double> gridAlphas(Scheme scheme) {
    List<Double> alphas = new ArrayList<>();
    for (double alpha : QuadraticSetup.positive("grid", setup.settings.numbers("grid"))) {
      IronParameters p = new IronParameters(alpha, setup.mu, setup.stationaryGamma());
      if (Contraction.stable(scheme, p, setup.eigenvalues) && steps(scheme, alpha) < PATIENCE) {
        alphas.add(alpha);
      }
    }
    return alphas;
  }

  Cell paperCell(double alpha) {
    int iterations = (int) setup.settings.number("iterations");
    return cell(
        "alpha-" + Grid.label(alpha),
        setup.method(Scheme.IRON, setup.step(alpha), setup.noise()),
        (int) setup.settings.number("particles"),
        iterations,
        new Moments(setup.minimizer, WINDOW, 20_000),
        new Values()
            .with("step", setup.step(alpha))
            .with("noise", setup.settings.text("noise"))
            .with("covariance", setup.settings.asMap().get("covariance")));
  }

  Cell gridCell(Scheme scheme, double alpha) {
    String name = scheme.name().toLowerCase(Locale.ROOT).replace('_', '-');
    return cell(
        "grid-" + name + "-" + Grid.label(alpha),
        setup.method(scheme, alpha, new Noise.Isotropic(setup.rho)),
        (int) setup.settings.number("grid_particles"),
        steps(scheme, alpha),
        new Moments(setup.minimizer, WINDOW, 0),
        new Values().with("step", alpha).with("method", name));
  }

  /** Returns how many steps it takes until the start is forgotten and the window has passed. */
  private int steps(Scheme scheme, double alpha) {
    IronParameters p = new IronParameters(alpha, setup.mu, setup.gamma);
    double radius = Contraction.spectralRadius(scheme, p, setup.eigenvalues);
    return WINDOW
        + (int) Math.min(PATIENCE, Math.ceil(StrictMath.log(FORGOTTEN) / StrictMath.log(radius)));
  }

  private Cell cell(
      String label,
      Flow method,
      int particles,
      int iterations,
      Measurement measurement,
      Values own) {
    Values settings =
        setup.common().with("particles", (long) particles).with("iterations", (long) iterations);
    own.asMap().forEach(settings::with);
    Cloud cloud = new Cloud(setup.objective, method, particles, iterations, setup.seed);
    return new CloudCell(label, settings, cloud, measurement);
  }

  @Override
  public Story tell(Results results) {
    return new QuadraticStory(this, results).tell();
  }
}
