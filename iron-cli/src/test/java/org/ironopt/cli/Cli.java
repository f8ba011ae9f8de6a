package org.ironopt.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Runs a command line in this process and keeps what it printed. */
public record Cli(int code, String out, String err) {
  public static Cli run(String commandLine) {
    return run(commandLine.split(" "));
  }

  public static Cli run(String... args) {
    return run(new StringWriter(), args);
  }

  /** Runs and does something as soon as a line on stderr starts so, within the work. */
  public static Cli run(String line, Runnable then, String... args) {
    StringWriter err =
        new StringWriter() {
          @Override
          public void write(String text, int from, int length) {
            super.write(text, from, length);
            if (text.startsWith(line, from)) {
              then.run();
            }
          }
        };
    return run(err, args);
  }

  private static Cli run(StringWriter err, String... args) {
    StringWriter out = new StringWriter();
    int code = RootCommand.commandLine(new PrintWriter(out), new PrintWriter(err)).execute(args);
    return new Cli(code, out.toString().replace("\r", ""), err.toString().replace("\r", ""));
  }

  /** Reads a command without running it; throws at an unknown option, not at a missing one. */
  public static void parse(String... args) {
    PrintWriter nothing = new PrintWriter(new StringWriter());
    try {
      RootCommand.commandLine(nothing, nothing).parseArgs(args);
    } catch (CommandLine.MissingParameterException _) {
      // a sentence may leave out arguments
    }
  }

  /** Returns stdout parsed back; fails unless it is one JSON value on one line. */
  public JsonNode json() {
    if (out.indexOf('\n') != out.length() - 1) {
      throw new AssertionError("expected one line, got: " + out);
    }
    return JsonMapper.builder().build().readTree(out);
  }
}
