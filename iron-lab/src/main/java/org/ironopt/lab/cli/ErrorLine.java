package org.ironopt.lab.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Locale;
import java.util.Set;
import org.ironopt.data.MalformedData;
import org.ironopt.lab.InputError;
import org.ironopt.lab.folder.FolderLock;
import org.ironopt.run.CheckpointException;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Turns every failure into one line on stderr and an exit code; a stack trace is never shown. */
final class ErrorLine implements IParameterExceptionHandler, IExecutionExceptionHandler {

  @Override
  public int handleParseException(ParameterException e, String[] args) {
    CommandLine command = e.getCommandLine();
    String text =
        switch (e) {
          case UnmatchedArgumentException unmatched -> unmatched(unmatched);
          case MissingParameterException missing ->
              name(missing.getMissing().get(0)) + " needs a value";
          case OverwrittenOptionException twice -> name(twice.getOverwritten()) + " is given twice";
          default -> value(e);
        };
    String help = (text.endsWith("?") ? " See '" : "; see '") + called(command) + " --help'";
    return print(command, text + help, ExitCode.BAD_INPUT);
  }

  @Override
  public int handleExecutionException(Exception e, CommandLine command, ParseResult result) {
    if (e instanceof InputError
        || e instanceof IllegalArgumentException
        || e instanceof MalformedData) {
      return print(command, e.getMessage(), ExitCode.BAD_INPUT);
    }
    if (e instanceof CheckpointException) {
      String text = e.getMessage() + "; without --resume the run begins anew";
      return print(command, text, ExitCode.BAD_INPUT);
    }
    if (e instanceof FolderLock.Held) {
      return print(command, e.getMessage(), ExitCode.NO_SUCCESS);
    }
    if (e instanceof IOException io) {
      return file(io, command);
    }
    if (e instanceof UncheckedIOException unchecked) {
      String text = e.getMessage() + " (" + unchecked.getCause().getMessage() + ")";
      return print(command, text, ExitCode.NO_SUCCESS);
    }
    StackTraceElement[] frames = e.getStackTrace();
    String where = frames.length == 0 ? "" : " at " + frames[0];
    return print(command, "internal error: " + e + where, ExitCode.NO_SUCCESS);
  }

  /** A folder that cannot be written to is bad input; a disk that fails on the way is not. */
  private static int file(IOException e, CommandLine command) {
    String reason =
        e instanceof FileSystemException f && f.getReason() != null ? f.getReason() : "";
    String path = e instanceof FileSystemException f ? f.getFile() + ": " : "";
    boolean refused =
        e instanceof AccessDeniedException
            || e instanceof FileAlreadyExistsException
            || e instanceof NoSuchFileException
            || reason.startsWith("Read-only")
            || reason.startsWith("Not a directory");
    if (refused) {
      String why = reason.isEmpty() ? "refused by the system" : reason.toLowerCase(Locale.ROOT);
      String text = path + "cannot be written (" + why + "); choose another folder with --out";
      return print(command, text, ExitCode.BAD_INPUT);
    }
    String why = reason.isEmpty() ? String.valueOf(e.getMessage()) : reason;
    String text = path + why + "; finished cells are kept, the same command goes on from there";
    return print(command, text, ExitCode.NO_SUCCESS);
  }

  private static String unmatched(UnmatchedArgumentException e) {
    CommandLine command = e.getCommandLine();
    String seen = e.getUnmatched().get(0);
    boolean option = seen.startsWith("-");
    boolean leaf = command.getSubcommands().isEmpty();
    Set<String> known =
        option ? command.getCommandSpec().optionsMap().keySet() : command.getSubcommands().keySet();
    String guess =
        Suggestion.of(seen, known).map(word -> ", did you mean '" + word + "'?").orElse("");
    return "unknown "
        + (option ? "option" : leaf ? "argument" : "command")
        + " '"
        + seen
        + "'"
        + guess;
  }

  /** A value that did not convert: the converter's own words when there are any. */
  private static String value(ParameterException e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof InputError && e.getArgSpec() != null) {
        return name(e.getArgSpec()) + ": " + cause.getMessage();
      }
    }
    return e.getMessage();
  }

  private static String name(ArgSpec arg) {
    return arg instanceof OptionSpec option ? option.longestName() : arg.paramLabel();
  }

  private static String called(CommandLine command) {
    return command.getCommandSpec().qualifiedName();
  }

  private static int print(CommandLine command, String text, int code) {
    command.getErr().println(called(command) + ": " + text.replaceAll("\\s*\\R\\s*", " "));
    command.getErr().flush();
    return code;
  }
}
