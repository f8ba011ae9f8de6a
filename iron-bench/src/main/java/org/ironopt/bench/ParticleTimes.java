package org.ironopt.bench;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ironopt.bench.InterleavedTimer.Effort;
import org.ironopt.bench.InterleavedTimer.Times;
import org.ironopt.cli.bench.Benchmark;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.Chapter;
import org.ironopt.lab.experiment.ChapterReport.TextTable;
import org.ironopt.lab.experiment.Task;
import org.ironopt.lab.reproduce.ChapterCatalog;

/**
 * {@code bench particles}: seconds to simulate the paper's clouds, noise and statistics included,
 * the four steps of each figure one after the other.
 */
public final class ParticleTimes implements Benchmark {
  private static final int STEPS = 4;
  private static final Effort FULL = new Effort(5, 3);

  /** Seconds of a cloud: median, fastest and slowest round. */
  private record Row(String cloud, double seconds, double fastest, double slowest) {}

  @Override
  public String name() {
    return "particles";
  }

  @Override
  public Optional<Result> run(Request request) {
    boolean quick = request.quick();
    List<Cell> quadratic = cells("quadratic", quick).subList(0, STEPS);
    List<Cell> logCosh = cells("logcosh", quick);
    List<String> names =
        quick
            ? List.of("quadratic, small", "log-cosh, small")
            : List.of(
                "quadratic, 4 steps x 200000 particles x 100 iterations",
                "log-cosh, 4 steps x 20000 particles x 200 iterations");
    request.progress().begin("particles, ms", 1, 1);
    List<Times> times =
        InterleavedTimer.measure(
            quick ? new Effort(1, 0) : FULL,
            List.of(() -> run(quadratic), () -> run(logCosh)),
            request.progress());
    List<Row> rows = List.of(row(names.get(0), times.get(0)), row(names.get(1), times.get(1)));
    int threads = request.manifest().threads();
    TextTable table =
        BenchmarkTables.of(
            threads + " threads, rounds in turns after warm-up",
            "cloud|median s|fastest|slowest",
            "%s|%.3f|%.3f|%.3f",
            rows);
    return BenchmarkTables.result(table, rows, Map.of("threads", threads));
  }

  private static Row row(String name, Times t) {
    return new Row(name, t.median() * 1e-9, t.fastest() * 1e-9, t.slowest() * 1e-9);
  }

  private static List<Cell> cells(String name, boolean quick) {
    Chapter<?> chapter = ChapterCatalog.named(name).orElseThrow();
    return chapter.open(quick ? chapter.smoke() : chapter.paper()).cells();
  }

  private static void run(List<Cell> cells) {
    for (Cell cell : cells) {
      Task task = cell.start();
      while (task.done() < task.total()) {
        task.advance();
      }
    }
  }
}
