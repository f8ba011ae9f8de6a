package org.ironopt.lab.logistic;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleUnaryOperator;
import org.ironopt.lab.Numbers;
import org.ironopt.lab.figure.Axis;
import org.ironopt.lab.figure.Figure;
import org.ironopt.lab.figure.Layer;
import org.ironopt.lab.figure.Panel;
import org.ironopt.lab.figure.Style;
import org.ironopt.lab.figure.Style.Color;
import org.ironopt.lab.figure.Style.Marker;
import org.ironopt.lab.logistic.LogisticResults.Chain;
import org.ironopt.lab.statistics.Interval;

/** The four panels of the paper's figure, and two more. */
final class LogisticFigures {
  private static final Color[] COLORS = {
    Color.BLUE, Color.GREEN, Color.ORANGE, Color.VERMILION, Color.PURPLE, Color.SKY
  };
  private static final Marker[] MARKERS = {
    Marker.CIRCLE, Marker.SQUARE, Marker.TRIANGLE, Marker.STAR, Marker.CROSS
  };
  private static final Style LIMIT = Style.line(Color.GRAY).dashed();
  private static final Style PREDICTED = Style.line(Color.VERMILION);
  private static final Style MODEL = Style.line(Color.GREEN).dotted();
  private static final Style MEASURED = Style.line(Color.BLUE).marked(Marker.CIRCLE);

  private final LogisticSetup setup;
  private final LogisticTheory theory;
  private final LogisticResults results;
  private final Chain tightest;

  LogisticFigures(LogisticSetup setup, LogisticTheory theory, LogisticResults results) {
    this.setup = setup;
    this.theory = theory;
    this.results = results;
    tightest = results.good().getFirst();
  }

  /** Panels (a) and (b). */
  Figure scaling() {
    Interval slope = tightest.slope("mse", setup.fitFrom);
    List<Layer> mse = new ArrayList<>();
    mse.add(curve("predicted plateau", a -> theory.limit() / a, LIMIT));
    mse.add(curve("with first correction", theory::mse, PREDICTED));
    mse.add(marks("mean over seeds", column("mse", false), MEASURED));
    List<Layer> scaled = new ArrayList<>();
    scaled.add(new Layer.Reference("predicted plateau", true, theory.limit(), LIMIT));
    scaled.add(curve("with first correction", a -> a * theory.mse(a), PREDICTED));
    scaled.add(curve("quadratic model, exact", a -> a * theory.model(a), MODEL));
    scaled.add(marks("mean over seeds", column("mse", true), MEASURED));
    scaled.add(
        marks(
            "with control variate",
            column("controlled_mse", true),
            Style.line(Color.BLACK).marked(Marker.SQUARE)));
    return new Figure(
        "logistic-mse",
        String.format(
                Locale.ROOT,
                "Stationary mean-square error of %d seeds against the step, inner tolerance %s. Left: the",
                setup.seeds.length,
                Numbers.text(tightest.tolerance))
            + " mean over the seeds; the slope is fitted for each seed over α ≥ "
            + Numbers.text(setup.fitFrom)
            + ". Right: the same times α, with the predicted plateau γ²ρ²tr(H*⁻²) and its"
            + " first-order correction; the control variate is the chain of the quadratic model at"
            + " the minimiser under the same noise. Bars are 95 % intervals over the seeds.",
        2,
        List.of(
            new Panel(
                String.format(
                    Locale.ROOT,
                    "slope %s ± %s",
                    Numbers.text(slope.mean(), 4).replace('-', '−'),
                    Numbers.text((slope.high() - slope.low()) / 2, 2)),
                Axis.log("step α"),
                Axis.log("MSE_{∞}"),
                mse),
            new Panel("", Axis.log("step α"), Axis.linear("α · MSE_{∞}"), scaled)));
  }

