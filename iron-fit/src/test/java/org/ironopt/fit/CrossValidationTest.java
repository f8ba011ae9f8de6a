package org.ironopt.fit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.ironopt.data.Dataset;
import org.ironopt.data.DenseFeatures;
import org.ironopt.fit.CrossValidation.Cut;
import org.ironopt.fit.CrossValidation.Found;
import org.ironopt.fit.CrossValidation.Point;
import org.ironopt.fit.CrossValidation.Search;
import org.ironopt.run.Checkpoint;
import org.ironopt.run.Ending;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class CrossValidationTest {
  private static final int ROWS = 200;
  private static final int COLUMNS = 6;

  @TempDir private Path folder;

  private static Dataset rows(double signal) {
    SplittableRandom random = new SplittableRandom(5);
    double[] x = random.doubles(ROWS * COLUMNS, -1, 1).toArray();
    int[] labels = new int[ROWS];
    for (int i = 0; i < ROWS; i++) {
      labels[i] = signal * x[i * COLUMNS] + random.nextGaussian() > 0 ? 1 : 0;
    }
    return Dataset.classification(new DenseFeatures(ROWS, COLUMNS, x), labels, 2);
  }

  private static CrossValidation search() {
    return Fit.logistic(rows(1)).crossValidation(Search.REG);
  }

  private CrossValidation kept(CrossValidation search, String data, boolean resume) {
    Checkpoint.Fingerprint fingerprint = new Checkpoint.Fingerprint("settings", COLUMNS, data, 0);
    return search.checkpoint(folder.resolve("state"), fingerprint, resume);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 15, 37, 74})
  void interruptedItGoesOnToTheSamePath(int fit) {
    IntConsumer interrupt =
        fits -> {
          if (fits == fit) {
            Thread.currentThread().interrupt();
          }
        };
    CrossValidation first = kept(search(), "rows", false).observe(interrupt);
    Cut cut = assertInstanceOf(Cut.class, first.go());
    assertTrue(Thread.interrupted());
    assertInstanceOf(Ending.Interrupted.class, cut.ending());
    assertEquals(fit, cut.fits());
    assertEquals(75, cut.total());
    assertEquals(fit > 0, cut.best().isPresent());
    int[] made = {-1};
    CrossValidation rest = kept(search(), "rows", true).observe(fits -> made[0]++);
    CrossValidation.End resumed = rest.go();
    assertEquals(75 - fit, made[0]);
    assertEquals(search().go(), resumed);
  }

  @Test
  void theTimeLimitHoldsForAllFitsTogether() {
    Cut cut = assertInstanceOf(Cut.class, search().timeLimit(Duration.ofNanos(1)).go());
    assertEquals(new Ending.TimeLimit(Duration.ofNanos(1), 0), cut.ending());
    assertEquals(0, cut.fits());
  }

  @Test
  void aFinishedSearchIsReadBackWithoutAFit() {
    CrossValidation.End found = kept(search(), "rows", false).go();
    int[] told = {0};
    assertEquals(found, kept(search(), "rows", true).observe(fits -> told[0]++).go());
    assertEquals(1, told[0]);
  }

  @Test
  void theStateOfOtherDataIsRefused() {
    kept(search(), "rows", false).go();
    CrossValidation other = kept(search(), "other rows", true);
    String message = assertThrows(Checkpoint.UnusableException.class, other::go).getMessage();
    assertTrue(message.contains("belongs to another run: data is 'rows' in the file"), message);
    assertFalse(message.contains("\n"));
  }

  /** States whose checksum is right and whose numbers are not. */
  @Test
  void aBadNumberInAnyPlaceIsOneSentence() throws IOException {
    for (int at : new int[] {0, 4}) {
      for (int number :
          new int[] {-1, 1, 2, 1000, Integer.MIN_VALUE, Integer.MAX_VALUE, 0x7ffffff7}) {
        refusal(ByteBuffer.allocate(8).putInt(at, number).array());
      }
    }
    assertTrue(refusal(new byte[3]).endsWith("its state ends too early"));
    assertTrue(refusal(new byte[12]).contains("bytes, but 4 follow"));
  }

  private String refusal(byte[] payload) throws IOException {
    Path path = folder.resolve("state");
    Checkpoint.Fingerprint fingerprint = new Checkpoint.Fingerprint("settings", COLUMNS, "rows", 0);
    new Checkpoint(fingerprint, payload).write(path);
    String message =
        assertThrows(Checkpoint.UnusableException.class, () -> kept(search(), "rows", true).go())
            .getMessage();
    assertTrue(message.startsWith("checkpoint " + path + ": its "), message);
    return message;
  }

  @ParameterizedTest
  @EnumSource(Search.class)
  void everyPointHasItsCertificateAndTheBestFits(Search search) {
    Fit fit = Fit.logistic(rows(1)).reg(1e-5);
    Found found = assertInstanceOf(Found.class, fit.crossValidation(search).go());
    for (Point point : found.points()) {
      assertTrue(point.gap() <= 1e-6, point.toString());
    }
    List<Double> strengths = found.points().stream().map(p -> p.reg() + p.l1()).toList();
    for (int k = 1; k < strengths.size(); k++) {
      assertTrue(strengths.get(k) < strengths.get(k - 1));
    }
    if (search != Search.REG) {
      Point top = found.points().getFirst();
      assertEquals(0, top.used(), 2);
      assertTrue(found.points().getLast().used() > top.used());
    }
    if (search == Search.BOTH) {
      assertEquals(found.best().reg(), found.best().l1());
    }
    FitResult result = fit.penalty(found.best()).go();
    assertInstanceOf(Ending.GapCertified.class, result.ending());
  }

  /** At the largest l1 of the path all coefficients are zero, and below it one is not. */
  @Test
  void theL1PathBeginsWhereAllCoefficientsAreZero() {
    double[] y = IntStream.range(0, ROWS).mapToDouble(i -> i % 7 + i % 3).toArray();
    Dataset numbers = Dataset.regression(rows(1).features(), y);
    for (boolean intercept : new boolean[] {true, false}) {
      for (Fit fit : List.of(Fit.logistic(rows(1)), Fit.ridge(numbers), Fit.poisson(numbers))) {
        fit.reg(1e-6).intercept(intercept);
        double top = fit.path().points(1).go().points().getFirst().lambda();
        for (double w : fit.l1(1.0001 * top).go().model().weights()[0]) {
          assertEquals(0, w);
        }
        double used = 0;
        for (double w : fit.l1(0.99 * top).go().model().weights()[0]) {
          used += Math.abs(w);
        }
        assertTrue(used > 0);
      }
    }
  }

  @Test
  void aPathWhoseBestIsAtAnEndGoesFurther() {
    SplittableRandom random = new SplittableRandom(5);
    double[] y = random.doubles(ROWS, -1, 1).toArray();
    Dataset noise = Dataset.regression(rows(1).features(), y);
    Found none = (Found) Fit.ridge(noise).crossValidation(Search.REG).go();
    assertTrue(none.longer());
    assertTrue(none.points().getFirst().reg() > 10);
    double[] exact =
        IntStream.range(0, ROWS)
            .mapToDouble(i -> noise.features().rowDot(i, new double[] {1, 0, 0, 0, 0, 0}, 0))
            .toArray();
    Dataset line = Dataset.regression(noise.features(), exact);
    Found all = (Found) Fit.ridge(line).crossValidation(Search.REG).go();
    assertTrue(all.longer());
    assertTrue(all.points().getLast().reg() < 1e-6);
    assertTrue(all.atSmallest());
    kept(Fit.ridge(line).crossValidation(Search.REG), "line", false).go();
    assertEquals(all, kept(Fit.ridge(line).crossValidation(Search.REG), "line", true).go());
  }
}
