package org.ironopt.lab.sampling;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.ironopt.lab.Numbers;
import org.ironopt.lab.experiment.Outcome;
import org.ironopt.lab.experiment.Outcomes;
import org.ironopt.lab.experiment.Outcomes.Found;
import org.ironopt.lab.experiment.Results;
import org.ironopt.lab.experiment.Story;
import org.ironopt.lab.experiment.Story.Section;
import org.ironopt.lab.experiment.Story.TextTable;
import org.ironopt.lab.figure.Axis;
import org.ironopt.lab.figure.Figure;
import org.ironopt.lab.figure.Layer;
import org.ironopt.lab.figure.Panel;
import org.ironopt.lab.figure.Style;
import org.ironopt.lab.figure.Style.Color;
import org.ironopt.lab.figure.Style.Marker;
import org.ironopt.lab.sampling.SamplingExperiment.Draw;
import org.ironopt.lab.sampling.SamplingExperiment.Noisy;
import org.ironopt.lab.sampling.SamplingExperiment.Point;
import org.ironopt.lab.statistics.Interval;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.sampling.BatchLaw;
import org.ironopt.theory.sampling.CorrectedRate;
import org.ironopt.theory.sampling.MinibatchMoments;
import org.ironopt.theory.sampling.QuadraticSum;
import org.ironopt.theory.sampling.Recursion;
import org.ironopt.theory.sampling.Sampling;
import org.ironopt.theory.sampling.StepChoice;

/** What the chains show beside the theory: figures, tables and claims. */
final class SamplingStory {
  private static final Color[] COLORS = {
    Color.BLUE, Color.VERMILION, Color.GREEN, Color.ORANGE, Color.SKY
  };
  private static final double[] PASSES = {1, 3, 10, 30};

  private final SamplingExperiment experiment;
  private final SamplingSettings settings;
  private final Results results;
  private final SamplingClaims claims;
  private final QuadraticSum squares;

  SamplingStory(SamplingExperiment experiment, Results results) {
    this.experiment = experiment;
    this.settings = experiment.settings;
    this.results = results;
    this.claims = new SamplingClaims(experiment, results);
    this.squares = experiment.squares.sum();
  }

  Story tell() {
    List<Section> sections = new ArrayList<>();
    sections.add(
        new Section(
                "Least squares: what batches leave",
                "A longer step forgets the start faster and spreads more, up to the spread of the"
                    + " minimisers of single batches; the mean is not the minimiser. Fresh subsets"
                    + " and draws with replacement follow the exact curves; shuffled epochs depend"
                    + " on each other and spread less where steps are short.",
                errors())
            .with(methods()));
    sections.add(
        new Section(
            "Which step for how many passes",
            "The best constant step from a start at 0 for a number of passes: more passes take"
                + " shorter steps, larger batches longer ones.",
            bestSteps()));
    sections.add(
        new Section(
            "Center noise against sampling noise",
            "Center noise leaves an error that falls like 1/α, sampling one that grows with α."
                + " Below a line sampling leaves more and a shorter step is better; above it center"
                + " noise leaves more and a longer step is better.",
            phases()));
    sections.add(
        new Section(
            "Logistic regression: the local model",
            "Rows as quadratics at the optimum predict the error while the iterates stay near it.",
            logistic()));
    sections.add(images());
    sections.add(nonconvex());
    sections.add(
        new Section(
            "Convex functions without a modulus",
            "μ = 0 and updated γ: the mean energy stays below the bound S2 at every step.",
            energy()));
    return new Story(
        "Real minibatches, and no convexity",
        "Beyond the paper: the theorems S4 (minibatches), S5 (PL functions) and S2 with μ = 0, each"
            + " beside chains of the library's own steps.",
        sections,
        claims.all());
  }

  private Layer errors(String name, List<Double> x, List<Interval> y, Style style) {
    return new Layer.Errors(name, x.stream().mapToDouble(Double::doubleValue).toArray(), y, style);
  }

