package org.ironopt.network;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import org.ironopt.data.Dataset;
import org.ironopt.linalg.Parallel;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.Batches;
import org.ironopt.method.IterateAveraging;
import org.ironopt.method.Method;
import org.ironopt.method.Schedule;
import org.ironopt.method.Stepper;
import org.ironopt.method.gradient.AdamW;
import org.ironopt.network.internal.PolarFactor;
import org.ironopt.random.RandomStream;
import org.ironopt.random.RandomStreams;
import org.ironopt.regression.Samples;
import org.ironopt.regression.Softmax;
import org.ironopt.run.Ending;
import org.ironopt.run.Run;
import org.ironopt.run.Stop;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MuonTest {
  private final Layers layers = Images.layers(Activation.TANH);
  private final Network f = Network.autoencoder(layers, NetworkLoss.LOGISTIC, Images.of(120));
  private final double[] x0 = layers.fanIn(new RandomStreams(1));

  private static double[] normals(int length, long seed) {
    RandomStream stream = new RandomStreams(seed).stream("matrix");
    double[] out = new double[length];
    stream.normals(0, 0, 1, out, 0, length);
    return out;
  }

  private static double polynomial(double s) {
    double y = s;
    for (int k = 0; k < 5; k++) {
      y = 3.4445 * y - 4.7750 * StrictMath.pow(y, 3) + 2.0315 * StrictMath.pow(y, 5);
    }
    return y;
  }

  /**
   * A matrix with known singular vectors, {@code G = sum_k s_k u_k v_k'}: the result has the same
   * vectors, and for its singular values the odd polynomial, five times, of those of {@code G/|G|}.
   */
  @ParameterizedTest
  @CsvSource({"7, 19", "19, 7", "12, 12"})
  void keepsSingularVectorsAndLevelsSingularValues(int rows, int columns) {
    int rank = Math.min(rows, columns);
    double[][] u = orthonormal(rows, rank, 1);
    double[][] v = orthonormal(columns, rank, 2);
    double[] s = new double[rank];
    Arrays.setAll(s, k -> 100 * StrictMath.pow(.75, k));
    int stride = columns + 3;
    double[] g = new double[5 + rows * stride];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        for (int k = 0; k < rank; k++) {
          g[5 + i * stride + j] += s[k] * u[k][i] * v[k][j];
        }
      }
    }
    new PolarFactor().replace(g, 5, rows, columns, stride, 5, 2);
    double norm = Vectors.norm(s);
    for (int k = 0; k < rank; k++) {
      for (int l = 0; l < rank; l++) {
        double form = 0;
        for (int i = 0; i < rows; i++) {
          form += u[k][i] * Vectors.dot(g, 5 + i * stride, v[l], 0, columns);
        }
        double expected = k == l ? polynomial(s[k] / norm) : 0;
        assertEquals(2 * expected, form, 2e-4, k + ", " + l);
        assertTrue(k != l || .68 < form / 2 && form / 2 < 1.13, k + ": " + form / 2);
      }
    }
    for (int i = 0; i < rows; i++) {
      assertEquals(0, g[5 + i * stride + columns], "beside the matrix");
    }
  }

  /** Columns by Gram and Schmidt, twice. */
  private static double[][] orthonormal(int length, int count, long seed) {
    double[][] out = new double[count][];
    for (int k = 0; k < count; k++) {
      out[k] = normals(length, 10 * seed + k);
      for (int again = 0; again < 2; again++) {
        for (int l = 0; l < k; l++) {
          Vectors.axpy(-Vectors.dot(out[l], out[k]), out[l], out[k]);
        }
        Vectors.scale(1 / Vectors.norm(out[k]), out[k]);
      }
    }
    return out;
  }

  @Test
  void zerosStayZeros() {
    double[] g = new double[12];
    new PolarFactor().replace(g, 0, 3, 4, 4, 5, 1);
    assertArrayEquals(new double[12], g);
  }

  /** Two steps in doubles, with loops over the elements of matrices. */
  @Test
  void twoStepsAreThoseOfTheFormula() {
    double[] etas = {.02, .01};
    Stepper stepper = Muon.steps(Schedule.list(etas)).rest(.5).start(f, x0, new RandomStreams(2));
    double[] x = x0.clone();
    double[] memory = new double[x.length];
    double[] square = new double[x.length];
    double[] gradient = new double[x.length];
    for (int t = 1; t <= 2; t++) {
      f.gradient(x, gradient);
      for (Layers.Block b : layers.blocks()) {
        int n = b.columns() - 1;
        double[][] g = new double[b.rows()][n];
        for (int i = 0; i < b.rows(); i++) {
          for (int j = 0; j < n; j++) {
            int at = b.from() + i * b.columns() + j;
            memory[at] = .95 * memory[at] + gradient[at];
            g[i][j] = gradient[at] + .95 * memory[at];
          }
        }
        double[][] o = newtonSchulz(g);
        for (int i = 0; i < b.rows(); i++) {
          int bias = b.from() + i * b.columns() + n;
          for (int j = 0; j < n; j++) {
            x[bias - n + j] -= etas[t - 1] * .2 * Math.sqrt(Math.max(b.rows(), n)) * o[i][j];
          }
          double e = gradient[bias];
          memory[bias] = .9 * memory[bias] + .1 * e;
          square[bias] = .999 * square[bias] + .001 * e * e;
          double mean = memory[bias] / (1 - StrictMath.pow(.9, t));
          double root = Math.sqrt(square[bias] / (1 - StrictMath.pow(.999, t)));
          x[bias] -= .5 * etas[t - 1] * mean / (root + 1e-8);
        }
      }
      stepper.advance();
      assertArrayEquals(x, stepper.x(), 2e-5 * etas[0], "step " + t);
    }
  }

  private static double[][] newtonSchulz(double[][] g) {
    double squares = 0;
    for (double[] row : g) {
      squares += Vectors.dot(row, row);
    }
    double[][] x = times(g, transposed(identity(g[0].length)), 1 / (Math.sqrt(squares) + 1e-7));
    for (int k = 0; k < 5; k++) {
      double[][] a = times(x, transposed(x), 1);
      double[][] third = times(a, x, -4.7750);
      double[][] fifth = times(a, times(a, x, 1), 2.0315);
      for (int i = 0; i < x.length; i++) {
        for (int j = 0; j < x[0].length; j++) {
          x[i][j] = 3.4445 * x[i][j] + third[i][j] + fifth[i][j];
        }
      }
    }
    return x;
  }

  private static double[][] identity(int n) {
    double[][] out = new double[n][n];
    for (int i = 0; i < n; i++) {
      out[i][i] = 1;
    }
    return out;
  }

  private static double[][] transposed(double[][] a) {
    double[][] out = new double[a[0].length][a.length];
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < a[0].length; j++) {
        out[j][i] = a[i][j];
      }
    }
    return out;
  }

  private static double[][] times(double[][] a, double[][] b, double factor) {
    double[][] out = new double[a.length][b[0].length];
    for (int i = 0; i < a.length; i++) {
      for (int k = 0; k < b.length; k++) {
        Vectors.axpy(factor * a[i][k], b[k], out[i]);
      }
    }
    return out;
  }

  /** A step moves the elements of a layer by about 0.2 eta, whatever the size of the gradient. */
  @Test
  void stepsAreAsLongAsTheyAreSaidToBe() {
    Stepper stepper = Muon.step(.02).start(f, x0, new RandomStreams(2));
    stepper.advance();
    Layers.Block first = layers.blocks().getFirst();
    double squares = 0;
    for (int i = 0; i < first.rows(); i++) {
      for (int j = 0; j < first.columns() - 1; j++) {
        int at = first.from() + i * first.columns() + j;
        squares += StrictMath.pow(stepper.x()[at] - x0[at], 2);
      }
    }
    double root = Math.sqrt(squares / first.rows() / (first.columns() - 1));
    // At most sqrt(r/(r c)) 0.2 sqrt(c) 1.13; less where singular values were far below the norm.
    assertTrue(root < .02 * .2 * 1.13 && root > .02 * .2 * .3, "root mean square " + root);
  }

  private static byte[] state(Stepper stepper) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    stepper.save(new DataOutputStream(bytes));
    return bytes.toByteArray();
  }

  private Stepper advanced(Method method, int steps) {
    Stepper stepper = method.start(f, x0, new RandomStreams(3));
    for (int k = 0; k < steps; k++) {
      stepper.advance();
    }
    return stepper;
  }

  @Test
  void sameBitsResumedAndWithAnyThreads() throws IOException {
    Muon plain = Muon.steps(Schedule.cosineDecay(.02, 15)).batches(Batches.fullEpochs(50));
    for (Method method : new Method[] {plain, IterateAveraging.of(plain)}) {
      byte[] straight = state(advanced(method, 11));
      Stepper resumed = method.start(f, x0, new RandomStreams(3));
      byte[] half = state(advanced(method, 5));
      resumed.restore(new DataInputStream(new ByteArrayInputStream(half)));
      while (resumed.step() < 11) {
        resumed.advance();
      }
      assertArrayEquals(straight, state(resumed));
      int before = Parallel.threads();
      try {
        for (int threads : new int[] {1, 2, 7}) {
          Parallel.setThreads(threads);
          assertArrayEquals(straight, state(advanced(method, 11)), threads + " threads");
        }
      } finally {
        Parallel.setThreads(before);
      }
    }
  }

  /** At equal numbers of rows it ends below Adam with the best of three steps, on these images. */
  @Test
  void descendsFasterThanAdamOnADeepAutoencoder() {
    int steps = 150;
    Batches batches = Batches.fullEpochs(40);
    double muon = Double.POSITIVE_INFINITY;
    double adam = muon;
    for (double rate : new double[] {3e-3, 1e-2, 3e-2}) {
      Schedule eta = Schedule.cosineDecay(rate, steps);
      muon = Math.min(muon, f.value(advanced(Muon.steps(eta).batches(batches), steps).x()));
      adam =
          Math.min(
              adam, f.value(advanced(AdamW.steps(eta).weightDecay(0).batches(batches), steps).x()));
    }
    assertTrue(muon < adam, muon + " after Muon, " + adam + " after Adam");
  }

  @Test
  void aStartThatOverflowsEndsWithAReason() {
    double[] huge = normals(x0.length, 4);
    Vectors.scale(1e200, huge);
    Ending ending = Run.of(Muon.step(.01), f).from(huge).stop(Stop.steps(5)).go().ending();
    assertTrue(ending instanceof Ending.NotFinite, ending.toString());
  }

  @Test
  void whatMakesNoSenseIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> Muon.step(.1).momentum(1));
    assertThrows(IllegalArgumentException.class, () -> Muon.step(.1).rest(0));
    assertThrows(
        IllegalArgumentException.class,
        () -> new Muon(Schedule.constant(1), .9, 0, 1, Batches.all()));
    Dataset classes = Samples.classes(Samples.dense(60, 6, 3), 3, 4);
    String message =
        assertThrows(
                IllegalArgumentException.class,
                () ->
                    Muon.step(.1)
                        .start(Softmax.of(classes, 0), new double[21], new RandomStreams(1)))
            .getMessage();
    assertEquals(
        "muon makes the weights of layers orthogonal and needs a LayeredObjective (Network), got"
            + " Softmax",
        message);
  }
}
