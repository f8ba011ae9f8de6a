package org.ironopt.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.ironopt.cli.bench.Benchmark;
import org.ironopt.cli.shared.CompletionCandidates;
import org.ironopt.cli.shared.ExitCode;
import org.ironopt.cli.shared.Interruption;
import org.ironopt.cli.shared.Outputs;
import org.ironopt.cli.shared.RunOptions;
import org.ironopt.io.InputError;
import org.ironopt.io.internal.Numbers;
import org.ironopt.io.internal.OptionalModule;
import org.ironopt.lab.DataUnavailableException;
import org.ironopt.lab.methods.DeviceChoice;
import org.ironopt.lab.progress.Progress;
import org.ironopt.linalg.Parallel;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code iron bench}: measures the library on this machine. */
@Command(
    name = "bench",
    header = "Measure the library on this machine.",
    description = {
      "",
      "'iron bench --list' lists the benchmarks.",
      "",
      "Each benchmark warms up first and prints medians. Run it on an idle machine. Finished cells of fit, mnist, deep and path are kept and shown again unless other code made them. mnist tunes every method with the same budget, runs them in turns, and does not time evaluation. It uses one thread unless --threads is given, since steps of 64 rows are too short to share.",
      ""
    })
final class BenchCommand implements Callable<Integer> {
  /** The options that not every benchmark takes. */
  private static final Set<String> SPECIAL =
      Set.of(
          "--data",
          "--objective",
          "--order",
          "--seeds",
          "--budgets",
          "--recorded",
          "--fresh",
          "--out",
          "--device",
          "--precision");

  /** What each benchmark measures. */
  private static final SequencedMap<String, String> ABOUT = new LinkedHashMap<>();

  static {
    ABOUT.put("particles", "the paper's clouds of particles, in seconds");
    ABOUT.put("kernels", "loops and products beside plain Java, the memory and a native BLAS");
    ABOUT.put("random", "normal numbers beside a generator of the JDK");
    ABOUT.put("words", "raw random words on standard output, for a battery such as dieharder");
    ABOUT.put("fit", "seconds to a gap beside liblinear, Hipparchus, EJML and ojAlgo");
    ABOUT.put("mnist", "training seconds to an objective, all methods tuned alike");
    ABOUT.put("curves", "NIST's problems and a million residuals beside Levenberg-Marquardt");
    ABOUT.put("deep", "IRON's time to the losses of AdamW and Muon on networks; about two hours");
    ABOUT.put("read", "megabytes a second from tables, gzip, Parquet and LIBSVM files to rows");
    ABOUT.put("choice", "work of the chosen solver of a fit beside every fixed choice, counted");
    ABOUT.put("path", "lasso paths and their cross-validation beside glmnet, at equal accuracy");
    ABOUT.put("spark", "logistic regression on a Spark of this machine beside spark.ml");
    ABOUT.put("spark-cost", "what passes over a Spark cost, and what they would on a larger one");
    ABOUT.put("spark-memory", "8 GB of rows on two executors of 2 GB; a few minutes");
  }

  /** The names that a shell completes. */
  static final class Names extends CompletionCandidates.CandidateList {
    private static final long serialVersionUID = 1L;

