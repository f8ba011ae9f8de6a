package org.ironopt.cli.tables;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.ironopt.Slow;
import org.ironopt.cli.Cli;
import org.ironopt.cli.Main;
import org.ironopt.model.ModelFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Fits in a process of their own that is asked to stop, or killed, and then gone on with. The
 * signal is SIGTERM, which no shell lets its children ignore, as it may SIGINT; both take one way.
 */
@Execution(ExecutionMode.CONCURRENT)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "there are no signals")
class FitInterruptionTest {
  /** The exit code of a JVM after SIGTERM. */
  private static final int TERMINATED = 143;

  private static final String[] LONG = {
    "--model", "softmax", "--no-scale", "--reg", "1e-9", "--method", "cg", "--alpha", "1e-3"
  };
  private static final String[] NETWORK = {
    "--model", "network:softmax", "--hidden", "40,20", "--epochs", "3"
  };
  private static final String[] AUTO = {"--model", "softmax", "--reg", "auto", "--method", "cg"};

  @TempDir private static Path data;
  @TempDir private Path folder;
  private static Path many;
  private static Path few;
  private Path whole;
  private Path parts;

  @BeforeAll
  static void writeData() throws IOException {
    many = rows("many.libsvm", 3000, 60);
    few = rows("few.libsvm", 400, 12);
  }

  /** Unscaled columns of sizes far apart and many classes make some work. */
  private static Path rows(String name, int rows, int columns) throws IOException {
    SplittableRandom random = new SplittableRandom(3);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < rows; i++) {
      text.append(random.nextInt(8));
      for (int j = 1; j <= columns; j++) {
        double x = random.nextGaussian() * StrictMath.pow(10, j % 5 - 2);
        text.append(String.format(Locale.ROOT, " %d:%.4f", j, x));
      }
      text.append('\n');
    }
    return Files.writeString(data.resolve(name), text);
  }

  @BeforeEach
  void nameFiles() {
    whole = folder.resolve("whole.json");
    parts = folder.resolve("parts.json");
  }

  private static List<String> fit(Path rows, Path out, String... more) {
    List<String> args = new ArrayList<>(List.of("fit", rows.toString(), "--out", out.toString()));
    args.addAll(List.of(more));
    return args;
  }

  private static Cli run(List<String> args) {
    return Cli.run(args.toArray(String[]::new));
  }

  /** Starts a fit and returns once it has said something. */
  private Process started(List<String> args, String awaited) throws Exception {
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
    Path err = folder.resolve("err.txt");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(folder.resolve("out.txt").toFile())
            .redirectError(err.toFile())
            .start();
    while (process.isAlive() && !Files.readString(err).contains(awaited)) {
      process.waitFor(10, TimeUnit.MILLISECONDS);
    }
    return process;
  }

  private void goesOnToTheSameBytes(Path rows, String[] settings) throws IOException {
    List<String> resumed = fit(rows, parts, settings);
    resumed.add("--resume");
    Cli rest = run(resumed);
    assertEquals(0, rest.code(), rest.err());
    run(fit(rows, whole, settings));
    assertArrayEquals(Files.readAllBytes(whole), Files.readAllBytes(parts));
    assertFalse(Files.exists(Path.of(parts + ".checkpoint")));
    assertFalse(Files.exists(Path.of(parts + ".penalties")));
  }

  @Test
  @Slow
  void askedToStopAFitKeepsItsModelAndGoesOn() throws Exception {
    Process process = started(fit(many, parts, LONG), "data: ");
    process.destroy();
    assertEquals(TERMINATED, process.waitFor());
    String out = Files.readString(folder.resolve("out.txt"));
    assertTrue(out.contains("Interrupted after "), out);
    assertTrue(out.contains("The best model so far was kept; --resume goes on."), out);
    assertEquals(8, ModelFile.read(parts).classes().size());
    assertTrue(Files.exists(Path.of(parts + ".checkpoint")));
    goesOnToTheSameBytes(many, LONG);
  }

  @Test
  @Slow
  void killedAFitGoesOnFromItsCheckpoint() throws Exception {
    List<String> first = fit(many, parts, LONG);
    first.addAll(List.of("--steps", "3"));
    assertEquals(1, run(first).code());
    List<String> second = fit(many, parts, LONG);
    second.add("--resume");
    started(second, "data: ").destroyForcibly().waitFor();
    goesOnToTheSameBytes(many, LONG);
  }

  @Test
  @Slow
  void askedToStopANetworkIsKeptAndGoesOn() throws Exception {
    Process process = started(fit(many, parts, NETWORK), "data: ");
    process.destroy();
    assertEquals(TERMINATED, process.waitFor());
    String out = Files.readString(folder.resolve("out.txt"));
    assertTrue(out.contains("The state was kept; --resume goes on."), out);
    assertEquals(2, ModelFile.read(parts).hidden().size());
    goesOnToTheSameBytes(many, NETWORK);
  }

  @Test
  @Slow
  void askedToStopASearchForAPenaltyKeepsItsFitsAndGoesOn() throws Exception {
    Process process = started(fit(few, parts, AUTO), "penalty: ");
    process.destroy();
    assertEquals(TERMINATED, process.waitFor());
    String out = Files.readString(folder.resolve("out.txt"));
    assertTrue(out.contains("Interrupted in the cross-validation, after "), out);
    assertTrue(out.contains(" of 75 fits. "), out);
    assertTrue(Files.exists(Path.of(parts + ".penalties")));
    goesOnToTheSameBytes(few, AUTO);
  }
}
