package org.ironopt.bench.mnist;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.ironopt.bench.mnist.OptimizerSettings.Optimizer;
import org.ironopt.bench.mnist.TrainingCurve.Measurement;
import org.ironopt.bench.mnist.TrainingCurve.SpeedRatio;
import org.ironopt.cli.bench.Benchmark;
import org.ironopt.io.InputError;
import org.ironopt.lab.data.SyntheticImages;
import org.ironopt.lab.folder.Manifest;
import org.ironopt.lab.methods.DeviceChoice;
import org.ironopt.lab.progress.Progress;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MnistRaceTest {
  private static TrainingCurve run(double... pairs) {
    List<Measurement> looks = new ArrayList<>();
    for (int i = 0; i < pairs.length; i += 2) {
      looks.add(new Measurement(pairs[i], i, 10 * pairs[i], 0, 0, pairs[i + 1], Double.NaN));
    }
    return new TrainingCurve(looks);
  }

  @Test
  void everyOptimizerHasTheSameBudget() {
    for (Optimizer optimizer : Optimizer.values()) {
      List<OptimizerSettings> grid = optimizer.grid(3);
      assertEquals(SettingsSearch.GRID, grid.stream().distinct().count(), optimizer.label);
      assertTrue(grid.contains(optimizer.start().withStep(3)), optimizer.label);
    }
  }

  /** Costs |log2(step / 8)| + 1: the search walks to 8, then tries the grid around it. */
  @Test
  void aSearchGoesOnFromItsTrialsAlone() {
    List<SettingsSearch.Trial> trials = new ArrayList<>();
    Optional<OptimizerSettings> next = new SettingsSearch(Optimizer.SAGA, 3, trials).next();
    while (next.isPresent()) {
      double cost = 1 + Math.abs(StrictMath.log(next.get().step() / 8) / StrictMath.log(2));
      trials.add(new SettingsSearch.Trial(next.get(), new double[] {cost}));
      next = new SettingsSearch(Optimizer.SAGA, 3, trials).next();
    }
    List<Double> steps = trials.stream().map(t -> t.candidate().step()).toList();
    assertEquals(List.of(1.0, 4.0, 16.0, 8.0), steps.subList(0, 4));
    assertEquals(4 + 3, steps.size());
    assertEquals(8, new SettingsSearch(Optimizer.SAGA, 3, trials).chosen(1).getFirst().step());
  }

  @Test
  void ratiosArePairedAndNeverInvented() {
    TrainingCurve fast = run(1, .5, 2, .2);
    TrainingCurve slow = run(1, .9, 4, .6, 8, .2);
    TrainingCurve never = run(5, .9);
    SpeedRatio ratio = SpeedRatio.of(List.of(fast, fast), List.of(slow, slow), .3);
    assertEquals(.25, ratio.timeToObjectiveRatio(), 1e-15);
    assertFalse(ratio.bound());
    SpeedRatio bound = SpeedRatio.of(List.of(fast), List.of(never), .3);
    assertEquals(.4, bound.timeToObjectiveRatio(), 1e-15);
    assertTrue(bound.bound());
    SpeedRatio none = SpeedRatio.of(List.of(never), List.of(fast), .3);
    assertTrue(Double.isNaN(none.timeToObjectiveRatio()));
  }

  @Test
  void crossingsLieBetweenLooks() {
    TrainingCurve run = run(1, .5, 2, .25);
    assertEquals(16, run.crossing(.35), 1e-12);
    assertEquals(Double.POSITIVE_INFINITY, run.crossing(.1));
  }

  @Test
  void rangeIsAroundTheBest() {
    double[] steps = {1, 2, 4, 8, 16};
    StepRange range =
        new StepRange(Optimizer.IRON.start(), steps, new double[] {9, 1.04, 1, 1.05, 1.06});
    assertArrayEquals(new double[] {2, 8}, range.range());
    double never = Double.POSITIVE_INFINITY;
    assertTrue(range.reached());
    assertFalse(
        new StepRange(Optimizer.IRON.start(), new double[] {1, 2}, new double[] {never, never})
            .reached());
  }

  /** Upwards until a step costs half as much again as the best, then downwards. */
  @Test
  void stepsAreTriedInBothDirections() {
    List<double[]> rows = new ArrayList<>();
    double[] products = {1, 1.2, 1.6, 1.1, 2};
    List<Long> tried = new ArrayList<>();
    OptionalDouble next = StepRange.next(16, rows);
    while (next.isPresent()) {
      tried.add(Math.round(next.getAsDouble()));
      rows.add(new double[] {next.getAsDouble(), products[rows.size()]});
      next = StepRange.next(16, rows);
    }
    assertEquals(List.of(16L, 23L, 32L, 11L, 8L), tried);
  }

  @Test
  void goalsAreAboveTheMinimum() {
    TargetObjective like = TargetObjective.like(2 * TargetObjective.MNIST_MINIMUM);
    TargetObjective mnist =
        TargetObjective.of(Optional.empty(), true, TargetObjective.MNIST_MINIMUM);
    for (int i = 0; i < 3; i++) {
      assertEquals(mnist.gap(TargetObjective.MNIST[i]), like.gap(like.objectives()[i]), 1e-4);
    }
    assertThrows(InputError.class, () -> TargetObjective.given(new double[] {.3, .3}, .1));
    String message =
        assertThrows(InputError.class, () -> TargetObjective.given(new double[] {.3, .2}, .25))
            .getMessage();
    assertTrue(message.contains("0.2 at place 2"), message);
    assertTrue(message.contains("0.2500000"), message);
  }

  /** Counts the cells that are begun and asks to stop once there were so many. */
  private static final class Counting implements Progress {
    private final int most;
    private int begun;

    Counting(int most) {
      this.most = most;
    }

    @Override
    public void begin(String label, int cell, int cells) {
      begun++;
    }

    @Override
    public void update(long done, long total) {}

    @Override
    public void message(String text) {}

    @Override
    public void end() {}

    Optional<Benchmark.Result> race(Path folder) throws Exception {
      Manifest manifest = new Manifest(List.of("bench", "mnist"), "test", "none", "none", 1);
      return new MnistBenchmark()
          .run(
              new Benchmark.Request(
                  true,
                  false,
                  false,
                  Optional.empty(),
                  List.of(),
                  Optional.of("1.5,1.2"),
                  Optional.empty(),
                  Optional.of(folder.toString()),
                  DeviceChoice.HERE,
                  folder.resolve("runs"),
                  manifest,
                  line -> {},
                  this,
                  () -> begun > most));
    }
  }

  /** The whole benchmark on a few images: what it writes, not how fast it is. */
  @Test
  @Tag("slow")
  void writesEverythingAndGoesOnAfterAnInterrupt(@TempDir Path folder) throws Exception {
    new SyntheticImages(600, 100, 3).write(folder);
    LabeledImages images = LabeledImages.read(Optional.of(folder.toString()), line -> {});
    assertFalse(images.mnist());
    assertEquals(600, images.train().rows());
    assertEquals(10, images.train().classes());
    Counting interrupted = new Counting(9);
    assertTrue(interrupted.race(folder).isEmpty());
    Counting resumed = new Counting(Integer.MAX_VALUE);
    Benchmark.Result result = resumed.race(folder).orElseThrow();
    Path page = folder.resolve("runs/bench-mnist/report.html");
    assertTrue(Files.readString(page).contains("the price of an explicit one"));
    assertTrue(Files.exists(page.resolveSibling("figures/bench-objective.svg")));
    try (Stream<Path> cells = Files.list(page.getParent())) {
      long finished = cells.filter(cell -> Files.exists(cell.resolve("result.json"))).count();
      assertEquals(finished, interrupted.begun - 1 + resumed.begun, "only one was begun twice");
    }
    List<?> rows = (List<?>) result.json().get("rows");
    assertEquals(6, rows.size(), "three baselines, two objectives");
    Map<?, ?> row = (Map<?, ?>) rows.getFirst();
    assertEquals("constant", row.get("baseline"));
    assertEquals(1.5, row.get("objective"));
    assertEquals(2, ((List<?>) result.json().get("paperConfig")).size(), "two batch sizes");
    Counting again = new Counting(Integer.MAX_VALUE);
    assertEquals(result.json(), again.race(folder).orElseThrow().json(), "shown from files");
    assertEquals(0, again.begun);
  }
}
