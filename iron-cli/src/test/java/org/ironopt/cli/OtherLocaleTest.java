package org.ironopt.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.ironopt.Slow;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * What one locale writes another one reads: models, checkpoints and run folders of JVMs with Arabic
 * digits and with Turkish letters are byte for byte those of this one.
 */
@Execution(ExecutionMode.CONCURRENT)
@Slow
class OtherLocaleTest {
  private static final List<List<String>> LOCALES =
      List.of(
          List.of("-Duser.language=ar", "-Duser.country=EG"),
          List.of("-Duser.language=tr", "-Duser.country=TR"));

  @TempDir Path folder;
  private Path rows;

  @BeforeEach
  void writeRows() throws IOException {
    StringBuilder text = new StringBuilder("x;I;y\n");
    for (int i = 0; i < 40; i++) {
      text.append(0.25 * (i % 7)).append(i % 3 == 0 ? ";I\u0131i;" : ";II;").append(i % 2);
      text.append('\n');
    }
    rows = Files.writeString(folder.resolve("rows.csv"), text);
  }

  private List<String> fit(Path out, String... more) {
    List<String> args = new ArrayList<>(List.of("fit", rows.toString(), "--target", "y"));
    args.addAll(List.of("--reg", "1e-6", "--no-scale", "--method", "cg"));
    args.addAll(List.of("--alpha", "1e-3", "--quiet", "--out", out.toString()));
    args.addAll(List.of(more));
    return args;
  }

  /** Runs a command in a JVM of another locale and returns its exit code and what it printed. */
  private Cli elsewhere(List<String> locale, List<String> args) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("--add-modules=jdk.incubator.vector");
    command.addAll(locale);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(args);
    Path out = folder.resolve("out.txt");
    Path err = folder.resolve("err.txt");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    int code = process.waitFor();
    return new Cli(code, Files.readString(out), Files.readString(err));
  }

  private static Cli here(List<String> args) {
    return Cli.run(args.toArray(String[]::new));
  }

  @Test
  void aFitBegunInOneLocaleEndsInAnother() throws Exception {
    Path whole = folder.resolve("whole.json");
    Cli done = here(fit(whole));
    assertEquals(0, done.code(), done.err());
    String predictions = here(List.of("predict", whole.toString(), rows.toString())).out();
    for (List<String> locale : LOCALES) {
      Path parts = folder.resolve(locale.getLast() + ".json");
      Cli begun = elsewhere(locale, fit(parts, "--steps", "3"));
      assertEquals(1, begun.code(), begun.err());
      assertTrue(Files.exists(Path.of(parts + ".checkpoint")), begun.err());
      Cli rest = here(fit(parts, "--resume"));
      assertEquals(0, rest.code(), rest.err());
      assertArrayEquals(Files.readAllBytes(whole), Files.readAllBytes(parts));
      Cli predicted = elsewhere(locale, List.of("predict", whole.toString(), rows.toString()));
      assertEquals(predictions, predicted.out());
    }
  }

  @Test
  void aRunFolderOfOneLocaleIsVerifiedInAnother() throws Exception {
    Path runs = folder.resolve("runs");
    List<String> args = new ArrayList<>(List.of("reproduce", "quadratic", "--quiet"));
    args.addAll(List.of("--particles", "640", "--grid-particles", "64", "--grid", "0.3,3"));
    args.addAll(List.of("--seed", "1", "--out", runs.toString()));
    Cli made = elsewhere(LOCALES.getFirst(), args);
    assertEquals(0, made.code(), made.err());
    Cli verified = here(List.of("verify", runs.toString(), "--cells", "alpha-"));
    assertEquals(0, verified.code(), verified.err());
    assertTrue(verified.out().endsWith("4 cells bit-identical, 0 different\n"), verified.out());
    Cli again = here(args);
    assertEquals(0, again.code(), again.err());
  }
}
