package org.ironopt.lab.bench.mnist;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ironopt.data.FloatFeatures;
import org.ironopt.linalg.kernel.Tiles;
import org.ironopt.method.Batches;
import org.ironopt.method.Stepper;
import org.ironopt.method.gradient.AdamW;
import org.ironopt.problem.Residuals;
import org.ironopt.random.Streams;

/**
 * What AdamW's step is made of, each measured alone, in turns: the gather of random rows, the two
 * products with the batch, and the elementwise pass. A yardstick is honest if its step takes little
 * more than their sum.
 */
final class StepParts {
  private static final int ROUNDS = 15;

  /**
   * Microseconds of a step.
   *
   * @param batch terms of a step
   * @param step the whole step
   * @param gather copying the rows side by side
   * @param products forward and backward product, with the loss between them
   * @param elementwise the update of the parameters
   * @param forward the forward product alone
   * @param backward the backward product alone
   * @param flops of one product
   */
  record Row(
      int batch,
      double step,
      double gather,
      double products,
      double elementwise,
      double forward,
      double backward,
      double flops) {
    /** Returns 10^9 operations a second. */
    double forwardRate() {
      return flops / (1e3 * forward);
    }

    double backwardRate() {
      return flops / (1e3 * backward);
    }

    double ratio() {
      return step / (gather + products + elementwise);
    }
  }

  private StepParts() {}

  static List<Row> measure(Problem problem, FloatFeatures x) {
    List<Row> rows = new ArrayList<>();
    for (int batch : new int[] {64, 128, 384}) {
      rows.add(measure(problem, x, Math.min(batch, problem.rows())));
    }
    return rows;
  }

  private static Row measure(Problem problem, FloatFeatures x, int batch) {
    int n = problem.plain.dimension();
    int steps = Math.max(1, 20_000 / batch);
    Stepper adamW =
        AdamW.step(1e-3)
            .weightDecay(0)
            .authors()
            .batches(Batches.epochs(batch))
            .start(problem.plain, new double[n], new Streams(0));
    int[] order = new Streams(5).stream("parts").permutation(0, problem.rows());
    int d = x.columns();
    int classes = problem.plain.classes();
    Tiles<float[]> tiles = Tiles.ofFloats();
    int depth = Tiles.padded(d, Tiles.FLOATS);
    int padded = Tiles.padded(batch, Tiles.ROWS);
    float[] rowsAside = new float[padded * d + Tiles.FLOATS];
    float[] weights = new float[classes * depth];
    float[] sums = new float[classes * depth];
    float[] z = new float[padded * classes];
    Residuals residuals = problem.plain.residuals();
    residuals.select(order, 0, batch);
    double[] w = new double[n];
    double[] rho = new double[residuals.length()];
    double[] q = new double[n];
    double[][] state = {new double[n], new double[n], new double[n]};
    Arrays.fill(state[2], 1e-3);
    List<Runnable> parts =
        List.of(
            () -> {
              for (int k = 0; k < steps; k++) {
                adamW.advance();
              }
            },
            () -> {
              for (int k = 0; k < steps; k++) {
                gather(x, order, k * batch % (problem.rows() - batch + 1), batch, rowsAside);
              }
            },
            () -> {
              for (int k = 0; k < steps; k++) {
                residuals.at(w, null, rho, q); // the rows of one batch stay in the cache
              }
            },
            () -> {
              for (int k = 0; k < steps; k++) {
                elementwise(q, state[0], state[1], state[2]);
              }
            },
            () -> {
              for (int k = 0; k < steps; k++) {
                tiles.dots(rowsAside, 0, padded, d, depth, weights, 0, classes, z, 0, padded);
              }
            },
            () -> {
              for (int k = 0; k < steps; k++) {
                tiles.add(rowsAside, 0, padded, d, depth, z, 0, padded, classes, sums, 0);
              }
            });
    double[][] micros = new double[parts.size()][ROUNDS];
    for (int round = -ROUNDS; round < ROUNDS; round++) {
      for (int p = 0; p < parts.size(); p++) {
        long began = System.nanoTime();
        parts.get(p).run();
        if (round >= 0) {
          micros[p][round] = (System.nanoTime() - began) * 1e-3 / steps;
        }
      }
    }
    double[] median = Arrays.stream(micros).mapToDouble(PaperConfig::median).toArray();
    return new Row(
        batch,
        median[0],
        median[1],
        median[2],
        median[3],
        median[4],
        median[5],
        2.0 * batch * d * classes);
  }

  private static void gather(FloatFeatures x, int[] order, int from, int batch, float[] out) {
    int d = x.columns();
    for (int k = 0; k < batch; k++) {
      System.arraycopy(x.data(), order[from + k] * d, out, k * d, d);
    }
  }

  private static void elementwise(double[] g, double[] m, double[] w, double[] x) {
    for (int i = 0; i < x.length; i++) {
      m[i] = Math.fma(.9, m[i], .1 * g[i]);
      w[i] = Math.fma(.999, w[i], .001 * (g[i] * g[i]));
      x[i] -= 1e-3 * m[i] / (Math.sqrt(w[i]) + 1e-8);
    }
  }
}
