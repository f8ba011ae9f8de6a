package org.ironopt.bench.kernels;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ironopt.bench.BenchmarkTables;
import org.ironopt.bench.InterleavedTimer;
import org.ironopt.bench.InterleavedTimer.Effort;
import org.ironopt.bench.InterleavedTimer.Times;
import org.ironopt.cli.bench.Benchmark;
import org.ironopt.lab.experiment.ChapterReport.TextTable;
import org.ironopt.lab.progress.Progress;
import org.ironopt.linalg.Parallel;
import org.ironopt.linalg.kernel.Kernels;

/**
 * {@code bench kernels}: the loops of the JMH classes of this package in turns, since what counts
 * are ratios: kernels to plain loops, passes over data to the read speed of memory, and the
 * products of a softmax batch to those of a native BLAS where one is installed.
 */
public final class KernelRatios implements Benchmark {
  private static final int[] LENGTHS = {64, 1000, 100_000, 10_000_000};
  private static final Effort FULL = new Effort(31, 0.5);

  /** The compiler is done with the tiles of products after some seconds only. */
  private static final Effort FULL_PRODUCTS = new Effort(15, 3);

  private static final Effort QUICK = new Effort(3, 0.1);

  /** Data of a quick look is smaller by this factor. */
  private static final int QUICK_FACTOR = 50;

  /** Rounds beside BLAS, of which the fastest counts. */
  private static final int BLAS_ROUNDS = 100;

  /** A kernel beside a plain loop: nanoseconds and traffic per element of n. */
  record Pair(
      String kernel,
      int n,
      double plainNanos,
      double kernelNanos,
      double gigabytesPerSecond,
      double ratio) {}

  /** A product or pass; NaN where operations or bytes are not what counts. */
  record Product(
      String name, double millis, double gigaflops, double gigabytes, double shareOfRead) {}

  /** 10^9 operations a second of this library and of a BLAS. */
  record BesideBlas(String name, double gigaflops, double blasGigaflops, double ratio) {}

  @Override
  public String name() {
    return "kernels";
  }

  @Override
  public Optional<Result> run(Request request) {
    Effort effort = request.quick() ? QUICK : FULL;
    Optional<NativeBlas> blas = NativeBlas.find();
    int threads = Parallel.threads();
    Progress progress = request.progress();
    int parts = blas.isPresent() ? 3 : 2;
    progress.begin("kernels beside plain loops, ms", 1, parts);
    List<Pair> pairs = pairs(progress, effort, request.quick() ? new int[] {64, 1000} : LENGTHS);
    progress.begin("products and passes over data, ms", 2, parts);
    List<Product> products =
        request.quick()
            ? products(progress, QUICK, QUICK_FACTOR)
            : products(progress, FULL_PRODUCTS, 1);
    progress.begin("products beside BLAS, ms", parts, parts);
    Effort blasEffort = request.quick() ? QUICK : new Effort(BLAS_ROUNDS, 0.3);
    List<BesideBlas> beside = blas.map(b -> besideBlas(progress, blasEffort, b)).orElse(List.of());
    String library = blas.map(NativeBlas::description).orElse("");
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("threads", threads);
    json.put("kernels", BenchmarkTables.maps(pairs));
    json.put("products", BenchmarkTables.maps(products));
    json.put("blas", library);
    json.put("besideBlas", BenchmarkTables.maps(beside));
    return Optional.of(
        new Result(text(pairs, products, beside, threads) + blasLine(library), json));
  }

  static String blasLine(String library) {
    return library.isEmpty()
        ? "no native BLAS was found to compare with; -Diron.blas=FILE in IRON_OPTS names one"
        : "BLAS is " + library;
  }

  /** The plain loops know one thread only. */
  static List<Pair> pairs(Progress progress, Effort effort, int... lengths) {
    record Job(String name, int n, int bytes, Runnable plain, Runnable kernel) {}
    List<Job> jobs = new ArrayList<>();
    for (int n : lengths) {
      VectorBenchmark v = new VectorBenchmark();
      v.n = n;
      v.draw();
      NormalsBenchmark r = new NormalsBenchmark();
      r.n = n;
      r.make();
      jobs.add(
          new Job(
              "dot",
              n,
              16,
              () -> InterleavedTimer.keep(v.plainDot()),
              () -> InterleavedTimer.keep(v.dot())));
      jobs.add(new Job("axpy", n, 24, v::plainAxpy, v::axpy));
      jobs.add(new Job("exp", n, 16, v::plainExp, v::exp));
      jobs.add(new Job("tanh", n, 16, v::plainTanh, v::tanh));
      jobs.add(new Job("logcosh", n, 16, v::plainLogcosh, v::logcosh));
      jobs.add(new Job("normals", n, 8, r::nextGaussian, r::fill));
    }
    int threads = Parallel.threads();
    Parallel.setThreads(1);
    try {
      List<Runnable> pieces = new ArrayList<>();
      jobs.forEach(job -> pieces.addAll(List.of(job.plain(), job.kernel())));
      List<Times> times = InterleavedTimer.measure(effort, pieces, progress);
      List<Pair> rows = new ArrayList<>();
      for (int i = 0; i < jobs.size(); i++) {
        Job job = jobs.get(i);
        double plain = times.get(2 * i).median() / job.n();
        double kernel = times.get(2 * i + 1).median() / job.n();
        rows.add(
            new Pair(job.name(), job.n(), plain, kernel, job.bytes() / kernel, plain / kernel));
      }
      List<String> order = jobs.stream().map(Job::name).distinct().toList();
      rows.sort(Comparator.comparing(row -> order.indexOf(row.kernel())));
      return rows;
    } finally {
      Parallel.setThreads(threads);
    }
  }

