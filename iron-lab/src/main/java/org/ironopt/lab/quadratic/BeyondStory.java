package org.ironopt.lab.quadratic;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ironopt.lab.Numbers;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.Outcome;
import org.ironopt.lab.experiment.Results;
import org.ironopt.lab.experiment.Story.Section;
import org.ironopt.lab.experiment.Story.TextTable;
import org.ironopt.lab.figure.Axis;
import org.ironopt.lab.figure.Figure;
import org.ironopt.lab.figure.Layer;
import org.ironopt.lab.figure.Panel;
import org.ironopt.lab.figure.Style;
import org.ironopt.lab.figure.Style.Color;
import org.ironopt.lab.figure.Style.Marker;
import org.ironopt.lab.file.Columns;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.PositionBound;
import org.ironopt.theory.Scheme;
import org.ironopt.theory.VaryingStepBound;

/** What the cells beyond the paper show. */
final class BeyondStory {
  private final QuadraticSetup setup;
  private final QuadraticTheory theory;
  private final BeyondCells cells;
  private final Results results;

  BeyondStory(QuadraticSetup setup, Results results) {
    this.setup = setup;
    this.theory = new QuadraticTheory(setup);
    this.cells = new BeyondCells(setup);
    this.results = results;
  }

  List<Section> sections() {
    return List.of(correlated(), heavyTails(), varying(), inexact());
  }

  private Section correlated() {
    List<List<String>> rows = new ArrayList<>();
    for (double alpha : BeyondCells.STEPS) {
      Optional<Outcome> outcome = results.of(cells.correlated(alpha));
      if (outcome.isEmpty()) {
        continue;
      }
      double worst = worstDeviation(outcome.get().trace(), alpha);
      double exact = theory.covariance(alpha, cells.sigma()).trace();
      double mse = outcome.get().values().number("mse");
      double error = outcome.get().values().number("mse_standard_error");
      rows.add(
          List.of(
              Numbers.text(alpha, 6),
              Numbers.text(exact, 6),
              Numbers.text(mse) + " ± " + Numbers.text(error, 1),
              Numbers.text(worst, 2)));
    }
    return new Section(
        "Noise that is not isotropic",
        List.of(
            "The covariance Σ here has decaying scales and correlated neighbours and does not"
                + " commute with A. The exact covariance comes from one small Lyapunov equation per"
                + " pair of eigendirections; the last column is the largest deviation of any entry,"
                + " in standard errors."),
        List.of(),
        List.of(
            new TextTable(
                "Exact covariance against Monte Carlo",
                List.of("α", "tr P exact", "tr P measured", "largest deviation"),
                rows)));
  }

  double worstDeviation(Columns entries, double alpha) {
    DenseMatrix exact = theory.covariance(alpha, cells.sigma());
    double worst = 0;
    for (double[] row : entries.rows()) {
      double gap = Math.abs(row[2] - exact.get((int) row[0], (int) row[1]));
      worst = Math.max(worst, gap / row[3]);
    }
    return worst;
  }

  private Section heavyTails() {
    double[] fine = Grid.logarithmic(BeyondCells.STEPS[0], BeyondCells.STEPS[3], 60);
    double[] exact = new double[fine.length];
    for (int i = 0; i < fine.length; i++) {
      exact[i] = fine[i] * theory.mse(Scheme.IRON, fine[i]).orElse(Double.NaN);
    }
    double[][] measured = new double[3][BeyondCells.STEPS.length];
    for (int i = 0; i < BeyondCells.STEPS.length; i++) {
      double alpha = BeyondCells.STEPS[i];
      Optional<Outcome> outcome = results.of(cells.student(alpha));
      measured[0][i] = outcome.map(o -> alpha * o.values().number("mse")).orElse(Double.NaN);
      measured[1][i] = outcome.map(o -> alpha * o.values().number("mse_low")).orElse(Double.NaN);
      measured[2][i] = outcome.map(o -> alpha * o.values().number("mse_high")).orElse(Double.NaN);
    }
    Style blue = Style.line(Color.BLUE);
    Style dots = Style.line(Color.VERMILION).marked(Marker.CIRCLE);
    Panel student =
        new Panel(
            "Student-t, 5 degrees of freedom",
            Axis.log("step α"),
            Axis.log("α · MSE_{∞}"),
            List.of(
                new Layer.Line("exact for finite variance", fine, exact, blue),
                new Layer.Errors(
                    "Monte Carlo",
                    BeyondCells.STEPS,
                    measured[0],
                    measured[1],
                    measured[2],
                    dots)));
    Figure figure =
        new Figure(
            "quadratic-heavy-tails",
            "Left: with a finite variance the law of the noise does not matter, only its"
                + " covariance. Right: symmetric stable noise has no variance; the median distance"
                + " falls like α^(1/s − 1), more slowly than α^(−1/2).",
            2,
            List.of(student, stablePanel()));
    return new Section(
        "Heavy tails",
        List.of(
            "Student-t noise with five degrees of freedom obeys the same law as Gaussian noise of"
                + " the same covariance. For symmetric stable noise with s = 1.5 a step of length"
                + " α injects α^{1/s}, so the spread, measured by quantiles, falls like"
                + " α^{1/s−1}; the fitted exponent is "
                + Numbers.text(stableSlope(), 4)
                + " against "
                + Numbers.text(stableExponent(), 4)
                + "."),
        List.of(figure),
        List.of());
  }

