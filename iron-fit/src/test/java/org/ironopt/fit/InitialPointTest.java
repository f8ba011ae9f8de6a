package org.ironopt.fit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.ironopt.data.Dataset;
import org.ironopt.data.DenseFeatures;
import org.ironopt.data.Features;
import org.ironopt.data.FloatFeatures;
import org.ironopt.data.SparseFeatures;
import org.ironopt.fit.partition.PartialSums;
import org.ironopt.fit.partition.Partition;
import org.ironopt.fit.partition.Partitions;
import org.ironopt.fit.partition.Query;
import org.ironopt.linalg.Vectors;
import org.ironopt.model.ModelFile;
import org.ironopt.model.ModelKind;
import org.ironopt.run.Ending;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A start from a sample or from moments saves passes and changes no optimum. */
class InitialPointTest {
  private static final int ROWS = 8000;

  /** Numbers of a sample that is small beside all rows and knows all parameters. */
  private static final int SAMPLE = 3200;

  /** Rows in parts that say what they were asked. */
  private record Asked(List<Partition> parts, boolean matrix, long numbers, List<Query> asks)
      implements Partitions {
    @Override
    public PartialSums answer(Query query) {
      asks.add(query);
      return parts.stream().map(part -> part.answer(query)).reduce(PartialSums::plus).orElseThrow();
    }

    @Override
    public boolean matrixPays(int parameters) {
      return matrix;
    }

    @Override
    public List<Partition> sample() {
      return numbers == 0 ? List.of() : parts.stream().map(p -> p.sample(numbers)).toList();
    }

    long passes() {
      return asks.stream().filter(a -> !(a instanceof Query.Moments)).count();
    }

    long matrices() {
      return asks.stream().filter(a -> a instanceof Query.Point p && p.matrix()).count();
    }
  }

  private static Dataset rows(ModelKind kind, int from, int to) {
    double[][] x = new double[to - from][4];
    double[] y = new double[to - from];
    for (int i = from; i < to; i++) {
      Random random = new Random(i);
      double z = -0.5;
      for (int j = 0; j < 4; j++) {
        x[i - from][j] = (1 + j) * (0.2 + random.nextGaussian());
        z += (j % 2 == 0 ? 1 : -0.7) * x[i - from][j] / (1 + j);
      }
      double noise = random.nextDouble();
      y[i - from] =
          switch (kind) {
            case LOGISTIC -> noise < 1 / (1 + Math.exp(-z)) ? 1 : 0;
            case SOFTMAX -> noise < 0.1 ? 2 : noise < 0.6 / (1 + Math.exp(-z)) ? 1 : 0;
            default -> z + noise;
            case POISSON -> Math.floor(-Math.log(noise) * Math.exp(0.3 * z));
          };
    }
    int[] labels = Arrays.stream(y).mapToInt(v -> (int) v).toArray();
    Features features = DenseFeatures.of(x);
    return kind.classes()
        ? Dataset.classification(features, labels, kind == ModelKind.SOFTMAX ? 3 : 2)
        : Dataset.regression(features, y);
  }

  private static Asked parts(ModelKind kind, int count, boolean matrix, long numbers) {
    List<Partition> parts = new ArrayList<>();
    for (int p = 0; p < count; p++) {
      Dataset rows = rows(kind, p * ROWS / count, (p + 1) * ROWS / count);
      parts.add(Partition.of(kind, true, rows));
    }
    return new Asked(parts, matrix, numbers / count, new ArrayList<>());
  }

  private static FitResult fit(ModelKind kind, Partitions parts, double l1) {
    FitResult result = Fit.of(kind, parts).reg(1e-4).l1(l1).tolerance(1e-12).go();
    assertTrue(result.ending() instanceof Ending.GapCertified, result.ending().sentence());
    return result;
  }

