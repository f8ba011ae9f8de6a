package org.ironopt.lab.bench.mnist;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.ironopt.lab.DataUnavailable;
import org.ironopt.lab.InputError;
import org.ironopt.lab.data.SyntheticImages;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MnistBenchTest {
  private static Track track(Config config, double... pairs) {
    List<Check> checks = new ArrayList<>();
    for (int i = 0; i < pairs.length; i += 2) {
      checks.add(new Check(pairs[i], i, 10 * pairs[i], 0, 0, pairs[i + 1], Double.NaN));
    }
    return new Track(config, 0, checks);
  }

  @Test
  void everyFamilyHasTheSameBudget() {
    for (Family family : Family.values()) {
      List<Config> grid = family.grid(3);
      assertEquals(Tuning.GRID, grid.stream().distinct().count(), family.label);
      assertTrue(grid.contains(family.start().withStep(3)), family.label);
    }
  }

  @Test
  void ratiosArePairedAndNeverInvented() {
    Config config = Family.IRON.start();
    Track fast = track(config, 1, .5, 2, .2);
    Track slow = track(config, 1, .9, 4, .6, 8, .2);
    Track never = track(config, 5, .9);
    Ratio ratio = Ratio.of(List.of(fast, fast), List.of(slow, slow), Family.DECAY, .3);
    assertEquals(.25, ratio.value().getAsDouble(), 1e-15);
    assertFalse(ratio.bound());
    Ratio bound = Ratio.of(List.of(fast), List.of(never), Family.DECAY, .3);
    assertEquals(.4, bound.value().getAsDouble(), 1e-15);
    assertTrue(bound.bound());
    assertTrue(Ratio.of(List.of(never), List.of(fast), Family.DECAY, .3).value().isEmpty());
  }

  @Test
  void crossingsLieBetweenLooks() {
    Track track = track(Family.IRON.start(), 1, .5, 2, .25);
    assertEquals(16, track.crossing(.35), 1e-12);
    assertEquals(Double.POSITIVE_INFINITY, track.crossing(.1));
  }

  @Test
  void rangeIsAroundTheBest() {
    double[] steps = {1, 2, 4, 8, 16};
    StepRange range =
        new StepRange(Family.IRON.start(), steps, new double[] {9, 1.04, 1, 1.05, 1.06});
    assertArrayEquals(new double[] {2, 8}, range.range());
    double never = Double.POSITIVE_INFINITY;
    assertTrue(range.reached());
    assertFalse(
        new StepRange(Family.IRON.start(), new double[] {1, 2}, new double[] {never, never})
            .reached());
  }

  @Test
  void goalsAreAboveTheMinimum() {
    Goal like = Goal.like(2 * Goal.MNIST_MINIMUM);
    for (int i = 0; i < 3; i++) {
      assertEquals(Goal.mnist().gap(Goal.MNIST[i]), like.gap(like.objectives()[i]), 1e-4);
    }
    assertThrows(InputError.class, () -> Goal.given(new double[] {.3, .3}, .1));
    String message =
        assertThrows(InputError.class, () -> Goal.given(new double[] {.3, .2}, .25)).getMessage();
    assertTrue(message.contains("0.2 at place 2"), message);
    assertTrue(message.contains("0.2500000"), message);
  }

  /** The whole benchmark on a few images: what it writes, not how fast it is. */
  @Test
  void writesEverything(@TempDir Path folder) throws IOException, DataUnavailable {
    new SyntheticImages(600, 100, 3).write(folder);
    BenchData data = BenchData.read(folder, true, line -> {});
    assertFalse(data.mnist());
    assertEquals(600, data.train().rows());
    assertEquals(10, data.train().classes());
    Goal goal = data.goal(new double[] {1.5, 1.2}, line -> {});
    MnistBench bench =
        new MnistBench(data.train(), data.test(), goal, 1, MnistBench.Effort.QUICK, line -> {});
    BenchRun run = BenchRun.of(bench);
    Path page = run.write(folder, "./iron bench mnist", List.of());
    assertTrue(Files.readString(page).contains("the price of an explicit one"));
    assertTrue(Files.exists(folder.resolve("bench-mnist/figures/bench-objective.svg")));
    Map<String, Object> json = run.json();
    List<?> rows = (List<?>) json.get("rows");
    assertEquals(6, rows.size(), "three baselines, two objectives");
    Map<?, ?> row = (Map<?, ?>) rows.getFirst();
    assertEquals("constant", row.get("baseline"));
    assertEquals(1.5, row.get("objective"));
    assertEquals(2, ((List<?>) json.get("paperConfig")).size(), "two batch sizes");
  }
}
