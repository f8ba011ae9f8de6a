package org.ironopt.lab.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.Experiment;
import org.ironopt.lab.experiment.Results;
import org.ironopt.lab.experiment.SlicedTask;
import org.ironopt.lab.experiment.Story;
import org.ironopt.lab.file.Values;
import org.ironopt.lab.folder.Manifest;
import org.ironopt.lab.progress.ProgressPrinter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How far a reader must go from the command to a simulated slice and to the page. */
class WalkTest {
  private static final int MOST_FILES = 12;
  private static final int MOST_FRAMES = 8;
  private static final Path ROOT = Path.of(System.getProperty("basedir", "."), "..").normalize();
  private static final Pattern FILE = Pattern.compile("`([a-z]+/[A-Z]\\w+)`");

  @TempDir private Path folder;

  /** A slice or a story that throws, so that the stack can be looked at. */
  private record Thrower(boolean slices) implements Experiment {
    @Override
    public String name() {
      return "quadratic";
    }

    @Override
    public Values settings() {
      return new Values().with("seed", 0L);
    }

    @Override
    public List<Cell> cells() {
      return slices
          ? List.of(Cell.of("cell", settings(), () -> SlicedTask.timed(1, this::slice, null, null)))
          : List.of();
    }

    private double[] slice(int i) {
      throw new IllegalStateException("slice " + i);
    }

    @Override
    public Story tell(Results results) {
      throw new IllegalStateException("story");
    }
  }

  private static List<String> walk() throws IOException {
    String page = Files.readString(ROOT.resolve("CONTRIBUTING.md"));
    String walk = page.substring(page.indexOf("- **`./iron reproduce quadratic`**"));
    return FILE.matcher(walk.substring(0, walk.indexOf("\n- **", 1)))
        .results()
        .map(found -> found.group(1))
        .toList();
  }

  @Test
  void theListIsShortAndItsFilesAreThere() throws IOException {
    List<String> walk = walk();
    assertTrue(walk.size() > 5 && walk.size() <= MOST_FILES, walk.toString());
    for (String file : walk) {
      String module = file.startsWith("cli/") ? "iron-cli/" : "iron-lab/";
      String root = file.startsWith("cli/") ? "org/ironopt/" : "org/ironopt/lab/";
      Path source = ROOT.resolve(module + "src/main/java/" + root + file + ".java");
      assertTrue(Files.exists(source), file);
    }
  }

  @Test
  void aSliceAndAStoryAreFewFramesBelowTheRun() throws IOException {
    for (boolean slices : new boolean[] {true, false}) {
      RunFolder runs =
          new RunFolder(
              folder, new Manifest(List.of(), "", "", "", 1), RunFolder.Own.NONE, line -> {});
      ProgressPrinter quiet =
          new ProgressPrinter(
              new PrintWriter(Writer.nullWriter()), ProgressPrinter.Form.QUIET, () -> 0);
      RunFolder.Mode mode = new RunFolder.Mode(null, true, quiet, () -> false, Optional.empty());
      IllegalStateException thrown =
          assertThrows(
              IllegalStateException.class, () -> runs.runAll(List.of(new Thrower(slices)), mode));
      List<StackTraceElement> frames =
          Arrays.stream(thrown.getStackTrace())
              .dropWhile(frame -> frame.getClassName().contains("Thrower"))
              .takeWhile(frame -> !frame.getClassName().contains("WalkTest"))
              .filter(frame -> frame.getClassName().startsWith("org.ironopt.lab."))
              .toList();
      assertTrue(frames.size() <= MOST_FRAMES, frames.toString());
      List<String> strangers =
          frames.stream()
              .map(
                  frame ->
                      frame
                          .getClassName()
                          .replace("org.ironopt.lab.", "")
                          .replace('.', '/')
                          .replaceAll("\\$.*", ""))
              .distinct()
              .toList();
      List<String> walk = walk();
      assertEquals(List.of(), strangers.stream().filter(file -> !walk.contains(file)).toList());
    }
  }
}