  @Test
  void aSampleSavesPassesAndHessiansAndLeadsToTheSameOptimum() {
    for (ModelKind kind : List.of(ModelKind.LOGISTIC, ModelKind.SOFTMAX, ModelKind.POISSON)) {
      Fit plain = Fit.of(kind, rows(kind, 0, ROWS)).reg(1e-4).tolerance(1e-12);
      double best = plain.go().objective();
      for (int count : new int[] {1, 3, 8}) {
        Asked zero = parts(kind, count, true, 0);
        Asked some = parts(kind, count, true, SAMPLE);
        assertEquals(best, fit(kind, zero, 0).objective(), 1e-12 * best);
        assertEquals(best, fit(kind, some, 0).objective(), 1e-12 * best);
        assertTrue(some.passes() < zero.passes(), some.passes() + ", " + zero.passes());
        assertTrue(some.matrices() < zero.matrices(), some.matrices() + ", " + zero.matrices());
      }
    }
  }

  @Test
  void aSampleIsTheStartWithL1Too() {
    double best = fit(ModelKind.LOGISTIC, parts(ModelKind.LOGISTIC, 3, true, 0), 0.02).objective();
    Asked some = parts(ModelKind.LOGISTIC, 3, true, SAMPLE);
    assertEquals(best, fit(ModelKind.LOGISTIC, some, 0.02).objective(), 1e-12 * best);
  }

  @Test
  void aSampleIsLeftAloneWhereItKnowsTooLittleOrIsNearlyAllRows() {
    for (long numbers : new long[] {900, 4 * ROWS / 4}) {
      Asked some = parts(ModelKind.LOGISTIC, 2, true, numbers);
      fit(ModelKind.LOGISTIC, some, 0);
      Asked zero = parts(ModelKind.LOGISTIC, 2, true, 0);
      fit(ModelKind.LOGISTIC, zero, 0);
      assertEquals(zero.passes(), some.passes());
    }
  }

  /** The sample of these says the opposite of all rows. */
  private record Misled(Asked parts, List<Partition> sample) implements Partitions {
    @Override
    public PartialSums answer(Query query) {
      return parts.answer(query);
    }

    @Override
    public boolean matrixPays(int parameters) {
      return true;
    }
  }

  @Test
  void aSampleThatMisleadsIsNotTheStart() {
    Dataset rows = rows(ModelKind.LOGISTIC, 0, SAMPLE / 4);
    int[] opposite = IntStream.range(0, rows.rows()).map(i -> 1 - rows.label(i)).toArray();
    Dataset wrong = Dataset.classification(rows.features(), opposite, 2);
    double[] weights = new double[rows.rows()];
    Arrays.fill(weights, (double) ROWS / weights.length);
    Partition sample = Partition.of(ModelKind.LOGISTIC, true, wrong.weighted(weights));
    Asked parts = parts(ModelKind.LOGISTIC, 3, true, 0);
    double best = fit(ModelKind.LOGISTIC, new Misled(parts, List.of(sample)), 0).objective();
    Fit plain = Fit.logistic(rows(ModelKind.LOGISTIC, 0, ROWS)).reg(1e-4).tolerance(1e-12);
    assertEquals(plain.go().objective(), best, 1e-12 * best);
    assertArrayEquals(new double[5], points(parts).get(1));
  }

  @Test
  void aSampleThatPromisesTooLargeCountsIsNotTheStart() {
    Dataset rows = rows(ModelKind.POISSON, 0, SAMPLE / 4);
    double[][] x = new double[rows.rows()][4];
    double[] counts = new double[rows.rows()];
    for (int i = 0; i < counts.length; i++) {
      rows.features().copyRow(i, x[i], 0);
      Vectors.scale(0.02, x[i]);
      counts[i] = rows.target(i);
    }
    Partition sample =
        Partition.of(ModelKind.POISSON, true, Dataset.regression(DenseFeatures.of(x), counts));
    Asked parts = parts(ModelKind.POISSON, 3, true, 0);
    double best = fit(ModelKind.POISSON, new Misled(parts, List.of(sample)), 0).objective();
    Fit plain = Fit.poisson(rows(ModelKind.POISSON, 0, ROWS)).reg(1e-4).tolerance(1e-12);
    assertEquals(plain.go().objective(), best, 1e-12 * Math.abs(best));
    assertArrayEquals(new double[5], points(parts).get(1));
  }

