package org.ironopt.gpu.fit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.ironopt.data.Dataset;
import org.ironopt.fit.Fit;
import org.ironopt.fit.FitResult;
import org.ironopt.gpu.Buffer;
import org.ironopt.gpu.Device;
import org.ironopt.gpu.Kernel;
import org.ironopt.random.Stream;
import org.ironopt.random.Streams;
import org.junit.jupiter.api.Test;

/** What fits on any device keep to; a subclass brings the device. */
public abstract class RegressionContract {
  private static final int ROWS = 301;
  private static final double REG = 1e-3;

  protected abstract Device device();

  /** Rows of normals with a 1, made on the device. */
  private static Buffer[] generate(Device device, int columns) {
    Buffer x = device.doubles((long) ROWS * columns);
    Buffer y = device.doubles(ROWS);
    Buffer w = device.doubles(columns);
    double[] truth = new double[columns];
    Arrays.setAll(truth, j -> j % 3 - 0.8);
    device.upload(truth, w);
    long[] words = new Streams(4).stream("rows").words();
    device.launch(Kernel.GENERATE, 2, x, y, w, (long) ROWS, columns, words[0], words[1]);
    device.free(w);
    return new Buffer[] {x, y};
  }

  private static double[][] rows(Device device, Buffer x, int columns) {
    double[] all = new double[ROWS * columns];
    device.download(x, all);
    double[][] rows = new double[ROWS][];
    for (int i = 0; i < ROWS; i++) {
      rows[i] = Arrays.copyOfRange(all, i * columns, i * columns + columns - 1);
    }
    return rows;
  }

  @Test
  void rowsAreTheNormalsOfTheStream() {
    try (Device device = device()) {
      Buffer[] data = generate(device, 5);
      Stream stream = new Streams(4).stream("rows");
      double[][] rows = rows(device, data[0], 5);
      for (int i = 0; i < ROWS; i++) {
        for (int j = 0; j < 4; j++) {
          assertEquals(stream.normal(0, i * 5L + j), rows[i][j]);
        }
      }
    }
  }

  /** Every number of columns that has a kernel of its own, and both sides of its border. */
  @Test
  void fitsAreThoseOfTheCore() {
    for (int columns : new int[] {2, 7, 33, 41}) {
      try (Device device = device()) {
        Buffer[] data = generate(device, columns);
        double[] y = new double[ROWS];
        device.download(data[1], y);
        double[][] rows = rows(device, data[0], columns);
        for (DeviceRegression.Kind kind : DeviceRegression.Kind.values()) {
          Dataset set = Dataset.regression(rows, y);
          Fit fit = kind == DeviceRegression.Kind.RIDGE ? Fit.ridge(set) : Fit.logistic(set);
          FitResult core = fit.reg(REG).scale(false).tolerance(1e-10).go();
          try (DeviceRegression regression =
              new DeviceRegression(device, kind, data[0], data[1], ROWS, columns, REG)) {
            DeviceRegression.Result result = regression.fit(1e-10);
            assertTrue(result.certified(), result.toString());
            // Both are at most their gaps above the one minimum.
            assertEquals(core.objective(), result.value(), 2e-10 * result.value(), kind.toString());
          }
        }
      }
    }
  }

  /** The proven gap is never below the true one, at points that are far from the optimum too. */
  @Test
  void theGapIsABound() {
    try (Device device = device()) {
      Buffer[] data = generate(device, 7);
      for (DeviceRegression.Kind kind : DeviceRegression.Kind.values()) {
        try (DeviceRegression regression =
            new DeviceRegression(device, kind, data[0], data[1], ROWS, 7, REG)) {
          double least = regression.fit(1e-12).value();
          for (double tolerance : new double[] {1, 1e-2, 1e-4, 1e-6}) {
            DeviceRegression.Result early = regression.fit(tolerance);
            double truth = (early.value() - least) / least;
            assertTrue(early.gap() >= truth, kind + " " + early + " but " + truth);
          }
        }
      }
    }
  }

  @Test
  void fitsRepeatBitForBitAndFreeTheirMemory() {
    try (Device device = device()) {
      Buffer[] data = generate(device, 7);
      double[][] found = new double[2][];
      long before = device.allocated();
      for (int k = 0; k < 2; k++) {
        try (DeviceRegression regression =
            new DeviceRegression(
                device, DeviceRegression.Kind.LOGISTIC, data[0], data[1], ROWS, 7, REG)) {
          found[k] = regression.fit(1e-9).w();
        }
        assertEquals(before, device.allocated());
      }
      assertArrayEquals(found[0], found[1]);
    }
  }

  @Test
  void whatDoesNotFitIsRefused() {
    try (Device device = device()) {
      Buffer x = device.doubles(30);
      Buffer y = device.doubles(10);
      for (int columns : new int[] {1, 4, 257}) {
        assertThrows(
            IllegalArgumentException.class,
            () ->
                new DeviceRegression(device, DeviceRegression.Kind.RIDGE, x, y, 10, columns, REG));
      }
      assertThrows(
          IllegalArgumentException.class,
          () -> new DeviceRegression(device, DeviceRegression.Kind.RIDGE, x, y, 10, 3, 0));
    }
  }
}
