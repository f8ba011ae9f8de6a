package org.ironopt.cli;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.ironopt.io.OptionalModule;

/**
 * Runs a command again with an optional module. The launcher is started anew, as a child: a shell
 * that waited for Java in order to do so could not pass signals on to it.
 */
final class Launcher {
  private Launcher() {}

  /** Returns the exit code of the command, which this process ends with. */
  static int again(OptionalModule module, List<String> arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(path());
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
    builder.environment().merge("IRON_MODULES", module.word(), (old, added) -> old + " " + added);
    // Stderr itself is a filter here; the launcher kept the user's own.
    Integer stderr = Integer.getInteger("iron.stderr");
    File own = new File("/dev/fd/" + stderr);
    if (stderr != null && own.canWrite()) {
      builder.redirectError(Redirect.appendTo(own));
    }
    // Before the start: a signal may come as soon as the command runs.
    CompletableFuture<Process> started = new CompletableFuture<>();
    Thread end = new Thread(() -> started.thenAccept(Launcher::end).join());
    Runtime.getRuntime().addShutdownHook(end);
    Process process;
    try {
      process = builder.start();
    } catch (IOException e) {
      Runtime.getRuntime().removeShutdownHook(end);
      throw e;
    }
    started.complete(process);
    try {
      int code = process.waitFor();
      Runtime.getRuntime().removeShutdownHook(end);
      return code;
    } catch (InterruptedException e) {
      throw new IOException("interrupted", e);
    } catch (IllegalStateException signalled) {
      // The JVM is ending already and has its exit code.
      return process.exitValue();
    }
  }

  /** Returns the launcher as it was called, so that it says the same again. */
  private static String path() {
    String called = System.getProperty("iron.launcher", "");
    String name = File.separatorChar == '\\' ? "iron.cmd" : "iron";
    return called.contains(File.separator)
        ? called
        : System.getProperty("iron.home") + File.separator + name;
  }

  /** Passes on what ends this process, and lets the other one save its work. */
  private static void end(Process process) {
    process.destroy();
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
