package org.ironopt.bench.kernels;

import static org.ironopt.io.internal.Numbers.format;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.ironopt.bench.BenchmarkTables;
import org.ironopt.bench.InterleavedTimer;
import org.ironopt.bench.InterleavedTimer.Effort;
import org.ironopt.bench.InterleavedTimer.Times;
import org.ironopt.cli.bench.Benchmark;
import org.ironopt.lab.experiment.ChapterReport.TextTable;
import org.ironopt.linalg.Parallel;

/**
 * {@code bench random}: random numbers per second beside the best generator of the JDK, in blocks
 * that stay in the cache and in a long array on one and on all threads.
 */
public final class RandomRatios implements Benchmark {
  private static final int IN_CACHE = 1 << 12;
  private static final int ARRAY = 10_000_000;

  /** Numbers a second: median and fastest round. */
  private record Row(String generator, double median, double best) {}

  @Override
  public String name() {
    return "random";
  }

  @Override
  public Optional<Result> run(Request request) {
    int threads = Parallel.threads();
    NormalsBenchmark r = normals(IN_CACHE);
    Map<String, Runnable> pieces = new LinkedHashMap<>();
    pieces.put("normals", r::fill);
    pieces.put("normals, stride 3", r::fillStrided);
    pieces.put("L64X128MixRandom.nextGaussian", r::nextGaussian);
    pieces.put("normals, one by one", r::oneByOne);
    pieces.put("uniforms", r::uniforms);
    pieces.put("student:3", r::student);
    pieces.put("stable:1.5", r::stable);
    NormalsBenchmark far = normals(request.quick() ? ARRAY / 100 : ARRAY);
    for (int count : new TreeSet<>(List.of(1, threads))) {
      pieces.put(
          format("%.0e normals, threads: %d", (double) far.n, count),
          () -> {
            Parallel.setThreads(count);
            far.fill();
            Parallel.setThreads(threads);
          });
    }
    Effort effort = request.quick() ? new Effort(3, 0.1) : new Effort(100, 0.5);
    request.progress().begin("random numbers, ms", 1, 1);
    List<Times> times =
        InterleavedTimer.measure(effort, List.copyOf(pieces.values()), request.progress());
    List<Row> rows = new ArrayList<>();
    for (String name : pieces.keySet()) {
      Times t = times.get(rows.size());
      double n = name.contains("threads") ? far.n : IN_CACHE;
      rows.add(new Row(name, n * 1e9 / t.median(), n * 1e9 / t.fastest()));
    }
    TextTable table =
        BenchmarkTables.of(
            format(
                "JDK %s, %s, %s, %d threads; numbers per second",
                Runtime.version(),
                System.getProperty("os.arch"),
                request.manifest().simd(),
                threads),
            "generator|median|best",
            "%s|%.3g|%.3g",
            rows);
    return BenchmarkTables.result(table, rows, Map.of("threads", threads));
  }

  private static NormalsBenchmark normals(int n) {
    NormalsBenchmark made = new NormalsBenchmark();
    made.n = n;
    made.make();
    return made;
  }
}
