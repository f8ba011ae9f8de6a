package org.ironopt.lab.folder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.progress.ProgressPrinter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CellCodeTest {
  private static final int ALL = 2 * CountingExperiment.SLICES;
  private static final String OLD = "0ld000000000ffff";
  private static final String NEW = "2ew000000000ffff";

  @TempDir Path out;
  private final CountingExperiment experiment = new CountingExperiment();
  private String said = "";

  private ExperimentFolder folder(String code) {
    Manifest manifest = new Manifest(List.of("reproduce"), "0.1.0", "abc", "scalar", 1);
    return new ExperimentFolder(out, experiment, manifest, code);
  }

  /** Runs with some code, and returns how many slices were computed. */
  private int run(String code, int slicesBeforeStop) throws IOException {
    StringWriter text = new StringWriter();
    ProgressPrinter progress =
        new ProgressPrinter(new PrintWriter(text), ProgressPrinter.Form.QUIET, () -> 0L);
    experiment.slices = 0;
    folder(code).run(progress, () -> experiment.slices >= slicesBeforeStop);
    said = text.toString().replace("\r", "");
    return experiment.slices;
  }

  private Path file(String label, String name) throws IOException {
    try (Stream<Path> folders = Files.list(out.resolve("counting"))) {
      return folders
          .filter(p -> p.getFileName().toString().startsWith(label))
          .findFirst()
          .get()
          .resolve(name);
    }
  }

  @Test
  void cellsOfOtherCodeAreRunAgainAndSaidInOneLine() throws IOException {
    assertEquals(ALL, run(OLD, 1000));
    assertEquals(0, run(OLD, 1000));
    assertEquals("", said);
    assertFalse(folder(NEW).finished());
    assertEquals(
        List.of(
            "counting: 2 cells were made by other code (0ld000000000) and are shown as they are;"
                + " running the experiment makes them anew"),
        folder(NEW).remarks());
    assertEquals(ALL, run(NEW, 1000));
    assertEquals("2 cells were made by other code (0ld000000000) and are run again\n", said);
    assertTrue(folder(NEW).finished());
    assertEquals(List.of(), folder(NEW).remarks());
    assertEquals(NEW, folder(OLD).code(experiment.cells().getFirst()).get());
  }

  @Test
  void anInterruptedChangeOfCodeGoesOn() throws IOException {
    run(OLD, 1000);
    assertEquals(60, run(NEW, 60));
    assertEquals(ALL - 60, run(NEW, 1000));
    assertEquals("1 cell was made by other code (0ld000000000) and is run again\n", said);
  }

  @Test
  void aCheckpointOfOtherCodeIsNotContinued() throws IOException {
    assertEquals(20, run(OLD, 20));
    assertEquals(ALL, run(NEW, 1000));
    assertTrue(said.contains("it belongs to another cell or to other code"), said);
  }

  @Test
  void aCellWithoutAFingerprintIsOfOtherCode() throws IOException {
    run(OLD, 1000);
    Path result = file("start-0.1", "result.json");
    String text = Files.readString(result);
    Files.writeString(
        result,
        text.replaceFirst("  \"code\" : \"[^\"]*\",\n", "")
            .replaceFirst(",\\s*\"hash\" : \"[^\"]*\"", ""));
    assertEquals(List.of(), folder(OLD).replay(experiment.cells().getFirst()).get());
    assertEquals(CountingExperiment.SLICES, run(OLD, 1000));
    assertEquals("1 cell was made by other code (of an unknown build) and is run again\n", said);
    assertEquals(text, Files.readString(result));
  }

  @Test
  void forgottenCellsAreRunAgain() throws IOException {
    run(OLD, 1000);
    folder(OLD).forget();
    assertEquals(ALL, run(OLD, 1000));
    assertEquals("", said);
  }

  @Test
  void cellsOfOtherCodeAreReplayedByTheirValues() throws IOException {
    run(OLD, 1000);
    Cell first = experiment.cells().getFirst();
    assertEquals(List.of(), folder(NEW).replay(first).get());
    Path result = file("start-0.1", "result.json");
    Files.writeString(result, Files.readString(result).replaceFirst("\"sum\" : ", "\"sum\" : 1"));
    assertEquals(List.of("result.json"), folder(NEW).replay(first).get());
  }

  @ParameterizedTest
  @CsvSource({"\"sum\" : , \"sum\" : 1", "\"code\" : \", \"code\" : \"1"})
  void aChangedValueOrFingerprintIsNotTrusted(String before, String after) throws IOException {
    run(OLD, 1000);
    Path result = file("start-0.2", "result.json");
    String text = Files.readString(result);
    assertTrue(text.contains(before), text);
    Files.writeString(result, text.replace(before, after));
    assertTrue(folder(OLD).of(experiment.cells().getLast()).isEmpty());
    assertEquals(CountingExperiment.SLICES, run(OLD, 1000));
    assertEquals(text, Files.readString(result));
  }

  @ParameterizedTest
  @CsvSource({
    "manifest.json, ''",
    "manifest.json, '[1'",
    "manifest.json,",
    "timing.csv, ''",
    "timing.csv, 'slices\nmany\n'",
    "timing.csv,"
  })
  void aDamagedSideFileIsNamedAndWrittenAgain(String name, String content) throws IOException {
    run(OLD, 1000);
    Path file = file("start-0.1", name);
    if (content == null) {
      Files.delete(file);
    } else {
      Files.writeString(file, content);
    }
    assertEquals(
        List.of(file + " is missing or damaged; running the experiment again writes it again"),
        folder(OLD).remarks());
    Cell cell = experiment.cells().getFirst();
    assertEquals(name.startsWith("timing"), folder(OLD).timing(cell).isEmpty());
    assertEquals(name.startsWith("manifest"), folder(OLD).provenance(cell).isEmpty());
    assertEquals(0, run(OLD, 1000));
    assertEquals(
        "warning: " + file + " is missing or damaged; it is written again without what it said\n",
        said);
    assertEquals(0, run(OLD, 1000));
    assertEquals("", said);
  }
}
