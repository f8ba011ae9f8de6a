package org.ironopt.network;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.ironopt.data.Dataset;
import org.ironopt.data.DenseFeatures;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.SymmetricEigen;
import org.ironopt.linalg.Vectors;
import org.ironopt.problem.Curvature;
import org.ironopt.problem.Objective;
import org.ironopt.random.RandomStreams;
import org.ironopt.regression.Intercept;
import org.ironopt.regression.Logistic;
import org.ironopt.regression.Ridge;
import org.ironopt.regression.Samples;
import org.ironopt.regression.Softmax;
import org.junit.jupiter.api.Test;

class NetworkTest {
  private static final Activation[] HIDDEN = {
    Activation.SIGMOID, Activation.TANH, Activation.RELU, Activation.LINEAR
  };
  private static final DenseFeatures X = Samples.dense(40, 5, 3);
  private static final Dataset CLASSES = Samples.weighted(Samples.classes(X, 3, 4), 5);

  /** Away from all defaults: weights, a penalty, two kinds of units, a batch with a repetition. */
  private static final int[] ROWS = {3, 9, 9, 30, 11, 4, 39, 0, 17};

  private static Layers layers(Activation activation, int outputs) {
    return Layers.inputs(5).dense(6, activation).dense(4, Activation.TANH).outputs(outputs);
  }

  static double[] vector(int n, long seed, double size) {
    return new SplittableRandom(seed).doubles(n, -size, size).toArray();
  }

  private static DenseFeatures targets() {
    double[] t = vector(40 * 3, 9, .5);
    Arrays.setAll(t, i -> t[i] + .5);
    return new DenseFeatures(40, 3, t);
  }

  private static Network network(Activation activation, NetworkLoss loss) {
    Layers layers = layers(activation, 3);
    return (loss == NetworkLoss.SOFTMAX
            ? Network.of(layers, loss, CLASSES)
            : Network.of(layers, loss, CLASSES, targets()))
        .reg(.02)
        .batch(ROWS, 1, 9);
  }

  private static Reference reference(Activation activation, NetworkLoss loss) {
    int n = ROWS.length - 1;
    double[][] rows = new double[n][5];
    double[][] wanted = new double[n][3];
    double[] weights = new double[n];
    // The weights are relative to the mean of all rows, not of the batch.
    double mean = CLASSES.totalWeight() / 40;
    for (int k = 0; k < n; k++) {
      int i = ROWS[k + 1];
      X.copyRow(i, rows[k], 0);
      weights[k] = CLASSES.weight(i) / mean;
      if (loss == NetworkLoss.SOFTMAX) {
        wanted[k][CLASSES.label(i)] = 1;
      } else {
        targets().copyRow(i, wanted[k], 0);
      }
    }
    return new Reference(layers(activation, 3), loss, rows, wanted, weights, .02);
  }

  @Test
  void derivativesAreThoseOfTheDefinition() {
    for (NetworkLoss loss : NetworkLoss.values()) {
      for (Activation activation : HIDDEN) {
        String name = loss + " " + activation;
        Network f = network(activation, loss);
        Reference r = reference(activation, loss);
        double[] x = vector(f.dimension(), 7, .8);
        double[] v = vector(f.dimension(), 8, 1);
        double[] g = new double[x.length];
        double[] h = new double[x.length];
        Curvature c = f.curvature();
        double value = c.at(x, g);
        assertEquals(r.value(x), value, 2e-6 * Math.abs(value), name);
        assertEquals(value, f.value(x), name);
        double[] expected = r.gradient(x);
        assertArrayEquals(expected, g, 3e-6 * Vectors.norm(expected), name);
        c.apply(v, h);
        expected = r.product(x, v);
        assertArrayEquals(expected, h, 2e-5 * Vectors.norm(expected), name);
      }
    }
  }

  @Test
  void matricesAreSymmetricAndTheModelSemidefinite() {
    for (NetworkLoss loss : NetworkLoss.values()) {
      Network f = network(Activation.SIGMOID, loss);
      double[] x = vector(f.dimension(), 7, .8);
      for (Curvature c : new Curvature[] {f.curvature(), f.gaussNewton()}) {
        c.at(x, new double[x.length]);
        DenseMatrix m = matrix(c);
        double size = m.norm();
        assertTrue(m.plus(-1, m.transpose()).norm() < 3e-6 * size, loss.name());
      }
      DenseMatrix g = matrix(at(f.gaussNewton(), x));
      g.symmetrize();
      assertTrue(SymmetricEigen.of(g).values()[0] > -1e-6 * g.norm(), loss.name());
    }
  }

