package org.ironopt.fit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.ironopt.Slow;
import org.ironopt.data.Dataset;
import org.ironopt.data.DenseFeatures;
import org.ironopt.fit.PenaltyPath.End;
import org.ironopt.fit.PenaltyPath.Point;
import org.ironopt.linalg.Parallel;
import org.ironopt.model.ModelKind;
import org.ironopt.run.Checkpoint;
import org.ironopt.run.Ending;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How a path is walked: threads, interrupts, files, early ends, and data that have no path. */
class PathSearchTest {
  private static final int POINTS = 25;

  @TempDir private Path folder;

  private static PathFit path(ModelKind kind) {
    return path(kind, PathData.of(kind, 70, 9, 11));
  }

  /** More columns in use than products are formed of, as they are stored or with their zeros. */
  private static PathFit wide(ModelKind kind, boolean sparse) {
    return path(kind, PathData.gaps(kind, 40, 1200, 11, sparse)).mixing(0.02);
  }

  private static PathFit path(ModelKind kind, Dataset data) {
    return PathData.fit(kind, data)
        .path()
        .mixing(0.9)
        .points(POINTS)
        .ratio(0.01)
        .folds(3)
        .mostExplained(1)
        .leastGrowth(0);
  }

  private static void assertSame(PenaltyPath expected, PenaltyPath actual) {
    assertEquals(expected.points(), actual.points());
    assertEquals(expected.ending(), actual.ending());
    for (int k = 0; k < expected.points().size(); k++) {
      assertArrayEquals(expected.model(k).weights()[0], actual.model(k).weights()[0]);
      assertArrayEquals(expected.model(k).intercepts(), actual.model(k).intercepts());
    }
  }

