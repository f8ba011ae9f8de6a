package org.ironopt.gpu.measure;

import java.util.Arrays;
import org.ironopt.data.Dataset;
import org.ironopt.data.DenseFeatures;
import org.ironopt.fit.Fit;
import org.ironopt.fit.FitResult;
import org.ironopt.gpu.Buffer;
import org.ironopt.gpu.Buffers;
import org.ironopt.gpu.Device;
import org.ironopt.gpu.Kernel;
import org.ironopt.gpu.fit.DevicePartitions;
import org.ironopt.gpu.particles.DeviceCloud;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.model.ModelKind;
import org.ironopt.random.RandomStreams;
import org.ironopt.random.internal.RandomMatrices;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.Scheme;
import org.ironopt.theory.StationaryCovariance;

/** A fit of many rows and a cloud of many particles. */
record LargeBenchmark(DeviceBenchmark options) {
  void logistic() {
    long rows = (long) options.number("rows", 1e7);
    int columns = (int) options.number("columns", 100) + 1;
    double reg = options.number("reg", 1e-4);
    double[] truth = new double[columns];
    Arrays.setAll(truth, j -> (j % 7 - 3) / 10.0);
    long[] words = new RandomStreams(0).stream("rows").words();
    try (Device device = options.open();
        Buffers buffers = new Buffers(device)) {
      Buffer x = buffers.doubles(rows * columns);
      Buffer y = buffers.doubles(rows);
      Buffer w = buffers.doubles(columns);
      device.upload(truth, w);
      double generated =
          device.seconds(
              () ->
                  device.launch(Kernel.GENERATE, 1024, x, y, w, rows, columns, words[0], words[1]));
      DeviceBenchmark.print(
          "logistic %d x %d on %s, generated in %.3f s",
          rows, columns - 1, device.description(), generated);
      try (DevicePartitions parts = DevicePartitions.logistic(device, x, y, columns)) {
        parts.queue();
        double pass = DeviceBenchmark.repeated(device, parts::queue);
        double bytes = 8.0 * rows * (columns + 1);
        DeviceBenchmark.print(
            "PASS %.3f ms for value and gradient, %.3f TB/s, %.1f %% of 4.8 TB/s",
            1e3 * pass, 1e-12 * bytes / pass, 100 * bytes / pass / 4.8e12);
        long clock = System.nanoTime();
        FitResult result = fit(Fit.of(ModelKind.LOGISTIC, parts), reg);
        print("FIT", rows, result, clock);
        clock = System.nanoTime();
        FitResult again = fit(Fit.of(ModelKind.LOGISTIC, parts), reg);
        print("FIT again", rows, again, clock);
        DeviceBenchmark.print(
            "two fits bit-equal: %s",
            Arrays.equals(again.model().intercepts(), result.model().intercepts())
                && Arrays.deepEquals(again.model().weights(), result.model().weights()));
      }
      cpu(device, x, y, rows / 10, columns, reg);
    }
  }

  /** The core's fit of the first rows, for comparison. */
  private static void cpu(Device device, Buffer x, Buffer y, long rows, int columns, double reg) {
    int count = (int) Math.min(rows, Integer.MAX_VALUE / columns);
    double[] numbers = new double[count * columns];
    double[] targets = new double[count];
    device.download(x.part(0, numbers.length), numbers);
    device.download(y.part(0, count), targets);
    double[] plain = new double[count * (columns - 1)];
    int[] labels = new int[count];
    for (int i = 0; i < count; i++) {
      System.arraycopy(numbers, i * columns, plain, i * (columns - 1), columns - 1);
      labels[i] = (int) targets[i];
    }
    DenseFeatures features = new DenseFeatures(count, columns - 1, plain);
    Dataset data = Dataset.classification(features, labels, 2);
    long clock = System.nanoTime();
    print("CPU", count, fit(Fit.logistic(data), reg), clock);
  }

  private static FitResult fit(Fit fit, double reg) {
    return fit.reg(reg).scale(false).tolerance(1e-9).go();
  }

  private static void print(String what, long rows, FitResult result, long clock) {
    DeviceBenchmark.print(
        "%s %d rows: %s, F %.12g, gap %.2g, %d steps, %d passes in %.3f s",
        what,
        rows,
        result.ending().getClass().getSimpleName(),
        result.objective(),
        result.gap(),
        result.steps(),
        result.passes(),
        1e-9 * (System.nanoTime() - clock));
  }

  /** The paper's quadratic: eigenvalues 1, 1, 3, b = 5, mu = gamma = rho = 1. */
  void cloud() {
    long particles =
        (long) options.number("particles", 1e8) / DeviceCloud.GROUPS * DeviceCloud.GROUPS;
    int steps = (int) options.number("steps", 100);
    double[] eigenvalues = {1, 1, 3};
    DenseMatrix q = RandomMatrices.orthogonal(new RandomStreams(0).stream("rotation"), 0, 3);
    DenseMatrix a = q.transpose().multiply(DenseMatrix.diagonal(eigenvalues)).multiply(q);
    double[] b = {5, 5, 5};
    try (Device device = options.open()) {
      for (double alpha : new double[] {1, 10, 200}) {
        IronParameters p = new IronParameters(alpha, 1, 1);
        double exact = StationaryCovariance.mse(Scheme.IRON, p, eigenvalues, 1).orElse(Double.NaN);
        try (DeviceCloud cloud = DeviceCloud.quadratic(device, a, b, particles, p, 1, 0)) {
          device.synchronize();
          double seconds = device.seconds(() -> cloud.advance(steps));
          DeviceCloud.MeanSquareError mse = cloud.meanSquareError();
          DeviceBenchmark.print(
              "CLOUD alpha %g: %.3e particles x steps a second (%.3f s), MSE %.8g, exact %.8g,"
                  + " %.2f standard errors away",
              alpha,
              particles * (double) steps / seconds,
              seconds,
              mse.mean(),
              exact,
              (mse.mean() - exact) / mse.standardError());
        }
      }
    }
  }
}
