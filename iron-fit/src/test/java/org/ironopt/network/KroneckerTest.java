package org.ironopt.network;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Optional;
import org.ironopt.data.Dataset;
import org.ironopt.data.DenseFeatures;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.LinearOperator;
import org.ironopt.linalg.Vectors;
import org.ironopt.network.internal.GradientWork;
import org.ironopt.problem.Curvature;
import org.ironopt.regression.Samples;
import org.ironopt.resolvent.InnerReport;
import org.ironopt.resolvent.Preconditioner;
import org.junit.jupiter.api.Test;

/** Second moments of a tiny network and their inverse, against brute force. */
class KroneckerTest {
  private static final DenseFeatures X = Samples.dense(12, 3, 3);
  private static final Dataset DATA = Samples.classes(X, 3, 4);
  private static final Layers LAYERS = Layers.inputs(3).dense(4, Activation.SIGMOID).outputs(3);

  /** A converges at once, S like the mean of so many draws. */
  @Test
  void momentsAreThoseOfTheModel() {
    for (NetworkLoss loss : NetworkLoss.values()) {
      Network f =
          loss == NetworkLoss.SOFTMAX
              ? Network.of(LAYERS, loss, DATA)
              : Network.of(LAYERS, loss, DATA, new DenseFeatures(12, 3, new double[36]));
      double[] x = NetworkTest.vector(f.dimension(), 7, 1);
      Curvature.Factored c = (Curvature.Factored) f.gaussNewton();
      c.at(x, new double[x.length]);
      int draws = 3000;
      double[] mean = new double[c.modelLength()];
      double[] model = new double[c.modelLength()];
      for (int k = 0; k < draws; k++) {
        c.model(model, new Curvature.Factored.Draw(5, k, 1));
        Vectors.axpy(1. / draws, model, mean);
      }
      double[] expected = expected(f, loss, x);
      int at = 0;
      for (int n : new int[] {4, 4, 5, 3}) {
        double size = Vectors.norm(expected, at, n * n);
        boolean drawn = at == 16 || at == 16 + 16 + 25;
        double[] difference = Arrays.copyOfRange(mean, at, at + n * n);
        for (int i = 0; i < n * n; i++) {
          difference[i] -= expected[at + i];
        }
        double error = Vectors.norm(difference) / size;
        assertTrue(error < (drawn ? .03 : 1e-6), loss + " " + at + ": " + error);
        at += n * n;
      }
    }
  }

  /** A quarter of twelve rows are the first, the fifth and the ninth. */
  @Test
  void aPartOfTheRowsIsSpreadOverAll() {
    Network f = Network.of(LAYERS, NetworkLoss.SOFTMAX, DATA);
    double[] x = NetworkTest.vector(f.dimension(), 7, 1);
    Curvature.Factored part = (Curvature.Factored) f.gaussNewton();
    Curvature.Factored whole =
        (Curvature.Factored) f.batch(new int[] {0, 4, 8}, 0, 3).gaussNewton();
    double[] expected = new double[part.modelLength()];
    double[] actual = new double[part.modelLength()];
    part.at(x, new double[x.length]);
    whole.at(x, new double[x.length]);
    part.model(actual, new Curvature.Factored.Draw(5, 1, .25));
    whole.model(expected, new Curvature.Factored.Draw(5, 1, 1));
    assertArrayEquals(expected, actual);
  }

  private static double[] expected(Network f, NetworkLoss loss, double[] x) {
    Reference r = new Reference(LAYERS, loss, new double[0][], null, null, 0);
    DenseMatrix p = DenseMatrix.zeros(12, 3);
    f.predict(x, p);
    double[] model = new double[16 + 16 + 25 + 9];
    for (int i = 0; i < 12; i++) {
      double[] row = new double[3];
      X.copyRow(i, row, 0);
      double[] h = r.outputs(1, r.sums(1, x, row));
      DenseMatrix covariance = DenseMatrix.identity(3);
      for (int c = 0; c < 3 && loss != NetworkLoss.SQUARES; c++) {
        for (int e = 0; e < 3; e++) {
          double other = loss == NetworkLoss.SOFTMAX ? -p.get(i, c) * p.get(i, e) : 0;
          covariance.set(c, e, c == e ? p.get(i, c) * (1 - p.get(i, c)) : other);
        }
      }
      // Derivatives of the outputs by the sums of the hidden units.
      DenseMatrix jacobian = DenseMatrix.zeros(3, 4);
      Layers.Block last = LAYERS.blocks().get(1);
      for (int c = 0; c < 3; c++) {
        for (int u = 0; u < 4; u++) {
          jacobian.set(c, u, x[last.from() + c * 5 + u] * h[u] * (1 - h[u]));
        }
      }
      addMoments(row, model, 0);
      add(jacobian.transpose().multiply(covariance).multiply(jacobian), model, 16);
      addMoments(h, model, 32);
      add(covariance, model, 57);
    }
    Vectors.scale(1. / 12, model);
    return model;
  }

