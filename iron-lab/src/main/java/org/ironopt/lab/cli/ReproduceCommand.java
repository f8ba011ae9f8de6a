package org.ironopt.lab.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.ironopt.lab.InputError;
import org.ironopt.lab.experiment.Chapter;
import org.ironopt.lab.experiment.Experiment;
import org.ironopt.lab.file.TomlFile;
import org.ironopt.lab.file.Values;
import org.ironopt.lab.ledger.Claim;
import org.ironopt.lab.ledger.Verdict;
import org.ironopt.lab.machine.Heap;
import org.ironopt.lab.progress.Progress;
import org.ironopt.lab.reproduce.Catalog;
import org.ironopt.lab.reproduce.RunFolder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code iron reproduce}: runs the paper's experiments and writes figures, ledger and report. */
@Command(
    name = "reproduce",
    customSynopsis = "iron reproduce [EXPERIMENT] [OPTION...]",
    sortOptions = false,
    header = "Run the paper's experiments: figures, tables, claim ledger and report.",
    description = {
      "",
      "Finished cells are kept and skipped unless other code made them, interrupted ones go on",
      "where they were. The report is report.html in the output folder.",
      ""
    },
    footer = {"", "Example: iron reproduce quadratic --alpha 1,10,200,500 --seed 1 --out runs"})
final class ReproduceCommand implements Callable<Integer> {
  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "EXPERIMENT",
      defaultValue = "all",
      description = "quadratic, logcosh, ... or all (default).")
  private String name;

  @Option(names = "--config", paramLabel = "FILE", description = "Values from a TOML file.")
  private Path config;

  @Option(names = "--print-config", description = "Print the complete settings as TOML and exit.")
  private boolean printConfig;

  @Mixin private RunOptions.Run run;
  @Mixin private RunOptions.Classes ownOptions;
  @Mixin private RunOptions options;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    RunFolder.Own own = ownOptions.load();
    List<Experiment> experiments = experiments(own);
    PrintWriter stdout = spec.commandLine().getOut();
    if (printConfig) {
      experiments.forEach(e -> stdout.print(TomlFile.write(e.settings())));
      return ExitCode.SUCCESS;
    }
    options.applyThreads();
    Path folder = run.folder();
    Progress progress = options.progress(spec.commandLine().getErr());
    try (Interruption interruption = Interruption.watch()) {
      RunFolder.Result result =
          options
              .runFolder(folder, own, spec, progress::message)
              .runAll(experiments, run.mode(progress, interruption));
      summary(folder, result, stdout);
      return result.finished() ? ExitCode.SUCCESS : ExitCode.NO_SUCCESS;
    }
  }

  private List<Experiment> experiments(RunFolder.Own own) {
    List<Experiment> experiments = new ArrayList<>();
    for (Chapter<?> chapter : chosen(own)) {
      Values settings = Heap.require(settings(chapter));
      experiments.add(InputError.check(() -> chapter.open(settings)));
    }
    return experiments;
  }

  private List<Chapter<?>> chosen(RunFolder.Own own) {
    if (name.equals("all")) {
      return own.chapter().<List<Chapter<?>>>map(List::of).orElse(Catalog.all());
    }
    Chapter<?> chapter =
        Catalog.named(name)
            .orElseThrow(
                () ->
                    new InputError(
                        "'"
                            + name
                            + "' is not an experiment, expected one of "
                            + SettingOptions.names()
                            + " or all"));
    return List.of(chapter);
  }

  private Values settings(Chapter<?> chapter) {
    Values settings = run.smoke() ? chapter.smoke() : chapter.paper();
    if (config != null) {
      settings = TomlFile.read(config, settings);
    }
    settings = SettingOptions.apply(spec.commandLine().getParseResult(), chapter, settings);
    if (config != null && !printConfig) {
      Path own = run.folder().resolve(chapter.name());
      Outputs.requireOutside("--config", config, own, TomlFile.write(settings));
    }
    return settings;
  }

  private void summary(Path folder, RunFolder.Result result, PrintWriter stdout) {
    List<Claim> ledger = result.claims().values().stream().flatMap(List::stream).toList();
    Map<String, Object> verdicts = new LinkedHashMap<>();
    for (Verdict verdict : Verdict.values()) {
      verdicts.put(verdict.toString(), ledger.stream().filter(c -> c.verdict() == verdict).count());
    }
    Path report = folder.resolve("report.html");
    if (options.json) {
      Map<String, Object> json = new LinkedHashMap<>();
      json.put("finished", result.finished());
      if (!result.unavailable().isEmpty()) {
        json.put("unavailable", result.unavailable());
      }
      json.put("claims", verdicts);
      json.put("reduced", result.reduced());
      json.put("report", report.toString());
      stdout.println(Json.text(json));
      return;
    }
    for (Claim claim : ledger) {
      stdout.printf(
          Locale.ROOT,
          "%-14s %-6s %s: %s%n",
          claim.verdict(),
          claim.id(),
          claim.statement(),
          claim.measured());
    }
    stdout.printf(
        Locale.ROOT,
        "%n%s%n",
        verdicts.entrySet().stream()
            .map(e -> e.getValue() + " " + e.getKey())
            .collect(Collectors.joining(", ")));
    if (!result.reduced().isEmpty()) {
      stdout.printf(
          Locale.ROOT,
          "smaller or other runs than the paper's: %s; the report says how they differ%n",
          String.join(", ", result.reduced()));
    }
    result.unavailable().forEach(line -> stdout.printf(Locale.ROOT, "%n%s%n", line));
    stdout.printf(Locale.ROOT, "%n%s%n", report);
  }
}
