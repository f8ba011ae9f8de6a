package org.ironopt.lab.fit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.SplittableRandom;
import org.ironopt.data.Dataset;
import org.ironopt.data.DenseFeatures;
import org.ironopt.fit.Fit;
import org.ironopt.lab.InputError;
import org.ironopt.run.Ending;
import org.ironopt.run.Fingerprint;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RegSearchTest {
  private static final int ROWS = 200;
  private static final int COLUMNS = 6;

  @TempDir private Path folder;
  private int fits;

  private static Dataset rows() {
    SplittableRandom random = new SplittableRandom(5);
    double[] x = random.doubles(ROWS * COLUMNS, -1, 1).toArray();
    int[] labels = new int[ROWS];
    for (int i = 0; i < ROWS; i++) {
      labels[i] = x[i * COLUMNS] + random.nextGaussian() > 0 ? 1 : 0;
    }
    return Dataset.classification(new DenseFeatures(ROWS, COLUMNS, x), labels, 2);
  }

  private RegSearch search() {
    return new RegSearch(rows(), 0, (part, reg) -> Fit.logistic(part).reg(reg));
  }

  /** Returns a search whose thread is interrupted when the given fit is about to begin. */
  private RegSearch interruptedAt(int fit) {
    return new RegSearch(
        rows(),
        0,
        (part, reg) -> {
          if (fits++ == fit) {
            Thread.currentThread().interrupt();
          }
          return Fit.logistic(part).reg(reg);
        });
  }

  private RegSearch kept(RegSearch search, String data, boolean resume) {
    Fingerprint fingerprint = new Fingerprint("settings", COLUMNS, data, 0);
    return search.checkpoint(folder.resolve("state"), fingerprint, resume);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 15, 37, 74})
  void interruptedItGoesOnToTheSamePath(int fit) {
    RegSearch first = kept(interruptedAt(fit), "rows", false);
    RegSearch.Cut cut = assertInstanceOf(RegSearch.Cut.class, first.run());
    assertTrue(Thread.interrupted());
    assertInstanceOf(Ending.Interrupted.class, cut.ending());
    assertEquals(fit, cut.fits());
    assertEquals(75, cut.total());
    assertEquals(fit > 0, cut.best().isPresent());
    int[] made = {0};
    RegSearch rest =
        new RegSearch(
            rows(),
            0,
            (part, reg) -> {
              made[0]++;
              return Fit.logistic(part).reg(reg);
            });
    RegSearch.End resumed = kept(rest, "rows", true).run();
    assertEquals(75 - fit, made[0]);
    assertEquals(search().run(), resumed);
  }

  @Test
  void theTimeLimitHoldsForAllFitsTogether() {
    RegSearch.Cut cut =
        assertInstanceOf(RegSearch.Cut.class, search().timeLimit(Duration.ofNanos(1)).run());
    assertEquals(new Ending.TimeLimit(Duration.ofNanos(1), 0), cut.ending());
    assertEquals(0, cut.fits());
  }

  @Test
  void aFinishedSearchIsReadBackWithoutAFit() {
    RegSearch.End found = kept(search(), "rows", false).run();
    RegSearch again =
        new RegSearch(
            rows(),
            0,
            (part, reg) -> {
              throw new AssertionError("no fit is left to make");
            });
    assertEquals(found, kept(again, "rows", true).run());
  }

  @Test
  void theStateOfOtherDataIsRefused() {
    kept(search(), "rows", false).run();
    RegSearch other = search();
    InputError e = assertThrows(InputError.class, () -> kept(other, "other rows", true));
    assertTrue(e.getMessage().contains("belongs to another run: data is 'rows' in the file"));
    assertFalse(e.getMessage().contains("\n"));
  }
}
