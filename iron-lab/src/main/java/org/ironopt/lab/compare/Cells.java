package org.ironopt.lab.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.Task;
import org.ironopt.lab.file.Values;
import org.ironopt.linalg.Parallel;

/** The cells of a comparison: choosing a step, the runs with it, references, spreads. */
final class Cells {
  static final List<String> TUNING = List.of("step", "score", "value", "passes", "steps");
  static final List<String> RUNS =
      List.of("run", "steps", "passes", "gradients", "products", "proxes", "value");
  static final List<String> CLOCK = List.of("run", "steps", "seconds");
  static final List<String> SPREAD = List.of("step", "mse", "error", "steps");

  /** Tuning runs of one slice, which other threads may share. */
  private static final int RUNS_PER_SLICE = 4;

  /** Untimed runs before the first timed one, at most. */
  private static final int WARM_RUNS = 100;

  private Cells() {}

  private record Simple(String label, Values settings, Supplier<Task> task) implements Cell {
    @Override
    public Task start() {
      return task.get();
    }
  }

  private static Values common(Entry method, Instance problem) {
    return new Values()
        .with("problem", problem.about())
        .with("method", method.identity(problem))
        .with("mu", problem.mu());
  }

  /** Every step of the grid, the same budget and seed for each. */
  static Cell tuning(Entry method, Instance problem, double[] steps, Budget budget, long seed) {
    Values settings =
        common(method, problem)
            .with("steps", steps)
            .with("passes", budget.passes())
            .with("seed", seed);
    int slices = Math.ceilDiv(steps.length, RUNS_PER_SLICE);
    return new Simple(
        "tune-" + problem.name() + "-" + method.name(),
        settings,
        () ->
            new SlicedTask(
                slices,
                TUNING,
                List.of(),
                slice -> {
                  int from = slice * RUNS_PER_SLICE;
                  int count = Math.min(RUNS_PER_SLICE, steps.length - from);
                  double[][] rows = new double[count][];
                  Parallel.forEach(
                      count, i -> rows[i] = tried(method, problem, steps[from + i], budget, seed));
                  return new SlicedTask.Slice(List.of(rows), List.of());
                }));
  }

  private static double[] tried(
      Entry method, Instance problem, double step, Budget budget, long seed) {
    Race.Course course = new Race(method, problem, step, seed).counted(budget);
    Race.Mark last = course.last();
    return new double[] {step, course.score(), last.value(), last.passes(), last.step()};
  }

  /**
   * The runs with the chosen step, one seed after the other, counted and then timed; before the
   * first of them runs for so many seconds that nobody times.
   */
  static Cell runs(
      Entry method,
      Instance problem,
      double step,
      Budget budget,
      long firstSeed,
      int seeds,
      double warmSeconds) {
    Values settings =
        common(method, problem)
            .with("step", step)
            .with("passes", budget.passes())
            .with("points", (long) budget.points())
            .with("seeds", (long) seeds)
            .with("seed", firstSeed);
    double[] warm = {warmSeconds};
    return new Simple(
        "run-" + problem.name() + "-" + method.name(),
        settings,
        () ->
            new SlicedTask(
                seeds,
                RUNS,
                CLOCK,
                slice -> run(method, problem, step, budget, firstSeed, slice, warm)));
  }

  private static SlicedTask.Slice run(
      Entry method,
      Instance problem,
      double step,
      Budget budget,
      long firstSeed,
      int number,
      double[] warm) {
    // Tables name a run by its number: a column cannot hold every seed of 64 bits.
    Race race = new Race(method, problem, step, firstSeed + number);
    List<Race.Mark> marks = race.counted(budget).marks();
    for (int i = 0; i < WARM_RUNS && warm[0] > 0; i++) {
      warm[0] -= race.timed(marks)[marks.size() - 1];
    }
    warm[0] = 0;
    double[] seconds = race.timed(marks);
    List<double[]> rows = new ArrayList<>();
    List<double[]> clock = new ArrayList<>();
    for (int i = 0; i < marks.size(); i++) {
      Race.Mark m = marks.get(i);
      rows.add(
          new double[] {
            number, m.step(), m.passes(), m.gradients(), m.products(), m.proxes(), m.value()
          });
      clock.add(new double[] {number, m.step(), seconds[i]});
    }
    return new SlicedTask.Slice(rows, clock);
  }

  /** The smallest value of F that a deterministic solve finds. */
  static Cell reference(Instance problem) {
    return new Simple(
        "reference-" + problem.name(),
        new Values().with("problem", problem.about()).with("mu", problem.mu()),
        () ->
            new SlicedTask(
                1,
                List.of("value", "stationarity"),
                List.of(),
                slice -> new SlicedTask.Slice(List.of(Reference.of(problem)), List.of())));
  }

  /** The stationary spread for every step of a grid. */
  static Cell spread(SpreadMethod method, SpreadConfig c, long seed) {
    Values settings =
        new Values()
            .with("method", method.method().make(1, method.noise(c.variance())).description())
            .with("eigenvalues", c.eigenvalues())
            .with("steps", c.steps())
            .with("members", (long) c.members())
            .with("seed", seed);
    String noise = method.source().name().toLowerCase(Locale.ROOT);
    return new Simple(
        "spread-" + noise + "-" + method.name(),
        settings,
        () ->
            new SlicedTask(
                c.steps().length,
                SPREAD,
                List.of(),
                slice ->
                    new SlicedTask.Slice(
                        List.of(Spread.measure(method, c, c.steps()[slice], seed)), List.of())));
  }
}
