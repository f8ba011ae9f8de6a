package org.ironopt.lab.sampling;

import static org.ironopt.io.internal.Numbers.format;
import static org.ironopt.io.internal.Numbers.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import org.ironopt.lab.experiment.CellResults.Found;
import org.ironopt.lab.experiment.Results;
import org.ironopt.lab.experiment.Story;
import org.ironopt.lab.experiment.Story.Section;
import org.ironopt.lab.experiment.Story.TextTable;
import org.ironopt.lab.sampling.NonconvexFunctions.Noisy;
import org.ironopt.lab.sampling.Regressions.Curve;
import org.ironopt.lab.sampling.Regressions.Problem;
import org.ironopt.lab.statistics.ConfidenceInterval;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.sampling.BatchLaw;
import org.ironopt.theory.sampling.CorrectedRate;
import org.ironopt.theory.sampling.LinearRecursion;
import org.ironopt.theory.sampling.MinibatchMoments;

/** What the chains show beside the theory. */
record SamplingStory(SamplingExperiment experiment, SamplingSettings settings, Results results) {
  Story tell() {
    SamplingFigures figures = new SamplingFigures(experiment, results);
    List<Section> sections = new ArrayList<>();
    sections.add(
        new Section(
                "Least squares: what batches leave",
                "A longer step forgets the start faster and spreads more, up to the spread of the"
                    + " minimisers of single batches; the mean is not the minimiser. Fresh subsets"
                    + " and draws with replacement follow the exact curves; shuffled epochs depend"
                    + " on each other and spread less where steps are short.",
                figures.errors(),
                figures.bias())
            .with(methods()));
    sections.add(
        new Section(
            "Which step for how many passes",
            "From a start at 0 a larger batch takes a longer step, and more passes mostly a shorter"
                + " one. Not always: with little damping the mean swings around the minimiser, and"
                + " the step whose swing ends nearest to it is the best.",
            figures.bestSteps()));
    sections.add(
        new Section(
            "Center noise against sampling noise",
            "Center noise leaves an error that falls like 1/α, sampling one that grows with α."
                + " Where both are there, the step at which they leave the same is the one to look"
                + " around.",
            figures.phases()));
    sections.add(
        new Section(
            "Logistic regression: the local model",
            "Rows as quadratics at the optimum predict the error while the iterates stay near it."
                + " Long steps leave the neighbourhood, and the prediction with it.",
            figures.logistic()));
    sections.add(images(figures));
    sections.add(
        new Section(
                "The 1/α law without convexity",
                "Center noise, γ = μ = 1, ρ = 1; every inner solve goes downhill from the iterate,"
                    + " to a residual of 10⁻⁹, or stops early at 1. PL functions obey S5 and, for"
                    + " long steps, the local law. The linear network has a saddle and a curve of"
                    + " minimisers along which the noise carries the iterate: S5 says nothing of"
                    + " it.",
                figures.nonconvex())
            .with(nonconvex()));
    sections.add(
        new Section(
            "Convex functions without a modulus",
            "μ = 0 and updated γ: the mean energy stays below the bound S2 at every step.",
            figures.energy()));
    return new Story(
        "Real minibatches, and no convexity",
        "Beyond the paper: the theorems S4 (minibatches), S5 (PL functions) and S2 with μ = 0, each"
            + " beside chains of the library's own steps.",
        sections,
        new SamplingClaims(experiment, results).all());
  }

  /** All methods on one flow: what remains, and how fast they get there. */
  private TextTable methods() {
    int batch = settings.batches()[0];
    BatchLaw law = law(batch);
    BatchLaw all = law(Regressions.ROWS);
    DenseMatrix none = DenseMatrix.zeros(Regressions.COLUMNS, Regressions.COLUMNS);
    double variance = law.sum().gradientVariance(law.sampling());
    DenseMatrix noise =
        DenseMatrix.identity(Regressions.COLUMNS).times(variance / Regressions.COLUMNS);
    TextTable rows =
        new TextTable(
            "Least squares, fresh subsets, b = "
                + batch
                + ": stationary mean-square error and the factor per step by which second moments"
                + " approach it. Corrected centers leave no error. Gradient noise: all rows, and"
                + " isotropic noise of the variance that such a batch has at the minimiser.",
            "α | method | error | factor");
    for (double alpha : new double[] {0.1, 1, 10}) {
      IronParameters p = Regressions.parameters(alpha);
      row(rows, alpha, "IRON", law, LinearRecursion.iron(p), none);
      row(rows, alpha, "IRON, gradient noise", all, LinearRecursion.iron(p), noise);
      row(rows, alpha, "NAG-GS", law, LinearRecursion.nagGs(p), none);
      row(rows, alpha, "NAG-GS, gradient noise", all, LinearRecursion.nagGs(p), noise);
      row(rows, alpha, "SPPM, same λ", law, LinearRecursion.sppm(p.lambda()), none);
      row(rows, alpha, "SGD, same λ", law, LinearRecursion.sgd(p.lambda()), none);
      int every = Math.ceilDiv(Regressions.ROWS, batch);
      rate(rows, alpha, "IRON, snapshot", CorrectedRate.snapshot(law, p, every));
      CorrectedRate.table(law, p).ifPresent(r -> rate(rows, alpha, "IRON, table", r));
    }
    return rows;
  }

  private BatchLaw law(int batch) {
    return experiment.regressions.law(new Curve(Problem.SQUARES, BatchDraw.WITHOUT, batch));
  }

  private static void row(
      TextTable rows,
      double alpha,
      String name,
      BatchLaw law,
      LinearRecursion method,
      DenseMatrix noise) {
    double radius = MinibatchMoments.radius(law, method);
    String error =
        MinibatchMoments.of(law, method, noise).map(m -> text(m.mse(), 4)).orElse("grows");
    rows.row(alpha, name, error, text(radius, 4));
  }

  private static void rate(TextTable rows, double alpha, String name, double rate) {
    rows.row(alpha, name, rate < 1 ? "0" : "grows", text(rate, 4));
  }

  private Section images(SamplingFigures figures) {
    TextTable table = new TextTable("Best step of the grid", "b | predicted α | tuned α");
    double[] grid = settings.imageAlpha();
    for (TheoryTables.Best b : new TheoryTables(experiment, results).best()) {
      table.row(b.batch(), grid[b.predicted()], grid[b.tuned()]);
    }
    return new Section(
            "Why the tuned step grows with the batch",
            format(
                "%d rows (%s), %d features, ten classes, ridge %s on all coefficients. Larger"
                    + " batches spread less, and fewer of them make a pass: a longer step, which"
                    + " forgets the start faster, is the best one.",
                settings.rows(),
                settings.images().name().toLowerCase(Locale.ROOT),
                settings.features(),
                text(settings.reg())),
            figures.images())
        .with(table);
  }

  private TextTable nonconvex() {
    TextTable table =
        new TextTable(
            "α·E[f − f*] against the bound S5 and the local law",
            "f | residual | α | measured | S5 | local law");
    for (Found<Noisy> found : results.of(experiment.landscapes.noisy).found()) {
      Noisy key = found.key();
      ConfidenceInterval scaled = SamplingFigures.scaled(found);
      OptionalDouble bound = TheoryTables.bound(key);
      table.row(
          key.on().name(),
          key.residual(),
          key.alpha(),
          text(scaled.mean(), 4) + " ± " + text(scaled.standardError(), 1),
          bound.isPresent() ? text(key.alpha() * bound.getAsDouble(), 4) : "–",
          text(TheoryTables.law(key.on()), 4));
    }
    return table;
  }
}
