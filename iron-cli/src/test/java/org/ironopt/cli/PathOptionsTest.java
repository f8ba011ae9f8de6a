package org.ironopt.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Every option that takes a text is known to be a place or not to be one, so that none can be added
 * without a thought about what it may overwrite. {@link OutputsTest} tries those that are written.
 */
class PathOptionsTest {
  /** What is read, and what is written: files through Outputs, folders through Outputs.folder. */
  private static final Map<String, String> PLACES =
      Map.ofEntries(
          Map.entry("fit DATA", "read"),
          Map.entry("fit --init", "read"),
          Map.entry("fit --out", "written"),
          Map.entry("fit --onnx", "written"),
          Map.entry("path DATA", "read"),
          Map.entry("path --out", "written"),
          Map.entry("path --onnx", "written"),
          Map.entry("curve DATA", "read"),
          Map.entry("curve --out", "written"),
          Map.entry("predict MODEL", "read"),
          Map.entry("predict DATA", "read"),
          Map.entry("predict --out", "written"),
          Map.entry("inspect MODEL", "read"),
          Map.entry("evaluate MODEL", "read"),
          Map.entry("evaluate DATA", "read"),
          Map.entry("minibatch DATA", "read"),
          Map.entry("plan DATA", "read"),
          Map.entry("explore --runs", "read"),
          Map.entry("reproduce --config", "read"),
          Map.entry("reproduce --covariance", "read"),
          Map.entry("reproduce --class-path", "read"),
          Map.entry("reproduce --data", "cache"),
          Map.entry("reproduce --out", "folder"),
          Map.entry("compare CONFIG", "read"),
          Map.entry("compare --class-path", "read"),
          Map.entry("compare --data", "cache"),
          Map.entry("compare --out", "folder"),
          Map.entry("report DIR", "folder"),
          Map.entry("report --class-path", "read"),
          Map.entry("report --page", "edited between its marks"),
          Map.entry("theory --class-path", "read"),
          Map.entry("verify DIR", "read"),
          Map.entry("verify --class-path", "read"),
          Map.entry("verify --data", "cache"),
          Map.entry("data --data", "written"),
          Map.entry("bench --data", "cache"),
          Map.entry("bench --out", "folder"));

  /** Texts that are no places. */
  private static final Set<String> WORDS =
      Set.of(
          "fit --target",
          "fit --weight",
          "fit --weights-are",
          "fit --ignore",
          "fit --categorical",
          "fit --numeric",
          "fit --missing",
          "fit --bad-dates",
          "path --at",
          "path --spark",
          "minibatch --error-of",
          "plan --error-of",
          "predict --unknown",
          "evaluate --unknown",
          "evaluate --weight",
          "inspect --top",
          "fit --header",
          "fit --delimiter",
          "fit --encoding",
          "fit --format",
          "fit --model",
          "fit --hidden",
          "fit --activation",
          "fit --reg",
          "fit --l1",
          "fit --exposure",
          "fit --offset",
          "fit --method",
          "fit --class-weight",
          "minibatch --replacement",
          "curve --model",
          "curve --robust",
          "curve --weight",
          "curve --header",
          "curve --delimiter",
          "curve --encoding",
          "fit --spark",
          "fit --device",
          "compare --spark",
          "bench --scale",
          "bench --device",
          "bench --precision",
          "completion SHELL",
          "help TOPIC",
          "reproduce --scale",
          "compare --scale",
          "verify --cells",
          "verify --chapter",
          "report --chapter",
          "theory --method",
          "theory --objective",
          "theory --noise-model",
          "bench --order",
          "data NAME",
          "bench NAME",
          "bench --objective");

  @Test
  void everyTextIsKnown() {
    Map<String, String> seen = new TreeMap<>();
    CommandLine iron =
        RootCommand.commandLine(new PrintWriter(System.out), new PrintWriter(System.err));
    iron.getSubcommands().values().forEach(command -> collect(command, seen));
    Set<String> unknown = new TreeSet<>(seen.keySet());
    unknown.removeIf(name -> PLACES.containsKey(name) || word(name, seen.get(name)));
    assertEquals(Set.of(), unknown, "is it a place? if so, is it guarded by Outputs?");
    Set<String> gone = new TreeSet<>(PLACES.keySet());
    gone.removeAll(seen.keySet());
    assertEquals(Set.of(), gone, "listed here and no longer an option");
  }

  /** Settings of experiments become options by themselves; those of files have the label FILE. */
  private static boolean word(String name, String label) {
    String option = name.replaceFirst("^(path|predict|evaluate|minibatch|plan) ", "fit ");
    return WORDS.contains(name)
        || name.endsWith(" --color")
        || WORDS.contains(option)
        || name.startsWith("reproduce ") && !label.equals("FILE");
  }

  private static void collect(CommandLine command, Map<String, String> seen) {
    for (ArgSpec arg : command.getCommandSpec().args()) {
      Class<?> type = arg.type();
      boolean text = type == String.class || type == Path.class || type == Set.class;
      if (text) {
        String name = arg instanceof OptionSpec option ? option.longestName() : arg.paramLabel();
        seen.put(command.getCommandName() + " " + name, arg.paramLabel());
      }
    }
    command.getSubcommands().values().forEach(inner -> collect(inner, seen));
  }
}
