package org.ironopt.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.ironopt.cli.shared.NoResultException;
import org.ironopt.data.MalformedDataException;
import org.ironopt.io.InputError;
import org.ironopt.io.internal.FileFailure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** What a command says and returns when something goes wrong that is not bad input. */
class FailureTest {
  @TempDir private Path folder;

  /** A command that fails as it is told to. */
  @Command(name = "planted")
  private static final class Planted implements Callable<Integer> {
    private final Throwable failure;

    @Option(names = "--json")
    private boolean json;

    Planted(Throwable failure) {
      this.failure = failure;
    }

    @Override
    public Integer call() throws Exception {
      if (failure instanceof Error e) {
        throw e;
      }
      throw (Exception) failure;
    }
  }

  private static Cli planted(Throwable failure, boolean debug, String... options) {
    StringWriter err = new StringWriter();
    StringWriter out = new StringWriter();
    CommandLine line = RootCommand.commandLine(new PrintWriter(out), new PrintWriter(err));
    line.addSubcommand(new Planted(failure));
    ErrorLine errors = new ErrorLine(new DefectReport(debug));
    line.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    line.setExecutionExceptionHandler(errors).setExecutionStrategy(errors::execute);
    String[] args =
        Stream.concat(Stream.of("planted"), Arrays.stream(options)).toArray(String[]::new);
    return new Cli(line.execute(args), out.toString(), err.toString());
  }

  private static List<Throwable> mistakes() {
    return List.of(
        new IllegalArgumentException("mu is NaN"),
        new NullPointerException("two\nlines"),
        new ClassCastException(),
        new StackOverflowError(),
        new AssertionError("broken"),
        new ExceptionInInitializerError("broken"));
  }

  @Test
  void aMistakeOfOursHasItsOwnCodeAndATrace() throws IOException {
    Pattern line =
        Pattern.compile(
            "iron planted: a defect of IRON \\d+\\.\\d+\\.\\d+, not of your input: .*; please"
                + " report it with the file (.*\\.txt)\n");
    for (Throwable mistake : mistakes()) {
      Cli run = planted(mistake, false);
      Matcher parts = line.matcher(run.err());
      assertTrue(parts.matches(), run.err());
      assertEquals(3, run.code());
      Path file = Path.of(parts.group(1));
      String trace = Files.readString(file);
      Files.delete(file);
      assertTrue(trace.contains("./iron planted"), trace);
      assertTrue(trace.contains(mistake.getClass().getName()), trace);
      assertTrue(trace.contains("FailureTest.mistakes"), trace);
    }
  }

  @Test
  void whoDebugsSeesTheTrace() {
    Cli run = planted(new IllegalStateException("broken"), true);
    assertEquals(3, run.code());
    assertFalse(run.err().contains("please report"), run.err());
    assertTrue(run.err().contains("\tat org.ironopt.cli.FailureTest."), run.err());
  }

  @Test
  void valuesThatTheLibraryRefusesAreBadInputWhereTheyAreTaken() {
    Throwable refused = new IllegalArgumentException("mu is -1");
    Cli run;
    try {
      InputError.check(
          () -> {
            throw (IllegalArgumentException) refused;
          });
      throw new AssertionError("nothing was thrown");
    } catch (InputError e) {
      run = planted(e, false);
    }
    assertEquals("iron planted: mu is -1\n", run.err());
    assertEquals(2, run.code());
  }

  @Test
  void memoryIsOneLineWithTheOptionThatHelps() {
    Cli run = planted(new OutOfMemoryError("Java heap space"), false);
    assertEquals(1, run.code());
    assertTrue(
        run.err()
            .matches(
                "iron planted: out of memory; Java may use .*B here; allow more as in"
                    + " IRON_OPTS=-Xmx\\d+g\n"),
        run.err());
  }

