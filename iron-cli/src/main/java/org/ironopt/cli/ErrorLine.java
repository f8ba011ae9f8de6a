package org.ironopt.cli;

import static org.ironopt.io.internal.Numbers.format;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.ironopt.cli.fit.MethodOptions;
import org.ironopt.cli.machine.HeapMemory;
import org.ironopt.cli.shared.ExitCode;
import org.ironopt.cli.shared.Json;
import org.ironopt.cli.shared.NoResultException;
import org.ironopt.cli.shared.OptionChecks;
import org.ironopt.cli.shared.Terminal;
import org.ironopt.data.MalformedDataException;
import org.ironopt.fit.UnfitDataException;
import org.ironopt.io.InputError;
import org.ironopt.io.internal.FileErrors;
import org.ironopt.io.internal.FileFailure;
import org.ironopt.io.internal.OptionalModule;
import org.ironopt.lab.Suggestion;
import org.ironopt.lab.folder.FolderLock;
import org.ironopt.run.Checkpoint;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.Ansi.Style;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Turns every failure into one line on stderr and an exit code; with {@code --json} it is an object
 * on stdout too, so that a program always has one to read. Bad input has types of its own; whatever
 * else is thrown, and is no failure of files or memory, is a defect of ours.
 */
final class ErrorLine implements IParameterExceptionHandler, IExecutionExceptionHandler {
  /** Commands whose work is kept in cells. */
  private static final Set<String> CELLS = Set.of("reproduce", "compare");

  /** Commands for which a model has decided how its columns are read. */
  private static final Set<String> SCORING = Set.of("predict", "evaluate");

  /** Types of options that take a whole number. */
  private static final Set<Class<?>> WHOLE =
      Set.of(int.class, Integer.class, long.class, Long.class);

  /** What failed, as programs are told. */
  private enum Kind {
    /** An option or an argument. */
    OPTION,
    /** A value, a file or data that can be mended. */
    INPUT,
    /** A file that the system does not let us read or write. */
    FILE,
    MEMORY,
    /** Nothing is wrong with the input, and there is no result. */
    NO_SUCCESS,
    DEFECT
  }

  /** The object that {@code --json} prints. */
  private record Failed(Failure error) {}

  private record Failure(String kind, String message, int code, Optional<String> details) {}

  private final DefectReport defect;
  private boolean json;

  ErrorLine(DefectReport defect) {
    this.defect = defect;
  }

  @Override
  public int handleParseException(ParameterException e, String[] args) {
    CommandLine command = e.getCommandLine();
    json = List.of(args).contains("--json");
    String text =
        switch (e) {
          case UnmatchedArgumentException unmatched -> unmatched(unmatched);
          case MissingParameterException missing ->
              name(missing.getMissing().get(0)) + " needs a value";
          case OverwrittenOptionException twice -> name(twice.getOverwritten()) + " is given twice";
          default -> value(e);
        };
    String help = (text.endsWith("?") ? " See '" : "; see '") + called(command) + " --help'";
    print(command, Kind.OPTION, text + help, ExitCode.BAD_INPUT);
    if (List.of(args).contains("--trace")) {
      trace(command, e);
    }
    return ExitCode.BAD_INPUT;
  }

  private static void trace(CommandLine command, Throwable e) {
    command.getErr().println(DefectReport.trace(e).strip());
    command.getErr().flush();
  }

  /** Runs the command; picocli's handlers see exceptions only, so errors are handled here. */
  int execute(ParseResult result) {
    json = result.originalArgs().contains("--json");
    try {
      Terminal.Colour colour = RootCommand.of(result.commandSpec()).colour();
      CommandLine last = result.asCommandLineList().getLast();
      if (Launcher.needsSimd(last.getParseResult())) {
        return again(Launcher.SIMD, last, result);
      }
      if (last.isUsageHelpRequested() || last.getParent() == null) {
        explain(last, colour);
      }
      return new CommandLine.RunLast().execute(result);
    } catch (InputError | Error e) {
      return failed(e, result.asCommandLineList().getLast(), result);
    }
  }

  @Override
  public int handleExecutionException(Exception e, CommandLine command, ParseResult result) {
    return failed(e, command, result);
  }

  /** Prepares the help of a command, which is about to be shown. */
  private static void explain(CommandLine command, Terminal.Colour colour) {
    RootCommand.of(command.getCommandSpec())
        .terminal()
        .prepare(command.getCommandSpec().root().commandLine(), colour);
    if (command.getCommand() instanceof ReproduceCommand reproduce) {
      SettingOptions.explain(command.getCommandSpec(), reproduce.named());
    }
  }

