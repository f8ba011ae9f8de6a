package org.ironopt.lab.logistic;

import java.util.List;
import java.util.Map;
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

  private final LogisticSettings settings;
  private final double[] minimizer;
  private final LogisticChains chains;
  private final FlowStepper chain;
  private final FlowStepper twin;
  private final NewtonSample sample;

  /** By chain, sums over the window: squared errors of the chain and of its twin, chord steps. */
  private final double[] squares;

  private final double[] twinSquares;
  private final double[] steps;

  /** Solves that Newton's method took over, those that failed, and the largest residual. */
  private final double[] solves = new double[3];

  ChainTask(LogisticProblem problem, double tolerance) {
    settings = problem.settings;
    minimizer = problem.data().minimizer();
    chains = new LogisticChains(problem);
    chain = chains.chain(tolerance);
    twin = chains.twin();
    sample = new NewtonSample(problem, tolerance);
    squares = new double[chains.count()];
    twinSquares = new double[chains.count()];
    steps = new double[chains.count()];
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
        sample.solve(chain);
      }
      chain.advance();
      twin.advance();
      measure();
      if (sampled) {
        sample.compare(chain);
      }
    }
  }

  private void measure() {
    boolean counts = chain.step() > settings.discarded();
    for (int j = 0; j < squares.length; j++) {
      InnerReport solve = chain.members().orElseThrow().report(j);
      solves[0] += solve.products() > 0 ? 1 : 0;
      solves[1] += solve.succeeded() ? 0 : 1;
      solves[2] = Math.max(solves[2], solve.residual());
      if (counts) {
        squares[j] += squares(chain.x(), j, minimizer);
        twinSquares[j] += squares(twin.x(), j, new double[minimizer.length]);
        steps[j] += solve.newtonSteps();
      }
    }
  }

  /** Returns the squared distance of a chain from a point. */
  private double squares(double[] x, int j, double[] point) {
    double sum = 0;
    for (int i = 0; i < point.length; i++) {
      double e = x[i * squares.length + j] - point[i];
      sum = Math.fma(e, e, sum);
    }
    return sum;
  }

  @Override
  public List<SavedState> state() {
    return List.of(
        SavedState.of(chain),
        SavedState.of(twin),
        SavedState.of(squares, twinSquares, steps, solves),
        sample.state());
  }

  @Override
  public CellResult outcome() {
    NamedValues values =
        new NamedValues()
            .with("solves", (double) chains.count() * settings.iterations())
            .with("failed_solves", solves[1])
            .with("newton_takeovers", solves[0])
            .with("largest_residual", solves[2]);
    NumericColumns table =
        NumericColumns.of("alpha, seed, mse, twin_mse, twin_expected, controlled_mse, mean_steps");
    double window = settings.window();
    for (int j = 0; j < squares.length; j++) {
      double alpha = chains.alpha(j);
      long seed = chains.seed(j);
      double mse = squares[j] / window;
      double twinMse = twinSquares[j] / window;
      double expected =
          chains.expectedSquares(alpha, seed, settings.discarded(), settings.iterations());
      double controlled = mse - twinMse + expected;
      table.add(alpha, seed, mse, twinMse, expected, controlled, steps[j] / window);
    }
    return new CellResult(values, table, Map.of("newton", sample.table()));
  }
}
