package org.ironopt.lab.cli;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.ironopt.lab.folder.Code;
import org.ironopt.lab.reproduce.RunFolder.Replay;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code iron verify}: runs finished cells again and compares their files byte by byte. */
@Command(
    name = "verify",
    header = "Run finished cells again and say whether they are bit-identical.",
    description = {
      "",
      "Says of each cell which code made it. Ends with 0 if every file is the same, else with 1.",
      ""
    })
final class VerifyCommand implements Callable<Integer> {
  @Parameters(
      index = "0",
      paramLabel = "DIR",
      arity = "0..1",
      defaultValue = "runs",
      description = "Run folder; default: runs.")
  private String folder;

  @Option(
      names = "--cells",
      paramLabel = "TEXT",
      defaultValue = "",
      description = "Only cells whose label contains this text.")
  private String filter;

  @Mixin private RunOptions.Data mnist;
  @Mixin private RunOptions options;
  @Mixin private RunOptions.Classes own;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    Path path = ReportCommand.existing(folder);
    options.applyThreads();
    PrintWriter out = spec.commandLine().getOut();
    List<Replay> replays = new ArrayList<>();
    boolean available =
        options
            .runFolder(path, own.load(), spec, this::warn)
            .verify(
                filter,
                mnist.folder,
                replay -> {
                  replays.add(replay);
                  if (!options.json) {
                    print(out, replay);
                  }
                });
    long different = replays.stream().filter(replay -> !replay.identical()).count();
    if (options.json) {
      out.println(Json.text(json(replays)));
    } else {
      Map<String, Long> makers =
          replays.stream().collect(groupingBy(Replay::maker, TreeMap::new, counting()));
      makers.forEach((maker, cells) -> out.println("made by " + maker + ": " + cells));
      out.println(
          (replays.size() - different) + " cells bit-identical, " + different + " different");
    }
    return different == 0 && available ? ExitCode.SUCCESS : ExitCode.NO_SUCCESS;
  }

  private void warn(String line) {
    PrintWriter err = spec.commandLine().getErr();
    err.println(line);
    err.flush();
  }

  private static void print(PrintWriter out, Replay replay) {
    String files = String.join(", ", replay.files());
    out.printf(
        Locale.ROOT,
        "%-40s %s%s%n",
        replay.cell(),
        replay.identical() ? "bit-identical" : "differs: " + files,
        replay.thisCode() ? "" : "; made by " + replay.maker());
    out.flush();
  }

  private static Map<String, Object> json(List<Replay> replays) {
    List<Map<String, Object>> cells = new ArrayList<>();
    for (Replay replay : replays) {
      Map<String, Object> cell = new LinkedHashMap<>();
      cell.put("cell", replay.cell());
      cell.put("identical", replay.identical());
      cell.put("files", replay.files());
      cell.put("code", replay.code());
      cell.put("this_code", replay.thisCode());
      cells.add(cell);
    }
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("code", Code.fingerprint());
    json.put("cells", cells);
    return json;
  }
}
