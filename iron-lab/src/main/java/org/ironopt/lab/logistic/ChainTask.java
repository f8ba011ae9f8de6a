package org.ironopt.lab.logistic;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.ironopt.lab.Numbers;
import org.ironopt.lab.experiment.Outcome;
import org.ironopt.lab.experiment.Task;
import org.ironopt.lab.file.Columns;
import org.ironopt.lab.file.Values;
import org.ironopt.method.FlowStepper;
import org.ironopt.resolvent.EnsembleReport;
import org.ironopt.resolvent.InnerReport;

/** Runs the chains of one tolerance, a few iterations per slice, and measures them. */
final class ChainTask implements Task {
  private static final int ITERATIONS_PER_SLICE = 5;

  /** Numbers of a chain: sums over the window, then counts and the largest of the whole run. */
  private static final int SQUARES = 0;

  private static final int TWIN_SQUARES = 1;
  private static final int STEPS = 2;
  private static final int TAKEOVERS = 3;
  private static final int FAILED = 4;
  private static final int RESIDUAL = 5;
  private static final int NUMBERS = 6;

  private final LogisticSetup setup;
  private final double[] minimizer;
  private final FlowStepper chain;
  private final FlowStepper twin;
  private final NewtonSample sample;
  private final double[][] chains;
  private final double[][] samples;
  private final double[][] trace;
  private final int[] chordSteps;
  private final double[] certificates;

  ChainTask(LogisticSetup setup, double tolerance) {
    this.setup = setup;
    minimizer = setup.problem().minimizer();
    Chains start = new Chains(setup);
    chain = start.chain(tolerance);
    twin = start.twin();
    sample = new NewtonSample(setup, tolerance);
    chains = new double[setup.chains()][NUMBERS];
    samples = new double[setup.alphas.length][NewtonSample.NUMBERS];
    trace = new double[setup.iterations + 1][2 * setup.alphas.length];
    chordSteps = new int[setup.chains()];
    certificates = new double[setup.chains()];
    measure(0);
  }

  @Override
  public long done() {
    return chain.step();
  }

  @Override
  public long total() {
    return setup.iterations;
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
      int k = (int) chain.step();
      work(k, chain.members().orElseThrow());
      measure(k);
      if (sampled) {
        sample.solve(chain, chordSteps, certificates, samples);
      }
    }
  }

  private void work(int k, EnsembleReport report) {
    for (int j = 0; j < chains.length; j++) {
      InnerReport solve = report.report(j);
      chordSteps[j] = solve.newtonSteps();
      certificates[j] = solve.certificate().orElseThrow();
      chains[j][STEPS] += k > setup.discarded ? solve.newtonSteps() : 0;
      chains[j][TAKEOVERS] += solve.products() > 0 ? 1 : 0;
      chains[j][FAILED] += solve.succeeded() ? 0 : 1;
      chains[j][RESIDUAL] = Math.max(chains[j][RESIDUAL], solve.residual());
    }
  }

  private void measure(int k) {
    int m = chains.length;
    double[] x = chain.x();
    double[] z = twin.x();
    for (int j = 0; j < m; j++) {
      double squares = 0;
      double twinSquares = 0;
      for (int i = 0; i < minimizer.length; i++) {
        double e = x[i * m + j] - minimizer[i];
        squares = Math.fma(e, e, squares);
        twinSquares = Math.fma(z[i * m + j], z[i * m + j], twinSquares);
      }
      if (k > setup.discarded) {
        chains[j][SQUARES] += squares;
        chains[j][TWIN_SQUARES] += twinSquares;
      }
      int a = j / setup.seeds.length;
      trace[k][a] += squares / setup.seeds.length;
      trace[k][setup.alphas.length + a] += chordSteps[j] / (double) setup.seeds.length;
    }
  }

  @Override
  public void save(DataOutput out) throws IOException {
    chain.save(out);
    twin.save(out);
    for (double[][] table : new double[][][] {chains, samples, trace}) {
      for (double[] row : table) {
        for (double number : row) {
          out.writeDouble(number);
        }
      }
    }
  }

  @Override
  public void restore(DataInput in) throws IOException {
    chain.restore(in);
    twin.restore(in);
    for (double[][] table : new double[][][] {chains, samples, trace}) {
      for (double[] row : table) {
        for (int c = 0; c < row.length; c++) {
          row[c] = in.readDouble();
        }
      }
    }
  }

  @Override
  public Outcome outcome() {
    double failed = 0;
    double takeovers = 0;
    double residual = 0;
    for (double[] numbers : chains) {
      failed += numbers[FAILED];
      takeovers += numbers[TAKEOVERS];
      residual = Math.max(residual, numbers[RESIDUAL]);
    }
    Values values =
        new Values()
            .with("solves", (double) chains.length * setup.iterations)
            .with("failed_solves", failed)
            .with("newton_takeovers", takeovers)
            .with("largest_residual", residual);
    Map<String, Columns> tables = new LinkedHashMap<>();
    tables.put("chains", chainTable());
    tables.put("newton", newtonTable());
    return new Outcome(values, traceTable(), tables);
  }

  private Columns chainTable() {
    Columns table =
        new Columns(
            "alpha",
            "seed",
            "mse",
            "twin_mse",
            "twin_expected",
            "controlled_mse",
            "mean_steps",
            "newton_takeovers",
            "failed_solves",
            "largest_residual");
    LinearMoments moments = new LinearMoments(setup);
    Chains start = new Chains(setup);
    double window = setup.window();
    for (int j = 0; j < chains.length; j++) {
      double[] numbers = chains[j];
      double mse = numbers[SQUARES] / window;
      double twinMse = numbers[TWIN_SQUARES] / window;
      double expected =
          moments.expectedSquares(
              setup.alpha(j),
              start.offset(setup.seed(j)),
              start.restOffset(),
              setup.discarded,
              setup.iterations);
      table.add(
          setup.alpha(j),
          setup.seed(j),
          mse,
          twinMse,
          expected,
          mse - twinMse + expected,
          numbers[STEPS] / window,
          numbers[TAKEOVERS],
          numbers[FAILED],
          numbers[RESIDUAL]);
    }
    return table;
  }

  private Columns newtonTable() {
    Columns table =
        new Columns(
            "alpha", "equations", "newton_steps", "chord_steps", "failed", "worst_error_ratio");
    for (int a = 0; a < samples.length; a++) {
      double[] numbers = samples[a];
      double count = numbers[NewtonSample.COUNT];
      table.add(
          setup.alphas[a],
          count,
          numbers[NewtonSample.NEWTON_STEPS] / count,
          numbers[NewtonSample.CHORD_STEPS] / count,
          numbers[NewtonSample.NEWTON_FAILED],
          numbers[NewtonSample.WORST_RATIO]);
    }
    return table;
  }

  private Columns traceTable() {
    String[] columns = new String[1 + 2 * setup.alphas.length];
    columns[0] = "iteration";
    for (int a = 0; a < setup.alphas.length; a++) {
      String alpha = Numbers.text(setup.alphas[a], 12);
      columns[1 + a] = "mse_" + alpha;
      columns[1 + setup.alphas.length + a] = "steps_" + alpha;
    }
    Columns table = new Columns(columns);
    for (int k = 0; k < trace.length; k++) {
      double[] row = new double[columns.length];
      row[0] = k;
      System.arraycopy(trace[k], 0, row, 1, trace[k].length);
      table.add(row);
    }
    return table;
  }
}
