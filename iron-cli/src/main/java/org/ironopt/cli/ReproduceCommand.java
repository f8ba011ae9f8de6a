package org.ironopt.cli;

import static org.ironopt.io.internal.Numbers.format;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.ironopt.cli.machine.HeapMemory;
import org.ironopt.cli.shared.CompletionCandidates;
import org.ironopt.cli.shared.ExitCode;
import org.ironopt.cli.shared.Interruption;
import org.ironopt.cli.shared.Json;
import org.ironopt.cli.shared.Outputs;
import org.ironopt.cli.shared.RunOptions;
import org.ironopt.io.InputError;
import org.ironopt.lab.JsonFields;
import org.ironopt.lab.experiment.Chapter;
import org.ironopt.lab.experiment.Experiment;
import org.ironopt.lab.file.NamedValues;
import org.ironopt.lab.file.TomlFile;
import org.ironopt.lab.ledger.Claim;
import org.ironopt.lab.ledger.Verdict;
import org.ironopt.lab.methods.DeviceChoice;
import org.ironopt.lab.progress.Progress;
import org.ironopt.lab.reproduce.ChapterCatalog;
import org.ironopt.lab.reproduce.RunFolder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi.Style;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code iron reproduce}: runs the paper's experiments and writes figures, ledger and report. */
@Command(
    name = "reproduce",
    customSynopsis = "iron reproduce [CHAPTER...] [OPTION...] [SETTING...]",
    sortOptions = false,
    header = "Run the paper's experiments: figures, tables, claim ledger and report.",
    description = {
      "",
      "Finished cells are kept unless other code made them; interrupted cells continue. The report is report.html in the output folder.",
      "",
      "The settings of a chapter are options: 'iron reproduce quadratic --help' lists them. A setting applies to all chapters that have it.",
      ""
    },
    footer = {
      "",
      "Example: iron reproduce quadratic logistic --alpha 1,10,200,500 --seed 1 --out runs"
    })
final class ReproduceCommand implements Callable<Integer> {
  @Parameters(
      arity = "0..*",
      paramLabel = "CHAPTER",
      completionCandidates = CompletionCandidates.Chapters.class,
      description =
          "foundations, quadratic, logcosh, logistic, mnist, sampling, deep, family or all (default).")
  private List<String> names = List.of();

  @Option(names = "--list", description = "List the chapters and exit.")
  private boolean list;

  @Option(names = "--config", paramLabel = "FILE", description = "Read settings from a TOML file.")
  private Path config;

  @Option(names = "--print-config", description = "Print the complete settings as TOML and exit.")
  private boolean printConfig;

  @Mixin private RunOptions.Run run;
  @Mixin private RunOptions.Classes ownOptions;
  @Mixin private RunOptions options;

  @Override
  public Integer call() throws IOException {
    RunFolder.UserClassPath own = ownOptions.chapter();
    if (list) {
      return list(own);
    }
    List<Experiment> experiments = experiments(own);
    if (printConfig) {
      config(experiments);
      return ExitCode.SUCCESS;
    }
    options.applyThreads();
    Path folder = run.folder();
    Progress progress = options.progress();
    try (Interruption interruption = Interruption.watch()) {
      RunFolder.Result result =
          RunOptions.runFolder(folder, own, options, progress::message)
              .runAll(experiments, run.mode(progress, interruption));
      summary(folder, result);
      return result.finished() ? ExitCode.SUCCESS : ExitCode.NO_SUCCESS;
    }
  }

  /** Returns the chapters that the help is asked for, none if no one was named. */
  List<Chapter<?>> named() {
    return List.copyOf(named(names));
  }

  /** A chapter in a list. */
  private record ChapterEntry(
      String name, String about, List<SettingOptions.SettingEntry> settings) {}

  private int list(RunFolder.UserClassPath own) {
    List<Chapter<?>> all = new ArrayList<>(ChapterCatalog.all());
    own.chapter().ifPresent(all::add);
    Map<String, String> about = new LinkedHashMap<>();
    all.forEach(chapter -> about.put(chapter.name(), chapter.about()));
    options.print(
        Map.of(
            "chapters",
            all.stream()
                .map(c -> new ChapterEntry(c.name(), c.about(), SettingOptions.SettingEntry.of(c)))
                .toList()),
        options.listed(about));
    return ExitCode.SUCCESS;
  }

  private void config(List<Experiment> experiments) {
    PrintWriter stdout = options.out();
    if (options.json()) {
      Map<String, Object> all = new LinkedHashMap<>();
      experiments.forEach(e -> all.put(e.name(), e.settings().asMap()));
      stdout.println(Json.text(all));
      return;
    }
    for (Experiment experiment : experiments) {
      if (experiments.size() > 1 && !options.quiet()) {
        stdout.println("# " + experiment.name());
      }
      stdout.print(TomlFile.write(experiment.settings()));
    }
  }

