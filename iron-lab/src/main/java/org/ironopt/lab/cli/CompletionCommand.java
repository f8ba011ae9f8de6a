package org.ironopt.lab.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.ironopt.lab.cli.shared.Check;
import org.ironopt.lab.cli.shared.ExitCode;
import org.ironopt.lab.cli.shared.Terminal;
import org.ironopt.lab.cli.shared.Words;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code iron completion}: scripts that complete commands, options and their words. */
@Command(
    name = "completion",
    customSynopsis = "iron completion bash|zsh|fish",
    header = "Print a script by which your shell completes commands and options.",
    description = {
      "",
      "bash: source <(iron completion bash), in ~/.bashrc.",
      "",
      "zsh: source <(iron completion zsh), in ~/.zshrc after compinit.",
      "",
      "fish: iron completion fish > ~/.config/fish/completions/iron.fish.",
      ""
    })
final class CompletionCommand implements Callable<Integer> {
  /** The shells. */
  enum Shell {
    BASH,
    ZSH,
    FISH
  }

  /** The names that a shell completes. */
  static final class Shells extends Words.Listed {
    private static final long serialVersionUID = 1L;

    Shells() {
      super(Words.of(Shell.values()));
    }
  }

  @Parameters(
      index = "0",
      paramLabel = "SHELL",
      completionCandidates = Shells.class,
      description = "bash, zsh or fish.")
  private String shell;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    CommandLine iron = Iron.tree(Terminal.NONE, "", false);
    String script =
        switch (Check.choice("SHELL", shell, Shell.values())) {
          case BASH -> AutoComplete.bash("iron", iron);
          case ZSH -> zsh(iron);
          case FISH -> fish(iron);
        };
    PrintWriter out = spec.commandLine().getOut();
    out.print(script.replace("\r", ""));
    out.flush();
    return ExitCode.SUCCESS;
  }

  /** A function for each command, which hands its options to {@code _arguments}. */
  private static String zsh(CommandLine iron) {
    StringBuilder text = new StringBuilder("#compdef iron\n# Completion of iron for zsh.\n");
    zsh(iron, "_iron", text);
    return text.append("compdef _iron iron ./iron\n").toString();
  }

  private static void zsh(CommandLine command, String function, StringBuilder text) {
    List<String> lines = new ArrayList<>();
    for (OptionSpec option : command.getCommandSpec().options()) {
      String value =
          option.arity().max() == 0
              ? ""
              : ":" + plain(option.paramLabel()) + ":" + zshWords(option);
      for (String name : option.names()) {
        lines.add(zshQuoted(name + "[" + plain(description(option)) + "]" + value));
      }
    }
    List<CommandLine> inner = List.copyOf(command.getSubcommands().values());
    if (!inner.isEmpty()) {
      lines.add(zshQuoted("1:command:(" + names(inner) + ")"));
      lines.add(zshQuoted("*::argument:->inner"));
    } else {
      for (ArgSpec p : command.getCommandSpec().positionalParameters()) {
        lines.add(zshQuoted("*:" + plain(p.paramLabel()) + ":" + zshWords(p)));
      }
    }
    text.append(function + "() {\n  local context state line\n  _arguments -C");
    lines.stream().distinct().forEach(line -> text.append(" \\\n    " + line));
    text.append('\n');
    if (!inner.isEmpty()) {
      text.append("  [[ $state == inner ]] || return\n  case $line[1] in\n");
      for (CommandLine one : inner) {
        String name = one.getCommandName();
        text.append("    " + name + ") " + function + "_" + name + " ;;\n");
      }
      text.append("  esac\n");
    }
    text.append("}\n");
    inner.forEach(one -> zsh(one, function + "_" + one.getCommandName(), text));
  }

  private static String zshWords(ArgSpec arg) {
    String words = words(arg);
    return words.isEmpty() ? "_files" : "(" + words + ")";
  }

  private static String zshQuoted(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }

  private static String fish(CommandLine iron) {
    StringBuilder text = new StringBuilder("# Completion of iron for fish.\n");
    fishOptions(iron, "__fish_use_subcommand", text);
    for (CommandLine command : iron.getSubcommands().values()) {
      String name = command.getCommandName();
      String about = fishQuoted(header(command));
      text.append(
          "complete -c iron -f -n __fish_use_subcommand -a " + name + " -d " + about + "\n");
      String seen = "'__fish_seen_subcommand_from " + name + "'";
      Collection<CommandLine> inner = command.getSubcommands().values();
      if (!inner.isEmpty()) {
        text.append("complete -c iron -n " + seen + " -a '" + names(inner) + "'\n");
      }
      for (ArgSpec argument : command.getCommandSpec().positionalParameters()) {
        String words = words(argument);
        if (!words.isEmpty()) {
          text.append("complete -c iron -f -n " + seen + " -a '" + words + "'\n");
        }
      }
      fishOptions(command, seen, text);
      inner.forEach(one -> fishOptions(one, seen, text));
    }
    return text.toString();
  }

  private static void fishOptions(CommandLine command, String condition, StringBuilder text) {
    for (OptionSpec option : command.getCommandSpec().options()) {
      text.append("complete -c iron -n ").append(condition);
      for (String name : option.names()) {
        text.append(name.startsWith("--") ? " -l " : " -s ").append(name.replaceFirst("^-+", ""));
      }
      if (option.arity().max() > 0) {
        String words = words(option);
        text.append(words.isEmpty() ? " -r" : " -x -a '" + words + "'");
      }
      text.append(" -d ").append(fishQuoted(description(option))).append('\n');
    }
  }

  private static String fishQuoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }

  private static String words(ArgSpec arg) {
    return arg.completionCandidates() == null
        ? ""
        : StreamSupport.stream(arg.completionCandidates().spliterator(), false)
            .collect(Collectors.joining(" "));
  }

  private static String names(Iterable<CommandLine> commands) {
    return StreamSupport.stream(commands.spliterator(), false)
        .map(CommandLine::getCommandName)
        .collect(Collectors.joining(" "));
  }

  private static String header(CommandLine command) {
    return String.join(" ", command.getCommandSpec().usageMessage().header());
  }

  private static String description(OptionSpec option) {
    return String.join(" ", option.description()).replace("%%", "%");
  }

  /** Leaves out what means something to zsh within a specification. */
  private static String plain(String text) {
    return text.replaceAll("[\\[\\]:\\\\]", " ").strip().toLowerCase(Locale.ROOT);
  }
}
