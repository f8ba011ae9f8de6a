package org.ironopt.lab.mnist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.ironopt.Slow;
import org.ironopt.io.internal.Sha256;
import org.ironopt.lab.file.NamedValues;
import org.ironopt.lab.folder.ExperimentFolder;
import org.ironopt.lab.folder.Manifest;
import org.ironopt.lab.progress.ProgressPrinter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The experiment in its folder, on a few rows of the real MNIST. */
@Slow
class MnistFolderTest {
  private static final Manifest MANIFEST = new Manifest(List.of(), "0", "0", "none", 1);
  private static final List<String> CLOCK = List.of("timing.csv", "clock.csv", "manifest.json");

  @TempDir private Path folder;

  private static NamedValues tiny() {
    return Run.small()
        .with("batches", new double[] {100})
        .with("adamw", new double[] {2e-3})
        .with("nag_gs", new double[] {1})
        .with("iron", new double[] {1})
        .with("epochs", 3L)
        .with("train_rows", 300L)
        .with("validation_rows", 40L)
        .with("test_rows", 200L)
        .with("step_grid", new double[] {1})
        .with("step_batch", 64L);
  }

  private static ProgressPrinter silent() {
    return new ProgressPrinter(
        new PrintWriter(Writer.nullWriter()), ProgressPrinter.Form.QUIET, System::nanoTime);
  }

  private static Map<String, String> contents(Path root) throws IOException {
    Map<String, String> contents = new TreeMap<>();
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        if (!CLOCK.contains(file.getFileName().toString())) {
          contents.put(root.relativize(file).toString(), Sha256.of(Files.readAllBytes(file)));
        }
      }
    }
    return contents;
  }

  @Test
  void interruptedManyTimesItEndsWithTheSameBytes() throws IOException {
    MnistExperiment experiment = Run.open(tiny());
    Path straight = folder.resolve("straight");
    ExperimentFolder first = new ExperimentFolder(straight, experiment, MANIFEST);
    assertTrue(first.run(silent(), () -> false));
    assertTrue(first.finished());
    int cells = first.cells().size();
    assertTrue(cells > experiment.cells().size(), "the tuned runs follow");

    Path broken = folder.resolve("broken");
    ExperimentFolder second = new ExperimentFolder(broken, experiment, MANIFEST);
    int parts = 0;
    for (boolean done = false; !done; parts++) {
      int[] slices = {0};
      done = second.run(silent(), () -> slices[0]++ == 5);
    }
    assertTrue(parts > 4, "in " + parts + " parts");
    assertEquals(contents(straight), contents(broken));
    assertEquals(List.of(), first.replay(first.cells().getLast()).orElseThrow());
    assertTrue(first.clock(first.cells().getLast()).isPresent());
  }
}
