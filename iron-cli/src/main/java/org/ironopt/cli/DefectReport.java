package org.ironopt.cli;

import static org.ironopt.io.internal.Numbers.format;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.ironopt.cli.shared.ShellCommand;
import org.ironopt.cli.shared.Version;
import org.ironopt.io.internal.AtomicFiles;

/**
 * A mistake of ours: one line that says so, and the trace in a file of the temporary folder, or
 * right below the line for those who set {@code IRON_DEBUG=1}.
 *
 * @param shown whether the trace is printed
 */
record DefectReport(boolean shown) {
  static DefectReport byEnvironment() {
    return new DefectReport("1".equals(System.getenv("IRON_DEBUG")));
  }

  /** Returns what to print; the words are the command as it was typed. */
  String text(Throwable e, List<String> words) {
    String line = "a defect of IRON " + Version.number() + ", not of your input: " + e;
    line = line.replaceAll("\\s*\\R\\s*", " ");
    if (shown) {
      return line + "\n" + trace(e).strip();
    }
    try {
      Path file = Files.createTempFile("iron-defect-", ".txt");
      AtomicFiles.write(
          file,
          format(
              "%s%nJava %s%n%s%n%n%s",
              Version.text(), Runtime.version(), ShellCommand.typed(words), trace(e)));
      return line + "; please report it with the file " + file;
    } catch (IOException unwritable) {
      return line + "; IRON_DEBUG=1 shows where";
    }
  }

  /** Returns where something was thrown. */
  static String trace(Throwable e) {
    StringWriter text = new StringWriter();
    e.printStackTrace(new PrintWriter(text, true));
    return text.toString();
  }
}