  /** Panels (c) and (d). */
  Figure inner() {
    List<Layer> tolerance = new ArrayList<>();
    List<Layer> steps = new ArrayList<>();
    List<Chain> all = new ArrayList<>(results.good());
    all.addAll(results.loose());
    for (int i = 0; i < all.size(); i++) {
      Chain chain = all.get(i);
      Color color = COLORS[i % COLORS.length];
      Marker marker = MARKERS[i % MARKERS.length];
      String name = "ε = " + Numbers.text(chain.tolerance);
      double[][] scaled = intervals(chain, "mse", true);
      Style style = Style.line(color).marked(marker);
      tolerance.add(new Layer.Line(name, setup.alphas, scaled[0], style));
      if (i < results.good().size()) {
        double[][] chord = intervals(chain, "mean_steps", false);
        steps.add(new Layer.Line(name, setup.alphas, chord[0], style));
        double[] newton = chain.newton().column("newton_steps");
        steps.add(new Layer.Line("Newton, " + name, setup.alphas, newton, style.dashed()));
      }
    }
    return new Figure(
        "logistic-inner",
        "Left: the scaled error for each inner tolerance; where curves overlap the tolerance does"
            + " not matter. Right: mean inner steps in the stationary window. Solid: the chord"
            + " steps that the chains made; dashed: Newton steps of the paper's own iteration"
            + " (Cholesky, from the"
            + String.format(
                Locale.ROOT,
                " current iterate) on %d of the equations that the first seed's chains met.",
                setup.newtonSamples),
        2,
        List.of(
            new Panel("", Axis.log("step α"), Axis.log("α · MSE_{∞}"), tolerance),
            new Panel(
                "", Axis.log("step α"), Axis.linear("inner steps").between(0, top()), steps)));
  }

  private double top() {
    double top = 0;
    for (Chain chain : results.good()) {
      for (double steps : chain.outcome.tables().get("chains").column("mean_steps")) {
        top = Math.max(top, steps);
      }
      for (double steps : chain.newton().column("newton_steps")) {
        top = Math.max(top, steps);
      }
    }
    return Math.ceil(1.2 * top);
  }

  /** How far the controlled estimate is from the prediction, and the way from the start. */
  Figure beyond() {
    List<Layer> relative = new ArrayList<>();
    relative.add(new Layer.Reference("predicted", true, 0, PREDICTED));
    double[][] scaled = intervals(tightest, "controlled_mse", true);
    double[] fitted = setup.fitted();
    double[][] percent = new double[3][fitted.length];
    for (int a = 0; a < fitted.length; a++) {
      int at = setup.alphas.length - fitted.length + a;
      double predicted = fitted[a] * theory.mse(fitted[a]);
      for (int r = 0; r < 3; r++) {
        percent[r][a] = 100 * (scaled[r][at] / predicted - 1);
      }
    }
    relative.add(
        new Layer.Errors("measured", fitted, percent[0], percent[1], percent[2], MEASURED));
    List<Layer> way = new ArrayList<>();
    double[] k = tightest.outcome.trace().column("iteration");
    int shown = Math.min(k.length, 41);
    for (int a = 0, i = 0; a < setup.alphas.length; a++) {
      if (a % 2 == 0 || a == setup.alphas.length - 1) {
        String alpha = Numbers.text(setup.alphas[a], 12);
        way.add(
            new Layer.Line(
                "α = " + alpha,
                Arrays.copyOf(k, shown),
                Arrays.copyOf(tightest.outcome.trace().column("mse_" + alpha), shown),
                Style.line(COLORS[i++ % COLORS.length])));
      }
    }
    return new Figure(
        "logistic-prediction",
        "Left: α·MSE with the control variate, in percent of the prediction with its first"
            + String.format(
                Locale.ROOT,
                " correction. Right: the way from the start, mean over the seeds; the first %d",
                setup.discarded)
            + " iterations are discarded.",
        2,
        List.of(
            new Panel("", Axis.log("step α"), Axis.linear("deviation [%]"), relative),
            new Panel("", Axis.linear("iteration k"), Axis.log("E‖w_{k} − w*‖^{2}"), way)));
  }

  private double[][] column(String column, boolean scaled) {
    return intervals(tightest, column, scaled);
  }

  /** Returns means and both ends of the intervals, by step. */
  private double[][] intervals(Chain chain, String column, boolean scaled) {
    double[][] rows = new double[3][setup.alphas.length];
    for (int a = 0; a < setup.alphas.length; a++) {
      Interval interval = scaled ? chain.scaled(column, a) : chain.interval(column, a);
      rows[0][a] = interval.mean();
      rows[1][a] = interval.low();
      rows[2][a] = interval.high();
    }
    return rows;
  }

  private Layer marks(String name, double[][] rows, Style style) {
    return new Layer.Errors(name, setup.alphas, rows[0], rows[1], rows[2], style);
  }

  /** Where the prediction is negative there is nothing to draw. */
  private Layer curve(String name, DoubleUnaryOperator f, Style style) {
    double low = setup.alphas[0];
    double high = setup.alphas[setup.alphas.length - 1];
    double[] x = new double[101];
    double[] y = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      x[i] = low * StrictMath.pow(high / low, i / (x.length - 1.0));
      double value = f.applyAsDouble(x[i]);
      y[i] = value > 0 ? value : Double.NaN;
    }
    return new Layer.Line(name, x, y, style);
  }
}