  private Figure errors() {
    Outcomes<Point> cells = results.of(experiment.leastSquares);
    List<Panel> panels = new ArrayList<>();
    for (Draw draw : Draw.values()) {
      List<Layer> layers = new ArrayList<>();
      for (int i = 0; i < settings.batches().length; i++) {
        int batch = settings.batches()[i];
        Style style = Style.line(COLORS[i % COLORS.length]);
        List<Double> x = new ArrayList<>();
        List<Interval> y = new ArrayList<>();
        for (Found<Point> found : cells.found()) {
          if (found.key().draw() == draw && found.key().batch() == batch) {
            x.add(found.key().alpha());
            y.add(claims.interval(found.outcome(), "mse"));
          }
        }
        if (!x.isEmpty()) {
          layers.add(errors("b = " + batch, x, y, style.marked(Marker.CIRCLE)));
        }
        exact(draw, batch, style, layers);
      }
      String title =
          switch (draw) {
            case WITH -> "with replacement";
            case WITHOUT -> "fresh subsets";
            case EPOCHS -> "shuffled epochs (curves: fresh subsets)";
          };
      panels.add(new Panel(title, Axis.log("step α"), Axis.log("E‖x − x*‖²"), layers));
    }
    return new Figure(
        "sampling-least-squares",
        "Stationary mean-square error against the step: chains with 95 % intervals (dots), exact"
            + " (curves) and the limit for long steps (dashed).",
        3,
        panels);
  }

  private void exact(Draw draw, int batch, Style style, List<Layer> layers) {
    double[] alpha = settings.alpha();
    double[] exact =
        Arrays.stream(alpha)
            .map(
                a ->
                    Optional.ofNullable(claims.moments(new Point(draw, batch, a)))
                        .map(MinibatchMoments::mse)
                        .orElse(Double.NaN))
            .toArray();
    layers.add(new Layer.Line("b = " + batch + ", exact", alpha, exact, style));
    OptionalDouble limit = BatchLaw.of(squares, draw.sampling(batch)).limit();
    if (limit.isPresent() && draw != Draw.EPOCHS) {
      layers.add(
          new Layer.Reference(
              "b = " + batch + ", limit", true, limit.getAsDouble(), style.dashed()));
    }
  }

  /** All methods on one flow: what remains, and how fast they get there. */
  private TextTable methods() {
    int batch = settings.batches()[settings.batches().length - 1];
    BatchLaw law = BatchLaw.of(squares, Sampling.without(batch));
    List<List<String>> rows = new ArrayList<>();
    for (double alpha : new double[] {0.1, 1, 10}) {
      IronParameters p =
          new IronParameters(alpha, SamplingExperiment.RIDGE, SamplingExperiment.RIDGE);
      double lambda = p.lambda();
      row(rows, alpha, "IRON", law, Recursion.iron(p));
      row(rows, alpha, "NAG-GS", law, Recursion.nagGs(p));
      row(rows, alpha, "SPPM, same λ", law, Recursion.sppm(lambda));
      row(rows, alpha, "SGD, same λ", law, Recursion.sgd(lambda));
      int every = Math.ceilDiv(squares.terms(), batch);
      rate(rows, alpha, "IRON, snapshot", CorrectedRate.snapshot(law, p, every));
      CorrectedRate.table(law, p).ifPresent(r -> rate(rows, alpha, "IRON, table", r));
    }
    return new TextTable(
        "Least squares, fresh subsets of "
            + batch
            + " rows: stationary mean-square error and the factor per step by which second moments"
            + " approach it. Corrected centers leave no error.",
        List.of("α", "method", "error", "factor"),
        rows);
  }

  private static void row(
      List<List<String>> rows, double alpha, String name, BatchLaw law, Recursion method) {
    double radius = MinibatchMoments.radius(law, method);
    String error =
        MinibatchMoments.of(law, method).map(m -> Numbers.text(m.mse(), 4)).orElse("grows");
    rows.add(List.of(Numbers.text(alpha), name, error, Numbers.text(radius, 4)));
  }

  private static void rate(List<List<String>> rows, double alpha, String name, double rate) {
    String error = rate < 1 ? "0" : "grows";
    rows.add(List.of(Numbers.text(alpha), name, error, Numbers.text(rate, 4)));
  }

