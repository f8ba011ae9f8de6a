package org.ironopt.bench.deep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.ironopt.bench.BenchmarkTables;
import org.ironopt.bench.RaceCell;
import org.ironopt.bench.deep.DeepRace.Effort;
import org.ironopt.bench.deep.DeepTables.Crossing;
import org.ironopt.bench.mnist.LabeledImages;
import org.ironopt.cli.bench.Benchmark;
import org.ironopt.lab.data.SyntheticImages;
import org.ironopt.lab.file.NumericColumns;
import org.ironopt.lab.folder.Manifest;
import org.ironopt.lab.methods.DeviceChoice;
import org.ironopt.lab.progress.Progress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeepRaceTest {
  @Test
  void everyEntrantHasTheSameBudget() {
    for (DeepOptimizer e : DeepOptimizer.values()) {
      assertEquals(Effort.FULL.grid(), Set.copyOf(e.grid()).size(), e.id);
      assertTrue(e.grid().stream().allMatch(s -> s.entrant() == e), e.id);
    }
  }

  /** Looks of two runs are mixed; a loss is crossed on the line between two looks of one. */
  @Test
  void crossingsLieBetweenLooks() {
    NumericColumns rows = new NumericColumns(DeepRace.LOOK.toArray(String[]::new));
    int iron = DeepOptimizer.IRON.ordinal();
    rows.add(iron, 1, 100, 80, 0);
    rows.add(DeepOptimizer.ADAMW.ordinal(), 1, 5, 1, 0);
    rows.add(iron, 2, 300, 40, 0);
    double[] seconds = {2, 7, 6};
    Crossing middle = Crossing.of(rows, seconds, DeepOptimizer.IRON, 50);
    assertEquals(5, middle.seconds(), 1e-12);
    assertEquals(250, middle.gradients(), 1e-12);
    assertEquals(2, Crossing.of(rows, seconds, DeepOptimizer.IRON, 90).seconds());
    assertTrue(Double.isNaN(Crossing.of(rows, seconds, DeepOptimizer.IRON, 30).seconds()));
  }

  /** Stops after some cells, if it is told to. */
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
      LabeledImages images = LabeledImages.read(Optional.of(folder.toString()), line -> {});
      Autoencoder problem = Autoencoder.of(images.train(), images.test(), List.of(12, 4));
      Effort effort = new Effort(List.of(.02, .04), .02, 1, 2);
      DeepRace race = new DeepRace(problem, DeviceChoice.HERE, images.hash(), effort, line -> {});
      Manifest manifest = new Manifest(List.of("bench", "deep"), "test", "none", "none", 1);
      Benchmark.Request request =
          new Benchmark.Request(
              true,
              false,
              false,
              Optional.empty(),
              List.of(),
              Optional.empty(),
              Optional.empty(),
              Optional.of(folder.toString()),
              DeviceChoice.HERE,
              folder.resolve("runs"),
              manifest,
              line -> {},
              this,
              () -> begun > most);
      return RaceCell.run(
          race,
          request,
          read -> {
            DeepTables tables = new DeepTables(race, read);
            assertEquals(3, race.tell(read).sections().getFirst().tables().size());
            return new Benchmark.Result(BenchmarkTables.text(tables.tables()), tables.json());
          });
    }
  }

  /** The whole race on few images: what it says, not how fast anyone is. */
  @Test
  void goesOnAfterAnInterruptAndIsShownAgain(@TempDir Path folder) throws Exception {
    new SyntheticImages(600, 100, 3).write(folder);
    assertTrue(new Counting(3).race(folder).isEmpty());
    Map<String, Object> json = new Counting(Integer.MAX_VALUE).race(folder).orElseThrow().json();
    assertEquals(List.of("rows", "controls"), List.copyOf(json.keySet()));
    List<?> rows = (List<?>) json.get("rows");
    assertEquals(2, rows.size(), "two budgets");
    assertEquals(
        List.of("problem", "budget", "objective", "timeRatio", "gradientRatio", "interval"),
        List.copyOf(((Map<?, ?>) rows.getFirst()).keySet()));
    assertEquals(DeepOptimizer.values().length - 2, ((List<?>) json.get("controls")).size());
    Counting again = new Counting(Integer.MAX_VALUE);
    assertEquals(json, again.race(folder).orElseThrow().json());
    assertEquals(0, again.begun);
  }
}