  private List<Experiment> experiments(RunFolder.UserClassPath own) {
    List<Chapter<?>> chosen = chosen(own);
    if (config != null && chosen.size() > 1) {
      throw new InputError(
          "--config has the settings of one chapter; name it as in 'iron reproduce quadratic'");
    }
    SettingOptions.require(options.parsed(), chosen);
    List<Experiment> experiments = new ArrayList<>();
    for (Chapter<?> chapter : chosen) {
      try {
        experiments.add(experiment(chapter));
      } catch (InputError e) {
        // A setting goes to all chapters that have it, and one of them may take less than others.
        throw chosen.size() == 1 ? e : new InputError("%s: %s", chapter.name(), e.getMessage());
      }
    }
    run.require(experiments);
    return experiments;
  }

  private Experiment experiment(Chapter<?> chapter) {
    NamedValues settings = HeapMemory.require(settings(chapter));
    if (settings.has("device")) {
      settle(settings);
    }
    return InputError.check(() -> chapter.open(settings));
  }

  /** Says before anything runs which device that will be, or why it cannot. */
  private void settle(NamedValues settings) {
    DeviceChoice choice = new DeviceChoice(settings.text("device"), settings.text("precision"));
    if (!choice.host() && run.master().isPresent()) {
      throw new InputError("--spark and --device both say where cells run; leave one out");
    }
    if (choice.auto() || !printConfig) {
      DeviceChoice settled = choice.settle(options::remark);
      settings.with("device", settled.device()).with("precision", settled.precision());
    }
  }

  /** Returns the chapters that were named, or that of the user's own, or all. */
  private List<Chapter<?>> chosen(RunFolder.UserClassPath own) {
    Set<Chapter<?>> chosen = named(names);
    if (chosen.isEmpty() && own.chapter().isEmpty()) {
      return ChapterCatalog.all();
    }
    own.chapter().ifPresent(chosen::add);
    return List.copyOf(chosen);
  }

  /** Returns chapters by their names. */
  static SequencedSet<Chapter<?>> named(List<String> names) {
    SequencedSet<Chapter<?>> chosen = new LinkedHashSet<>();
    for (String name : names) {
      if (name.equals("all")) {
        chosen.addAll(ChapterCatalog.all());
        continue;
      }
      chosen.add(
          ChapterCatalog.named(name)
              .orElseThrow(
                  () ->
                      new InputError(
                          "'%s' is not a chapter, expected some of %s, or all",
                          name, SettingOptions.names(ChapterCatalog.all()))));
    }
    return chosen;
  }

  private NamedValues settings(Chapter<?> chapter) {
    NamedValues settings = run.smoke() ? chapter.smoke() : chapter.paper();
    if (config != null) {
      settings = chapter.file(config, settings);
    }
    settings = SettingOptions.apply(options.parsed(), chapter, settings);
    if (config != null && !printConfig) {
      Path own = run.folder().resolve(chapter.name());
      Outputs.requireOutside("--config", config, own, TomlFile.write(settings));
    }
    return settings;
  }

  private static Style style(Verdict verdict) {
    return switch (verdict) {
      case REPRODUCED -> Style.fg_green;
      case DIFFERS -> Style.fg_red;
      default -> Style.faint;
    };
  }

  private void summary(Path folder, RunFolder.Result result) {
    List<Claim> ledger = result.claims().values().stream().flatMap(List::stream).toList();
    Map<String, Long> verdicts = new LinkedHashMap<>();
    for (Verdict verdict : Verdict.values()) {
      verdicts.put(verdict.toString(), ledger.stream().filter(c -> c.verdict() == verdict).count());
    }
    String report = folder.resolve("report.html").toString();
    List<String> lines = new ArrayList<>();
    for (Claim claim : options.quiet() ? List.<Claim>of() : ledger) {
      Verdict verdict = claim.verdict();
      lines.add(
          format(
              "%s %-6s %s: %s",
              options.painted(format("%-14s", verdict), style(verdict)),
              claim.id(),
              claim.statement(),
              claim.measured()));
    }
    lines.add("");
    lines.add(
        verdicts.entrySet().stream()
            .map(e -> e.getValue() + " " + e.getKey())
            .collect(Collectors.joining(", ")));
    if (!result.reduced().isEmpty()) {
      lines.add(
          format(
              "smaller or other runs than the paper's: %s; the report says how they differ",
              String.join(", ", result.reduced())));
    }
    result.unavailable().forEach(line -> lines.addAll(List.of("", line)));
    lines.addAll(List.of("", report));
    options.print(
        JsonFields.of(
            "finished", result.finished(),
            "unavailable", result.unavailable(),
            "claims", verdicts,
            "ledger", ReportCommand.ledger(result.claims()),
            "reduced", result.reduced(),
            "report", report),
        lines);
  }
}
