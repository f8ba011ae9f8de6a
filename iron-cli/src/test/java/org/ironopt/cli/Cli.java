package org.ironopt.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Runs a command line in this process and keeps what it printed. */
public record Cli(int code, String out, String err) {
  public static Cli run(String commandLine) {
    return run(commandLine.split(" "));
  }

  public static Cli run(String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code = Iron.commandLine(new PrintWriter(out), new PrintWriter(err)).execute(args);
    return new Cli(code, out.toString().replace("\r", ""), err.toString().replace("\r", ""));
  }

  /** Returns stdout parsed back; fails unless it is one JSON value on one line. */
  public JsonNode json() {
    if (out.indexOf('\n') != out.length() - 1) {
      throw new AssertionError("expected one line, got: " + out);
    }
    return JsonMapper.builder().build().readTree(out);
  }
}