  static double stableExponent() {
    return 1 / BeyondCells.STABILITY - 1;
  }

  private double[][] stableQuantiles() {
    double[] alphas = BeyondCells.STABLE_STEPS;
    double[][] q = new double[4][alphas.length];
    for (int i = 0; i < alphas.length; i++) {
      Optional<Outcome> outcome = results.of(cells.stable(alphas[i]));
      for (int c = 0; c < 4; c++) {
        int row = c == 3 ? 1 : 0;
        int column = c == 0 || c == 3 ? 1 : c + 2;
        q[c][i] = outcome.map(o -> o.trace().rows().get(row)[column]).orElse(Double.NaN);
      }
    }
    return q;
  }

  /** Returns the slope of log median distance against log step over the three largest steps. */
  double stableSlope() {
    double[] median = stableQuantiles()[0];
    int last = median.length - 1;
    return StrictMath.log(median[last] / median[last - 2])
        / StrictMath.log(BeyondCells.STABLE_STEPS[last] / BeyondCells.STABLE_STEPS[last - 2]);
  }

  private Panel stablePanel() {
    double[][] q = stableQuantiles();
    double[] alphas = BeyondCells.STABLE_STEPS;
    double[] law = new double[alphas.length];
    int last = alphas.length - 1;
    for (int i = 0; i < alphas.length; i++) {
      law[i] = q[0][last] * StrictMath.pow(alphas[i] / alphas[last], stableExponent());
    }
    return new Panel(
        "symmetric stable, s = 1.5",
        Axis.log("step α"),
        Axis.log("quantile of ‖x − x*‖"),
        List.of(
            new Layer.Line("α^{1/s−1}", alphas, law, Style.line(Color.GRAY).dashed()),
            new Layer.Errors(
                "median", alphas, q[0], q[1], q[2], Style.line(Color.PURPLE).marked(Marker.SQUARE)),
            new Layer.Line(
                "0.9 quantile",
                alphas,
                q[3],
                Style.line(Color.GREEN).dotted().marked(Marker.TRIANGLE))));
  }

  private Section varying() {
    List<Layer> layers = new ArrayList<>();
    String text = "This cell has not been run.";
    Optional<Outcome> outcome = results.of(cells.varying());
    if (outcome.isPresent()) {
      double[] k = outcome.get().trace().column("iteration");
      double[] mse = outcome.get().trace().column("mse");
      double[] bound = varyingBound(mse);
      layers.add(new Layer.Line("measured E‖x_{k} − x*‖²", k, mse, Style.line(Color.BLUE)));
      layers.add(
          new Layer.Line("bound of Theorem 2", k, bound, Style.line(Color.VERMILION).dashed()));
      text =
          "Steps of 1000 and 4000 in turn with updated γ. The theorem needs steps above G = "
              + Numbers.text(varyingTheorem().recursion().g(), 4)
              + " here; its bound holds with a factor of at least "
              + Numbers.text(smallestFactor(bound, mse), 2)
              + " to spare.";
    }
    Panel panel = new Panel("", Axis.linear("iteration k"), Axis.log("mean-square error"), layers);
    Figure figure =
        new Figure(
            "quadratic-varying",
            "Varying steps: measured mean-square error and the bound of the paper's Theorem 2.",
            1,
            List.of(panel));
    return new Section("Varying steps", List.of(text), List.of(figure), List.of());
  }

