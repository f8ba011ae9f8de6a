package org.ironopt.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.ironopt.cli.shared.CompletionCandidates;
import org.ironopt.cli.shared.ExitCode;
import org.ironopt.cli.shared.OptionChecks;
import org.ironopt.cli.shared.Terminal;
import org.ironopt.cli.shared.Version;
import org.ironopt.cli.tables.CurveCommand;
import org.ironopt.cli.tables.EvaluateCommand;
import org.ironopt.cli.tables.FitCommand;
import org.ironopt.cli.tables.InspectCommand;
import org.ironopt.cli.tables.PathCommand;
import org.ironopt.cli.tables.PredictCommand;
import org.ironopt.lab.NumberList;
import org.ironopt.lab.TerminalWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The top of the command tree; called without a subcommand it shows the help. */
@Command(
    name = "iron",
    header = "Implicit resolvent optimization under noise.",
    synopsisSubcommandLabel = "COMMAND",
    versionProvider = Version.class,
    footer = {
      "",
      "Three things to try:",
      "  iron fit data.csv --target price --out model.json    a model of your table",
      "  iron theory --eigenvalues 1,1,3 --alpha 1,10,200     the exact stationary error",
      "  iron reproduce --scale smoke                         the paper's experiments, small",
      "",
      "'iron help COMMAND' explains a command, 'iron help methods' lists the methods."
    })
final class RootCommand implements Callable<Integer>, Terminal.Top {
  /** The commands in the order of the help. */
  private static final List<Class<?>> COMMANDS =
      List.of(
          FitCommand.class,
          PathCommand.class,
          CurveCommand.class,
          PredictCommand.class,
          EvaluateCommand.class,
          InspectCommand.class,
          ReproduceCommand.class,
          CompareCommand.class,
          ReportCommand.class,
          VerifyCommand.class,
          DataCommand.class,
          BenchCommand.class,
          TheoryCommand.class,
          PlanCommand.class,
          ExploreCommand.class,
          DoctorCommand.class,
          CompletionCommand.class,
          HelpCommand.class);

  /** What takes a second or less and is made without the commands that were not called. */
  private static final Set<String> SHORT =
      Set.of(
          "fit",
          "path",
          "curve",
          "predict",
          "evaluate",
          "inspect",
          "theory",
          "plan",
          "--version",
          "-V");

  private final Terminal terminal;

  @Spec private CommandSpec spec;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "Show this help and exit.")
  private boolean help;

  @Option(
      names = "--color",
      paramLabel = "WHEN",
      scope = ScopeType.INHERIT,
      completionCandidates = CompletionCandidates.Colours.class,
      description = "auto (default: on a terminal, unless NO_COLOR is set), always or never.")
  private String colour;

  @Option(
      names = "--trace",
      scope = ScopeType.INHERIT,
      description = "Also print the stack trace of an error.")
  private boolean trace;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Print the version and the commit it was built from.")
  private boolean version;

  private RootCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  /** Returns the top of a command. */
  static RootCommand of(CommandSpec spec) {
    return spec.root().userObject() instanceof RootCommand iron
        ? iron
        : new RootCommand(Terminal.NONE);
  }

  /** Returns the whole command line for a reader that is no terminal. */
  static CommandLine commandLine(PrintWriter out, PrintWriter err) {
    return commandLine(out, err, Terminal.NONE, "");
  }

  /**
   * Returns a command line that is good for the arguments that begin with {@code first}, writing
   * results to {@code out} and all else to {@code err}.
   */
  static CommandLine commandLine(
      PrintWriter out, PrintWriter err, Terminal terminal, String first) {
    ErrorLine errors = new ErrorLine(DefectReport.byEnvironment());
    return tree(terminal, first, true)
        .setOut(new TerminalWriter(out, false))
        .setErr(new TerminalWriter(err, true))
        .setUsageHelpAutoWidth(false)
        .setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF))
        .registerConverter(Double.class, NumberList::number)
        .registerConverter(Path.class, SettingsFile::settings)
        .registerConverter(NumberList.class, NumberList::parse)
        .setParameterExceptionHandler(errors)
        .setExecutionExceptionHandler(errors)
        .setExecutionStrategy(errors::execute);
  }

  /**
   * Returns the commands and their options. Making the options of all commands takes longer than a
   * short one runs, so such a one is made alone.
   *
   * @param first the first argument
   * @param hidden whether the settings of chapters are left out of the help
   */
  static CommandLine tree(Terminal terminal, String first, boolean hidden) {
    CommandLine line = new CommandLine(new RootCommand(terminal));
    for (Class<?> command : COMMANDS) {
      if (!SHORT.contains(first) || first.equals(command.getAnnotation(Command.class).name())) {
        line.addSubcommand(command);
      }
    }
    if (line.getSubcommands().containsKey("reproduce")) {
      SettingOptions.addTo(line.getSubcommands().get("reproduce").getCommandSpec(), hidden);
    }
    flow(line);
    return line;
  }

  /** Joins the lines of a paragraph, so that it is broken where the terminal ends. */
  private static void flow(CommandLine line) {
    List<String> paragraphs = new ArrayList<>();
    for (String text : line.getCommandSpec().usageMessage().description()) {
      boolean goesOn = !paragraphs.isEmpty() && !paragraphs.getLast().isEmpty() && !text.isEmpty();
      if (goesOn && !text.startsWith(" ") && !paragraphs.getLast().startsWith(" ")) {
        paragraphs.add(paragraphs.removeLast() + " " + text);
      } else {
        paragraphs.add(text);
      }
    }
    line.getCommandSpec().usageMessage().description(paragraphs.toArray(String[]::new));
    line.getSubcommands().values().forEach(RootCommand::flow);
  }

  @Override
  public Terminal terminal() {
    return terminal;
  }

  boolean trace() {
    return trace;
  }

  @Override
  public Terminal.Colour colour() {
    return colour == null
        ? Terminal.Colour.AUTO
        : OptionChecks.choice("--color", colour, Terminal.Colour.values());
  }

  @Override
  public Integer call() {
    spec.commandLine().usage(spec.commandLine().getOut());
    return ExitCode.SUCCESS;
  }
}