  /** The form is computed by a pass forward only, so it knows nothing of the product. */
  @Test
  void theFormIsTheProductTimesItsDirection() {
    for (NetworkLoss loss : NetworkLoss.values()) {
      Network f = network(Activation.SIGMOID, loss);
      double[] x = vector(f.dimension(), 7, .8);
      double[] product = new double[x.length];
      for (Curvature c : new Curvature[] {at(f.curvature(), x), at(f.gaussNewton(), x)}) {
        for (double size : new double[] {1e-30, 1, 1e30}) {
          double[] v = vector(f.dimension(), 8, size);
          c.apply(v, product);
          double expected = Vectors.dot(v, product);
          double form = c.form(v, new double[x.length]);
          assertEquals(expected, form, 3e-6 * Math.abs(expected), loss + " " + size);
        }
      }
    }
  }

  private static Curvature at(Curvature c, double[] x) {
    c.at(x, new double[x.length]);
    return c;
  }

  private static DenseMatrix matrix(Curvature c) {
    DenseMatrix m = DenseMatrix.zeros(c.dimension(), c.dimension());
    c.block(0, m);
    return m;
  }

  /** Far from a minimum the Hessian is not the Gauss-Newton matrix. */
  @Test
  void gaussNewtonIsTheJacobianAroundTheCovariance() {
    for (NetworkLoss loss : NetworkLoss.values()) {
      Layers layers = layers(Activation.SIGMOID, 3);
      Network f = network(Activation.SIGMOID, loss).reg(0);
      double[] x = vector(f.dimension(), 7, .8);
      DenseMatrix means = DenseMatrix.zeros(8, 3);
      f.predict(x, means);
      Reference r = reference(Activation.SIGMOID, loss);
      DenseMatrix expected = DenseMatrix.zeros(x.length, x.length);
      for (int k = 0; k < 8; k++) {
        DenseMatrix jacobian = DenseMatrix.zeros(3, x.length);
        double[] row = input(k);
        for (int j = 0; j < x.length; j++) {
          double[] up = x.clone();
          double[] down = x.clone();
          up[j] += 1e-5;
          down[j] -= 1e-5;
          double[] a = logits(r, layers, up, row);
          double[] b = logits(r, layers, down, row);
          for (int c = 0; c < 3; c++) {
            jacobian.set(c, j, (a[c] - b[c]) / 2e-5);
          }
        }
        DenseMatrix covariance = DenseMatrix.identity(3);
        for (int c = 0; c < 3 && loss != NetworkLoss.SQUARES; c++) {
          for (int e = 0; e < 3; e++) {
            double p = means.get(k, c);
            double q = means.get(k, e);
            boolean same = c == e;
            covariance.set(c, e, same ? p * (1 - p) : loss == NetworkLoss.SOFTMAX ? -p * q : 0);
          }
        }
        double weight = CLASSES.weight(ROWS[k + 1]) / (CLASSES.totalWeight() / 40) / 8;
        expected =
            expected.plus(weight, jacobian.transpose().multiply(covariance).multiply(jacobian));
      }
      DenseMatrix g = matrix(at(f.gaussNewton(), x));
      assertTrue(g.plus(-1, expected).norm() < 1e-5 * expected.norm(), loss.name());
      DenseMatrix h = matrix(at(f.curvature(), x));
      assertTrue(g.plus(-1, h).norm() > 1e-2 * h.norm(), loss.name());
    }
  }

  private static double[] input(int k) {
    double[] row = new double[5];
    X.copyRow(ROWS[k + 1], row, 0);
    return row;
  }

  private static double[] logits(Reference r, Layers layers, double[] x, double[] row) {
    double[] h = row;
    for (int l = 1; l <= layers.count(); l++) {
      h = r.outputs(l, r.sums(l, x, h));
    }
    return h;
  }

  @Test
  void withoutHiddenLayerItIsSoftmaxRegression() {
    Softmax s = Softmax.of(CLASSES, .1);
    Network f = Network.of(Layers.inputs(5).outputs(3), NetworkLoss.SOFTMAX, CLASSES).reg(.1);
    assertEquals(s.dimension(), f.dimension());
    double[] x = vector(s.dimension(), 7, 1);
    double[] expected = new double[x.length];
    double[] actual = new double[x.length];
    assertEquals(s.valueAndGradient(x, expected), f.valueAndGradient(x, actual), 1e-6);
    assertArrayEquals(expected, actual, 1e-6);
    DenseMatrix h = matrix(at(s.curvature(), x));
    assertTrue(matrix(at(f.curvature(), x)).plus(-1, h).norm() < 1e-6 * h.norm());
    assertTrue(matrix(at(f.gaussNewton(), x)).plus(-1, h).norm() < 1e-6 * h.norm());
  }

  @Test
  void oneOutputIsLogisticOrRidgeRegression() {
    Layers layers = Layers.inputs(5).outputs(1);
    Dataset two = Samples.weighted(Samples.classes(X, 2, 4), 5);
    Dataset numbers = Samples.weighted(Samples.numbers(X, 4), 5);
    Objective[][] pairs = {
      {Logistic.of(two, .1, Intercept.FREE), Network.of(layers, NetworkLoss.LOGISTIC, two).reg(.1)},
      {
        Ridge.of(numbers, .1, Intercept.FREE),
        Network.of(layers, NetworkLoss.SQUARES, numbers).reg(.1)
      }
    };
    for (Objective[] pair : pairs) {
      double[] x = vector(6, 7, 1);
      double[] expected = new double[6];
      double[] actual = new double[6];
      double value = pair[0].valueAndGradient(x, expected);
      assertEquals(value, pair[1].valueAndGradient(x, actual), 1e-6 * value);
      assertArrayEquals(expected, actual, 1e-6 * (1 + Vectors.norm(expected)));
    }
  }