  @ParameterizedTest
  @EnumSource(ModelKind.class)
  void sameBitsForAllNumbersOfThreads(ModelKind kind) {
    assertSameBits(() -> path(kind));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @Slow
  void sameBitsOfWidePathsForAllNumbersOfThreads(boolean sparse) {
    assertSameBits(() -> wide(ModelKind.RIDGE, sparse));
  }

  private static void assertSameBits(Supplier<PathFit> path) {
    int threads = Parallel.threads();
    try {
      Parallel.setThreads(1);
      PenaltyPath one = path.get().go();
      for (int more : new int[] {2, 7}) {
        Parallel.setThreads(more);
        assertSame(one, path.get().go());
      }
    } finally {
      Parallel.setThreads(threads);
    }
  }

  /**
   * Interrupted after any number of points it goes on to the same bits, and does them once. At the
   * last of these numbers four of a hundred points are left, of which three may be at work.
   */
  @ParameterizedTest
  @CsvSource({
    "RIDGE,1",
    "RIDGE,10",
    "LOGISTIC,13",
    "LOGISTIC,25",
    "SOFTMAX,20",
    "POISSON,31",
    "RIDGE,60",
    "LOGISTIC,96"
  })
  void interruptedItGoesOnToTheSameBits(ModelKind kind, int after) {
    assertGoesOn(() -> path(kind), after);
  }

  @ParameterizedTest
  @CsvSource({"RIDGE,false,15", "RIDGE,true,31", "LOGISTIC,true,18"})
  @Slow
  void aWidePathGoesOnToTheSameBits(ModelKind kind, boolean sparse, int after) {
    assertGoesOn(() -> wide(kind, sparse), after);
  }

  private void assertGoesOn(Supplier<PathFit> path, int after) {
    Path file = folder.resolve("path.checkpoint");
    PenaltyPath whole = path.get().go();
    int[] seen = {0};
    Thread caller = Thread.currentThread();
    PenaltyPath cut =
        path.get()
            .checkpoint(file, Duration.ofHours(1))
            .observe(
                progress -> {
                  if (++seen[0] == after) {
                    caller.interrupt();
                  }
                })
            .go();
    assertTrue(Thread.interrupted());
    assertInstanceOf(Ending.Interrupted.class, cut.ending());
    assertTrue(cut.points().size() <= Math.min(after, POINTS));
    assertTrue(cut.minimum().isEmpty());
    List<PathFit.Progress> rest = new ArrayList<>();
    PenaltyPath resumed = path.get().resume(file).observe(rest::add).go();
    assertSame(whole, resumed);
    // The last finished point of each path is shown again, and no other.
    assertTrue(rest.size() <= 4 * POINTS - after + 4, rest.size() + " after " + after);
  }

  @Test
  void theStateOfAnotherPathIsRefused() throws IOException {
    Path file = folder.resolve("path.checkpoint");
    path(ModelKind.RIDGE).checkpoint(file, Duration.ZERO).go();
    PathFit other = path(ModelKind.RIDGE).mixing(0.8).resume(file);
    String message = assertThrows(Checkpoint.UnusableException.class, other::go).getMessage();
    assertTrue(message.contains("mixing 0.9"), message);
    byte[] state = Checkpoint.read(file).payload();
    Checkpoint.Fingerprint of = Checkpoint.read(file).fingerprint();
    for (int number : new int[] {-1, 26, Integer.MAX_VALUE}) {
      byte[] bad = state.clone();
      ByteBuffer.wrap(bad).putInt(0, number);
      new Checkpoint(of, bad).write(file);
      assertThrows(
          Checkpoint.UnusableException.class, () -> path(ModelKind.RIDGE).resume(file).go());
    }
  }

  @Test
  void aFileThatCannotBeWrittenIsSaidOnce() throws IOException {
    Path file = Files.createFile(folder.resolve("file")).resolve("below");
    List<String> said = new ArrayList<>();
    PathFit path = path(ModelKind.RIDGE).checkpoint(file, Duration.ZERO).warn(said::add);
    assertInstanceOf(Ending.GapCertified.class, path.go().ending());
    assertEquals(1, said.size());
  }

  @Test
  void pathsEndEarlyForAReason() {
    PathFit most = path(ModelKind.RIDGE).folds(0).mostColumns(2);
    PenaltyPath few = most.go();
    assertInstanceOf(End.MostColumns.class, few.end());
    assertTrue(few.points().stream().allMatch(point -> point.columns() <= 2));
    PenaltyPath enough = path(ModelKind.RIDGE).folds(0).mostExplained(0.1).go();
    assertEquals(new End.Explained(0.1), enough.end());
    assertTrue(enough.points().getLast().explained() > 0.1);
    int last = enough.points().size() - 2;
    assertTrue(enough.points().get(last).explained() <= 0.1);
    PenaltyPath flat = path(ModelKind.RIDGE).folds(0).leastGrowth(0.05).go();
    assertEquals(new End.Growth(0.05), flat.end());
    assertEquals(new End.Grid(), path(ModelKind.RIDGE).folds(0).go().end());
    double[] own =
        path(ModelKind.RIDGE).go().points().stream().mapToDouble(Point::lambda).toArray();
    PenaltyPath all = Fit.ridge(PathData.of(ModelKind.RIDGE, 70, 9, 11)).path().grid(own).go();
    assertEquals(POINTS, all.points().size(), "a grid of one's own is walked to its end");
  }

  /** Every limit of time ends the whole of it. */
  @Test
  void theTimeLimitIsOneForAll() {
    PenaltyPath none = path(ModelKind.LOGISTIC).timeLimit(Duration.ofNanos(1)).go();
    assertEquals(new Ending.TimeLimit(Duration.ofNanos(1), 0), none.ending());
    assertEquals(List.of(), none.points());
  }

  @Test
  void aFoldThatCannotBeFittedIsNamed() {
    double[] x = IntStream.range(0, 30).mapToDouble(i -> i % 7).toArray();
    double[] counts = new double[30];
    counts[4] = 3;
    Dataset rare = Dataset.regression(new DenseFeatures(30, 1, x), counts);
    PathFit path = Fit.poisson(rare).path().points(3).folds(5);
    String message = assertThrows(UnfitDataException.class, path::go).getMessage();
    assertTrue(message.matches("the rows without fold \\d of 5 cannot be fitted .*"), message);
    Dataset flat = Dataset.regression(new DenseFeatures(30, 1, x), new double[30]);
    PathFit none = Fit.ridge(flat).path().grid(1, 0.1);
    assertThrows(UnfitDataException.class, none::go);
  }

  @Test
  void badSettingsAreRefused() {
    PathFit path = path(ModelKind.RIDGE);
    assertThrows(IllegalArgumentException.class, () -> path.grid(0.1, 0.2));
    assertThrows(IllegalArgumentException.class, () -> path.factors(new double[9]));
    double[] ones = IntStream.range(0, 9).mapToDouble(_ -> 1).toArray();
    assertThrows(IllegalArgumentException.class, () -> path.bounds(ones, ones));
    assertThrows(IllegalArgumentException.class, () -> path.bounds(new double[8], ones));
    assertThrows(IllegalArgumentException.class, () -> path.mixing(1.1));
    assertThrows(IllegalArgumentException.class, () -> path.mostExplained(0));
  }

  /**
   * What is estimated grows with what is kept: folds side by side, and all products with a ridge.
   */
  @Test
  void memoryCountsMatricesAndFolds() {
    int threads = Parallel.threads();
    try {
      Parallel.setThreads(2);
      long one = path(ModelKind.LOGISTIC).folds(0).memory();
      assertEquals(2 * one, path(ModelKind.LOGISTIC).folds(5).memory());
      Dataset wide = PathData.of(ModelKind.SOFTMAX, 50, 1000, 1);
      assertTrue(Fit.softmax(wide).path().mixing(0).memory() > 3 * 8 * 3000L * 3000);
      assertTrue(Fit.softmax(wide).path().memory() < 8 * 3000L * 3000);
      // With one output no matrix of many columns is formed.
      Dataset wider = PathData.of(ModelKind.LOGISTIC, 50, 3000, 1);
      assertTrue(Fit.logistic(wider).path().mixing(0).memory() < 8 * 3000L * 3000);
    } finally {
      Parallel.setThreads(threads);
    }
  }
}