  private static List<double[]> points(Asked parts) {
    return parts.asks.stream()
        .filter(a -> a instanceof Query.Point)
        .map(a -> ((Query.Point) a).w())
        .toList();
  }

  /** Columns that are alike are counted over and over by moments that know of no correlation. */
  @Test
  void momentsAreTheStartOfProductsUnlessColumnsAreAlike() {
    for (boolean alike : new boolean[] {false, true}) {
      Dataset rows = rows(ModelKind.LOGISTIC, 0, ROWS);
      double[][] x = new double[ROWS][60];
      int[] labels = IntStream.range(0, ROWS).map(rows::label).toArray();
      for (int i = 0; i < ROWS; i++) {
        rows.features().copyRow(i, x[i], 0);
        for (int j = 4; j < 60; j++) {
          x[i][j] = alike ? x[i][j % 4] + 1e-3 * j * x[i][(j + 1) % 4] : 0;
        }
      }
      Dataset data = Dataset.classification(DenseFeatures.of(x), labels, 2);
      Partition part = Partition.of(ModelKind.LOGISTIC, true, data);
      Asked asked = new Asked(List.of(part), false, 0, new ArrayList<>());
      FitResult there = fit(ModelKind.LOGISTIC, asked, 0);
      FitResult here = Fit.logistic(data).reg(1e-4).tolerance(1e-12).go();
      assertEquals(here.objective(), there.objective(), 1e-12 * here.objective());
      assertEquals(alike, points(asked).stream().anyMatch(w -> Arrays.equals(w, new double[61])));
      assertTrue(Arrays.stream(points(asked).getFirst()).anyMatch(w -> w != 0));
    }
  }

  @Test
  void aFitThatBeganAtASampleGoesOnWithTheSameBits(@TempDir Path folder) {
    for (boolean matrix : new boolean[] {true, false}) {
      Path file = folder.resolve("state" + matrix);
      Asked parts = parts(ModelKind.LOGISTIC, 2, matrix, SAMPLE);
      FitResult whole = Fit.of(ModelKind.LOGISTIC, parts).tolerance(1e-13).go();
      assertTrue(whole.steps() > 1, whole.steps() + " steps");
      for (int steps = 1; steps < whole.steps(); steps++) {
        Fit first = Fit.of(ModelKind.LOGISTIC, parts).tolerance(1e-13).stepLimit(steps);
        first.checkpoint(file, Duration.ofDays(1)).go();
        FitResult rest = Fit.of(ModelKind.LOGISTIC, parts).tolerance(1e-13).resume(file).go();
        assertEquals(ModelFile.text(whole.model()), ModelFile.text(rest.model()));
        assertEquals(whole.passes(), rest.passes());
      }
    }
  }

  @Test
  void aSampleIsEvenlySpacedAndWeighsWhatAllRowsDo() {
    float[] floats = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    double[] doubles = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    int[] starts = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    double[] weights = {1, 9, 1, 9, 1, 9, 1, 9, 1, 9};
    for (Features x :
        List.of(
            new FloatFeatures(10, 1, floats),
            new DenseFeatures(10, 1, doubles),
            SparseFeatures.of(10, 1, starts, new int[10], doubles))) {
      Partition part =
          Partition.of(ModelKind.RIDGE, true, Dataset.regression(x, doubles).weighted(weights));
      assertSame(part, part.sample(10));
      PartialSums.Moments m = (PartialSums.Moments) part.sample(5).answer(new Query.Moments());
      assertEquals(5, m.rows().rows());
      assertEquals(50, m.rows().weight(), 1e-12);
      assertEquals(4, m.mean()[0], 1e-12);
      assertEquals(200, m.rows().targets()[0], 1e-12);
      assertEquals(1, part.sample(0).rows());
    }
  }
}