  private int failed(Throwable e, CommandLine command, ParseResult result) {
    boolean trace = RootCommand.of(command.getCommandSpec()).trace();
    int code = code(e, command, result, trace);
    if (trace && code != ExitCode.DEFECT) {
      trace(command, e);
    }
    return code;
  }

  private int code(Throwable e, CommandLine command, ParseResult result, boolean trace) {
    return switch (e) {
      case InputError i when !i.details().isEmpty() ->
          print(command, Kind.INPUT, e.getMessage(), ExitCode.BAD_INPUT, i.details());
      case InputError _, MalformedDataException _, UnfitDataException _, MethodOptions.Refused _ ->
          bad(command, result, e.getMessage());
      case OptionalModule.Missing missing -> again(missing.module().word(), command, result);
      case Checkpoint.UnusableException _ ->
          bad(command, result, e.getMessage() + "; without --resume the run begins anew");
      case InvalidPathException p ->
          bad(command, result, "'" + p.getInput() + "' cannot be a file name: " + p.getReason());
      case FolderLock.FolderInUseException _, NoResultException _ ->
          stopped(command, Kind.NO_SUCCESS, e.getMessage());
      case IOException io -> file(io, command);
      case UncheckedIOException u when u.getCause() instanceof MalformedDataException m ->
          bad(command, result, m.getMessage());
      case FileFailure f ->
          stopped(command, Kind.FILE, f.getMessage() + " (" + FileErrors.reason(f) + ")");
      case UncheckedIOException u -> file(u.getCause(), command);
      case HeapMemory.Exhausted _ ->
          stopped(command, Kind.MEMORY, e.getMessage() + "; " + HeapMemory.advice(0));
      case OutOfMemoryError _ ->
          stopped(
              command, Kind.MEMORY, "out of memory" + files(result) + "; " + HeapMemory.advice(0));
      default -> defect(e, command, result, trace);
    };
  }

  private int again(String module, CommandLine command, ParseResult result) {
    try {
      return Launcher.again(module, result.originalArgs());
    } catch (IOException e) {
      return stopped(
          command, Kind.FILE, "the launcher cannot be started (" + FileErrors.reason(e) + ")");
    }
  }

  private int defect(Throwable e, CommandLine command, ParseResult result, boolean trace) {
    DefectReport how = trace ? new DefectReport(true) : defect;
    String[] lines = how.text(e, result.originalArgs()).split("\n", 2);
    String below = lines.length > 1 ? lines[1] : "";
    return print(command, Kind.DEFECT, lines[0], ExitCode.DEFECT, below);
  }

  /** A file name that the locale cannot encode arrives damaged; the message says so. */
  private int bad(CommandLine command, ParseResult result, String text) {
    boolean damaged = result.originalArgs().stream().anyMatch(word -> word.contains("\uFFFD"));
    String hint = damaged ? "; this locale cannot encode what was typed, set LANG=C.UTF-8" : "";
    return print(command, Kind.INPUT, text + hint, ExitCode.BAD_INPUT);
  }

  private int stopped(CommandLine command, Kind kind, String text) {
    return print(command, kind, text, ExitCode.NO_SUCCESS);
  }

  /** Returns the sizes of the files that were given, which is what memory mostly depends on. */
  private static String files(ParseResult result) {
    StringBuilder text = new StringBuilder();
    for (String word : result.originalArgs()) {
      try {
        Path path = Path.of(word);
        if (Files.isRegularFile(path)) {
          text.append(", ").append(word).append(" has ").append(HeapMemory.size(Files.size(path)));
        }
      } catch (IOException | InvalidPathException e) {
        // Not a file that can be measured.
      }
    }
    return text.toString();
  }

  /** What the system refuses is bad input; a disk that fails on the way is not. */
  private int file(IOException e, CommandLine command) {
    String reason =
        e instanceof FileSystemException f && f.getReason() != null ? f.getReason() : "";
    String path = e instanceof FileSystemException f ? f.getFile() + ": " : "";
    if (e instanceof NoSuchFileException) {
      String text = path + "there is no such file or folder";
      return print(command, Kind.FILE, text, ExitCode.BAD_INPUT);
    }
    if (e instanceof AccessDeniedException a && unreadable(a.getFile())) {
      String text = path + "cannot be read (permission denied); ask its owner, or copy it";
      return print(command, Kind.FILE, text, ExitCode.BAD_INPUT);
    }
    boolean refused =
        e instanceof AccessDeniedException
            || e instanceof FileAlreadyExistsException
            || e instanceof FileSystemException f && f.getFile() != null && closed(f.getFile());
    if (refused) {
      String why = reason.isEmpty() ? "refused by the system" : reason.toLowerCase(Locale.ROOT);
      boolean choice = command.getCommandSpec().findOption("--out") != null;
      String advice = choice ? "; choose another folder with --out" : "";
      String text = path + "cannot be written (" + why + ")" + advice;
      return print(command, Kind.FILE, text, ExitCode.BAD_INPUT);
    }
    String kept =
        CELLS.contains(command.getCommandName())
            ? "; finished cells are kept, the same command goes on from there"
            : "; files that were there before are as they were";
    return stopped(command, Kind.FILE, path + FileErrors.reason(e) + kept);
  }