  private VaryingStepBound varyingTheorem() {
    return new VaryingStepBound(setup.mu, setup.largest(), setup.gamma);
  }

  /** Returns the bound at every iteration of the trace; NaN at the start, where it says nothing. */
  double[] varyingBound(double[] mse) {
    double[] alphas = new double[mse.length - 1];
    for (int k = 0; k < alphas.length; k++) {
      alphas[k] = BeyondCells.varyingStep(k);
    }
    VaryingStepBound theorem = varyingTheorem();
    double theta = theorem.recursion().theta(BeyondCells.VARYING[0]);
    double sigma2 = setup.dimension() * setup.rho * setup.rho;
    double first = mse[1] + theta * mse[0];
    double[] bounds =
        Double.isFinite(first)
            ? theorem.history(alphas, first, sigma2).orElse(new double[0])
            : new double[0];
    double[] all = new double[mse.length];
    java.util.Arrays.fill(all, Double.NaN);
    System.arraycopy(bounds, 0, all, 1, bounds.length);
    return all;
  }

  static double smallestFactor(double[] bound, double[] mse) {
    double smallest = Double.POSITIVE_INFINITY;
    for (int k = 1; k < mse.length; k++) {
      smallest = Math.min(smallest, bound[k] / mse[k]);
    }
    return smallest;
  }

  private Section inexact() {
    IronParameters p = theory.parameters(BeyondCells.INEXACT_STEP);
    double sigma2 = setup.dimension() * setup.rho * setup.rho;
    double exact = theory.mse(Scheme.IRON, BeyondCells.INEXACT_STEP).orElse(Double.NaN);
    double[] tolerances = BeyondCells.TOLERANCES;
    double[][] measured = new double[3][tolerances.length];
    double[] bound = new double[tolerances.length];
    for (int i = 0; i < tolerances.length; i++) {
      Cell cell = cells.inexact(tolerances[i]);
      Optional<Outcome> o = results.of(cell);
      measured[0][i] = o.map(v -> v.values().number("mse")).orElse(Double.NaN);
      measured[1][i] = o.map(v -> v.values().number("mse_low")).orElse(Double.NaN);
      measured[2][i] = o.map(v -> v.values().number("mse_high")).orElse(Double.NaN);
      double eps = tolerances[i] / (1 + p.lambda() * p.mu());
      double rms = new PositionBound(p).inexactRms(sigma2, eps).orElse(Double.NaN);
      bound[i] = rms * rms;
    }
    double breakdown = Math.sqrt(exact) * (1 + p.lambda() * p.mu());
    Panel panel =
        new Panel(
            "",
            Axis.log("residual tolerance δ"),
            Axis.log("stationary MSE"),
            List.of(
                new Layer.Reference("exact solves", true, exact, Style.line(Color.GRAY)),
                new Layer.Reference(
                    "δ = RMSE·(1 + λμ)", false, breakdown, Style.line(Color.BLACK).dotted()),
                new Layer.Line(
                    "certified bound", tolerances, bound, Style.line(Color.VERMILION).dashed()),
                new Layer.Errors(
                    "Monte Carlo",
                    tolerances,
                    measured[0],
                    measured[1],
                    measured[2],
                    Style.line(Color.BLUE).marked(Marker.CIRCLE))));
    Figure figure =
        new Figure(
            "quadratic-inexact",
            "Stationary mean-square error against an absolute residual tolerance at α = 100, with"
                + " the bound for inexact solves and the predicted onset of breakdown.",
            1,
            List.of(panel));
    return new Section(
        "Inexact inner solves",
        List.of(
            "A residual δ certifies an error of δ/(1 + λμ) per step. The stationary error is"
                + " untouched while that is small beside the stationary spread, and breaks down"
                + " near δ = "
                + Numbers.text(breakdown, 3)
                + ", where the two are equal."),
        List.of(figure),
        List.of());
  }
}
