package org.ironopt.lab.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.ironopt.lab.DataUnavailable;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.Experiment;
import org.ironopt.lab.folder.Code;
import org.ironopt.lab.folder.ExperimentFolder;
import org.ironopt.lab.reproduce.RunFolder;
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
  @Mixin private RunOptions.Own own;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    Path path = ReportCommand.existing(folder);
    options.applyThreads();
    PrintWriter out = spec.commandLine().getOut();
    int identical = 0;
    int different = 0;
    boolean unavailable = false;
    List<Map<String, Object>> rows = new ArrayList<>();
    Map<String, Integer> makers = new TreeMap<>();
    RunFolder runs =
        options.runFolder(path, own.load(), spec, spec.commandLine().getErr()::println);
    for (ExperimentFolder place : runs.find()) {
      if (!prepared(place.experiment())) {
        unavailable = true;
        continue;
      }
      for (Cell cell : place.cells()) {
        if (!cell.label().contains(filter)) {
          continue;
        }
        Optional<List<String>> differs = place.replay(cell);
        if (differs.isEmpty()) {
          continue;
        }
        boolean same = differs.get().isEmpty();
        identical += same ? 1 : 0;
        different += same ? 0 : 1;
        String name = place.experiment().name() + "/" + cell.label();
        String verdict = same ? "bit-identical" : "differs: " + String.join(", ", differs.get());
        String code = place.code(cell).orElse("");
        boolean thisCode = place.isThisCode(code);
        makers.merge(code, 1, Integer::sum);
        if (options.json) {
          Map<String, Object> row = new LinkedHashMap<>();
          row.put("cell", name);
          row.put("identical", same);
          row.put("files", differs.get());
          row.put("code", code);
          row.put("this_code", thisCode);
          rows.add(row);
        } else {
          String maker = thisCode ? "" : "; made by other code (" + Code.brief(code) + ")";
          out.printf(Locale.ROOT, "%-40s %s%s%n", name, verdict, maker);
          out.flush();
        }
      }
    }
    if (options.json) {
      Map<String, Object> json = new LinkedHashMap<>();
      json.put("code", Code.fingerprint());
      json.put("cells", rows);
      out.println(Json.text(json));
    } else {
      makers.forEach(
          (code, cells) ->
              out.println(
                  "made by "
                      + (code.equals(Code.fingerprint()) ? "this" : "other")
                      + " code ("
                      + Code.brief(code)
                      + "): "
                      + cells));
      out.println(identical + " cells bit-identical, " + different + " different");
    }
    return different == 0 && !unavailable ? ExitCode.SUCCESS : ExitCode.NO_SUCCESS;
  }

  private boolean prepared(Experiment experiment) throws IOException {
    try {
      experiment.prepare(mnist.folder, line -> {});
      return true;
    } catch (DataUnavailable e) {
      PrintWriter err = spec.commandLine().getErr();
      err.printf(
          Locale.ROOT, "%s: %s: %s%n", spec.qualifiedName(), experiment.name(), e.getMessage());
      err.flush();
      return false;
    }
  }
}
