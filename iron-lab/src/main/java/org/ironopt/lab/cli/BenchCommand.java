package org.ironopt.lab.cli;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.ironopt.lab.InputError;
import org.ironopt.lab.bench.KernelBench;
import org.ironopt.lab.bench.ParticleBench;
import org.ironopt.lab.bench.RandomBench;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code iron bench}: measures the library on this machine. */
@Command(
    name = "bench",
    header = "Measure the library on this machine.",
    description = {"", "Each benchmark warms up first and prints a median with its range.", ""},
    subcommands = MnistBenchCommand.class)
final class BenchCommand implements Callable<Integer> {
  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "NAME",
      description = "particles, kernels, random or mnist.")
  private String name;

  @Mixin private RunOptions options;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    if (name == null) {
      throw new InputError("no benchmark is named, expected particles, kernels, random or mnist");
    }
    options.applyThreads();
    PrintWriter out = spec.commandLine().getOut();
    switch (name) {
      case "particles" -> ParticleBench.run(out);
      case "kernels" -> KernelBench.print(KernelBench.measure(), out);
      case "random" -> RandomBench.run(out);
      default ->
          throw new InputError(
              "'" + name + "' is not a benchmark, expected particles, kernels, random or mnist");
    }
    return ExitCode.SUCCESS;
  }
}
