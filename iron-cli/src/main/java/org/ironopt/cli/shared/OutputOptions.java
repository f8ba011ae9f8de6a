package org.ironopt.cli.shared;

import static org.ironopt.io.internal.Numbers.format;

import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import org.ironopt.lab.TerminalWriter;
import org.ironopt.lab.progress.ProgressPrinter;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.Ansi.Style;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** How every command prints: for people or for programs, and how much beside its results. */
public class OutputOptions {
  @Option(
      names = "--json",
      description =
          "Print one JSON object, see docs/reference/json.md; progress as JSON lines on stderr.")
  private boolean json;

  @Option(names = "--quiet", description = "Print results only, no progress and no remarks.")
  private boolean quiet;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  public boolean json() {
    return json;
  }

  public boolean quiet() {
    return quiet;
  }

  /** Returns where results go. */
  public PrintWriter out() {
    return spec.commandLine().getOut();
  }

  /** Returns where results go whose reader is a program and gets their bytes as they are. */
  public PrintWriter data() {
    return TerminalWriter.data(out());
  }

  /** Returns where all else goes. */
  public PrintWriter err() {
    return spec.commandLine().getErr();
  }

  /** Returns the options of the command that were given. */
  public ParseResult parsed() {
    return spec.commandLine().getParseResult();
  }

  /** Returns the whole command line. */
  public List<String> typed() {
    return spec.root().commandLine().getParseResult().originalArgs();
  }

  /** Returns the name of the command, as messages begin. */
  public String called() {
    return spec.qualifiedName();
  }

  /** Prints a remark, which programs and who wants quiet do not get. */
  public void remark(String line) {
    if (!json && !quiet) {
      warn(line);
    }
  }

  /** Prints what must be seen. */
  public void warn(String line) {
    Terminal terminal = Terminal.Top.of(spec).terminal();
    Sentences.wrapped("", line, terminal.width(spec, terminal.stderr())).forEach(err()::println);
    err().flush();
  }

  /** Returns how long lines of results may be. */
  public int width() {
    Terminal terminal = Terminal.Top.of(spec).terminal();
    return terminal.width(spec, terminal.stdout());
  }

  /** Prints one JSON value, or lines for people. */
  public void print(Object value, Iterable<String> lines) {
    PrintWriter out = out();
    if (json) {
      out.println(Json.text(value));
    } else {
      lines.forEach(out::println);
    }
    out.flush();
  }

  /** A name and what it is, as JSON. */
  private record Entry(String name, String about) {}

  /** Prints what a command can be asked for by name; quietly, the names alone. */
  public void list(String key, Map<String, String> about) {
    List<Entry> named =
        about.entrySet().stream().map(e -> new Entry(e.getKey(), e.getValue())).toList();
    print(Map.of(key, named), listed(about));
  }

  /** Returns a line for each name. */
  public List<String> listed(Map<String, String> about) {
    return about.entrySet().stream()
        .map(e -> quiet ? e.getKey() : format("%-12s %s", e.getKey(), e.getValue()))
        .toList();
  }

  /** Returns a text in a colour if results are shown in colours. */
  public String painted(String text, Style... styles) {
    return Terminal.painted(ansi(), text, styles);
  }

  /** Returns the colours of results. */
  public Ansi ansi() {
    return Terminal.Top.of(spec).ansi();
  }

  public ProgressPrinter progress() {
    boolean terminal = Terminal.Top.of(spec).terminal().stderr().getAsBoolean();
    ProgressPrinter.Form form =
        quiet
            ? ProgressPrinter.Form.QUIET
            : json
                ? ProgressPrinter.Form.JSON
                : terminal ? ProgressPrinter.Form.BAR : ProgressPrinter.Form.LINES;
    return new ProgressPrinter(err(), form, System::nanoTime);
  }
}
