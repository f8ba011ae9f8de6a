package org.ironopt.lab.folder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.ironopt.io.InputError;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.file.CsvFile;
import org.ironopt.lab.file.NamedValues;
import org.ironopt.lab.file.NumericColumns;
import org.ironopt.lab.file.TomlFile;
import org.ironopt.lab.progress.ProgressPrinter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExperimentFolderTest {
  private static final Manifest MANIFEST =
      new Manifest(List.of("reproduce", "counting"), "0.1.0", "abc", "scalar", 1);

  @TempDir Path out;
  private final CountingExperiment experiment = new CountingExperiment();
  private final StringWriter said = new StringWriter();

  private boolean run(int slicesBeforeStop) throws IOException {
    int limit = experiment.slices + slicesBeforeStop;
    ProgressPrinter progress =
        new ProgressPrinter(new PrintWriter(said), ProgressPrinter.Form.QUIET, () -> 0L);
    return new ExperimentFolder(out, experiment, MANIFEST)
        .run(progress, () -> experiment.slices >= limit);
  }

  private Map<String, String> contents() throws IOException {
    Map<String, String> contents = new TreeMap<>();
    try (Stream<Path> files = Files.walk(out)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        if (!file.endsWith("timing.csv")) {
          contents.put(out.relativize(file).toString(), Files.readString(file));
        }
      }
    }
    return contents;
  }

  private Path cell(String label) throws IOException {
    try (Stream<Path> folders = Files.list(out.resolve("counting"))) {
      return folders.filter(p -> p.getFileName().toString().startsWith(label)).findFirst().get();
    }
  }

  @Test
  void finishedCellsAreSkipped() throws IOException {
    assertTrue(run(1000));
    assertEquals(2 * CountingExperiment.SLICES, experiment.slices);
    assertTrue(run(1000));
    assertEquals(2 * CountingExperiment.SLICES, experiment.slices);
  }

  @Test
  void anInterruptedRunGoesOnAndEndsWithTheSameBytes() throws IOException {
    assertTrue(run(1000));
    Map<String, String> straight = contents();
    deleteAll();
    assertFalse(run(20));
    assertFalse(run(50));
    assertTrue(run(1000));
    assertEquals(straight, contents());
    assertEquals(4 * CountingExperiment.SLICES, experiment.slices);
  }

  @Test
  void aFinishedCellKeepsNoCheckpoint() throws IOException {
    assertTrue(run(1000));
    Map<String, String> straight = contents();
    Files.writeString(cell("start-0.1").resolve("checkpoint"), "of a process that was killed");
    assertTrue(run(1000));
    assertEquals(straight, contents());
  }

  @Test
  void aTruncatedCheckpointIsWarnedAboutAndTheCellStartsAgain() throws IOException {
    assertFalse(run(20));
    Path checkpoint = cell("start-0.1").resolve("checkpoint");
    byte[] bytes = Files.readAllBytes(checkpoint);
    for (int length : new int[] {0, 3, 17, bytes.length - 1}) {
      Files.write(checkpoint, Arrays.copyOf(bytes, length));
      said.getBuffer().setLength(0);
      experiment.slices = 0;
      assertFalse(run(20));
      assertTrue(said.toString().startsWith("warning: " + checkpoint), said.toString());
      assertEquals(1, said.toString().lines().count());
    }
    assertTrue(run(1000));
  }

  @Test
  void aResultFileThatWasChangedIsNotTrusted() throws IOException {
    assertTrue(run(1000));
    Map<String, String> before = contents();
    Files.writeString(cell("start-0.2").resolve("trace.csv"), "x,sum\n1,2\n");
    experiment.slices = 0;
    assertTrue(run(1000));
    assertEquals(CountingExperiment.SLICES, experiment.slices);
    assertEquals(before, contents());
  }

  @Test
  void replayNamesTheFilesThatDiffer() throws IOException {
    ExperimentFolder folder = new ExperimentFolder(out, experiment, MANIFEST);
    Cell first = experiment.cells().getFirst();
    assertTrue(folder.replay(first).isEmpty());
    assertTrue(run(1000));
    assertEquals(List.of(), folder.replay(first).get());
    Files.writeString(cell("start-0.1").resolve("trace.csv"), "x,sum\n1,2\n");
    assertEquals(List.of("trace.csv"), folder.replay(first).get());
  }

  @Test
  void theSecondProcessIsRefusedWithASentence() throws IOException {
    try (FolderLock held = FolderLock.take(out)) {
      IOException refused =
          assertThrows(FolderLock.FolderInUseException.class, () -> FolderLock.take(out));
      assertTrue(
          refused.getMessage().contains("in use by another run (process "), refused::getMessage);
      assertTrue(held != null);
    }
    FolderLock.take(out).close();
  }

  @Test
  void tomlComesBackAsItWasWritten() throws IOException {
    Path file = out.resolve("config.toml");
    Files.writeString(file, TomlFile.write(experiment.settings()));
    assertEquals(
        experiment.settings().asMap(),
        TomlFile.read(file, experiment.settings(), Map.of()).asMap());
  }

  @Test
  void aConfigFileIsReadStrictly() throws IOException {
    assertEquals(
        ":2:1: unknown key 'alhpa', did you mean 'alpha'; --print-config shows them all",
        refusal("rate = 3.6\nalhpa = [1.0]\n"));
    assertEquals(":1:1: 'rate' should be a number, got \"x\"", refusal("rate = \"x\"\n"));
    assertEquals(":1:1: 'seed' should be a whole number, got 1.5", refusal("seed = 1.5\n"));
    assertTrue(refusal("rate = = 3\n").startsWith(":1:8: "), () -> "position");
  }

  private String refusal(String toml) {
    Path file = out.resolve("config.toml");
    NamedValues defaults = experiment.settings();
    try {
      Files.writeString(file, toml);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    String message =
        assertThrows(InputError.class, () -> TomlFile.read(file, defaults, Map.of())).getMessage();
    assertTrue(message.startsWith(file.toString()), message);
    return message.substring(file.toString().length());
  }

  @Test
  void csvKeepsEveryDigit() {
    NumericColumns table = new NumericColumns("a", "b");
    table.add(1.0 / 3, Double.NaN);
    table.add(-2, 1e-300);
    NumericColumns back = CsvFile.read(CsvFile.write(table));
    assertEquals(table.columns(), back.columns());
    for (int i = 0; i < 2; i++) {
      assertTrue(Arrays.equals(table.rows().get(i), back.rows().get(i)));
    }
  }

  private void deleteAll() throws IOException {
    try (Stream<Path> files = Files.walk(out)) {
      for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
        if (!file.equals(out)) {
          Files.delete(file);
        }
      }
    }
    experiment.slices = CountingExperiment.SLICES * 2;
  }
}
