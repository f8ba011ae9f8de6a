package org.ironopt.lab.quadratic;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.ironopt.lab.Numbers;
import org.ironopt.lab.experiment.Outcome;
import org.ironopt.lab.experiment.Results;
import org.ironopt.lab.figure.Axis;
import org.ironopt.lab.figure.Figure;
import org.ironopt.lab.figure.Layer;
import org.ironopt.lab.figure.Panel;
import org.ironopt.lab.figure.Style;
import org.ironopt.lab.figure.Style.Color;
import org.ironopt.lab.figure.Style.Marker;
import org.ironopt.lab.file.Columns;
import org.ironopt.theory.Contraction;
import org.ironopt.theory.Scheme;

/** The paper's three figures of section 5.1. */
final class QuadraticFigures {
  private static final Style MSE = Style.line(Color.BLUE);
  private static final Style BIAS = Style.line(Color.VERMILION).dotted();
  private static final Style COVARIANCE = Style.line(Color.ORANGE).dashed();
  private static final Style EXACT = Style.line(Color.BLACK).dashed();

  private final QuadraticExperiment experiment;
  private final QuadraticSetup setup;
  private final QuadraticTheory theory;
  private final Results results;

  QuadraticFigures(QuadraticExperiment experiment, Results results) {
    this.experiment = experiment;
    this.setup = experiment.setup();
    this.theory = new QuadraticTheory(setup);
    this.results = results;
  }

  Figure decomposition() {
    List<Panel> panels = new ArrayList<>();
    for (double alpha : setup.alphas()) {
      Optional<Outcome> outcome = results.of(experiment.paperCell(alpha));
      List<Layer> layers = new ArrayList<>();
      if (outcome.isPresent()) {
        Columns trace = outcome.get().trace();
        double[] k = trace.column("iteration");
        layers.add(new Layer.Line("mean-square error", k, trace.column("mse"), MSE));
        layers.add(new Layer.Line("squared bias", k, trace.column("bias2"), BIAS));
        layers.add(
            new Layer.Line("covariance trace", k, trace.column("covariance_trace"), COVARIANCE));
        theory
            .paperMse(setup.step(alpha))
            .ifPresent(
                exact ->
                    layers.add(new Layer.Reference("exact stationary MSE", true, exact, EXACT)));
      }
      panels.add(
          new Panel(title(alpha), Axis.linear("iteration k"), Axis.log("E‖x_{k} − x*‖²"), layers));
    }
    return new Figure(
        "quadratic-mse-decomposition",
        "Mean-square error, squared bias and covariance trace of "
            + Numbers.text(setup.settings.number("particles"))
            + " particles against the iteration, with the exact stationary level.",
        2,
        panels);
  }

  private String title(double alpha) {
    String nominal = "α = " + Numbers.text(alpha);
    return setup.authors
        ? "scale " + Numbers.text(alpha) + ": α = " + Numbers.text(setup.step(alpha), 4)
        : nominal;
  }

  Figure scaled() {
    List<Layer> layers = new ArrayList<>();
    layers.add(
        new Layer.Reference("C_{quad}", true, theory.constant(), Style.line(Color.GRAY).dashed()));
    Color[] colors = {Color.BLUE, Color.VERMILION, Color.GREEN};
    String[] names = {"IRON", "NAG-GS", "explicit Euler"};
    for (Scheme scheme : Scheme.values()) {
      int s = scheme.ordinal();
      curve(scheme, names[s], colors[s], layers);
      points(scheme, names[s], colors[s], layers);
    }
    double ceiling = 12 * theory.constant();
    Panel panel =
        new Panel(
            "",
            Axis.log("step α"),
            Axis.log("α · MSE_{∞}").between(lowest(layers) / 1.5, ceiling),
            layers);
    return new Figure(
        "quadratic-scaled-mse",
        "Scaled stationary mean-square error against the step under center noise: Monte Carlo with"
            + " 95 % intervals (dots), exact Lyapunov value (curves) and the asymptotic constant."
            + " NAG-GS and explicit Euler are drawn up to where they lose stability.",
        1,
        List.of(panel));
  }

  private static double lowest(List<Layer> layers) {
    double lowest = Double.POSITIVE_INFINITY;
    for (Layer layer : layers) {
      if (layer instanceof Layer.Line line) {
        for (double y : line.y()) {
          lowest = Math.min(lowest, y);
        }
      }
    }
    return lowest;
  }

