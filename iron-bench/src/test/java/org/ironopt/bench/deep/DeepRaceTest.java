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
import org.ironopt.data.Dataset;
import org.ironopt.lab.data.SyntheticImages;
import org.ironopt.lab.file.NumericColumns;
import org.ironopt.lab.folder.Manifest;
import org.ironopt.lab.methods.DeviceChoice;
import org.ironopt.lab.progress.Progress;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeepRaceTest {
  @Test
  void ironAndItsPeersAreSearchedAlike() {
    for (DeepOptimizer e : DeepOptimizer.values()) {
      assertEquals(e.races() ? Effort.FULL.grid() : 1, Set.copyOf(e.grid()).size(), e.id);
      assertTrue(e.grid().stream().allMatch(s -> s.entrant() == e), e.id);
    }
  }

  /** Looks of two runs are mixed; a loss is crossed on the line between two looks of one. */
  @Test
  void crossingsLieBetweenLooks() {
    NumericColumns rows = new NumericColumns(DeepRace.LOOK.toArray(String[]::new));
    int iron = DeepOptimizer.IRON.ordinal();
    rows.add(iron, .5, 1, 100, 80, 0);
    rows.add(DeepOptimizer.ADAMW.ordinal(), .5, 1, 5, 1, 0);
    rows.add(iron, .5, 2, 300, 40, 0);
    rows.add(iron, 1, 2, 300, 55, 0);
    rows.add(iron, 1, 3, 330, 45, 0);
    double[] seconds = {2, 7, 6, 3, 4};
    Crossing middle = Crossing.of(rows, seconds, .5, 50);
    assertEquals(5, middle.seconds(), 1e-12);
    assertEquals(250, middle.gradients(), 1e-12);
    assertEquals(2, Crossing.of(rows, seconds, .5, 90).seconds());
    assertTrue(Double.isNaN(Crossing.of(rows, seconds, .5, 30).seconds()));
    assertEquals(new Crossing(3.5, 315), Crossing.first(rows, seconds, 50));
    assertEquals(6, Crossing.first(rows, seconds, 40).seconds());
    assertTrue(Double.isNaN(Crossing.first(rows, seconds, 30).seconds()));
  }

  /** A row is a function of seed and number; ink is dark somewhere and missing at the border. */
  @Test
  void curvesAreMadeBySeed() {
    Dataset few = CurveImages.of(3, 1);
    Dataset more = CurveImages.of(20, 1);
    Dataset others = CurveImages.of(20, 2);
    int differ = 0;
    for (int i = 0; i < 20; i++) {
      double most = 0;
      for (int j = 0; j < 784; j++) {
        double ink = more.features().get(i, j);
        assertTrue(ink >= 0 && ink <= 1);
        assertTrue(i > 2 || few.features().get(i, j) == ink);
        assertTrue(ink < .01 || j >= 28 && j < 756, "the first and last line have no ink");
        differ += ink == others.features().get(i, j) ? 0 : 1;
        most = Math.max(most, ink);
      }
      assertTrue(most > .8, "image " + i + " has ink " + most);
    }
    assertTrue(differ > 1000, differ + " pixels differ");
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
      List<TrainingProblem> problems =
          List.of(
              TrainingProblem.autoencoder("images", images.train(), images.test(), List.of(12, 4)),
              TrainingProblem.autoencoder(
                  "curves", CurveImages.of(2500, 1), CurveImages.of(50, 2), List.of(9, 6)),
              TrainingProblem.classifier("labels", images.train(), images.test(), 5));
      Effort effort = new Effort(List.of(.02, .04), .02, 1, 2);
      DeepRace race = new DeepRace(problems, DeviceChoice.HERE, images.hash(), effort, line -> {});
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
            assertEquals(3, race.report(read).sections().getFirst().tables().size());
            return new Benchmark.Result(BenchmarkTables.text(tables.tables()), tables.json());
          });
    }
  }

  /** The whole race on few images: what it says, not how fast anyone is. */
  @Test
  @Tag("slow")
  void goesOnAfterAnInterruptAndIsShownAgain(@TempDir Path folder) throws Exception {
    new SyntheticImages(600, 100, 3).write(folder);
    assertTrue(new Counting(3).race(folder).isEmpty());
    Map<String, Object> json = new Counting(Integer.MAX_VALUE).race(folder).orElseThrow().json();
    assertEquals(List.of("rows", "controls"), List.copyOf(json.keySet()));
    List<?> rows = (List<?>) json.get("rows");
    assertEquals(4, rows.size(), "two budgets, and one of the two other problems");
    assertEquals(
        List.of("problem", "budget", "adamw", "muon", "timeRatio", "gradientRatio", "interval"),
        List.copyOf(((Map<?, ?>) rows.getFirst()).keySet()));
    assertEquals(DeepOptimizer.values().length - 3, ((List<?>) json.get("controls")).size());
    Counting again = new Counting(Integer.MAX_VALUE);
    assertEquals(json, again.race(folder).orElseThrow().json());
    assertEquals(0, again.begun);
  }
}