  @Test
  void manyRowsGoInChunks() {
    int n = Network.CHUNK + 300;
    Dataset data = Samples.classes(Samples.dense(n, 5, 8), 3, 9);
    Network f = Network.of(layers(Activation.TANH, 3), NetworkLoss.SOFTMAX, data);
    double[] x = vector(f.dimension(), 7, .8);
    double[] v = vector(f.dimension(), 8, 1);
    double[] sum = new double[x.length];
    double[] part = new double[x.length];
    double[] gv = new double[x.length];
    int[] all = IntStream.range(0, n).toArray();
    double[] products = new double[x.length];
    for (int from = 0; from < n; from += 500) {
      int to = Math.min(n, from + 500);
      Curvature c = f.batch(all, from, to).gaussNewton();
      c.at(x, part);
      c.apply(v, gv);
      Vectors.axpy((double) (to - from) / n, part, sum);
      Vectors.axpy((double) (to - from) / n, gv, products);
    }
    Curvature whole = f.gaussNewton();
    double value = whole.at(x, part);
    assertEquals(f.valueAndGradient(x, gv), value);
    assertArrayEquals(part, gv);
    assertArrayEquals(sum, part, 1e-6);
    whole.apply(v, gv);
    assertArrayEquals(products, gv, 1e-6 * Vectors.norm(gv));
  }

  @Test
  void anAutoencoderPredictsItsInputs() {
    double[] inputs = targets().data();
    DenseFeatures x = new DenseFeatures(40, 3, inputs);
    Dataset data = Dataset.regression(x, new double[40]);
    Layers layers = Layers.inputs(3).dense(2, Activation.TANH).outputs(3);
    for (NetworkLoss loss : new NetworkLoss[] {NetworkLoss.LOGISTIC, NetworkLoss.SQUARES}) {
      Network f = Network.autoencoder(layers, loss, data);
      Network same = Network.of(layers, loss, data, new DenseFeatures(40, 3, inputs.clone()));
      double[] at = vector(f.dimension(), 7, .8);
      double[] g = new double[at.length];
      double[] h = new double[at.length];
      assertEquals(same.valueAndGradient(at, h), f.valueAndGradient(at, g));
      assertArrayEquals(h, g);
    }
  }

  @Test
  void startsAreFunctionsOfTheSeed() {
    Layers layers =
        Layers.inputs(400).dense(90, Activation.SIGMOID).dense(7, Activation.RELU).outputs(3);
    double[] sparse = layers.sparse(new RandomStreams(1));
    assertArrayEquals(sparse, layers.sparse(new RandomStreams(1)));
    Layers.Block first = layers.blocks().getFirst();
    for (int i = 0; i < first.rows(); i++) {
      int at = i * first.columns();
      long weights = Arrays.stream(sparse, at, at + 400).filter(w -> w != 0).count();
      assertEquals(15, weights);
      assertEquals(0, sparse[at + 400]);
    }
    double[] dense = layers.fanIn(new RandomStreams(1));
    assertEquals(1, Vectors.norm(dense, 0, first.length()) / Math.sqrt(90), .02);
    Layers.Block second = layers.blocks().get(1);
    assertEquals(2, square(Vectors.norm(dense, second.from(), second.length())) / 7, .3);
  }

  private static double square(double x) {
    return x * x;
  }

  @Test
  void whatDoesNotFitIsRefused() {
    Layers layers = Layers.inputs(5).dense(4, Activation.TANH);
    refuse(
        "LINEAR", () -> Network.of(layers.dense(3, Activation.TANH), NetworkLoss.SOFTMAX, CLASSES));
    refuse(
        "4 outputs, expected 3", () -> Network.of(layers.outputs(4), NetworkLoss.SOFTMAX, CLASSES));
    refuse("6 and 5", () -> Network.of(Layers.inputs(6).outputs(3), NetworkLoss.SOFTMAX, CLASSES));
    DenseFeatures large = new DenseFeatures(40, 1, vector(40, 1, 9));
    refuse("0 to 1", () -> Network.of(layers.outputs(1), NetworkLoss.LOGISTIC, CLASSES, large));
    refuse("at least 1", () -> layers.outputs(0));
    Network f = Network.of(layers.outputs(3), NetworkLoss.SOFTMAX, CLASSES);
    refuse("term 40", () -> f.batch(new int[] {40}, 0, 1).value(new double[f.dimension()]));
  }

  private static void refuse(String words, Runnable call) {
    String message = assertThrows(IllegalArgumentException.class, call::run).getMessage();
    assertTrue(message.contains(words), message);
  }
}
