package org.ironopt.cli.shared;

import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** Commands as text for a shell. */
public final class ShellCommand {
  /** What changes where things are written and how long they may take, but not a model. */
  private static final Set<String> ELSEWHERE =
      Set.of(
          "--out",
          "--onnx",
          "--force",
          "--resume",
          "--threads",
          "--json",
          "--quiet",
          "--time-limit");

  private ShellCommand() {}

  /** Returns how this program was called, which its launcher says. */
  static String launcher() {
    return quoted(System.getProperty("iron.launcher", "./iron"));
  }

  /** Returns the command as it was typed, to be typed again. */
  public static String typed(List<String> words) {
    return words.stream()
        .filter(word -> !word.equals("--resume"))
        .map(ShellCommand::quoted)
        .collect(Collectors.joining(" ", launcher() + " ", ""));
  }

  /** Returns the options that a model depends on, sorted, but for those left out. */
  public static String options(ParseResult parsed, Set<String> leftOut) {
    return parsed.matchedOptions().stream()
        .filter(o -> !ELSEWHERE.contains(o.longestName()) && !leftOut.contains(o.longestName()))
        .sorted(Comparator.comparing(OptionSpec::longestName))
        .map(ShellCommand::text)
        .collect(Collectors.joining(" "));
  }

  private static String text(OptionSpec option) {
    boolean flag = option.type() == boolean.class;
    return flag
        ? option.longestName()
        : option.longestName() + " " + quoted(String.join(",", option.originalStringValues()));
  }

  public static String quoted(String word) {
    return word.matches("[-\\w./=:,+@%]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
