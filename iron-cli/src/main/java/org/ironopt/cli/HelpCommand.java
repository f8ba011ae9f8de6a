package org.ironopt.cli;

import static org.ironopt.io.internal.Numbers.format;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.ironopt.cli.fit.MethodOptions;
import org.ironopt.cli.shared.ExitCode;
import org.ironopt.cli.shared.OptionChecks;
import org.ironopt.io.InputError;
import org.ironopt.lab.Suggestion;
import org.ironopt.lab.methods.MethodKind;
import org.ironopt.lab.methods.MethodKinds;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code iron help}: the help of a command, of a chapter, or of the methods. */
@Command(
    name = "help",
    customSynopsis = "iron help [COMMAND | reproduce CHAPTER | methods]",
    header = "Explain a command, a chapter or the methods.",
    description = {
      "",
      "Prints the same as 'iron COMMAND --help'; 'iron help methods' lists the methods.",
      ""
    })
final class HelpCommand implements Callable<Integer> {
  @Parameters(
      arity = "0..*",
      paramLabel = "TOPIC",
      description = "A command, 'reproduce CHAPTER' or 'methods'.")
  private List<String> words = List.of();

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    if (words.equals(List.of("methods"))) {
      methods().forEach(spec.commandLine().getOut()::println);
      return ExitCode.SUCCESS;
    }
    requireKnown();
    List<String> asked = new ArrayList<>(words);
    asked.add("--help");
    asked.addAll(List.of("--color", OptionChecks.word(RootCommand.of(spec).colour())));
    return spec.root().commandLine().execute(asked.toArray(String[]::new));
  }

  /** Refuses a word that is no command; a command says itself what its arguments may be. */
  private void requireKnown() {
    CommandLine at = spec.root().commandLine();
    for (String word : words) {
      Map<String, CommandLine> inner = at.getSubcommands();
      if (!inner.containsKey(word)) {
        if (at.getCommandSpec().positionalParameters().isEmpty()) {
          throw new InputError(
              "unknown command '%s'%s", word, Suggestion.question(word, inner.keySet()));
        }
        return;
      }
      at = inner.get(word);
    }
  }

  /** Lists the methods. */
  private static List<String> methods() {
    List<String> lines = new ArrayList<>(List.of("Methods for 'iron fit --method':"));
    lines.addAll(paragraph("iron", String.join(", ", MethodOptions.ownWords())));
    for (MethodKind.Family family : MethodKind.Family.values()) {
      String words =
          MethodKinds.all().stream()
              .filter(
                  kind ->
                      kind.family() == family && !MethodOptions.ownWords().contains(kind.word()))
              .map(kind -> kind.word() + (kind.composite() ? "*" : ""))
              .collect(Collectors.joining(", "));
      lines.addAll(paragraph(family.words(), words));
    }
    lines.add("  Methods with a star take --l1. docs/reference/methods.md explains all of them.");
    return lines;
  }

  /** Breaks a list into lines behind its name. */
  private static List<String> paragraph(String name, String words) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder(format("  %-16s", name));
    for (String word : words.split(" ")) {
      if (line.length() + word.length() >= 96) {
        lines.add(line.toString());
        line = new StringBuilder(" ".repeat(18));
      }
      line.append(' ').append(word);
    }
    lines.add(line.toString());
    return lines;
  }
}