  @Test
  void whatCannotBeReadIsNotSaidToBeUnwritable() {
    Cli none = planted(new NoSuchFileException("/none/such"), false);
    assertEquals("iron planted: /none/such: there is no such file or folder\n", none.err());
    Cli refused = planted(new AccessDeniedException("/none/such"), false);
    assertEquals(
        "iron planted: /none/such: cannot be written (refused by the system)\n", refused.err());
    Cli disk = planted(new IOException("No space left on device"), false);
    assertEquals(
        "iron planted: No space left on device; files that were there before are as they were\n",
        disk.err());
    assertEquals(1, disk.code());
  }

  /** The words of the system depend on its language; what is there decides. */
  @Test
  void aPlaceThatTakesNoFileIsBadInput() throws IOException {
    String file = Files.writeString(folder.resolve("f"), "").resolve("model.json").toString();
    Cli below = planted(new FileSystemException(file, null, "Ist kein Verzeichnis"), false);
    assertEquals(
        "iron planted: " + file + ": cannot be written (ist kein verzeichnis)\n", below.err());
    assertEquals(2, below.code());
    String beside = folder.resolve("model.json").toString();
    assertEquals(
        1, planted(new FileSystemException(beside, null, "Not a directory"), false).code());
  }

  /** A library may wrap a failure of the disk; its words are said once, and no class is named. */
  @Test
  void aReasonIsSaidOnce() {
    IOException full = new IOException("No space left on device");
    FileSystemException named = new FileSystemException("p.csv", null, full.getMessage());
    String kept = "; files that were there before are as they were\n";
    assertEquals(
        "iron planted: No space left on device" + kept,
        planted(new UncheckedIOException(full), false).err());
    assertEquals(
        "iron planted: p.csv: No space left on device" + kept,
        planted(new UncheckedIOException(named), false).err());
    assertEquals(
        "iron planted: cannot write the checkpoint c (No space left on device)\n",
        planted(new FileFailure("cannot write the checkpoint c", named), false).err());
    assertEquals(
        "iron planted: the system does not say why" + kept,
        planted(new IOException(), false).err());
  }

  @Test
  void programsAreToldAsWell() {
    Object[][] failures = {
      {new InputError("x is 1"), "input", 2},
      {new MalformedDataException("t.csv:3: odd"), "input", 2},
      {new NoSuchFileException("t.csv"), "file", 2},
      {new UncheckedIOException(new IOException("No space left on device")), "file", 1},
      {new OutOfMemoryError(), "memory", 1},
      {new NoResultException("no result"), "no-success", 1},
      {new IllegalStateException("broken"), "defect", 3}
    };
    for (Object[] failure : failures) {
      Cli run = planted((Throwable) failure[0], true, "--json");
      JsonNode error = run.json().get("error");
      assertEquals(failure[1], error.get("kind").stringValue());
      assertEquals(failure[2], error.get("code").intValue());
      assertEquals(failure[2], run.code());
      String line = run.err().lines().findFirst().orElseThrow();
      assertEquals(line, "iron planted: " + error.get("message").stringValue());
      assertEquals(run.code() != 3, error.get("details").isNull());
    }
    Cli option = Cli.run("fit", "--nonsense", "--json");
    assertEquals("option", option.json().at("/error/kind").stringValue());
    assertEquals(2, option.code());
    Cli file = Cli.run("fit", folder.resolve("none.csv").toString(), "--target", "y", "--json");
    assertEquals("input", file.json().at("/error/kind").stringValue());
  }

