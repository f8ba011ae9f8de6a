package org.ironopt.cli;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * Runs a command again with an optional module, or with SIMD and the optimizing compiler. The
 * launcher is started anew, as a child: a shell that waited for Java in order to do so could not
 * pass signals on to it.
 */
final class Launcher {
  /** What the launcher calls SIMD among its modules; with any of them it gives SIMD too. */
  static final String SIMD = "simd";

  /** Bytes of text that a fit works through while the start with SIMD would still warm up. */
  private static final long SHORT = 100_000_000;

  /** How many times its size a packed text has, about. */
  private static final int PACKED = 8;

  /** How many plain fits folds take, about, and a network or a method of small steps. */
  private static final int FOLDS = 5;

  private static final int SMALL_STEPS = 100;

  private static final Set<String> STEPPING = Set.of("--epochs", "--hidden", "--method");

  /** Commands that compute for long, and the one that tells what those have. */
  private static final Set<String> LONG =
      Set.of("compare", "doctor", "explore", "report", "reproduce", "verify");

  private Launcher() {}

  /** Returns whether a command of this name should begin again with SIMD. */
  static boolean needsSimd(String command) {
    return mayAsk() && LONG.contains(command);
  }

  /**
   * Returns whether a command should begin again with SIMD, whose start takes longer: it computes
   * for long, or has many bytes to work through. Results are the same.
   */
  static boolean needsSimd(ParseResult command) {
    return mayAsk() && !command.isUsageHelpRequested() && isLong(command);
  }

  /** Returns whether this is the first start of a launcher. */
  private static boolean mayAsk() {
    return System.getProperty("iron.home") != null
        && System.getenv().getOrDefault("IRON_MODULES", "").isEmpty();
  }

  /** Returns whether a command takes more than a second or two. */
  static boolean isLong(ParseResult command) {
    double bytes = 0;
    boolean path = command.commandSpec().name().equals("path");
    int fits = path && command.matchedOptionValue("--folds", FOLDS) > 0 ? FOLDS : 1;
    for (ArgSpec given : command.matchedArgs()) {
      Object parsed = given.getValue();
      String value = String.valueOf(parsed);
      if (given.paramLabel().equals("DATA")) {
        bytes += bytes(value);
      } else if (given instanceof OptionSpec option) {
        boolean steps = STEPPING.contains(option.longestName()) || value.startsWith("network");
        boolean folds = !path && option.longestName().equals("--folds") || value.equals("auto");
        fits = Math.max(fits, steps ? SMALL_STEPS : folds ? FOLDS : 1);
      }
    }
    return LONG.contains(command.commandSpec().name()) || fits * bytes > SHORT;
  }

  /**
   * Returns the size of a file's text as far as its name tells. A pipe may hold any number; one
   * that is an open descriptor stays with this process, since a child would not have it.
   */
  private static long bytes(String name) {
    try {
      Path file = Path.of(name);
      if (Files.isRegularFile(file)) {
        return Files.size(file) * (name.endsWith(".gz") ? PACKED : 1);
      }
      boolean own = name.startsWith("/dev/fd/") || name.startsWith("/proc/");
      return Files.exists(file) && !own ? Long.MAX_VALUE / 2 : 0;
    } catch (IOException | InvalidPathException e) {
      return 0;
    }
  }

  /** Returns the exit code of the command, which this process ends with. */
  static int again(String module, List<String> arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(path());
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
    builder.environment().merge("IRON_MODULES", module, (old, added) -> old + " " + added);
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