  private static void add(DenseMatrix m, double[] model, int at) {
    for (int i = 0; i < m.data().length; i++) {
      model[at + i] += m.data()[i];
    }
  }

  private static void addMoments(double[] h, double[] model, int at) {
    double[] one = Arrays.copyOf(h, h.length + 1);
    one[h.length] = 1;
    for (int i = 0; i < one.length; i++) {
      for (int j = 0; j < one.length; j++) {
        model[at + i * one.length + j] += one[i] * one[j];
      }
    }
  }

  /** One layer, by hand: 6 parameters, factors of 3 and 2 rows. */
  @Test
  void workIsCountedInGradientsOfARow() {
    GradientWork costs = GradientWork.of(Layers.inputs(2).outputs(2));
    assertEquals(2 * 6 * 5 / 36., costs.apply(), 1e-15);
    assertEquals(2 * (9 + 4) / 36. + 2 / 3., costs.moments(), 1e-15);
    assertEquals(10 / 3. * (27 + 8) / 36, costs.inverse(), 1e-15);
    Preconditioner rule = new Preconditioner.Averaged(5, 20, .05, .25, 1);
    InnerReport.Counter counter = new InnerReport.Counter();
    counter.evaluations = 2;
    counter.products = 3;
    counter.linearSteps = 3;
    counter.model = Optional.of(new InnerReport.Model(.1, 1, 1));
    InnerReport known = counter.report(InnerReport.Ending.TRUNCATED, 1, 1, 0, 1, 1);
    double row = 1 + 3 * 4 / 3. + 1 / 3.;
    assertEquals(100 * row + 3 * costs.apply(), costs.of(7, 100, known, rule), 1e-10);
    double learns = 25 * costs.moments();
    assertEquals(
        100 * row + 3 * costs.apply() + learns + costs.inverse(),
        costs.of(20, 100, known, rule),
        1e-10);
    counter.model = Optional.of(new InnerReport.Model(Double.NaN, 1, 1));
    InnerReport unseen = counter.report(InnerReport.Ending.TRUNCATED, 1, 1, 0, 1, 1);
    assertEquals(100 * (row - 2 / 3.), costs.of(7, 100, unseen, new Preconditioner.None()), 1e-10);
  }

  /** Two sizes: one block of plain loops, and several halves. */
  @Test
  void theInverseSolvesTheDampedFactors() {
    for (int size : new int[] {7, 170}) {
      Layers layers = Layers.inputs(size - 1).outputs(size / 2);
      int out = size / 2;
      double[] model = new double[size * size + out * out];
      DenseMatrix a = gram(size, 1);
      DenseMatrix s = gram(out, 2);
      System.arraycopy(a.data(), 0, model, 0, size * size);
      System.arraycopy(s.data(), 0, model, size * size, out * out);
      double lambda = 50;
      double reg = .02;
      LinearOperator inverse = KroneckerInverse.of(layers, model, lambda, reg);
      double[] r = NetworkTest.vector(size * out, 5, 1);
      double[] z = new double[r.length];
      inverse.apply(r, z);
      double shift = Math.sqrt((1 + lambda * reg) / lambda);
      double pi = Math.sqrt(a.trace() / size / (s.trace() / out));
      a.addDiagonal(pi * shift);
      s.addDiagonal(shift / pi);
      DenseMatrix back = s.multiply(DenseMatrix.of(out, size, z)).multiply(a).times(lambda);
      DenseMatrix difference = back.plus(-1, DenseMatrix.of(out, size, r));
      assertTrue(difference.norm() < 2e-4 * Vectors.norm(r), size + ": " + difference.norm());
      double[] other = NetworkTest.vector(r.length, 6, 1);
      double[] zOther = new double[r.length];
      inverse.apply(other, zOther);
      double symmetric = Vectors.dot(other, z);
      assertEquals(symmetric, Vectors.dot(r, zOther), 1e-5 * Math.abs(symmetric));
    }
  }

  private static DenseMatrix gram(int n, long seed) {
    DenseMatrix x = DenseMatrix.of(n / 2 + 1, n, NetworkTest.vector((n / 2 + 1) * n, seed, 1));
    return x.transpose().multiply(x).times(1. / n);
  }

  @Test
  void factorsThatAreNotDefiniteAreDampedOrRefused() {
    Layers layers = Layers.inputs(2).outputs(1);
    double[] model = {1, 0, 0, 0, -.5, 0, 0, 0, 1, 1};
    assertTrue(KroneckerInverse.of(layers, model, 100, 0) != null);
    double[] zero = new double[10];
    assertTrue(KroneckerInverse.of(layers, zero, 1e8, 0) != null);
    model[4] = Double.NaN;
    assertNull(KroneckerInverse.of(layers, model, 100, 0));
    double[] large = {1, 0, 0, 0, 1e300, 0, 0, 0, 1, 1};
    assertNull(KroneckerInverse.of(layers, large, 100, 0));
  }
}
