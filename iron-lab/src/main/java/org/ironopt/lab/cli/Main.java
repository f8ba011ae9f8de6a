package org.ironopt.lab.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.lang.reflect.Field;

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
   * line and keeps the user's stderr as another descriptor; from here on write to that directly, so
   * that a terminal stays a terminal and lines keep their order. The launcher opens {@code java.io}
   * for it, since no public constructor takes a descriptor's number; without that the filtered
   * stream stays, which shows the same text.
   */
  private static void restoreErrorStream() {
    Integer number = Integer.getInteger("iron.stderr");
    if (number == null) {
      return;
    }
    try {
      Field fd = FileDescriptor.class.getDeclaredField("fd");
      if (fd.trySetAccessible()) {
        FileDescriptor stderr = new FileDescriptor();
        fd.setInt(stderr, number);
        System.setErr(new PrintStream(new FileOutputStream(stderr), true, System.err.charset()));
      }
    } catch (ReflectiveOperationException otherJdk) {
      System.err.flush();
    }
  }
}
