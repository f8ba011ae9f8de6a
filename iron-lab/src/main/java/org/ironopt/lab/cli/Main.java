package org.ironopt.lab.cli;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;

/** Entry point of the {@code iron} launcher. */
public final class Main {
  private Main() {}

  /** Runs one command and exits with its code. */
  public static void main(String[] args) {
    restoreErrorStream();
    PrintWriter out = new PrintWriter(System.out, false, System.out.charset());
    PrintWriter err = new PrintWriter(System.err, true, System.err.charset());
    int code = Iron.commandLine(out, err).execute(args);
    out.flush();
    err.flush();
    System.exit(code);
  }

  /**
   * The JVM announces its incubator modules on stderr before main. The launcher filters that one
   * line by keeping the user's stderr on another descriptor; from here on write to it directly, so
   * that a terminal stays a terminal. A descriptor that cannot be reopened (a socket) leaves the
   * filtered stream, which shows the same text.
   */
  private static void restoreErrorStream() {
    String descriptor = System.getProperty("iron.stderr");
    if (descriptor == null) {
      return;
    }
    try {
      FileOutputStream stderr = new FileOutputStream("/dev/fd/" + descriptor, true);
      System.setErr(new PrintStream(stderr, true, System.err.charset()));
    } catch (IOException unavailable) {
      System.err.flush();
    }
  }
}
