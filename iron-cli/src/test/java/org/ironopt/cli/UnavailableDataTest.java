package org.ironopt.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ironopt.Slow;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of a reproduction when MNIST cannot be had. */
class UnavailableDataTest {
  private static final String OFFLINE = "iron.offline";

  @TempDir private Path folder;

  @BeforeEach
  void forbidDownloads() {
    System.setProperty(OFFLINE, "true");
  }

  @AfterEach
  void allowDownloads() {
    System.clearProperty(OFFLINE);
  }

  @Test
  @Slow
  void theReportSaysSoAndTheRestStays() throws IOException {
    String out = folder.resolve("runs").toString();
    String data = folder.resolve("nothing").toString();
    Cli others = Cli.run("reproduce", "foundations", "--instances", "12", "--quiet", "--out", out);
    assertEquals(0, others.code(), others.err());
    Cli run = Cli.run("reproduce", "mnist", "--data", data, "--out", out);
    assertEquals(1, run.code(), run.err());
    assertTrue(
        run.err()
            .startsWith(
                "mnist was not run: MNIST could not be fetched (downloads are switched off); place"
                    + " train-images-idx3-ubyte, "),
        run.err());
    assertTrue(run.err().contains("--data DIR or IRON_DATA"), run.err());
    assertEquals(1, run.err().lines().count());
    assertTrue(run.out().contains("not-checkable  M1 "), run.out());
    assertTrue(run.out().contains("reproduced     F1"), run.out());
    String report = Files.readString(folder.resolve("runs").resolve("report.html"));
    assertTrue(report.contains("<h3>Not run</h3>"), "no section");
    assertTrue(report.contains("MNIST could not be fetched"), "no reason");
    Cli again = Cli.run("report", out);
    assertEquals(0, again.code(), again.err());
    assertEquals(report, Files.readString(folder.resolve("runs").resolve("report.html")));
  }

  /** An option either changes something or is refused. */
  @Test
  @Slow
  void aFolderOfDataThatNothingReadsIsRefused() throws IOException {
    String out = folder.resolve("runs").toString();
    String data = folder.toString();
    Cli run = Cli.run("reproduce", "quadratic", "foundations", "--data", data, "--out", out);
    assertEquals(2, run.code());
    assertEquals(
        "iron reproduce: --data is of no use to quadratic, foundations: no MNIST is read; leave it"
            + " out",
        run.err().strip());
    assertFalse(Files.exists(folder.resolve("runs")));
    Cli.run("reproduce", "foundations", "--instances", "12", "--quiet", "--out", out);
    Cli verify = Cli.run("verify", out, "--data", data);
    assertEquals(2, verify.code());
    assertTrue(verify.err().contains("--data is of no use to foundations"), verify.err());
  }

  @Test
  void jsonNamesWhatWasNotRun() {
    Cli run =
        Cli.run(
            "reproduce",
            "mnist",
            "--json",
            "--data",
            folder.toString(),
            "--out",
            folder.resolve("runs").toString());
    assertEquals(1, run.code());
    assertFalse(run.json().get("finished").asBoolean());
    assertTrue(run.json().get("unavailable").get(0).asString().startsWith("mnist was not run"));
  }
}