  private void curve(Scheme scheme, String name, Color color, List<Layer> layers) {
    double[] grid = setup.settings.numbers("grid");
    double[] fine = Grid.logarithmic(grid[0], grid[grid.length - 1], 300);
    List<double[]> points = new ArrayList<>();
    for (double alpha : fine) {
      OptionalDouble mse =
          Contraction.stable(scheme, theory.parameters(alpha), setup.eigenvalues)
              ? theory.mse(scheme, alpha)
              : OptionalDouble.empty();
      mse.ifPresent(value -> points.add(new double[] {alpha, alpha * value}));
    }
    double[] x = points.stream().mapToDouble(p -> p[0]).toArray();
    double[] y = points.stream().mapToDouble(p -> p[1]).toArray();
    layers.add(new Layer.Line(name + ", exact", x, y, Style.line(color)));
  }

  private void points(Scheme scheme, String name, Color color, List<Layer> layers) {
    List<double[]> points = new ArrayList<>();
    for (double alpha : experiment.gridAlphas(scheme)) {
      results
          .of(experiment.gridCell(scheme, alpha))
          .ifPresent(
              o ->
                  points.add(
                      new double[] {
                        alpha,
                        alpha * o.values().number("mse"),
                        alpha * o.values().number("mse_low"),
                        alpha * o.values().number("mse_high")
                      }));
    }
    double[][] c = new double[4][];
    for (int i = 0; i < 4; i++) {
      int at = i;
      c[i] = points.stream().mapToDouble(p -> p[at]).toArray();
    }
    Style style = Style.line(color).marked(Marker.CIRCLE);
    layers.add(new Layer.Errors(name + ", Monte Carlo", c[0], c[1], c[2], c[3], style));
  }

  Figure clouds() {
    List<Panel> panels = new ArrayList<>();
    for (double alpha : setup.alphas()) {
      Optional<Outcome> outcome = results.of(experiment.paperCell(alpha));
      for (int[] plane : planes(setup.dimension())) {
        List<Layer> layers = new ArrayList<>();
        if (outcome.isPresent()) {
          Columns cloud = outcome.get().tables().get("cloud");
          layers.add(cloud("initial", cloud, "start_", plane, Color.SKY));
          layers.add(cloud("final", cloud, "end_", plane, Color.ORANGE));
        }
        layers.add(
            new Layer.Points(
                "minimiser x*",
                new double[] {setup.minimizer[plane[0]]},
                new double[] {setup.minimizer[plane[1]]},
                Style.line(Color.BLACK).marked(Marker.CROSS)));
        panels.add(
            new Panel(
                title(alpha),
                Axis.linear("x_{" + (plane[0] + 1) + "}"),
                Axis.linear("x_{" + (plane[1] + 1) + "}"),
                layers));
      }
    }
    return new Figure(
        "quadratic-clouds",
        "Projections of the particles at the start and after the last iteration.",
        3,
        panels);
  }

  /** The final clouds alone, all on the axes of the widest, so that their sizes can be compared. */
  Figure finalClouds() {
    List<Panel> panels = new ArrayList<>();
    double reach = 4 * Math.sqrt(theory.mse(Scheme.IRON, setup.step(setup.alphas()[0])).orElse(1));
    for (double alpha : setup.alphas()) {
      List<Layer> layers = new ArrayList<>();
      results
          .of(experiment.paperCell(alpha))
          .ifPresent(
              o ->
                  layers.add(
                      cloud(
                          "final",
                          o.tables().get("cloud"),
                          "end_",
                          new int[] {0, 1},
                          Color.ORANGE)));
      layers.add(
          new Layer.Points(
              "minimiser x*",
              new double[] {setup.minimizer[0]},
              new double[] {setup.minimizer[1]},
              Style.line(Color.BLACK).marked(Marker.CROSS)));
      panels.add(
          new Panel(
              title(alpha),
              Axis.linear("x_{1}").between(setup.minimizer[0] - reach, setup.minimizer[0] + reach),
              Axis.linear("x_{2}").between(setup.minimizer[1] - reach, setup.minimizer[1] + reach),
              layers));
    }
    return new Figure(
        "quadratic-final-clouds",
        "The particles after the last iteration around the minimiser, on one scale for all steps.",
        2,
        panels);
  }

  private static Layer cloud(String name, Columns table, String prefix, int[] plane, Color color) {
    return new Layer.Cloud(
        name,
        table.column(prefix + (plane[0] + 1)),
        table.column(prefix + (plane[1] + 1)),
        Style.line(color));
  }

  /** Returns the first three coordinate planes. */
  private static List<int[]> planes(int n) {
    return n == 2
        ? List.of(new int[] {0, 1})
        : List.of(new int[] {0, 1}, new int[] {0, 2}, new int[] {1, 2});
  }
}
