package org.ironopt.cli.shared;

import java.util.Map;
import java.util.function.BooleanSupplier;
import org.ironopt.lab.TerminalWriter;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.Ansi.Style;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Where text goes: to a person at a terminal, who may want colours and lines of its width, or to a
 * file or a program, which want neither.
 *
 * @param environment of the process
 * @param stdout whether results go to a terminal
 * @param stderr whether messages do
 */
public record Terminal(
    Map<String, String> environment, BooleanSupplier stdout, BooleanSupplier stderr) {
  /** No terminal, and an environment that says nothing. */
  public static final Terminal NONE = new Terminal(Map.of(), () -> false, () -> false);

  private static final String COLUMNS = "[1-9]\\d{0,5}";
  private static final int NARROWEST = 60;
  private static final int WIDEST = 120;
  private static final int USUAL = 100;

  /** When to use colours. */
  public enum Colour {
    AUTO,
    ALWAYS,
    NEVER
  }

  /** The top of a command line, which knows its terminal and what was asked of it. */
  public interface Top {
    /** Returns the top of a command, or one that knows of no terminal. */
    static Top of(CommandSpec command) {
      return command.root().userObject() instanceof Top top ? top : new Top() {};
    }

    default Terminal terminal() {
      return NONE;
    }

    default Colour colour() {
      return Colour.AUTO;
    }

    /** Returns the colours of results. */
    default Ansi ansi() {
      return terminal().ansi(colour(), terminal().stdout());
    }
  }

  /** Returns that of this process; the launcher says whether stderr is a terminal. */
  public static Terminal ofProcess() {
    return new Terminal(
        System.getenv(),
        () -> System.console() != null && System.console().isTerminal(),
        () -> Boolean.getBoolean("iron.terminal"));
  }

  /** Returns colours for one of the streams, by the option, else by the usual variables. */
  public Ansi ansi(Colour when, BooleanSupplier stream) {
    boolean on =
        switch (when) {
          case ALWAYS -> true;
          case NEVER -> false;
          case AUTO -> usual(stream);
        };
    return on ? Ansi.ON : Ansi.OFF;
  }

  private boolean usual(BooleanSupplier stream) {
    if (!value("NO_COLOR").isEmpty()) {
      return false;
    }
    if (!value("CLICOLOR_FORCE").isEmpty() && !value("CLICOLOR_FORCE").equals("0")) {
      return true;
    }
    return !value("CLICOLOR").equals("0") && !value("TERM").equals("dumb") && stream.getAsBoolean();
  }

  private String value(String name) {
    return environment.getOrDefault(name, "");
  }

  /** Returns the width of lines of text for a stream; without bound if nobody sees them. */
  int width(CommandSpec command, BooleanSupplier stream) {
    if (!stream.getAsBoolean()) {
      return Integer.MAX_VALUE;
    }
    if (value("COLUMNS").matches(COLUMNS)) {
      return Math.max(NARROWEST, Integer.parseInt(value("COLUMNS")));
    }
    command.usageMessage().autoWidth(true);
    return command.usageMessage().width();
  }

  /** Lets the help of a command have the width of the terminal and its colours. */
  public void prepare(CommandLine command, Colour when) {
    // Help is our own text, and its colours are made by the library.
    command.setOut(TerminalWriter.data(command.getOut()));
    command.setColorScheme(CommandLine.Help.defaultColorScheme(ansi(when, stdout)));
    if (value("COLUMNS").matches(COLUMNS)) {
      int columns = Integer.parseInt(value("COLUMNS"));
      command.setUsageHelpWidth(Math.clamp(columns, NARROWEST, WIDEST));
    } else if (stdout.getAsBoolean()) {
      command.setUsageHelpAutoWidth(true);
    } else {
      command.setUsageHelpWidth(USUAL);
    }
  }

  /** Returns a text in a colour, or as it is. */
  public static String painted(Ansi ansi, String text, Style... styles) {
    return ansi.enabled()
        ? TerminalWriter.control(Style.on(styles))
            + text
            + TerminalWriter.control(Style.off(styles))
        : text;
  }
}
