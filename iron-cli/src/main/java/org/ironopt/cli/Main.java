package org.ironopt.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.ironopt.cli.shared.ExitCode;
import org.ironopt.cli.shared.Terminal;
import org.ironopt.io.internal.FileErrors;

/** Entry point of the {@code iron} launcher. */
public final class Main {
  private Main() {}

  /** Runs one command and exits with its code. */
  public static void main(String[] args) {
    restoreErrorStream();
    // Before the options of all commands are made, which takes longer than to start again.
    if (args.length > 0 && Launcher.needsSimd(args[0])) {
      try {
        System.exit(Launcher.again(Launcher.SIMD, List.of(args)));
      } catch (IOException e) {
        // Slower, with the same results.
        System.err.flush();
      }
    }
    System.exit(run(args, new FileOutputStream(FileDescriptor.out), System.err));
  }

  /**
   * Runs one command and returns its exit code. Text is UTF-8 whatever the locale: what is printed
   * is read by programs, and a label must be the same everywhere.
   */
  public static int run(String[] args, OutputStream stdout, OutputStream stderr) {
    Stdout stream = new Stdout(stdout);
    PrintWriter out = new PrintWriter(stream, false, StandardCharsets.UTF_8);
    PrintWriter err = new PrintWriter(stderr, true, StandardCharsets.UTF_8);
    String first = args.length == 0 ? "" : args[0];
    int code = RootCommand.commandLine(out, err, Terminal.ofProcess(), first).execute(args);
    out.flush();
    if (stream.failure().isPresent()) {
      String reason = stream.failure().get();
      err.println("iron: stdout cannot be written (" + reason + "); what arrived is not complete");
      code = code == ExitCode.SUCCESS ? ExitCode.NO_SUCCESS : code;
    }
    err.flush();
    return code;
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
        System.setErr(new PrintStream(new FileOutputStream(stderr), true, StandardCharsets.UTF_8));
      }
    } catch (ReflectiveOperationException otherJdk) {
      System.err.flush();
    }
  }

  /**
   * Keeps the first failure of a stream, since the writers above it swallow failures: after the
   * last line {@link #run} asks whether all arrived.
   */
  private static final class Stdout extends FilterOutputStream {
    private IOException failure;

    Stdout(OutputStream stream) {
      super(stream);
    }

    /** Returns why output was lost; empty if none was, or if its reader wanted no more. */
    Optional<String> failure() {
      return Optional.ofNullable(failure)
          .filter(e -> !FileErrors.readerLeft(e))
          .map(FileErrors::reason);
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
      try {
        out.write(bytes, from, count);
      } catch (IOException e) {
        failure = failure == null ? e : failure;
        throw e;
      }
    }

    @Override
    public void flush() throws IOException {
      try {
        out.flush();
      } catch (IOException e) {
        failure = failure == null ? e : failure;
        throw e;
      }
    }
  }
}