    Names() {
      super(ABOUT.keySet());
    }
  }

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "NAME",
      completionCandidates = Names.class,
      description =
          "particles, kernels, random, words, fit, choice, mnist, curves, deep, read, path, spark, spark-cost or spark-memory.")
  private String name;

  @Option(names = "--list", description = "List the benchmarks and exit.")
  private boolean list;

  @Option(
      names = "--scale",
      paramLabel = "NAME",
      defaultValue = "paper",
      completionCandidates = CompletionCandidates.Scales.class,
      description =
          "paper (default), or smoke, which takes a minute and gives no figures to quote.")
  private String scale;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description =
          "mnist, deep: folder of four IDX files named like MNIST's. Default: MNIST, fetched.")
  private String data;

  @Option(
      names = "--objective",
      paramLabel = "A,B,C",
      description =
          "mnist: decreasing full training objectives, or auto: as far above the computed minimum as on MNIST. Default: 0.2657,0.2640,0.2620 on MNIST, else auto.")
  private String objective;

  @Option(
      names = "--order",
      paramLabel = "NAME",
      description =
          "words: single (default; one stream, index after index), interleaved (64 streams in turns), steps or neighbours (eight words of each of neighbouring steps or seeds).")
  private String order;

  @Option(
      names = "--seeds",
      paramLabel = "N",
      description = "mnist, deep: seeds of the race. Default: 5 and 3.")
  private Integer seeds;

  @Option(
      names = "--budgets",
      split = ",",
      paramLabel = "MINUTES",
      description = "deep: increasing budgets of the peers in minutes. Default: 1,3.")
  private List<Double> budgets = List.of();

  @Option(
      names = "--recorded",
      description =
          "mnist, deep: use the settings that tuning chose on MNIST, without tuning and step ranges.")
  private boolean recorded;

  @Option(names = "--fresh", description = "fit, mnist, deep, path: measure finished cells again.")
  private boolean fresh;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "fit, mnist, deep, path: folder of finished cells. Default: runs.")
  private String out;

  @Option(
      names = "--device",
      paramLabel = "DEVICE",
      defaultValue = DeviceChoice.HOST,
      description =
          "deep: device of the steps; fit: second device for dense sets; auto, host, cuda or cuda:N; default: host.")
  private String device;

  @Option(
      names = "--precision",
      paramLabel = "NAME",
      defaultValue = DeviceChoice.TF32,
      description = "deep: precision of products on a GPU, float or tf32 (default).")
  private String precision;

  @Mixin private RunOptions options;

  @Override
  public Integer call() throws IOException {
    if (list) {
      options.list("benchmarks", ABOUT);
      return ExitCode.SUCCESS;
    }
    String names = String.join(", ", ABOUT.keySet()).replaceFirst(", (?=[^,]*$)", " or ");
    InputError.when(name == null, "no benchmark is named, expected %s", names);
    if (!ABOUT.containsKey(name)) {
      throw new InputError("'" + name + "' is not a benchmark, expected " + names);
    }
    InputError.when(
        options.json() && name.equals("words"), "words are raw bytes, not JSON; leave --json out");
    InputError.when(seeds != null && seeds < 1, "--seeds is %s, expected at least 1", seeds);
    for (int i = 0; i < budgets.size(); i++) {
      if (!(budgets.get(i) > (i == 0 ? 0 : budgets.get(i - 1)))) {
        throw new InputError(
            "--budgets is '%s', expected increasing minutes such as 1,3,10",
            budgets.stream().map(Numbers::text).collect(Collectors.joining(",")));
      }
    }
    boolean smoke = RunOptions.smoke(scale);
    Path folder = Outputs.folder(out == null ? "runs" : out, "bench-" + name + "/report.html");
    Benchmark benchmark = find();
    for (OptionSpec given : options.parsed().matchedOptions()) {
      String option = given.longestName();
      if (SPECIAL.contains(option) && !benchmark.options().contains(option)) {
        throw new InputError(option + " is not an option of the benchmark '" + name + "'");
      }
    }
    DeviceChoice taken = new DeviceChoice(device, precision).settle(options::remark);
    if (benchmark.threads() > 0) {
      Parallel.setThreads(benchmark.threads());
    }
    options.applyThreads();
    Optional<Benchmark.Result> result;
    // Only what is kept in cells has something to save when it is interrupted.
    if (benchmark.options().contains("--out")) {
      try (Interruption interruption = Interruption.watch()) {
        result = run(benchmark, smoke, taken, folder, interruption);
      }
    } else {
      result = run(benchmark, smoke, taken, folder, null);
    }
    result.ifPresent(r -> options.print(r.json(), r.text().strip().lines().toList()));
    return result.isPresent() ? ExitCode.SUCCESS : ExitCode.NO_SUCCESS;
  }

  private Optional<Benchmark.Result> run(
      Benchmark benchmark,
      boolean smoke,
      DeviceChoice taken,
      Path folder,
      Interruption interruption)
      throws IOException {
    Progress progress = options.progress();
    Consumer<String> log = options.json() || options.quiet() ? line -> {} : progress::message;
    options.remark("measuring " + name + (smoke ? "" : "; '--scale smoke' is a quick look"));
    try {
      Optional<Benchmark.Result> result =
          benchmark.run(
              new Benchmark.Request(
                  smoke,
                  recorded,
                  fresh,
                  Optional.ofNullable(seeds),
                  budgets,
                  Optional.ofNullable(objective),
                  Optional.ofNullable(order),
                  Optional.ofNullable(data),
                  taken,
                  folder,
                  RunOptions.manifest(options.typed()),
                  log,
                  progress,
                  () -> interruption != null && interruption.requested()));
      if (result.isEmpty()) {
        progress.message("interrupted; the same command goes on from here");
      } else {
        progress.end();
      }
      return result;
    } catch (DataUnavailableException e) {
      progress.message(options.called() + ": " + e.getMessage());
      return Optional.empty();
    }
  }

  private Benchmark find() {
    OptionalModule module =
        Benchmark.SPARK.contains(name) ? OptionalModule.SPARK : OptionalModule.BENCH;
    return OptionalModule.find(
            ServiceLoader.load(Benchmark.class), benchmark -> benchmark.name().equals(name))
        .orElseThrow(() -> module.missing("the benchmark '" + name + "'"));
  }
}
