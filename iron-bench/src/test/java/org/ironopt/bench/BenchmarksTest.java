package org.ironopt.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import org.ironopt.cli.bench.Benchmark;
import org.ironopt.lab.experiment.ChapterReport.TextTable;
import org.ironopt.lab.progress.Progress;
import org.junit.jupiter.api.Test;

class BenchmarksTest {
  @Test
  void theCommandLineNamesThoseThatAreFound() {
    assertEquals(
        Benchmark.NAMES,
        ServiceLoader.load(Benchmark.class).stream().map(p -> p.get().name()).toList());
  }

  @Test
  void piecesTakeTurns() {
    List<Integer> order = new ArrayList<>();
    List<InterleavedTimer.Times> times =
        InterleavedTimer.measure(
            new InterleavedTimer.Effort(3, 0), List.of(() -> order.add(1), () -> order.add(2)));
    assertEquals(List.of(1, 2), order.subList(0, 2), "warm-up");
    assertEquals(2, times.size());
    assertTrue(times.getFirst().fastest() <= times.getFirst().median());
    List<Integer> measured = order.subList(2, order.size());
    List<Integer> turns = new ArrayList<>();
    for (int piece : measured) {
      if (turns.isEmpty() || turns.getLast() != piece) {
        turns.add(piece);
      }
    }
    assertEquals(List.of(1, 2, 1, 2, 1, 2), turns);
  }

  @Test
  void progressGrowsAndEndsBeforeItsTotal() {
    List<Long> done = new ArrayList<>();
    Progress watched =
        new Progress() {
          @Override
          public void begin(String label, int cell, int cells) {}

          @Override
          public void update(long now, long total) {
            assertTrue(now <= total, now + " of " + total);
            done.add(now);
          }

          @Override
          public void message(String text) {}

          @Override
          public void end() {}
        };
    InterleavedTimer.measure(
        new InterleavedTimer.Effort(3, 0.01), List.of(() -> {}, () -> {}), watched);
    assertEquals(2 + 3, done.size(), "every warm-up and every round");
    assertEquals(done.stream().sorted().toList(), done);
    assertTrue(done.getLast() > 0);
  }

  @Test
  void columnsAreAligned() {
    TextTable table =
        new TextTable("numbers", List.of("n", "value"), List.of(List.of("1000", "a")));
    assertEquals("numbers\n  n     value\n  1000  a\n\n", BenchmarkTables.text(List.of(table)));
  }
}
