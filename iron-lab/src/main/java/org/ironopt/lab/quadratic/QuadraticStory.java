package org.ironopt.lab.quadratic;

import static org.ironopt.io.Numbers.format;
import static org.ironopt.io.Numbers.text;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.ironopt.io.Numbers;
import org.ironopt.lab.experiment.Outcome;
import org.ironopt.lab.experiment.Outcomes;
import org.ironopt.lab.experiment.Outcomes.Found;
import org.ironopt.lab.experiment.Results;
import org.ironopt.lab.experiment.Story;
import org.ironopt.lab.experiment.Story.Section;
import org.ironopt.lab.experiment.Story.TextTable;
import org.ironopt.lab.file.Columns;
import org.ironopt.lab.particles.Cloud;
import org.ironopt.lab.particles.Quantiles;
import org.ironopt.lab.statistics.Interval;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.PositionBound;
import org.ironopt.theory.VaryingStepBound;

/** The chapter on the quadratic. */
record QuadraticStory(
    QuadraticExperiment experiment,
    QuadraticProblem problem,
    Results results,
    QuadraticFigures figures) {
  /** How the spread falls with the step under stable noise, which has no variance. */
  static final double STABLE_EXPONENT = 1 / QuadraticExperiment.STABILITY - 1;

  QuadraticStory(QuadraticExperiment experiment, QuadraticProblem problem, Results results) {
    this(experiment, problem, results, new QuadraticFigures(experiment, problem, results));
  }

  Story tell() {
    QuadraticSettings settings = problem.settings;
    return new Story(
        "Strongly convex quadratic (section 5.1)",
        format(
            "%s particles, %s iterations, eigenvalues %s, μ = %s, γ = %s (%s), ρ = %s, %s noise,"
                + " %s reading.",
            text(settings.particles()),
            text(settings.iterations()),
            Arrays.stream(problem.eigenvalues)
                .mapToObj(Numbers::text)
                .collect(Collectors.joining(", ")),
            text(problem.mu),
            text(problem.gamma),
            problem.authors ? "updated" : "frozen",
            text(problem.rho),
            settings.noise(),
            problem.authors ? "the authors'" : "the paper's"),
        List.of(
            new Section(
                    "Mean-square error and its parts",
                    "Larger implicit steps forget the start faster and settle at a lower level."
                        + " Once the mean has arrived, the error is all covariance.",
                    figures.decomposition())
                .with(stationary()),
            new Section(
                "The 1/α law",
                "Under the paper's center noise α·MSE approaches a constant for IRON at any step,"
                    + " while NAG-GS and explicit Euler lose stability. Under gradient noise of"
                    + " fixed size the picture is different: the spread of IRON then grows with α"
                    + " to σ²tr(A⁻²).",
                figures.scaled()),
            new Section(
                "Clouds", "Qualitative, as in the paper.", figures.clouds(), figures.finalClouds()),
            correlated(),
            heavyTails(),
            varying(),
            inexact()),
        new QuadraticClaims(experiment, results).all());
  }

  private TextTable stationary() {
    TextTable table =
        new TextTable(
            "Stationary mean-square error over the last 50 iterations; intervals are Student's t"
                + " over 64 groups of particles.",
            "α | λ | exact MSE | measured | 95 % interval | α·MSE | deviation (s.e.) | certified"
                + " bound");
    for (Found<Double> found : results.of(experiment.paper).found()) {
      double step = problem.step(found.key());
      Interval mse = Cloud.mean(found.outcome(), "mse");
      IronParameters p = problem.parameters(step);
      OptionalDouble exact = problem.paperMse(step);
      table.row(
          step,
          text(p.lambda(), 4),
          orDash(exact),
          mse.mean(),
          "[" + text(mse.low()) + ", " + text(mse.high()) + "]",
          text(step * mse.mean(), 5),
          exact.isPresent() ? text(mse.deviation(exact.getAsDouble()), 2) : "–",
          orDash(new PositionBound(p).limsup(problem.noiseTrace())));
    }
    return table;
  }

  private static String orDash(OptionalDouble value) {
    return value.isPresent() ? text(value.getAsDouble()) : "–";
  }

  private Section correlated() {
    TextTable table =
        new TextTable(
            "Exact covariance against Monte Carlo",
            "α | tr P exact | tr P measured | largest deviation");
    for (Found<Double> found : results.of(experiment.correlated).found()) {
      DenseMatrix exact = problem.covariance(found.key(), problem.sigma());
      Interval mse = Cloud.mean(found.outcome(), "mse");
      table.row(
          found.key(),
          exact.trace(),
          text(mse.mean()) + " ± " + text(mse.standardError(), 1),
          text(worstDeviation(found.outcome().trace(), exact), 2));
    }
    return new Section(
            "Noise that is not isotropic",
            "The covariance Σ here has decaying scales and correlated neighbours and does not"
                + " commute with A. The exact covariance comes from one small Lyapunov equation per"
                + " pair of eigendirections; the last column is the largest deviation of any entry,"
                + " in standard errors.")
        .with(table);
  }

  private static double worstDeviation(Columns entries, DenseMatrix exact) {
    double worst = 0;
    for (int e = 0; e < entries.rows().size(); e++) {
      int i = (int) entries.get(e, "row");
      int j = (int) entries.get(e, "column");
      double gap = Math.abs(entries.get(e, "mean") - exact.get(i, j));
      worst = Math.max(worst, gap / entries.get(e, "standard_error"));
    }
    return worst;
  }

  private Section heavyTails() {
    return new Section(
        "Heavy tails",
        format(
            "Student-t noise with five degrees of freedom obeys the same law as Gaussian noise of"
                + " the same covariance. For symmetric stable noise with s = 1.5 a step of length α"
                + " injects α^{1/s}, so the spread, measured by quantiles, falls like α^{1/s−1};"
                + " the fitted exponent is %s against %s.",
            text(stableSlope(), 4), text(STABLE_EXPONENT, 4)),
        figures.heavyTails());
  }

  /** Returns the slope of log median distance against log step over the three largest steps. */
  private double stableSlope() {
    Outcomes<Double> steps = results.of(experiment.stable);
    List<Found<Double>> found = steps.found();
    if (!steps.complete()) {
      return Double.NaN;
    }
    Found<Double> last = found.getLast();
    Found<Double> before = found.get(found.size() - 3);
    return QuadraticClaims.slope(before.key(), median(before), last.key(), median(last));
  }

  private static double median(Found<Double> found) {
    return Quantiles.of(found.outcome(), 0.5).mean();
  }

  private Section varying() {
    Optional<Outcome> outcome = results.of(experiment.varying);
    double[] mse = outcome.map(o -> o.trace().column("mse")).orElse(new double[] {1, 1});
    VaryingStepBound theorem = new VaryingStepBound(problem.mu, problem.largest(), problem.gamma);
    double[] bound = bound(theorem, mse);
    double spare = Double.POSITIVE_INFINITY;
    for (int k = 1; k < mse.length; k++) {
      spare = Math.min(spare, bound[k] / mse[k]);
    }
    return new Section(
        "Varying steps",
        outcome.isEmpty()
            ? "This cell has not been run."
            : format(
                "Steps of 1000 and 4000 in turn with updated γ. The theorem needs steps above G ="
                    + " %s here; its bound holds with a factor of at least %s to spare.",
                text(theorem.recursion().g(), 4), text(spare, 2)),
        figures.varying(bound));
  }

  /** Returns the bound at every iteration of the trace; NaN at the start, where it says nothing. */
  private double[] bound(VaryingStepBound theorem, double[] mse) {
    double[] alphas = new double[mse.length - 1];
    Arrays.setAll(alphas, QuadraticExperiment::varyingStep);
    double first = mse[1] + theorem.recursion().theta(alphas[0]) * mse[0];
    double[] bounds =
        Double.isFinite(first)
            ? theorem.history(alphas, first, problem.noiseTrace()).orElse(new double[0])
            : new double[0];
    double[] all = new double[mse.length];
    Arrays.fill(all, Double.NaN);
    System.arraycopy(bounds, 0, all, 1, bounds.length);
    return all;
  }

  private Section inexact() {
    IronParameters p = problem.parameters(QuadraticExperiment.INEXACT_STEP);
    double exact = problem.mse(QuadraticExperiment.INEXACT_STEP);
    double breakdown = Math.sqrt(exact) * (1 + p.lambda() * p.mu());
    return new Section(
        "Inexact inner solves",
        "A residual δ certifies an error of δ/(1 + λμ) per step. The stationary error is"
            + " untouched while that is small beside the stationary spread, and breaks down"
            + " near δ = "
            + text(breakdown, 3)
            + ", where the two are equal.",
        figures.inexact(breakdown));
  }
}