  /** The first row is the read speed of memory. */
  static List<Product> products(Progress progress, Effort effort, int factor) {
    record Job(String name, double flops, double bytes, Runnable run) {}
    List<Job> jobs = new ArrayList<>();
    for (DataPassBenchmark.Data data : DataPassBenchmark.Data.values()) {
      DataPassBenchmark d = new DataPassBenchmark();
      d.data = data;
      d.factor = factor;
      d.draw();
      jobs.add(new Job(data.label, d.flops, d.bytes, () -> InterleavedTimer.keep(d.pass())));
    }
    RowProductBenchmark p = new RowProductBenchmark();
    p.draw();
    jobs.addAll(
        1,
        List.of(
            new Job("forward 128x784x10", RowProductBenchmark.FLOPS, Double.NaN, p::forward),
            new Job("backward 128x784x10", RowProductBenchmark.FLOPS, Double.NaN, p::backward),
            new Job("forward, float", RowProductBenchmark.FLOPS, Double.NaN, p::forwardFloat),
            new Job("backward, float", RowProductBenchmark.FLOPS, Double.NaN, p::backwardFloat)));
    List<Times> times =
        InterleavedTimer.measure(effort, jobs.stream().map(Job::run).toList(), progress);
    double read = jobs.getFirst().bytes() / times.getFirst().median();
    List<Product> rows = new ArrayList<>();
    for (int i = 0; i < jobs.size(); i++) {
      Job job = jobs.get(i);
      double nanos = times.get(i).median();
      double bytes = job.bytes() / nanos;
      rows.add(new Product(job.name(), nanos * 1e-6, job.flops() / nanos, bytes, bytes / read));
    }
    return rows;
  }

  /** BLAS may have the outputs of a row or those of an output side by side, as it likes best. */
  private static List<BesideBlas> besideBlas(Progress progress, Effort effort, NativeBlas blas) {
    RowProductBenchmark p = new RowProductBenchmark();
    p.draw();
    record Layouts(String name, Runnable own, boolean forward, boolean single) {}
    List<Layouts> products =
        List.of(
            new Layouts("forward, double", p::forward, true, false),
            new Layouts("backward, double", p::backward, false, false),
            new Layouts("forward, float", p::forwardFloat, true, true),
            new Layouts("backward, float", p::backwardFloat, false, true));
    List<Runnable> pieces = new ArrayList<>();
    for (Layouts product : products) {
      pieces.add(product.own());
      pieces.addAll(p.blas(blas, product.forward(), product.single()));
    }
    List<Times> times = InterleavedTimer.measure(effort, pieces, progress);
    List<BesideBlas> rows = new ArrayList<>();
    for (int i = 0; i < products.size(); i++) {
      double own = times.get(3 * i).fastest();
      double other = Math.min(times.get(3 * i + 1).fastest(), times.get(3 * i + 2).fastest());
      rows.add(
          new BesideBlas(
              products.get(i).name(),
              RowProductBenchmark.FLOPS / own,
              RowProductBenchmark.FLOPS / other,
              other / own));
    }
    return rows;
  }

  static String text(
      List<Pair> pairs, List<Product> products, List<BesideBlas> beside, int threads) {
    List<TextTable> tables = new ArrayList<>();
    tables.add(
        BenchmarkTables.of(
            Kernels.get().description() + ", 1 thread, JDK " + Runtime.version(),
            "kernel|n|plain ns|kernel ns|GB/s|ratio",
            "%s|%d|%.3f|%.3f|%.1f|%.2f",
            pairs));
    tables.add(
        BenchmarkTables.of(
            threads + " threads",
            "product|ms|GFLOP/s|GB/s|of read",
            "%s|%.3f|%.1f|%.1f|%.2f",
            products));
    if (!beside.isEmpty()) {
      tables.add(
          BenchmarkTables.of(
              "128 x 784 x 10 beside BLAS, 1 thread",
              "product|GFLOP/s|of BLAS|ratio",
              "%s|%.1f|%.1f|%.2f",
              beside));
    }
    return BenchmarkTables.text(tables);
  }
}
