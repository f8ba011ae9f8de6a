package org.ironopt.lab.logistic;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.ironopt.io.internal.Numbers;
import org.ironopt.lab.experiment.CellResult;
import org.ironopt.lab.experiment.SavedState;
import org.ironopt.lab.experiment.Task;
import org.ironopt.lab.file.NamedValues;
import org.ironopt.lab.file.NumericColumns;
import org.ironopt.method.FlowStepper;
import org.ironopt.resolvent.InnerReport;

/** Runs the chains of one tolerance, a few iterations per slice, and measures them. */
final class ChainTask implements Task {
  private static final int ITERATIONS_PER_SLICE = 5;

  private final LogisticProblem problem;
  private final LogisticSettings settings;
  private final LogisticChains chains;
  private final FlowStepper chain;
  private final FlowStepper twin;
  private final NewtonSample sample;

  /** By chain: sums over the window, then counts and the largest of the whole run. */
  private final double[] squares;

  private final double[] twinSquares;
  private final double[] steps;
  private final double[] takeovers;
  private final double[] failed;
  private final double[] residual;

  /** For each iteration, means over the seeds by step. */
  private final NumericColumns trace;

  ChainTask(LogisticProblem problem, double tolerance) {
    this.problem = problem;
    settings = problem.settings;
    chains = new LogisticChains(problem);
    chain = chains.chain(tolerance);
    twin = chains.twin();
    sample = new NewtonSample(problem, tolerance);
    squares = new double[chains.count()];
    twinSquares = new double[chains.count()];
    steps = new double[chains.count()];
    takeovers = new double[chains.count()];
    failed = new double[chains.count()];
    residual = new double[chains.count()];
    trace =
        new NumericColumns(
            Stream.of(Stream.of("iteration"), columns("mse_"), columns("steps_"))
                .flatMap(names -> names)
                .toArray(String[]::new));
    measure();
  }

  private Stream<String> columns(String name) {
    return Arrays.stream(problem.alphas).mapToObj(alpha -> name + Numbers.text(alpha, 12));
  }

  @Override
  public long done() {
    return chain.step();
  }

  @Override
  public long total() {
    return settings.iterations();
  }

  @Override
  public void advance() {
    for (int i = 0; i < ITERATIONS_PER_SLICE && done() < total(); i++) {
      boolean sampled = sample.isDue(chain.step());
      if (sampled) {
        sample.prepare(chain);
      }
      chain.advance();
      twin.advance();
      measure();
      if (sampled) {
        sample.solve(chain);
      }
    }
  }

  private void measure() {
    int m = chains.count();
    int seeds = settings.chainSeeds().length;
    boolean counts = chain.step() > settings.discarded();
    double[] minimizer = problem.data().minimizer();
    double[] x = chain.x();
    double[] z = twin.x();
    double[] row = new double[trace.columns().size()];
    row[0] = chain.step();
    for (int j = 0; j < m; j++) {
      double error = 0;
      double twinError = 0;
      for (int i = 0; i < minimizer.length; i++) {
        double e = x[i * m + j] - minimizer[i];
        error = Math.fma(e, e, error);
        twinError = Math.fma(z[i * m + j], z[i * m + j], twinError);
      }
      if (counts) {
        squares[j] += error;
        twinSquares[j] += twinError;
      }
      int mse = 1 + j / seeds;
      row[mse] += error / seeds;
      row[problem.alphas.length + mse] += work(j, counts) / (double) seeds;
    }
    trace.add(row);
  }

  /** Takes in the solve of a chain and returns its chord steps; there is none at the start. */
  private int work(int j, boolean counts) {
    if (chain.step() == 0) {
      return 0;
    }
    InnerReport solve = chain.members().orElseThrow().report(j);
    steps[j] += counts ? solve.newtonSteps() : 0;
    takeovers[j] += solve.products() > 0 ? 1 : 0;
    failed[j] += solve.succeeded() ? 0 : 1;
    residual[j] = Math.max(residual[j], solve.residual());
    return solve.newtonSteps();
  }

  @Override
  public List<SavedState> state() {
    return List.of(
        SavedState.of(chain),
        SavedState.of(twin),
        SavedState.of(squares, twinSquares, steps, takeovers, failed, residual),
        sample.state(),
        SavedState.of(trace));
  }

  @Override
  public CellResult outcome() {
    NamedValues values =
        new NamedValues()
            .with("solves", (double) chains.count() * settings.iterations())
            .with("failed_solves", Arrays.stream(failed).sum())
            .with("newton_takeovers", Arrays.stream(takeovers).sum())
            .with("largest_residual", Arrays.stream(residual).max().orElseThrow());
    Map<String, NumericColumns> tables = new LinkedHashMap<>();
    tables.put("chains", table());
    tables.put("newton", sample.table());
    return new CellResult(values, trace, tables);
  }

  private NumericColumns table() {
    NumericColumns table =
        NumericColumns.of(
            "alpha, seed, mse, twin_mse, twin_expected, controlled_mse, mean_steps,"
                + " newton_takeovers, failed_solves, largest_residual");
    double window = settings.window();
    for (int j = 0; j < chains.count(); j++) {
      double alpha = chains.alpha(j);
      long seed = chains.seed(j);
      double mse = squares[j] / window;
      double twinMse = twinSquares[j] / window;
      double expected =
          chains.expectedSquares(alpha, seed, settings.discarded(), settings.iterations());
      table.add(
          alpha,
          seed,
          mse,
          twinMse,
          expected,
          mse - twinMse + expected,
          steps[j] / window,
          takeovers[j],
          failed[j],
          residual[j]);
    }
    return table;
  }
}
