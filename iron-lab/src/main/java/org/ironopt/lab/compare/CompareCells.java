package org.ironopt.lab.compare;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.ironopt.lab.compare.CompareConfig.Budget;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.CellResult;
import org.ironopt.lab.experiment.SlicedTask;
import org.ironopt.lab.file.NamedValues;
import org.ironopt.lab.file.NumericColumns;
import org.ironopt.method.Batches;
import org.ironopt.method.Iron;
import org.ironopt.method.Method;
import org.ironopt.method.proximal.Snspp;
import org.ironopt.network.Network;
import org.ironopt.problem.DualTerms;
import org.ironopt.run.Run;
import org.ironopt.run.Run.RunFailedException;
import org.ironopt.run.RunResult;
import org.ironopt.run.Stop;

/** The cells of a comparison: choosing a step, the runs with it, references, spreads. */
final class CompareCells {
  /** Untimed runs before the first timed one, at most. */
  private static final int WARM_RUNS = 100;

  private static final int REFERENCE_STEPS = 200;
  private static final double REFERENCE_TOLERANCE = 1e-9;

  private CompareCells() {}

  private static NamedValues common(ComparedMethod method, ProblemInstance problem) {
    return new NamedValues()
        .with("problem", problem.about())
        .with("method", method.identity(problem))
        .with("mu", problem.mu());
  }

  /** Returns what makes the outcome of slices whose numbers are rows of these columns. */
  private static Function<List<double[]>, CellResult> table(String... columns) {
    return slices -> {
      NumericColumns table = new NumericColumns(columns);
      slices.forEach(table::add);
      return outcome(table);
    };
  }

  private static CellResult outcome(NumericColumns table) {
    return new CellResult(
        new NamedValues().with("rows", (long) table.rows().size()), table, Map.of());
  }

  /** Every step of the grid, the same budget and seed for each. */
  static Cell tuning(ComparedMethod method, ProblemInstance problem, CompareConfig config) {
    double[] steps = config.steps(method);
    Budget budget = config.tuning();
    long seed = config.seed();
    return Cell.of(
        "tune-" + problem.name() + "-" + method.name(),
        common(method, problem)
            .with("steps", steps)
            .with("passes", budget.passes())
            .with("seed", seed),
        () ->
            SlicedTask.parallel(
                steps.length,
                i -> {
                  MethodRun.Course course =
                      new MethodRun(method, problem, steps[i], seed).counted(budget);
                  MethodRun.Mark last = course.last();
                  return new double[] {
                    steps[i], course.score(), last.value(), last.passes(), last.step()
                  };
                },
                table("step", "score", "value", "passes", "steps")));
  }

  /**
   * The runs with the chosen step, one seed after the other, counted and then timed, after untimed
   * runs of so many seconds.
   */
  static Cell runs(
      ComparedMethod method,
      ProblemInstance problem,
      double step,
      Budget budget,
      CompareConfig config) {
    double[] warm = {config.warmUp()};
    long firstSeed = config.seed() + 1;
    int seeds = config.seeds();
    return Cell.of(
        "run-" + problem.name() + "-" + method.name(),
        common(method, problem)
            .with("step", step)
            .with("passes", budget.passes())
            .with("points", (long) budget.points())
            .with("seeds", (long) seeds)
            .with("seed", firstSeed),
        () ->
            SlicedTask.timed(
                seeds,
                i -> run(new MethodRun(method, problem, step, firstSeed + i), budget, warm),
                CompareCells::counts,
                CompareCells::clock));
  }

  /** Returns the measured points of a run, one after another, each with its seconds. */
  private static double[] run(MethodRun trial, Budget budget, double[] warm) {
    List<MethodRun.Mark> marks = trial.counted(budget).marks();
    for (int i = 0; i < WARM_RUNS && warm[0] > 0; i++) {
      warm[0] -= trial.timed(marks)[marks.size() - 1];
    }
    warm[0] = 0;
    double[] seconds = trial.timed(marks);
    double[] numbers = new double[NUMBERS * marks.size()];
    for (int i = 0; i < marks.size(); i++) {
      MethodRun.Mark m = marks.get(i);
      double[] point = {
        m.step(), m.passes(), m.gradients(), m.products(), m.proxes(), m.value(), seconds[i]
      };
      System.arraycopy(point, 0, numbers, NUMBERS * i, NUMBERS);
    }
    return numbers;
  }

  private static final int NUMBERS = 7;

  /** Tables name a run by its number: a column cannot hold every seed of 64 bits. */
  private static CellResult counts(List<double[]> runs) {
    NumericColumns table =
        new NumericColumns("run", "steps", "passes", "gradients", "products", "proxes", "value");
    points(runs, (run, n) -> table.add(run, n[0], n[1], n[2], n[3], n[4], n[5]));
    return outcome(table);
  }

  private static NumericColumns clock(List<double[]> runs) {
    NumericColumns table = new NumericColumns("run", "steps", "seconds");
    points(runs, (run, n) -> table.add(run, n[0], n[NUMBERS - 1]));
    return table;
  }

  private static void points(List<double[]> runs, BiConsumer<Integer, double[]> each) {
    for (int run = 0; run < runs.size(); run++) {
      for (int at = 0; at < runs.get(run).length; at += NUMBERS) {
        each.accept(run, Arrays.copyOfRange(runs.get(run), at, at + NUMBERS));
      }
    }
  }

  /** The smallest value of F that a deterministic solve to a small tolerance finds. */
  static Cell reference(ProblemInstance problem) {
    return Cell.of(
        "reference-" + problem.name(),
        new NamedValues().with("problem", problem.about()).with("mu", problem.mu()),
        () -> SlicedTask.parallel(1, i -> solved(problem), table("value", "stationarity")));
  }

  /** Returns the best F found and how far from stationary it is; NaN where no solve applies. */
  private static double[] solved(ProblemInstance problem) {
    Method method;
    if (problem.objective() instanceof Network) {
      // No minimum to speak of: a long solve would only learn the rows by heart.
      return new double[] {Double.NaN, Double.NaN};
    } else if (!problem.composite()) {
      method = Iron.step(1e6).mu(problem.mu());
    } else if (problem.objective() instanceof DualTerms) {
      method =
          Snspp.step(100)
              .withoutSnapshots()
              .tolerance(1e-9)
              .regularizer(problem.regularizer())
              .batches(Batches.all());
    } else {
      return new double[] {Double.NaN, Double.NaN};
    }
    RunResult result;
    try {
      result =
          Run.of(method, problem.objective())
              .from(problem.start())
              .stop(Stop.any(Stop.gradientNorm(REFERENCE_TOLERANCE), Stop.steps(REFERENCE_STEPS)))
              .go();
    } catch (RunFailedException e) {
      result = e.result(); // an objective that throws somewhere has its best point elsewhere
    }
    return new double[] {problem.value(result.best()), result.gradientNorm()};
  }

  /** The stationary spread for every step of a grid. */
  static Cell spread(SpreadStudy study, SpreadStudy.Subject subject, long seed) {
    double[] steps = study.steps();
    return Cell.of(
        "spread-" + subject.source().name().toLowerCase(Locale.ROOT) + "-" + subject.name(),
        new NamedValues()
            .with("method", subject.method().make(1, subject.noise(study.variance())).id())
            .with("eigenvalues", study.eigenvalues())
            .with("steps", steps)
            .with("members", (long) study.members())
            .with("seed", seed),
        () ->
            SlicedTask.parallel(
                steps.length,
                i -> study.measure(subject, steps[i], seed),
                table("step", "mse", "error", "steps")));
  }
}
