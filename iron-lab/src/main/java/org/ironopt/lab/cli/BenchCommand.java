package org.ironopt.lab.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import org.ironopt.lab.InputError;
import org.ironopt.lab.bench.Benchmark;
import org.ironopt.lab.bench.BlasBench;
import org.ironopt.lab.bench.KernelBench;
import org.ironopt.lab.bench.ParticleBench;
import org.ironopt.lab.bench.ProductBench;
import org.ironopt.lab.bench.RandomBench;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code iron bench}: measures the library on this machine. */
@Command(
    name = "bench",
    header = "Measure the library on this machine.",
    description = {
      "",
      "Each benchmark warms up first and prints a median with its range.",
      "fit compares with liblinear, Hipparchus, EJML and ojAlgo; its notes say why not with"
          + " Tribuo.",
      ""
    },
    subcommands = MnistBenchCommand.class)
final class BenchCommand implements Callable<Integer> {
  private static final String NAMES = "particles, kernels, random, fit or mnist";

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "NAME",
      description = "particles, kernels, random, fit or mnist.")
  private String name;

  @Option(names = "--quick", description = "With fit: small data, within seconds.")
  private boolean quick;

  @Mixin private RunOptions options;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    if (name == null) {
      throw new InputError("no benchmark is named, expected " + NAMES);
    }
    options.applyThreads();
    PrintWriter out = spec.commandLine().getOut();
    switch (name) {
      case "particles" -> ParticleBench.run(out);
      case "kernels" -> {
        KernelBench.print(KernelBench.measure(), out);
        ProductBench.print(ProductBench.measure(), out);
        BlasBench.print(BlasBench.measure(), out);
      }
      case "random" -> RandomBench.run(out);
      case "fit" -> other(out);
      default -> throw new InputError("'" + name + "' is not a benchmark, expected " + NAMES);
    }
    return ExitCode.SUCCESS;
  }

  /** Benchmarks with dependencies of their own are there if their module is. */
  private void other(PrintWriter out) throws IOException {
    for (Benchmark benchmark : ServiceLoader.load(Benchmark.class)) {
      if (benchmark.name().equals(name)) {
        PrintWriter err = spec.commandLine().getErr();
        Benchmark.Result result = benchmark.run(quick, options.json ? line -> {} : err::println);
        if (options.json) {
          out.println(Json.text(result.json()));
        } else {
          result.print(out);
        }
        return;
      }
    }
    throw new InputError(
        "the benchmark '"
            + name
            + "' is in the module iron-bench, which is not on the class path;"
            + " './iron bench "
            + name
            + "' in the source folder builds and adds it");
  }
}
