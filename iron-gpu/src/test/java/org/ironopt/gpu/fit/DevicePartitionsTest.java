package org.ironopt.gpu.fit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.SplittableRandom;
import org.ironopt.data.Dataset;
import org.ironopt.data.DenseFeatures;
import org.ironopt.fit.Fit;
import org.ironopt.fit.FitResult;
import org.ironopt.fit.partition.BregmanDivergence;
import org.ironopt.fit.partition.PartialSums;
import org.ironopt.fit.partition.Partition;
import org.ironopt.fit.partition.Query;
import org.ironopt.gpu.Buffer;
import org.ironopt.gpu.Buffers;
import org.ironopt.gpu.Device;
import org.ironopt.gpu.DeviceFixture;
import org.ironopt.gpu.Kernel;
import org.ironopt.model.ModelKind;
import org.ironopt.random.RandomStream;
import org.ironopt.random.RandomStreams;
import org.ironopt.run.Ending;
import org.junit.jupiter.api.Test;

/** Rows on a device answer as rows of the core do. */
class DevicePartitionsTest extends DeviceFixture {
  private static final int ROWS = 203;
  private static final int COLUMNS = 6;

  private static Dataset data(ModelKind kind, boolean weighted) {
    SplittableRandom random = new SplittableRandom(7 + kind.ordinal());
    double[] x = new double[ROWS * COLUMNS];
    double[] y = new double[ROWS];
    double[] weights = new double[ROWS];
    for (int i = 0; i < ROWS; i++) {
      double z = 0.3;
      for (int j = 0; j < COLUMNS; j++) {
        x[i * COLUMNS + j] = (j == 2 ? 5 : 0) + random.nextGaussian();
        z += (j % 3 - 1) * 0.4 * x[i * COLUMNS + j];
      }
      double noisy = z + random.nextGaussian();
      y[i] =
          switch (kind) {
            case LOGISTIC -> noisy > 2 ? 1 : 0;
            case SOFTMAX -> noisy > 3 ? 2 : noisy > 1.5 ? 1 : 0;
            case POISSON -> Math.max(0, Math.rint(noisy));
            default -> noisy;
          };
      weights[i] = 0.5 + i % 3;
    }
    DenseFeatures features = new DenseFeatures(ROWS, COLUMNS, x);
    int[] labels = Arrays.stream(y).mapToInt(e -> (int) e).toArray();
    Dataset rows =
        kind.classes()
            ? Dataset.classification(features, labels, kind == ModelKind.SOFTMAX ? 3 : 2)
            : Dataset.regression(features, y);
    return weighted ? rows.weighted(weights) : rows;
  }

  private static double[] point(int length, long seed, double size) {
    SplittableRandom random = new SplittableRandom(seed);
    return random.doubles(length, -1, 1).map(e -> size * e).toArray();
  }

  private static void same(double[] expected, double[] actual, String what) {
    double scale = Arrays.stream(expected).map(Math::abs).max().orElse(0);
    assertArrayEquals(expected, actual, 1e-12 * scale, what);
  }

  private static void same(PartialSums expected, PartialSums actual, String what) {
    PartialSums.Sums e = (PartialSums.Sums) expected;
    PartialSums.Sums a = (PartialSums.Sums) actual;
    assertEquals(e.scalars().length, a.scalars().length, what);
    for (int k = 0; k < e.scalars().length; k++) {
      assertEquals(e.scalars()[k], a.scalars()[k], 1e-12 * Math.abs(e.scalars()[k]), what + k);
    }
    for (int k = 0; k < e.least().length; k++) {
      if (e.least()[k] != a.least()[k]) {
        assertEquals(e.least()[k], a.least()[k], 1e-12 * e.least()[k], what + " least " + k);
      }
    }
    same(e.vector(), a.vector(), what + " vector");
    same(e.matrix(), a.matrix(), what + " matrix");
  }

