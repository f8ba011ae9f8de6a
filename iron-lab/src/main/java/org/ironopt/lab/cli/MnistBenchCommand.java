package org.ironopt.lab.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.ironopt.lab.DataUnavailable;
import org.ironopt.lab.InputError;
import org.ironopt.lab.NumberList;
import org.ironopt.lab.bench.mnist.BenchData;
import org.ironopt.lab.bench.mnist.BenchRun;
import org.ironopt.lab.bench.mnist.Goal;
import org.ironopt.lab.bench.mnist.MnistBench;
import org.ironopt.lab.data.DataFolder;
import org.ironopt.lab.folder.Cpu;
import org.ironopt.linalg.Parallel;
import org.ironopt.linalg.kernel.Kernels;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code iron bench mnist}: seconds to an objective, IRON against AdamW and explicit controls. */
@Command(
    name = "mnist",
    header = "Measure training seconds to an objective on MNIST.",
    description = {
      "",
      "Tunes every method with the same budget, races them in one warm process in turns, and looks",
      "at the price of single steps. Evaluation is outside the clock. Takes minutes; run it on an",
      "idle machine.",
      ""
    })
final class MnistBenchCommand implements Callable<Integer> {
  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Folder of four IDX files named like MNIST's. Default: MNIST, fetched.")
  private String folder;

  @Option(
      names = "--objective",
      paramLabel = "A,B,C",
      description =
          "Full training objectives, falling, or auto: as far above the minimum, which is computed,"
              + " as on MNIST. Default: 0.2657,0.2640,0.2620 on MNIST, else auto.")
  private String objectives;

  @Option(names = "--seeds", paramLabel = "N", description = "Seeds of the race. Default: 5.")
  private int seeds = 5;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Threads. Default: 1, since steps of 64 rows are too short to share.")
  private int threads = 1;

  @Option(names = "--quick", description = "A look within a minute; nothing to be quoted.")
  private boolean quick;

  @Option(
      names = "--recorded",
      description = "Use the settings that the tuning chose on MNIST; no tuning, no step ranges.")
  private boolean recorded;

  @Option(names = "--out", paramLabel = "DIR", description = "Folder of the report. Default: runs.")
  private String out = "runs";

  @Option(names = "--json", description = "Print one JSON object and nothing else.")
  private boolean json;

  @Option(names = "--quiet", description = "No progress.")
  private boolean quiet;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    if (threads < 1 || seeds < 1) {
      throw new InputError(
          "--threads is " + threads + " and --seeds is " + seeds + ", expected at least 1");
    }
    Path path = Outputs.folder(out, "bench-mnist/report.html");
    Parallel.setThreads(threads);
    PrintWriter err = spec.commandLine().getErr();
    Consumer<String> log = quiet ? line -> {} : line -> print(err, line);
    BenchData data;
    try {
      data = BenchData.read(DataFolder.mnist(folder), folder != null, log);
    } catch (DataUnavailable e) {
      print(err, spec.qualifiedName() + ": " + e.getMessage());
      return ExitCode.NO_SUCCESS;
    }
    Goal goal = InputError.check(() -> goal(data, log));
    MnistBench.Effort effort =
        quick
            ? MnistBench.Effort.QUICK
            : recorded ? MnistBench.Effort.RECORDED : MnistBench.Effort.FULL;
    MnistBench bench =
        new MnistBench(data.train(), data.test(), goal, quick ? 1 : seeds, effort, log);
    BenchRun run = BenchRun.of(bench);
    String command = String.join(" ", spec.commandLine().getParseResult().originalArgs());
    Path page = run.write(path, "./iron bench mnist " + command, machine());
    if (json) {
      spec.commandLine().getOut().println(Json.text(run.json()));
    } else {
      run.print(spec.commandLine().getOut());
      spec.commandLine().getOut().println(page);
    }
    return ExitCode.SUCCESS;
  }

  private static List<List<String>> machine() {
    return List.of(
        List.of("version", Version.number()),
        List.of("commit", Version.commit()),
        List.of("jdk", Runtime.version().toString()),
        List.of("cpu", Cpu.name()),
        List.of("simd", Kernels.get().description()),
        List.of("threads", Integer.toString(Parallel.threads())));
  }

  private Goal goal(BenchData data, Consumer<String> log) {
    if (objectives == null) {
      return data.goal(log);
    }
    return objectives.equals("auto") ? data.likeMnist(log) : data.goal(numbers(), log);
  }

  private double[] numbers() {
    try {
      return NumberList.parse(objectives).toArray();
    } catch (InputError e) {
      throw new InputError(
          "--objective: "
              + e.getMessage()
              + "; expected falling ones such as 0.2657,0.2640, or auto");
    }
  }

  private static void print(PrintWriter err, String line) {
    err.println(line);
    err.flush();
  }
}