  @Test
  void aFileTooLargeForTheMemoryIsOneLine() throws Exception {
    Path data = folder.resolve("big.csv");
    Files.writeString(
        data, "x,y\n" + "1.25,2.5\n-3.75,1\n".repeat(500_000), StandardCharsets.US_ASCII);
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--add-modules=jdk.incubator.vector",
                "-Xmx16m",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "fit",
                data.toString(),
                "--target",
                "y"));
    Path err = folder.resolve("err.txt");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(err.toFile())
            .start();
    assertEquals(1, process.waitFor(), Files.readString(err));
    List<String> lines =
        Files.readAllLines(err).stream().filter(l -> !l.startsWith("WARNING")).toList();
    assertEquals(1, lines.size(), lines.toString());
    assertTrue(
        lines.getFirst().contains("out of memory while reading " + data + " (8.5 MB)"),
        lines.getFirst());
  }

  private record Run(int code, String err) {}

  private static Run main(OutputStream stdout, String... args) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int code = Main.run(args, stdout, err);
    return new Run(code, err.toString(StandardCharsets.UTF_8));
  }

  /** Every command prints through the one stream that is looked at. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "--version",
        "--help",
        "doctor",
        "theory --eigenvalues 1,3 --alpha 1",
        "theory --eigenvalues 1,3 --alpha 1 --json",
        "plan --eigenvalues 1,3 --target-rmse 0.1",
        "reproduce quadratic --print-config"
      })
  void lostOutputIsNoSuccess(String command) throws IOException {
    assumeTrue(Files.exists(Path.of("/dev/full")));
    try (OutputStream full = new FileOutputStream("/dev/full")) {
      Run run = main(full, command.split(" "));
      assertEquals(
          "iron: stdout cannot be written (No space left on device); what arrived is not"
              + " complete\n",
          run.err());
      assertEquals(1, run.code());
    }
  }

  @Test
  void aReaderThatHasEnoughIsNoFailure() {
    OutputStream closed =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("Broken pipe");
          }
        };
    Run run = main(closed, "--help");
    assertEquals("", run.err());
    assertEquals(0, run.code());
  }

  @Test
  void textIsUtf8() throws IOException {
    Path data = folder.resolve("d.csv");
    Files.writeString(data, "x,y\n1,grün\n2,rot\n1.5,grün\n2.5,rot\n1.2,rot\n");
    String model = folder.resolve("m.json").toString();
    assertEquals(0, Cli.run("fit", data.toString(), "--target", "y", "--out", model).code());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    assertEquals(0, main(out, "predict", model, data.toString()).code());
    assertTrue(out.toString(StandardCharsets.UTF_8).contains("grün"));
  }

  @Test
  void aNameThatTheLocaleMutilatedGetsAHint() {
    Cli run = Cli.run("predict", "m\uFFFD.json", "d.csv");
    assertEquals(2, run.code());
    assertTrue(
        run.err().endsWith("this locale cannot encode what was typed, set LANG=C.UTF-8\n"),
        run.err());
  }

  @Test
  void aNameThatNoFileCanHaveIsBadInput() {
    Cli run = Cli.run("predict", "m\0.json", "d.csv");
    assertEquals(2, run.code(), run.err());
    assertTrue(run.err().contains("cannot be a file name"), run.err());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "predict /dev/zero p.csv",
        "evaluate /dev/zero p.csv",
        "reproduce quadratic --config /dev/zero",
        "reproduce quadratic --covariance /dev/zero",
        "compare /dev/zero",
      })
  void filesWithoutAnEndAreNotRead(String command) {
    assumeTrue(Files.exists(Path.of("/dev/zero")));
    Cli run = Cli.run(command);
    assertEquals(2, run.code(), run.err());
    assertEquals(1, run.err().lines().count(), run.err());
    assertTrue(run.err().contains("/dev/zero"), run.err());
  }

  @Test
  void aCheckpointWithoutAnEndIsNotRead() throws IOException {
    assumeTrue(Files.exists(Path.of("/dev/zero")));
    Path data = folder.resolve("d.csv");
    Files.writeString(data, "x,y\n1,2\n2,3\n3,5\n");
    Path model = folder.resolve("m.json");
    Files.createSymbolicLink(folder.resolve("m.json.checkpoint"), Path.of("/dev/zero"));
    Cli run =
        Cli.run("fit", data.toString(), "--target", "y", "--out", model.toString(), "--resume");
    assertEquals(2, run.code(), run.err());
    assertTrue(run.err().contains("a link to /dev/zero"), run.err());
    Files.delete(folder.resolve("m.json.checkpoint"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "reproduce quadratic --particles 2000000000",
        "reproduce logcosh --particles 2000000000",
        "reproduce quadratic --grid-particles 2000000000",
        "reproduce logistic --rows 2000000000 --dimension 1000"
      })
  void settingsThatNeedMoreThanTheMemoryAreBadInput(String command) {
    Cli run = Cli.run(command + " --out " + folder);
    assertEquals(2, run.code(), run.err());
    assertTrue(
        run.err()
            .matches(
                "iron reproduce: .*, which needs about [\\d.e]+ GB of memory; Java may"
                    + " use .*B here; allow more as in IRON_OPTS=-Xmx\\d+g, or take fewer\n"),
        run.err());
  }

  @Test
  void aPredictionBeyondAllNumbersIsNamed() throws IOException {
    Path data = folder.resolve("d.csv");
    Files.writeString(data, "x,z,y\n1,1,2e3\n2,0,4e3\n3,1,6e3\n4,2,8.1e3\n");
    String model = folder.resolve("m.json").toString();
    String table = data.toString();
    assertEquals(0, Cli.run("fit", table, "--target", "y", "--out", model).code());
    Path rows = folder.resolve("rows.csv");
    Files.writeString(rows, "x,z\n1,1\n1e307,0\n");
    for (String json : new String[] {"--quiet", "--json"}) {
      Cli run = Cli.run("predict", model, rows.toString(), json);
      assertEquals(1, run.code());
      if (json.equals("--json")) {
        assertEquals("no-success", run.json().at("/error/kind").stringValue());
      } else {
        assertEquals("", run.out());
      }
      assertTrue(
          run.err()
              .startsWith(
                  "iron predict: "
                      + rows
                      + ": row 2: the prediction is beyond the largest number, since column 'x' is"
                      + " 1.0E307"),
          run.err());
    }
  }

  @Test
  void infiniteOddsAreNamedToo() throws IOException {
    Path data = folder.resolve("d.csv");
    Files.writeString(data, "x,y\n1e-5,a\n2e-5,a\n3e-5,b\n4e-5,b\n");
    String model = folder.resolve("m.json").toString();
    assertEquals(0, Cli.run("fit", data.toString(), "--target", "y", "--out", model).code());
    Path rows = folder.resolve("rows.csv");
    Files.writeString(rows, "x\n1e306\n");
    assertEquals(1, Cli.run("predict", model, rows.toString()).code());
    Files.writeString(rows, "x\n1e10\n");
    assertEquals(0, Cli.run("predict", model, rows.toString()).code());
  }

  @Test
  void aPenaltyThatIsNoNumberIsNamed() {
    Cli run = Cli.run("fit", "none.csv", "--target", "y", "--reg", "abc");
    assertEquals(
        "iron fit: --reg: 'abc' is not a finite number, expected one such as 1e-4, or auto\n",
        run.err());
    assertEquals(2, run.code());
  }

  /** Closed forms at the ends of the range: an answer or one line, never a defect. */
  @Test
  void extremeValuesOfTheTheoryAreAnsweredOrRefused() {
    String[] ends = {"1e-308", "1", "1e308"};
    for (String a : ends) {
      for (String b : ends) {
        for (String c : new String[] {"1e-308", "1e-160", "1", "1e154", "1e308"}) {
          String flow = " --eigenvalues " + a + " --gamma " + b;
          Cli theory = Cli.run("theory --rho " + c + flow + " --alpha " + c);
          Cli plan = Cli.run("plan --rho " + c + flow + " --target-rmse " + c);
          assertTrue(theory.code() == 0 || theory.code() == 2, flow + theory.err());
          assertTrue(plan.code() == 0 || plan.code() == 2, flow + plan.err());
        }
      }
    }
  }
}