  @Test
  void answersAreThoseOfTheCore() {
    try (Device device = device()) {
      for (ModelKind kind : EnumSet.range(ModelKind.LOGISTIC, ModelKind.POISSON)) {
        answers(device, kind, false, true);
        answers(device, kind, true, false);
      }
    }
  }

  private static void answers(Device device, ModelKind kind, boolean weighted, boolean intercept) {
    Dataset data = data(kind, weighted);
    Partition part = Partition.of(kind, intercept, data);
    int outputs = kind == ModelKind.SOFTMAX ? 3 : 1;
    int length = outputs * (COLUMNS + (intercept ? 1 : 0));
    try (DevicePartitions parts = DevicePartitions.of(device, kind, intercept, data)) {
      for (double size : new double[] {0, 0.3, 2}) {
        double[] w = point(length, 1, size);
        double[] v = point(length, 2, 1);
        Query at = new Query.Point(w, parts.matrixPays(length));
        same(part.answer(at), parts.answer(at), kind + " point ");
        Query product = new Query.Product(w, v);
        same(part.answer(product), parts.answer(product), kind + " product ");
        if (kind == ModelKind.RIDGE) {
          continue;
        }
        double[] mixed = new double[Math.max(2, outputs)];
        Arrays.fill(mixed, 0.02);
        for (double tau : new double[] {0, 0.4}) {
          Query moved = new Query.Divergence(w, new BregmanDivergence(tau, 0.05, mixed));
          same(part.answer(moved), parts.answer(moved), kind + " moved ");
        }
      }
    }
  }

  @Test
  void fitsAreThoseOfTheCoreWithItsCertificate() {
    for (ModelKind kind : EnumSet.range(ModelKind.LOGISTIC, ModelKind.POISSON)) {
      Dataset data = data(kind, true);
      FitResult core = Fit.of(kind, data).reg(1e-3).tolerance(1e-10).go();
      try (Device device = device();
          DevicePartitions parts = DevicePartitions.of(device, kind, true, data)) {
        FitResult there = Fit.of(kind, parts, data.classNames()).reg(1e-3).tolerance(1e-10).go();
        assertTrue(there.ending() instanceof Ending.GapCertified, kind + there.ending().sentence());
        // Both are at most their gaps above the one minimum.
        assertEquals(core.objective(), there.objective(), 2e-10 * core.objective());
      }
    }
  }

  /** A view, and rows that do not count. */
  @Test
  void someOfTheRowsAreFitted() {
    double[] weights = new double[ROWS];
    Arrays.setAll(weights, i -> i % 4);
    Dataset some = data(ModelKind.SOFTMAX, false).weighted(weights).range(1, ROWS - 2);
    FitResult core = Fit.softmax(some).reg(1e-2).tolerance(1e-9).go();
    try (Device device = device();
        DevicePartitions parts = DevicePartitions.of(device, ModelKind.SOFTMAX, true, some)) {
      FitResult there =
          Fit.of(ModelKind.SOFTMAX, parts, some.classNames()).reg(1e-2).tolerance(1e-9).go();
      assertEquals(core.objective(), there.objective(), 2e-9 * core.objective());
    }
  }

  @Test
  void fitsRepeatBitForBitAndFreeTheirMemory() {
    Dataset data = data(ModelKind.SOFTMAX, false);
    double[][] found = new double[2][];
    try (Device device = device()) {
      for (int k = 0; k < 2; k++) {
        try (DevicePartitions parts = DevicePartitions.of(device, ModelKind.SOFTMAX, true, data)) {
          FitResult result = Fit.of(ModelKind.SOFTMAX, parts).reg(0.1).tolerance(1e-8).go();
          found[k] = result.model().intercepts();
          assertTrue(device.allocated() > 0);
        }
        assertEquals(0, device.allocated());
      }
    }
    assertArrayEquals(found[0], found[1]);
  }

