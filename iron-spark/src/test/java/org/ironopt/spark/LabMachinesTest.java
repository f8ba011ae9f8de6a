package org.ironopt.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.ironopt.lab.experiment.Experiment;
import org.ironopt.lab.folder.Manifest;
import org.ironopt.lab.progress.Progress;
import org.ironopt.lab.reproduce.Catalog;
import org.ironopt.lab.reproduce.RunFolder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A chapter whose cells ran on Spark leaves the bytes of one that ran here. */
class LabMachinesTest {
  /** Files that hold clocks and the names of machines. */
  private static final Set<String> OF_THE_MACHINE = Set.of("timing.csv", "manifest.json");

  private static final class Lines implements Progress {
    private final StringBuilder said = new StringBuilder();

    @Override
    public void begin(String label, int cell, int cells) {
      said.append("here: ").append(label).append('\n');
    }

    @Override
    public void update(long done, long total) {}

    @Override
    public void message(String text) {
      said.append(text).append('\n');
    }

    @Override
    public void end() {}
  }

  private static String run(Path folder, Optional<String> master) throws IOException {
    Lines lines = new Lines();
    Manifest manifest = new Manifest(List.of("test"), "0", "none", "scalar", 1);
    Experiment quadratic = Catalog.named("quadratic").map(c -> c.open(c.smoke())).orElseThrow();
    new RunFolder(folder, manifest, RunFolder.Own.NONE, line -> {})
        .runAll(List.of(quadratic), new RunFolder.Mode(null, false, lines, () -> false, master));
    return lines.said.toString();
  }

  private static SortedMap<String, byte[]> files(Path folder) throws IOException {
    SortedMap<String, byte[]> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(folder.resolve("quadratic"))) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        if (!OF_THE_MACHINE.contains(file.getFileName().toString())) {
          files.put(folder.relativize(file).toString(), Files.readAllBytes(file));
        }
      }
    }
    return files;
  }

  @Test
  void theFoldersAreEqual(@TempDir Path folder) throws IOException {
    Frames.stop();
    run(folder.resolve("here"), Optional.empty());
    String said = run(folder.resolve("there"), Optional.of("local[2]"));
    assertTrue(said.contains(" cells go to local[2]"), said);
    assertTrue(!said.contains("here: "), said);
    SortedMap<String, byte[]> here = files(folder.resolve("here"));
    SortedMap<String, byte[]> there = files(folder.resolve("there"));
    assertEquals(here.keySet(), there.keySet());
    here.forEach((name, bytes) -> assertArrayEquals(bytes, there.get(name), name));
  }
}