  private Figure bestSteps() {
    List<Layer> layers = new ArrayList<>();
    double[] x0 = new double[squares.dimension()];
    for (int i = 0; i < settings.batches().length; i++) {
      int batch = settings.batches()[i];
      BatchLaw law = BatchLaw.of(squares, Draw.WITHOUT.sampling(batch));
      double[] best =
          Arrays.stream(PASSES)
              .mapToLong(p -> Math.round(p * squares.terms() / batch))
              .mapToDouble(k -> StepChoice.constant(law, SamplingExperiment.iron(1), x0, k).step())
              .toArray();
      layers.add(
          new Layer.Line(
              "b = " + batch,
              PASSES,
              best,
              Style.line(COLORS[i % COLORS.length]).marked(Marker.CIRCLE)));
    }
    return new Figure(
        "sampling-best-steps",
        "Least squares from 0: the constant step with the least exact error, against passes over"
            + " the rows.",
        new Panel("", Axis.log("passes"), Axis.log("best α"), layers));
  }

  private Figure phases() {
    int d = squares.dimension();
    List<Layer> layers = new ArrayList<>();
    for (int i = 0; i < settings.batches().length; i++) {
      int batch = settings.batches()[i];
      BatchLaw law = BatchLaw.of(squares, Draw.WITHOUT.sampling(batch));
      double[] equal = Arrays.stream(settings.alpha()).map(alpha -> equal(law, alpha, d)).toArray();
      layers.add(
          new Layer.Line(
              "b = " + batch, settings.alpha(), equal, Style.line(COLORS[i % COLORS.length])));
    }
    return new Figure(
        "sampling-phases",
        "The size ρ of the center noise at which it leaves as much as the batches do.",
        new Panel("", Axis.log("step α"), Axis.log("ρ"), layers));
  }

  /** The error is linear in the covariance of the center noise. */
  private static double equal(BatchLaw law, double alpha, int d) {
    Recursion iron = SamplingExperiment.iron(alpha);
    DenseMatrix unit = iron.centerNoise(DenseMatrix.identity(d));
    Function<DenseMatrix, Double> error =
        noise -> MinibatchMoments.of(law, iron, noise).map(m -> m.mse()).orElse(Double.NaN);
    double sampling = error.apply(DenseMatrix.zeros(d, d));
    return Math.sqrt(sampling / (error.apply(unit) - sampling));
  }

  private Figure logistic() {
    Outcomes<Double> cells = results.of(experiment.local);
    List<Interval> measured =
        cells.outcomes().stream().map(o -> claims.interval(o, "mse")).toList();
    double[] local = Arrays.stream(settings.alpha()).map(claims::local).toArray();
    return new Figure(
        "sampling-logistic",
        "Stationary mean-square error with fresh subsets of "
            + SamplingExperiment.LOGISTIC_BATCH
            + " rows: chains (dots) and the local model (curve).",
        new Panel(
            "",
            Axis.log("step α"),
            Axis.log("E‖x − x*‖²"),
            List.of(
                new Layer.Line("local model", settings.alpha(), local, Style.line(Color.BLUE)),
                errors(
                    "chains",
                    cells.found().stream().map(Found::key).toList(),
                    measured,
                    Style.line(Color.VERMILION).marked(Marker.CIRCLE)))));
  }

  private Section images() {
    Outcomes<Point> runs = results.of(experiment.images);
    List<Layer> layers = new ArrayList<>();
    for (int i = 0; i < settings.imageBatches().length; i++) {
      int batch = settings.imageBatches()[i];
      Style style = Style.line(COLORS[i % COLORS.length]);
      layers.add(curve(runs, batch, "predicted", style.dashed()));
      layers.add(curve(runs, batch, "mse", style.marked(Marker.CIRCLE)));
    }
    Figure figure =
        new Figure(
            "sampling-images",
            "Error of softmax regression after "
                + settings.passes()
                + " passes from 0 against the step: runs (dots) and the prediction (dashed).",
            new Panel("", Axis.log("step α"), Axis.log("E‖x − x*‖²"), layers));
    List<List<String>> rows = new ArrayList<>();
    for (SamplingClaims.Best b : claims.best()) {
      rows.add(
          List.of(
              Integer.toString(b.batch()),
              Numbers.text(settings.imageAlpha()[b.predicted()]),
              Numbers.text(settings.imageAlpha()[b.tuned()])));
    }
    return new Section(
            "Why the tuned step grows with the batch",
            String.format(
                Locale.ROOT,
                "%s images (%s), %d features, ten classes, ridge %s on all coefficients. Larger"
                    + " batches spread less, so that a longer step, which forgets the start"
                    + " faster, is the best one.",
                Numbers.text(settings.rows()),
                settings.images().name().toLowerCase(Locale.ROOT),
                settings.features(),
                Numbers.text(settings.reg())),
            figure)
        .with(new TextTable("Best step of the grid", List.of("b", "predicted α", "tuned α"), rows));
  }

