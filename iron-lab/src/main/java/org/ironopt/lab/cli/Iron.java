package org.ironopt.lab.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.ironopt.lab.NumberList;
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
    footer = {"", "'iron COMMAND --help' explains a command."})
final class Iron implements Callable<Integer> {
  /** The commands in the order of the help. */
  private static final List<Class<?>> COMMANDS =
      List.of(
          FitCommand.class,
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
          WordsCommand.class,
          DoctorCommand.class);

  /** Commands of seconds, each of which is made without the others if it is the one called. */
  private static final Set<String> SHORT =
      Set.of("fit", "curve", "predict", "evaluate", "inspect", "theory", "plan");

  @Spec private CommandSpec spec;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "Show this help and exit.")
  private boolean help;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Print the version and the commit it was built from.")
  private boolean version;

  /** Returns the whole command line, writing results to {@code out} and all else to {@code err}. */
  static CommandLine commandLine(PrintWriter out, PrintWriter err) {
    return commandLine(out, err, "");
  }

  /**
   * Returns a command line that is good for the arguments that begin with {@code first}: making the
   * options of all commands takes longer than a short one runs.
   */
  static CommandLine commandLine(PrintWriter out, PrintWriter err, String first) {
    ErrorLine errors = new ErrorLine(Defect.byEnvironment());
    CommandLine line = new CommandLine(new Iron());
    for (Class<?> command : COMMANDS) {
      if (!SHORT.contains(first) || first.equals(command.getAnnotation(Command.class).name())) {
        line.addSubcommand(command);
      }
    }
    if (line.getSubcommands().containsKey("reproduce")) {
      SettingOptions.addTo(line.getSubcommands().get("reproduce").getCommandSpec());
    }
    if (line.getSubcommands().containsKey("fit")) {
      MethodOptions.addTo(line.getSubcommands().get("fit").getCommandSpec());
    }
    return line.setOut(out)
        .setErr(err)
        .setUsageHelpWidth(100)
        .setUsageHelpAutoWidth(false)
        .setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF))
        .registerConverter(Double.class, NumberList::number)
        .registerConverter(Path.class, SettingsFile::settings)
        .registerConverter(NumberList.class, NumberList::parse)
        .setParameterExceptionHandler(errors)
        .setExecutionExceptionHandler(errors)
        .setExecutionStrategy(errors::execute);
  }

  @Override
  public Integer call() {
    spec.commandLine().usage(spec.commandLine().getOut());
    return ExitCode.SUCCESS;
  }
}
