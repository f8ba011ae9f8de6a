package org.ironopt.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.ironopt.cli.Main;
import org.ironopt.lab.experiment.Experiment;
import org.ironopt.lab.folder.Manifest;
import org.ironopt.lab.progress.Progress;
import org.ironopt.lab.reproduce.ChapterCatalog;
import org.ironopt.lab.reproduce.RunFolder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An experiment whose cells ran on Spark leaves the bytes of one that ran here. */
class SparkCellsTest {
  /** Files that hold clocks, or figures and tables of them, and the names of machines. */
  private static final Predicate<String> OF_THE_MACHINE =
      Pattern.compile("(timing|clock|.*-benchopt)\\.csv|.*-curves-seconds\\..*|manifest\\.json")
          .asMatchPredicate();

  /** Cells of all three groups that go to Spark, and runs that follow from them. */
  private static final String COMPARISON =
      """
      steps = [0.1, 1, 10]
      tuning_passes = 3
      passes = 6
      warm_up = 0
      points = 6
      seeds = 2
      [[problem]]
      name = "logistic"
      rows = 60
      columns = 3
      [[method]]
      name = "sgd"
      [[method]]
      name = "iron"
      batch = 5
      [spread]
      eigenvalues = [1, 3]
      steps = [0.1, 1]
      members = 200
      """;

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
    Experiment quadratic =
        ChapterCatalog.named("quadratic").map(c -> c.open(c.smoke())).orElseThrow();
    new RunFolder(folder, manifest, RunFolder.UserClassPath.NONE, line -> {})
        .runAll(List.of(quadratic), new RunFolder.Mode(null, false, lines, () -> false, master));
    return lines.said.toString();
  }

  private static SortedMap<String, byte[]> files(Path folder, String experiment)
      throws IOException {
    SortedMap<String, byte[]> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(folder.resolve(experiment))) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        if (!OF_THE_MACHINE.test(file.getFileName().toString())) {
          files.put(folder.relativize(file).toString(), Files.readAllBytes(file));
        }
      }
    }
    return files;
  }

  @Test
  @Tag("slow")
  void theFoldersAreEqual(@TempDir Path folder) throws IOException {
    Frames.stop();
    run(folder.resolve("here"), Optional.empty());
    String said = run(folder.resolve("there"), Optional.of("local[2]"));
    assertTrue(said.contains(" cells go to local[2]"), said);
    assertTrue(!said.contains("here: "), said);
    requireEqual(folder, "quadratic");
  }

  private static String compare(Path config, Path folder, String... more) {
    List<String> args = new ArrayList<>(List.of("compare", config.toString(), "--out"));
    args.add(folder.toString());
    args.addAll(List.of(more));
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int code = Main.run(args.toArray(String[]::new), OutputStream.nullOutputStream(), err);
    String said = err.toString(StandardCharsets.UTF_8);
    assertEquals(0, code, said);
    return said;
  }

  @Test
  @Tag("slow")
  void theFoldersOfAComparisonAreEqual(@TempDir Path folder) throws IOException {
    Frames.stop();
    Path config = Files.writeString(folder.resolve("small.toml"), COMPARISON);
    compare(config, folder.resolve("here"));
    String said = compare(config, folder.resolve("there"), "--spark", "local[2]");
    assertTrue(said.contains("15 cells go to local[2]"), said);
    requireEqual(folder, "small");
  }

  private static void requireEqual(Path folder, String experiment) throws IOException {
    SortedMap<String, byte[]> here = files(folder.resolve("here"), experiment);
    SortedMap<String, byte[]> there = files(folder.resolve("there"), experiment);
    assertEquals(here.keySet(), there.keySet());
    List<String> different =
        here.keySet().stream().filter(f -> !Arrays.equals(here.get(f), there.get(f))).toList();
    assertEquals(List.of(), different);
  }
}
