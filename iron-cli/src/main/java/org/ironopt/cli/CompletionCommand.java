package org.ironopt.cli;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.ironopt.cli.shared.CompletionCandidates;
import org.ironopt.cli.shared.ExitCode;
import org.ironopt.cli.shared.OptionChecks;
import org.ironopt.cli.shared.Terminal;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code iron completion}: the script of picocli that completes commands, options and words. */
@Command(
    name = "completion",
    customSynopsis = "iron completion bash|zsh",
    header = "Print a script that completes commands and options in your shell.",
    description = {
      "",
      "bash: source <(iron completion bash), in ~/.bashrc.",
      "",
      "zsh: source <(iron completion zsh), in ~/.zshrc.",
      ""
    })
final class CompletionCommand implements Callable<Integer> {
  /** The shells; picocli's script of bash loads what zsh needs to read it. */
  enum Shell {
    BASH,
    ZSH
  }

  /** The names that a shell completes. */
  static final class Shells extends CompletionCandidates.CandidateList {
    private static final long serialVersionUID = 1L;

    Shells() {
      super(CompletionCandidates.of(Shell.values()));
    }
  }

  @Parameters(
      index = "0",
      paramLabel = "SHELL",
      completionCandidates = Shells.class,
      description = "bash or zsh.")
  private String shell;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    OptionChecks.choice("SHELL", shell, Shell.values());
    PrintWriter out = spec.commandLine().getOut();
    out.print(
        AutoComplete.bash("iron", RootCommand.tree(Terminal.NONE, "", false)).replace("\r", ""));
    out.flush();
    return ExitCode.SUCCESS;
  }
}