  /** Returns whether no file can be written there: below a file, or on a read-only disk. */
  private static boolean closed(String file) {
    Path path = Path.of(file).toAbsolutePath();
    Path above = path.getParent();
    while (above != null && !Files.exists(above)) {
      above = above.getParent();
    }
    try {
      return above != null && (!Files.isDirectory(above) || Files.getFileStore(above).isReadOnly());
    } catch (IOException unknown) {
      return false;
    }
  }

  private static boolean unreadable(String file) {
    Path path = Path.of(file);
    return Files.exists(path) && !Files.isReadable(path);
  }

  private static String unmatched(UnmatchedArgumentException e) {
    CommandLine command = e.getCommandLine();
    String seen = e.getUnmatched().get(0);
    boolean option = seen.startsWith("-");
    boolean leaf = command.getSubcommands().isEmpty();
    Optional<String> former = former(command, seen);
    if (former.isPresent()) {
      return former.get();
    }
    Set<String> known =
        option ? command.getCommandSpec().optionsMap().keySet() : command.getSubcommands().keySet();
    return format(
        "unknown %s '%s'%s",
        option ? "option" : leaf ? "argument" : "command", seen, Suggestion.question(seen, known));
  }

  /** Returns what to say about an option that a command no longer has. */
  private static Optional<String> former(CommandLine command, String seen) {
    String option = seen.replaceFirst("=.*", "");
    String name = command.getCommandName();
    if (name.equals("bench") && option.equals("--quick")) {
      return Optional.of("--quick is '--scale smoke' now");
    }
    if (name.equals("reproduce")) {
      return SettingOptions.renamed(option).map(now -> option + " is '" + now + "' now");
    }
    CommandLine fit = command.getCommandSpec().root().subcommands().get("fit");
    boolean trained = fit != null && fit.getCommandSpec().optionsMap().containsKey(option);
    return SCORING.contains(name) && trained
        ? Optional.of(
            option
                + " is for 'iron fit', the model file says how its columns are read; leave it out")
        : Optional.empty();
  }

  /** A value that did not convert: the converter's own words when there are any. */
  private static String value(ParameterException e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof InputError && e.getArgSpec() != null) {
        return name(e.getArgSpec()) + ": " + cause.getMessage();
      }
    }
    return e.getArgSpec() != null && WHOLE.contains(e.getArgSpec().type()) && e.getValue() != null
        ? name(e.getArgSpec()) + " is '" + e.getValue() + "', expected a whole number"
        : e.getMessage();
  }

  private static String name(ArgSpec arg) {
    return arg instanceof OptionSpec option ? option.longestName() : arg.paramLabel();
  }

  private static String called(CommandLine command) {
    return command.getCommandSpec().qualifiedName();
  }

  /** The name of the command, in a colour on a terminal. */
  private static String painted(CommandLine command) {
    RootCommand iron = RootCommand.of(command.getCommandSpec());
    Terminal.Colour colour;
    try {
      colour = iron.colour();
    } catch (InputError itself) {
      colour = Terminal.Colour.AUTO;
    }
    Ansi ansi = iron.terminal().ansi(colour, iron.terminal().stderr());
    return Terminal.painted(ansi, called(command), Style.bold, Style.fg_red);
  }

  private int print(CommandLine command, Kind kind, String text, int code) {
    return print(command, kind, text, code, "");
  }

  /** Prints a failure; what is below its line is printed as it is. */
  private int print(CommandLine command, Kind kind, String text, int code, String below) {
    String line = text.replaceAll("\\s*\\R\\s*", " ");
    PrintWriter err = command.getErr();
    err.println(painted(command) + ": " + line);
    if (!below.isEmpty()) {
      err.println(below);
    }
    err.flush();
    if (json) {
      Optional<String> details = Optional.of(below).filter(d -> !d.isEmpty());
      command
          .getOut()
          .println(
              Json.text(new Failed(new Failure(OptionChecks.word(kind), line, code, details))));
      command.getOut().flush();
    }
    return code;
  }
}