  /** Rows of normals with a 1, and classes of a logistic model, made on the device. */
  private static Buffer[] generate(Device device, Buffers buffers, int columns) {
    Buffer x = buffers.doubles((long) ROWS * columns);
    Buffer y = buffers.doubles(ROWS);
    Buffer w = buffers.doubles(columns);
    double[] truth = new double[columns];
    Arrays.setAll(truth, j -> j % 3 - 0.8);
    device.upload(truth, w);
    long[] words = new RandomStreams(4).stream("rows").words();
    device.launch(Kernel.GENERATE, 2, x, y, w, (long) ROWS, columns, words[0], words[1]);
    return new Buffer[] {x, y};
  }

  /** Every number of columns that has a kernel of its own, and both sides of its border. */
  @Test
  void rowsMadeOnTheDeviceAreFittedAsThoseOfTheCore() {
    RandomStream stream = new RandomStreams(4).stream("rows");
    for (int columns : new int[] {2, 32, 33, 65, 129}) {
      try (Device device = device();
          Buffers buffers = new Buffers(device)) {
        Buffer[] made = generate(device, buffers, columns);
        double[] numbers = new double[ROWS * columns];
        double[] classes = new double[ROWS];
        device.download(made[0], numbers);
        device.download(made[1], classes);
        double[][] plain = new double[ROWS][];
        for (int i = 0; i < ROWS; i++) {
          plain[i] = Arrays.copyOfRange(numbers, i * columns, i * columns + columns - 1);
          assertEquals(stream.normal(0, (long) i * columns), plain[i][0]);
        }
        int[] labels = Arrays.stream(classes).mapToInt(e -> (int) e).toArray();
        DenseFeatures features = DenseFeatures.of(plain);
        Dataset data = Dataset.classification(features, labels, 2);
        FitResult core = Fit.logistic(data).reg(1e-2).scale(false).tolerance(1e-10).go();
        long before = device.allocated();
        try (DevicePartitions parts =
            DevicePartitions.logistic(device, made[0], made[1], columns)) {
          moments(
              (PartialSums.Moments)
                  Partition.of(ModelKind.LOGISTIC, true, data).answer(new Query.Moments()),
              (PartialSums.Moments) parts.answer(new Query.Moments()));
          FitResult there =
              Fit.of(ModelKind.LOGISTIC, parts).reg(1e-2).scale(false).tolerance(1e-10).go();
          assertTrue(there.ending() instanceof Ending.GapCertified, there.ending().sentence());
          assertEquals(core.objective(), there.objective(), 2e-10 * core.objective());
        }
        assertEquals(before, device.allocated());
      }
    }
  }

  private static void moments(PartialSums.Moments expected, PartialSums.Moments actual) {
    assertEquals(expected.rows().rows(), actual.rows().rows());
    assertEquals(expected.rows().weight(), actual.rows().weight());
    assertEquals(expected.stored(), actual.stored());
    assertArrayEquals(expected.rows().targets(), actual.rows().targets());
    assertArrayEquals(expected.mean(), actual.mean(), 1e-14);
    same(expected.squares(), actual.squares(), "squares");
    for (int k = 0; k < 2; k++) {
      same(expected.tilt()[k], actual.tilt()[k], "tilt " + k);
    }
  }

  @Test
  void rowsThatDoNotFitAreRefused() {
    try (Device device = device();
        Buffers buffers = new Buffers(device)) {
      Buffer x = buffers.doubles(30);
      Buffer y = buffers.doubles(10);
      for (int columns : new int[] {1, 4, 257}) {
        assertThrows(
            IllegalArgumentException.class, () -> DevicePartitions.logistic(device, x, y, columns));
      }
    }
  }

  @Test
  void aMatrixOfManyOutputsIsRefused() {
    try (Device device = device();
        DevicePartitions parts =
            DevicePartitions.of(device, ModelKind.SOFTMAX, true, data(ModelKind.SOFTMAX, false))) {
      assertFalse(parts.matrixPays(21));
      Query matrix = new Query.Point(new double[21], true);
      assertThrows(IllegalArgumentException.class, () -> parts.answer(matrix));
    }
  }
}
