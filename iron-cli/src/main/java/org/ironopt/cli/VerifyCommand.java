package org.ironopt.cli;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.ironopt.cli.shared.ExitCode;
import org.ironopt.cli.shared.RunOptions;
import org.ironopt.io.InputError;
import org.ironopt.lab.experiment.Experiment;
import org.ironopt.lab.file.NamedValues;
import org.ironopt.lab.folder.CodeFingerprint;
import org.ironopt.lab.methods.DeviceChoice;
import org.ironopt.lab.progress.Progress;
import org.ironopt.lab.reproduce.RunFolder;
import org.ironopt.lab.reproduce.RunFolder.Replay;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi.Style;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code iron verify}: runs finished cells again and compares their files byte by byte. */
@Command(
    name = "verify",
    header = "Run finished cells again and check that they are bit-identical.",
    description = {
      "",
      "Names the code that made each cell. The exit code is 0 if every file is the same, else 1.",
      ""
    })
final class VerifyCommand implements Callable<Integer> {
  @Mixin private RunOptions.Existing folder;

  @Option(
      names = "--cells",
      paramLabel = "TEXT",
      defaultValue = "",
      description = "Only cells whose label contains this text.")
  private String filter;

  @Mixin private RunOptions.Data mnist;
  @Mixin private RunOptions options;
  @Mixin private RunOptions.Classes own;

  @Override
  public Integer call() throws IOException {
    Path path = folder.folder();
    options.applyThreads();
    Progress progress = options.progress();
    List<Replay> replays = new ArrayList<>();
    RunFolder runs = RunOptions.runFolder(path, own.load(), options, progress::message);
    mnist.require(runs.experiments());
    for (Experiment experiment : runs.experiments()) {
      NamedValues settings = experiment.settings();
      if (settings.has("device")) {
        // Cells of a GPU are run again on one.
        new DeviceChoice(settings.text("device"), settings.text("precision")).require();
      }
    }
    boolean available =
        runs.verify(
            filter,
            mnist.folder(),
            progress,
            replay -> {
              replays.add(replay);
              show(progress, replay);
            });
    progress.end();
    if (replays.isEmpty() && available) {
      throw new InputError(
          "%s: no finished cell%s; 'iron reproduce' and 'iron compare' make them",
          path, filter.isEmpty() ? "" : " has '" + filter + "' in its label");
    }
    long different = replays.stream().filter(replay -> !replay.identical()).count();
    List<String> lines = new ArrayList<>();
    if (!options.quiet()) {
      Map<String, Long> makers =
          replays.stream().collect(groupingBy(Replay::maker, TreeMap::new, counting()));
      makers.forEach((maker, cells) -> lines.add("made by " + maker + ": " + cells));
    }
    lines.add((replays.size() - different) + " cells bit-identical, " + different + " different");
    options.print(new Verified(CodeFingerprint.fingerprint(), Checked.of(replays)), lines);
    return different == 0 && available ? ExitCode.SUCCESS : ExitCode.NO_SUCCESS;
  }

  /** Prints a cell when it is done; quietly, only one that differs. */
  private void show(Progress progress, Replay replay) {
    if (options.json() || options.quiet() && replay.identical()) {
      return;
    }
    progress.end();
    PrintWriter out = options.out();
    out.printf(
        Locale.ROOT,
        "%-40s %s%s%n",
        replay.cell(),
        replay.identical()
            ? options.painted("bit-identical", Style.fg_green)
            : options.painted("differs", Style.fg_red) + ": " + String.join(", ", replay.files()),
        replay.thisCode() ? "" : "; made by " + replay.maker());
    out.flush();
  }

  /** The members of the JSON object. */
  private record Verified(String code, List<Checked> cells) {}

  /** A cell in it. */
  private record Checked(
      String cell, boolean identical, List<String> files, String code, boolean thisCode) {
    static List<Checked> of(List<Replay> replays) {
      return replays.stream()
          .map(r -> new Checked(r.cell(), r.identical(), r.files(), r.code(), r.thisCode()))
          .toList();
    }
  }
}
