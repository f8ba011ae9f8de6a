package org.ironopt.lab.logistic;

import static org.ironopt.io.internal.Numbers.format;
import static org.ironopt.io.internal.Numbers.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Stream;
import org.ironopt.lab.figure.Axis;
import org.ironopt.lab.figure.Figure;
import org.ironopt.lab.figure.Layer;
import org.ironopt.lab.figure.LayerStyle;
import org.ironopt.lab.figure.LayerStyle.Color;
import org.ironopt.lab.figure.LayerStyle.Marker;
import org.ironopt.lab.figure.Panel;
import org.ironopt.lab.file.NumericColumns;
import org.ironopt.lab.logistic.LogisticResults.Chain;
import org.ironopt.lab.logistic.LogisticResults.Theory;
import org.ironopt.lab.statistics.ConfidenceInterval;

/** The four panels of the paper's figure, and two more. */
record LogisticFigures(
    LogisticProblem problem,
    double[] alphas,
    Theory theory,
    LogisticResults results,
    Chain tightest) {
  private static final Marker[] MARKERS = {
    Marker.CIRCLE, Marker.SQUARE, Marker.TRIANGLE, Marker.STAR, Marker.CROSS
  };
  private static final LayerStyle LIMIT = LayerStyle.line(Color.GRAY).dashed();
  private static final LayerStyle PREDICTED = LayerStyle.line(Color.BLACK);
  private static final LayerStyle MODEL = LayerStyle.line(Color.ORANGE).dotted();
  private static final LayerStyle MEASURED = LayerStyle.line(Color.BLUE).marked(Marker.CIRCLE);
  private static final LayerStyle CONTROLLED = LayerStyle.line(Color.SKY).marked(Marker.SQUARE);

  /** Iterations of the path that are shown, and the start. */
  private static final int SHOWN = 41;

  LogisticFigures(LogisticProblem problem, LogisticResults results) {
    this(problem, problem.alphas, results.theory.orElseThrow(), results, results.good.getFirst());
  }

  /** Panels (a) and (b). */
  Figure scaling() {
    ConfidenceInterval slope = tightest.slope("mse");
    String mean = text(slope.mean(), 4).replace('-', '−');
    List<Layer> mse =
        List.of(
            curve("predicted plateau", a -> theory.limit() / a, LIMIT),
            curve("with first correction", theory::mse, PREDICTED),
            new Layer.Errors("mean over seeds", alphas, tightest.means("mse"), MEASURED));
    List<Layer> scaled =
        List.of(
            new Layer.Reference("predicted plateau", true, theory.limit(), LIMIT),
            curve("with first correction", a -> a * theory.mse(a), PREDICTED),
            curve("quadratic model, exact", a -> a * theory.model(a), MODEL),
            new Layer.Errors("mean over seeds", alphas, tightest.scaled("mse"), MEASURED),
            new Layer.Errors(
                "with control variate", alphas, tightest.scaled("controlled_mse"), CONTROLLED));
    return new Figure(
            "logistic-mse",
            format(
                "Stationary mean-square error of %d seeds against the step, inner tolerance %s."
                    + " Left: the mean over the seeds; the slope is fitted for each seed over α ≥"
                    + " %s. Right: the same times α, with the predicted plateau γ²ρ²tr(H*⁻²) and"
                    + " its first-order correction; the control variate is the chain of the"
                    + " quadratic model at the minimiser under the same noise. Bars are 95 %%"
                    + " intervals over the seeds.",
                problem.settings.chainSeeds().length,
                power(tightest.tolerance()),
                text(problem.settings.fitFrom())),
            new Panel(
                "slope " + mean + " ± " + text((slope.high() - slope.low()) / 2, 2),
                Axis.log("step α"),
                Axis.log("MSE_{∞}"),
                mse),
            new Panel("", Axis.log("step α"), Axis.linear("α · MSE_{∞}"), scaled))
        .paper("Figure 5, a and b")
        .asChief();
  }

  /** Panels (c) and (d). */
  Figure inner() {
    List<Layer> tolerance = new ArrayList<>();
    List<Layer> steps = new ArrayList<>();
    List<Chain> all = results.all();
    for (int i = 0; i < all.size(); i++) {
      Chain chain = all.get(i);
      LayerStyle style =
          LayerStyle.line(Color.ramp(i, all.size())).marked(MARKERS[i % MARKERS.length]);
      String name = "ε = " + power(chain.tolerance());
      tolerance.add(means(name, chain.scaled("mse"), style));
      if (i < results.good.size()) {
        steps.add(means(name, chain.means("mean_steps"), style));
        double[] newton = chain.newton().column("newton_steps");
        steps.add(new Layer.Line("Newton, " + name, alphas, newton, style.dashed()));
      }
    }
    double most =
        results.good.stream()
            .flatMap(c -> Stream.of(c.all("mean_steps"), c.newton().column("newton_steps")))
            .flatMapToDouble(Arrays::stream)
            .reduce(0, Math::max);
    Axis innerSteps = Axis.linear("inner steps").between(0, Math.ceil(1.2 * most));
    return new Figure(
            "logistic-inner",
            "Left: the scaled error for each inner tolerance; where curves overlap the tolerance"
                + " does not matter. Right: mean inner steps in the stationary window. Solid: the"
                + " chord steps that the chains made; dashed: Newton steps of the paper's own"
                + " iteration (Cholesky, from the current iterate) on "
                + problem.settings.newtonSamples()
                + " of the equations that the first seed's chains met.",
            new Panel("", Axis.log("step α"), Axis.log("α · MSE_{∞}"), tolerance),
            new Panel("", Axis.log("step α"), innerSteps, steps))
        .paper("Figure 5, c and d");
  }

  /** How far the controlled estimate is from the prediction, and the path from the start. */
  Figure beyond() {
    NumericColumns percent = new NumericColumns("x", "y", "low", "high");
    for (int a = problem.fitFrom; a < alphas.length; a++) {
      ConfidenceInterval scaled = tightest.scaled("controlled_mse").get(a);
      double predicted = alphas[a] * theory.mse(alphas[a]);
      percent.add(
          alphas[a],
          100 * (scaled.mean() / predicted - 1),
          100 * (scaled.low() / predicted - 1),
          100 * (scaled.high() / predicted - 1));
    }
    List<Layer> relative =
        List.of(
            new Layer.Reference("predicted", true, 0, PREDICTED),
            new Layer.Errors("measured", percent, MEASURED));
    List<Layer> path = new ArrayList<>();
    NumericColumns trace = tightest.outcome().trace();
    for (int a = 0; a < alphas.length; a++) {
      if (a % 2 == 0 || a == alphas.length - 1) {
        String alpha = text(alphas[a], 12);
        path.add(
            new Layer.Line(
                "α = " + alpha,
                Arrays.stream(trace.column("iteration")).limit(SHOWN).toArray(),
                Arrays.stream(trace.column("mse_" + alpha)).limit(SHOWN).toArray(),
                LayerStyle.line(Color.ramp(a, alphas.length))));
      }
    }
    return new Figure(
        "logistic-prediction",
        "Left: α·MSE with the control variate, in percent of the prediction with its first"
            + " correction. Right: the path from the start, mean over the seeds; the first "
            + problem.settings.discarded()
            + " iterations are discarded.",
        new Panel("", Axis.log("step α"), Axis.linear("deviation [%]"), relative),
        new Panel("", Axis.linear("iteration k"), Axis.log("E‖w_{k} − w*‖^{2}"), path));
  }

  /** Returns a small power of ten as one. */
  private static String power(double value) {
    long exponent = Math.round(StrictMath.log10(value));
    return exponent < -2 && value == Double.parseDouble("1e" + exponent)
        ? "10^{−" + -exponent + "}"
        : text(value);
  }

  private Layer means(String name, List<ConfidenceInterval> means, LayerStyle style) {
    return new Layer.Line(
        name, alphas, means.stream().mapToDouble(ConfidenceInterval::mean).toArray(), style);
  }

  /** Where the prediction is negative there is nothing to draw. */
  private Layer curve(String name, DoubleUnaryOperator f, LayerStyle style) {
    double low = alphas[0];
    double high = alphas[alphas.length - 1];
    double[] x = new double[101];
    Arrays.setAll(x, i -> low * StrictMath.pow(high / low, i / (x.length - 1.0)));
    double[] y = Arrays.stream(x).map(f).map(v -> v > 0 ? v : Double.NaN).toArray();
    return new Layer.Line(name, x, y, style);
  }
}