  private Layer curve(Outcomes<Point> runs, int batch, String name, Style style) {
    List<Found<Point>> found =
        runs.found().stream()
            .filter(f -> f.key().batch() == batch && f.outcome().values().has(name))
            .toList();
    return new Layer.Line(
        "b = " + batch + (name.equals("mse") ? "" : ", " + name),
        found.stream().mapToDouble(f -> f.key().alpha()).toArray(),
        found.stream().mapToDouble(f -> f.outcome().number(name)).toArray(),
        style);
  }

  private Section nonconvex() {
    Outcomes<Noisy> cells = results.of(experiment.nonconvex);
    List<Panel> panels = new ArrayList<>();
    List<List<String>> rows = new ArrayList<>();
    for (Formula f : List.of(experiment.sine, experiment.plane, experiment.network)) {
      List<Double> x = new ArrayList<>();
      List<Interval> y = new ArrayList<>();
      List<Double> bound = new ArrayList<>();
      for (Found<Noisy> found : cells.found()) {
        if (found.key().f() == f) {
          double alpha = found.key().alpha();
          Interval scaled = claims.interval(found.outcome(), "excess").times(alpha);
          OptionalDouble s5 = claims.bound(found.key());
          x.add(alpha);
          y.add(scaled);
          bound.add(alpha * s5.orElse(Double.NaN));
          rows.add(
              List.of(
                  f.name(),
                  Numbers.text(alpha),
                  Numbers.text(scaled.mean(), 4) + " ± " + Numbers.text(scaled.standardError(), 1),
                  s5.isPresent() ? Numbers.text(alpha * s5.getAsDouble(), 4) : "–",
                  Numbers.text(claims.law(f), 4)));
        }
      }
      double[] steps = x.stream().mapToDouble(Double::doubleValue).toArray();
      List<Layer> layers = new ArrayList<>();
      layers.add(errors("chains", x, y, Style.line(Color.VERMILION).marked(Marker.CIRCLE)));
      layers.add(
          new Layer.Reference("local law", true, claims.law(f), Style.line(Color.BLACK).dashed()));
      if (claims.pl(f).isPresent()) {
        double[] s5 = bound.stream().mapToDouble(Double::doubleValue).toArray();
        layers.add(new Layer.Line("S5", steps, s5, Style.line(Color.BLUE)));
      }
      panels.add(new Panel(f.name(), Axis.log("step α"), Axis.log("α·E[f − f*]"), layers));
    }
    return new Section(
            "The 1/α law without convexity",
            "Center noise, γ = μ = 1, ρ = 1; every inner solve goes downhill from the iterate. PL"
                + " functions obey S5 and, for long steps, the local law. The linear network has a"
                + " saddle and a curve of minimisers along which the noise carries the iterate: S5"
                + " says nothing of it.",
            new Figure(
                "sampling-nonconvex", "α times the mean of f − f* against the step.", 3, panels))
        .with(
            new TextTable(
                "α·E[f − f*] against the bound S5 and the local law",
                List.of("f", "α", "measured", "S5", "local law"),
                rows));
  }

  private Figure energy() {
    List<Panel> panels = new ArrayList<>();
    for (Found<Formula> found : results.of(experiment.convex).found()) {
      double[] bound = claims.energyBound(found.key());
      double[] k = new double[bound.length];
      double[] mean = new double[bound.length];
      for (int i = 0; i < k.length; i++) {
        k[i] = i;
        mean[i] = mean(found.outcome(), i);
      }
      panels.add(
          new Panel(
              found.key().name(),
              Axis.linear("step k"),
              Axis.log("E L_{k}"),
              List.of(
                  new Layer.Line("S2", k, bound, Style.line(Color.BLACK).dashed()),
                  new Layer.Line("chains", k, mean, Style.line(Color.VERMILION)))));
    }
    return new Figure("sampling-energy", "Mean energy against the step, α = 1.", 2, panels);
  }

  private double mean(Outcome outcome, int k) {
    return claims.interval(outcome, "energy_" + k).mean();
  }
}
