package org.ironopt.lab.logistic;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.CellResult;
import org.ironopt.lab.experiment.ResultStore;
import org.ironopt.lab.file.NamedValues;
import org.ironopt.lab.file.NumericColumns;
import org.ironopt.lab.ledger.Claim;
import org.ironopt.lab.ledger.Verdict;

/**
 * ResultStore made up to follow the paper's sentences and the expansion exactly, up to a small
 * spread over the seeds, and means to spoil single numbers of them.
 */
final class Made implements ResultStore {
  /** Adds up to zero over the five seeds. */
  private static final double[] SPREAD = {1, -0.5, 0.25, -1, 0.25};

  /** A new value for a number of the chains at a step and seed. */
  interface Change {
    double of(double alpha, int seed, double value);
  }

  final LogisticExperiment experiment = Run.open(Run.small());
  private final LogisticProblem problem = experiment.problem;
  private final int seeds = problem.settings.chainSeeds().length;
  private final Map<String, CellResult> outcomes = new HashMap<>();

  Made() {
    NamedValues values =
        new NamedValues()
            .with("gradient_norm", 1e-15)
            .with("smallest_eigenvalue", 0.06)
            .with("largest_eigenvalue", 0.2)
            .with("linear_correction", -0.1)
            .with("nonlinear_correction", -0.05);
    NumericColumns eigenvalues = new NumericColumns("index", "eigenvalue");
    List.of(0.06, 0.08, 0.1, 0.15, 0.2).forEach(h -> eigenvalues.add(0, h));
    CellResult theory = new CellResult(values, eigenvalues, Map.of());
    outcomes.put(experiment.theory.label(), theory);
    // The quadratic model and its expansion agree at the longest step.
    double longest = problem.alphas[problem.alphas.length - 1];
    values.with("plateau", longest * theory().model(longest) + 0.1 / longest);
    for (double tolerance : experiment.tolerances.keys()) {
      outcomes.put(label(tolerance), chains(tolerance));
    }
    for (double tolerance : experiment.loose.keys()) {
      outcomes.put(label(tolerance), chains(tolerance));
      chains(tolerance, "mse", (alpha, seed, mse) -> alpha == problem.alphas[0] ? 3 * mse : mse);
    }
  }

  private String label(double tolerance) {
    return (experiment.loose.keys().contains(tolerance) ? experiment.loose : experiment.tolerances)
        .cell(tolerance)
        .label();
  }

  private LogisticReport.Theory theory() {
    return new LogisticReport.Theory(problem, outcomes.get(experiment.theory.label()));
  }

  private CellResult chains(double tolerance) {
    NamedValues values =
        new NamedValues()
            .with("solves", 100.0)
            .with("failed_solves", 0.0)
            .with("newton_takeovers", 0.0)
            .with("largest_residual", 0.9 * tolerance);
    NumericColumns chains =
        new NumericColumns("mse", "twin_mse", "twin_expected", "controlled_mse", "mean_steps");
    NumericColumns newton = new NumericColumns("equations", "newton_steps", "worst_error_ratio");
    int last = problem.alphas.length - 1;
    for (int a = 0; a <= last; a++) {
      double model = theory().model(problem.alphas[a]);
      for (int s = 0; s < seeds; s++) {
        double spread = 1 + 1e-4 * SPREAD[s] * (a % 2 == 0 ? 1 : -1);
        double mse = theory().mse(problem.alphas[a]) * spread;
        // The odd part of the difference has mean zero over the seeds, which share it at all steps.
        double odd = 1e-3 * SPREAD[s] / StrictMath.pow(problem.alphas[a], 1.5);
        double twin = mse + 0.05 / (problem.alphas[a] * problem.alphas[a]) - odd;
        chains.add(mse, twin, model, mse, a == last ? 2 : 3);
      }
      newton.add(3, a == last ? 2 : 3, 0.4);
    }
    return new CellResult(values, chains, Map.of("newton", newton));
  }

  Made theory(String key, double value) {
    outcomes.get(experiment.theory.label()).values().with(key, value);
    return this;
  }

  Made value(double tolerance, String key, double value) {
    outcomes.get(label(tolerance)).values().with(key, value);
    return this;
  }

  /** Changes a column of the chains at a tolerance. */
  Made chains(double tolerance, String column, Change change) {
    NumericColumns table = outcomes.get(label(tolerance)).trace();
    for (int r = 0; r < table.rows().size(); r++) {
      double[] row = table.rows().get(r);
      int c = table.columns().indexOf(column);
      row[c] = change.of(problem.alphas[r / seeds], r % seeds, row[c]);
    }
    return this;
  }

  /** Changes a column of the sampled equations at a tolerance. */
  Made newton(double tolerance, String column, Change change) {
    NumericColumns table = outcomes.get(label(tolerance)).tables().get("newton");
    for (int r = 0; r < table.rows().size(); r++) {
      double[] row = table.rows().get(r);
      int c = table.columns().indexOf(column);
      row[c] = change.of(problem.alphas[r], 0, row[c]);
    }
    return this;
  }

  @Override
  public Optional<CellResult> of(Cell cell) {
    return Optional.ofNullable(outcomes.get(cell.label()));
  }

  Map<String, Verdict> verdicts() {
    return experiment.report(this).claims().stream()
        .collect(Collectors.toMap(Claim::id, Claim::verdict));
  }
}
