package org.ironopt.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.ironopt.Slow;
import org.ironopt.io.internal.Sha256;
import org.ironopt.lab.folder.FolderLock;
import org.ironopt.linalg.Parallel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReproduceCommandTest {
  private static final List<String> SMALL =
      List.of(
          "reproduce",
          "quadratic",
          "--particles",
          "640",
          "--grid-particles",
          "64",
          "--grid",
          "0.3,3",
          "--seed",
          "1");

  @TempDir Path folder;
  private String out;
  private String err;

  private int run(List<String> args) {
    StringWriter stdout = new StringWriter();
    StringWriter stderr = new StringWriter();
    int code =
        RootCommand.commandLine(new PrintWriter(stdout, true), new PrintWriter(stderr, true))
            .execute(args.toArray(String[]::new));
    out = stdout.toString();
    err = stderr.toString();
    return code;
  }

  private static List<String> with(List<String> args, String... more) {
    List<String> all = new ArrayList<>(args);
    all.addAll(List.of(more));
    return all;
  }

  private void refused(String message, String... args) {
    assertEquals(2, run(List.of(args)), err);
    assertEquals(1, err.lines().count(), err);
    assertTrue(err.contains(message), err);
    assertEquals("", out);
  }

  /** Returns the hash of every file whose bytes may not depend on the clock or the machine. */
  private static Map<String, String> contents(Path root) throws IOException {
    Map<String, String> contents = new TreeMap<>();
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String name = file.getFileName().toString();
        if (!List.of("timing.csv", "manifest.json", "report.html", ".lock").contains(name)) {
          contents.put(root.relativize(file).toString(), Sha256.of(Files.readAllBytes(file)));
        }
      }
    }
    return contents;
  }

  @Test
  @Slow
  void theSameFilesForAnyNumberOfThreads() throws IOException {
    int before = Parallel.threads();
    try {
      Path one = folder.resolve("one");
      Path two = folder.resolve("two");
      assertEquals(0, run(with(SMALL, "--threads", "1", "--out", one.toString())), err);
      assertEquals(0, run(with(SMALL, "--threads", "2", "--out", two.toString())), err);
      assertEquals(contents(one), contents(two));
    } finally {
      Parallel.setThreads(before);
    }
  }

  @Test
  void verifyReplaysAndFindsAChange() throws IOException {
    String runs = folder.resolve("runs").toString();
    assertEquals(0, run(with(SMALL, "--out", runs, "--quiet")), err);
    assertTrue(out.strip().endsWith("report.html"), out);
    assertEquals("", err);
    try (Stream<Path> files = Files.walk(Path.of(runs))) {
      Path manifest = files.filter(f -> f.endsWith("manifest.json")).findFirst().get();
      assertTrue(Files.readString(manifest).contains("\"./iron reproduce quadratic --particles"));
    }
    assertEquals(0, run(List.of("verify", runs, "--cells", "alpha-")), err);
    assertTrue(out.endsWith("4 cells bit-identical, 0 different\n"), out);
    refused("no finished cell has 'alpha-9' in its label", "verify", runs, "--cells", "alpha-9");
    Path trace;
    try (Stream<Path> files = Files.walk(Path.of(runs))) {
      trace =
          files
              .filter(f -> f.toString().contains("alpha-10-") && f.endsWith("trace.csv"))
              .findFirst()
              .get();
    }
    Files.writeString(trace, Files.readString(trace).replaceFirst("0\\.", "1."));
    assertEquals(1, run(List.of("verify", runs, "--cells", "alpha-10")), err);
    assertTrue(out.contains("alpha-10") && out.contains("differs: trace.csv"), out);
  }

  /** Errors that overflow, and axes over hundreds of decades, still make a report. */
  @ParameterizedTest
  @ValueSource(strings = {"--b=1e200", "--gamma=100", "--mu=1e-8"})
  @Slow
  void extremeSettingsMakeAReport(String setting) throws IOException {
    Path runs = folder.resolve("runs");
    List<String> args =
        List.of("reproduce", "quadratic", "--particles", "64", "--grid-particles", "64");
    String[] more = {"--grid", "3", setting, "--quiet", "--out", runs.toString()};
    assertEquals(0, run(with(args, more)), err);
    Files.delete(runs.resolve("report.html"));
    assertEquals(0, run(List.of("report", runs.toString())), err);
    assertTrue(Files.exists(runs.resolve("report.html")));
  }

  @Test
  @Slow
  void killedTwiceTheRunEndsWithTheSameBytes() throws Exception {
    Path undisturbed = folder.resolve("undisturbed");
    Path killed = folder.resolve("killed");
    assertEquals(0, run(with(SMALL, "--out", undisturbed.toString())), err);
    for (int finished : new int[] {1, 8}) {
      Process process = child(with(SMALL, "--out", killed.toString()));
      while (process.isAlive() && results(killed) < finished) {
        process.waitFor(20, TimeUnit.MILLISECONDS);
      }
      process.destroyForcibly().waitFor();
    }
    assertEquals(0, run(with(SMALL, "--out", killed.toString())), err);
    assertEquals(contents(undisturbed), contents(killed));
  }

  private static Process child(List<String> args) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--add-modules=jdk.incubator.vector",
                "-Duser.language=" + Locale.getDefault().getLanguage(),
                "-Duser.country=" + Locale.getDefault().getCountry(),
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
    command.addAll(args);
    return new ProcessBuilder(command)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  /** Looks only for finished files: a walk would trip over those that the child is renaming. */
  private static long results(Path root) {
    File[] cells = root.resolve("quadratic").toFile().listFiles(File::isDirectory);
    return cells == null
        ? 0
        : Arrays.stream(cells).filter(cell -> new File(cell, "result.json").exists()).count();
  }

  @Test
  void theConfigIsPrintedCompleteAndReadBack() throws IOException {
    assertEquals(0, run(with(SMALL, "--print-config")), err);
    assertTrue(out.contains("particles = 640\n") && out.contains("seed = 1\n"), out);
    Path config = Files.writeString(folder.resolve("c.toml"), out);
    String first = out;
    assertEquals(
        0, run(List.of("reproduce", "quadratic", "--config", config.toString(), "--print-config")));
    assertEquals(first, out);
  }

  @Test
  void badInputIsOneLine() throws IOException {
    refused("alpha is 0, expected a number > 0", "reproduce", "quadratic", "--alpha", "0");
    refused("particles is -3, expected at least 64", "reproduce", "quadratic", "--particles", "-3");
    refused("'12x' is not a finite number", "reproduce", "quadratic", "--rho", "12x");
    refused("'1.5' is not a whole number", "reproduce", "quadratic", "--seed", "1.5");
    refused("'quadrtic' is not a chapter", "reproduce", "quadrtic");
    refused("--scale is 'big', expected paper or smoke", "reproduce", "--scale", "big");
    refused("unknown option '--alhpa', did you mean '--alpha'?", "reproduce", "--alhpa", "1");
    refused("--threads is 0, expected at least 1", "reproduce", "quadratic", "--threads", "0");
    refused("is not a folder", "report", folder.resolve("none").toString());
    refused("holds no experiment", "verify", folder.toString());
    refused("unknown noise law \"tea\"", "reproduce", "quadratic", "--noise", "tea");
    Path config = Files.writeString(folder.resolve("c.toml"), "partciles = 5\n");
    refused(
        "c.toml:1:1: unknown key 'partciles', did you mean 'particles'",
        "reproduce",
        "quadratic",
        "--config",
        config.toString());
    Path matrix = Files.writeString(folder.resolve("s.csv"), "1,2,0\n2,1,0\n0,0,1\n");
    refused("semidefinite", "reproduce", "quadratic", "--covariance", matrix.toString());
    Path text = Files.writeString(folder.resolve("t.csv"), "1,0,0\n0,x,0\n0,0,1\n");
    refused(
        "t.csv:2: 'x' is not a finite number",
        "reproduce",
        "quadratic",
        "--covariance",
        text.toString());
    Path file = Files.writeString(folder.resolve("file"), "");
    refused("cannot be written", "reproduce", "quadratic", "--out", file.toString());
  }

  @Test
  void aFolderInUseIsRefusedAndNothingIsLost() throws IOException {
    try (FolderLock held = FolderLock.take(folder)) {
      assertEquals(1, run(with(SMALL, "--out", folder.toString())));
      assertTrue(err.contains("is in use by another run"), err);
      assertFalse(held == null);
    }
  }
}
