package org.ironopt.gpu.measure;

import java.util.Arrays;
import java.util.EnumSet;
import org.ironopt.data.Dataset;
import org.ironopt.data.DenseFeatures;
import org.ironopt.fit.Fit;
import org.ironopt.fit.FitResult;
import org.ironopt.gpu.Device;
import org.ironopt.gpu.fit.DevicePartitions;
import org.ironopt.linalg.Parallel;
import org.ironopt.model.ModelKind;
import org.ironopt.random.RandomStream;
import org.ironopt.random.RandomStreams;

/** Fits of the core with rows on the host and on a device, for all models. */
record PartsBenchmark(DeviceBenchmark options) {
  void run() {
    int rows = (int) options.number("rows", 1e6);
    int columns = (int) options.number("columns", 100);
    double[] x = normals(rows, columns);
    try (Device device = options.open()) {
      for (ModelKind kind : EnumSet.range(ModelKind.LOGISTIC, ModelKind.POISSON)) {
        Dataset data = data(kind, rows, columns, x);
        long clock = System.nanoTime();
        try (DevicePartitions parts = DevicePartitions.of(device, kind, true, data)) {
          double placed = seconds(clock);
          clock = System.nanoTime();
          FitResult there = fit(Fit.of(kind, parts, data.classNames()));
          double fitted = seconds(clock);
          clock = System.nanoTime();
          FitResult here = fit(Fit.of(kind, data));
          DeviceBenchmark.print(
              "PARTS %s %d x %d: rows placed in %.2f s, fitted in %.3f s (%s, %d passes), on %d"
                  + " cores in %.3f s (%s), objectives differ by %.1e",
              kind,
              rows,
              columns,
              placed,
              fitted,
              there.ending().getClass().getSimpleName(),
              there.passes(),
              Parallel.threads(),
              seconds(clock),
              here.ending().getClass().getSimpleName(),
              Math.abs(there.objective() - here.objective()) / here.objective());
        }
      }
    }
  }

  private static FitResult fit(Fit fit) {
    return fit.reg(1e-4).tolerance(1e-9).go();
  }

  private static double seconds(long clock) {
    return 1e-9 * (System.nanoTime() - clock);
  }

  private static double[] normals(int rows, int columns) {
    double[] x = new double[rows * columns];
    RandomStream stream = new RandomStreams(0).stream("rows");
    Parallel.forEach(
        rows,
        i -> {
          for (int j = 0; j < columns; j++) {
            x[i * columns + j] = stream.normal(0, (long) i * columns + j);
          }
        });
    return x;
  }

  private static Dataset data(ModelKind kind, int rows, int columns, double[] x) {
    double[] y = new double[rows];
    RandomStream noise = new RandomStreams(0).stream("noise");
    for (int i = 0; i < rows; i++) {
      double z = noise.normal(0, i);
      for (int j = 0; j < columns; j++) {
        z += (j % 7 - 3) / 10.0 * x[i * columns + j];
      }
      y[i] =
          switch (kind) {
            case LOGISTIC -> z > 0 ? 1 : 0;
            case SOFTMAX -> Math.clamp((int) Math.rint(z) + 5, 0, 9);
            case POISSON -> Math.max(0, Math.rint(z));
            default -> z;
          };
    }
    DenseFeatures features = new DenseFeatures(rows, columns, x);
    if (!kind.classes()) {
      return Dataset.regression(features, y);
    }
    int[] labels = Arrays.stream(y).mapToInt(v -> (int) v).toArray();
    return Dataset.classification(features, labels, kind == ModelKind.SOFTMAX ? 10 : 2);
  }
}
