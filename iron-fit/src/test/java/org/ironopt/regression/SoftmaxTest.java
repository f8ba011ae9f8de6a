package org.ironopt.regression;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.ironopt.data.Dataset;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Vectors;
import org.ironopt.problem.testing.Points;
import org.ironopt.regression.internal.SoftmaxCurvature;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SoftmaxTest {
  private static final double[] W = byClass(.1, -.2, .3, .4, 0, -.1, .05, -.05, 0);
  private static final double[] V = byClass(1, 0, -1, .5, 2, 1, .2, -.3, .1);
  private static final double[] V_WITHOUT_B = byClass(1, 0, -1, .5, 2, 1, 0, 0, 0);

  private final Softmax f = Softmax.of(Samples.tp8(), .01);
  private final SoftmaxCurvature h = (SoftmaxCurvature) f.curvature();
  private final double[] g = new double[9];
  private double value;

  /** Reorders two rows of W and b, three numbers each, class by class. */
  private static double[] byClass(double... rows) {
    double[] flat = new double[9];
    for (int k = 0; k < 9; k++) {
      flat[3 * (k % 3) + k / 3] = rows[k];
    }
    return flat;
  }

  /** Compares the two rows of W. */
  private static void assertWeights(double[] actual, double... rows) {
    for (int k = 0; k < 6; k++) {
      assertEquals(rows[k], actual[3 * (k % 3) + k / 3], 1e-14);
    }
  }

  @BeforeEach
  void linearise() {
    value = h.at(W, g);
  }

  @Test
  void valueAndGradientHaveTheirOracles() {
    DenseMatrix p = DenseMatrix.zeros(2, 3);
    f.probabilities(W, p);
    double[] probabilities = {
      0.5784997745450158, 0.17424078368547258, 0.24725944176951165,
      0.38365173119055074, 0.38365173119055074, 0.23269653761889864
    };
    assertArrayEquals(probabilities, p.data(), 1e-15);
    assertEquals(1.1792186050094553, value, 2e-15);
    double[] expected =
        byClass(
            0.5984240216772325,
            -0.10670547375253908,
            -0.4897185479246935,
            0.42841270734265346,
            0.27015371648311026,
            -0.6955664238257637,
            -0.018924247132216743,
            0.27894625743801166,
            -0.26002201030579486);
    assertArrayEquals(expected, g, 1e-15);
  }

  @Test
  void productAndDiagonalHaveTheirOracles() {
    double[] hv = new double[9];
    h.apply(V, hv);
    double[] expected =
        byClass(
            0.20103597015628388,
            0.0797867596351127,
            -0.28082272979139655,
            -0.08283535591354357,
            0.30912205302934964,
            -0.19128669711580612,
            -0.18488986682460518,
            0.18342558664241207,
            0.001464280182193023);
    assertArrayEquals(expected, hv, 1e-15);
    h.diagonal(hv);
    assertWeights(
        hv,
        0.2501504328707129,
        0.20017200666559454,
        0.19233553461220815,
        0.527233455835894,
        0.3273197510154204,
        0.40456302782556663);
  }

  @Test
  void classBlocksHaveTheirOracle() {
    double[] hv = new double[9];
    DenseMatrix block = DenseMatrix.zeros(3, 3);
    for (int c = 0; c < 3; c++) {
      h.block(3 * c, block);
      double[] part = new double[3];
      block.apply(Arrays.copyOfRange(V_WITHOUT_B, 3 * c, 3 * c + 3), part);
      System.arraycopy(part, 0, hv, 3 * c, 3);
    }
    assertWeights(
        hv,
        0.34251144052577326,
        0.1695303257997678,
        -0.05085053913663581,
        0.44833874322806766,
        0.6546395020308408,
        0.2630780323499943);
  }

  @Test
  void kroneckerModelHasItsOracles() {
    SoftmaxCurvature.Kronecker k = h.kronecker();
    double[] out = new double[9];
    k.apply(V, out);
    assertWeights(
        out,
        0.18325591160632157,
        0.1313116514139597,
        -0.3145675630202814,
        -0.24641536144745596,
        0.5124973837114375,
        -0.23108202226398167);
    k.solve(3, V, out);
    assertWeights(
        out,
        0.6103890313059587,
        -0.0651805132112702,
        -0.5452085180946878,
        0.7868602778725603,
        1.4415437186612583,
        1.1696542558933674);
    double[] back = new double[9];
    k.apply(out, back);
    Vectors.add(out, 3, back, back);
    assertArrayEquals(V, back, 1e-14);
  }

  /** Then features and outputs do not vary together. */
  @Test
  void kroneckerModelIsExactForOneRow() {
    Dataset data = Samples.classes(Samples.dense(1, 4, 50), 3, 51).subset(0, 0, 0);
    Softmax one = Softmax.of(data.weighted(new double[] {2, 2, 2}), .1, Intercept.NONE);
    SoftmaxCurvature exact = (SoftmaxCurvature) one.curvature();
    exact.at(Points.normal(12, new SplittableRandom(52)), new double[12]);
    double[] v = Points.normal(12, new SplittableRandom(53));
    double[] expected = new double[12];
    double[] actual = new double[12];
    exact.apply(v, expected);
    exact.kronecker().apply(v, actual);
    assertArrayEquals(expected, actual, 1e-14);
  }

  @Test
  void twoClassesAreLogisticRegression() {
    Dataset data = Samples.classes(Samples.dense(300, 4, 54), 2, 55);
    Logistic logistic = Logistic.of(data, 0, Intercept.FREE);
    Softmax softmax = Softmax.of(data, 0);
    double[] w = Points.normal(5, new SplittableRandom(56));
    double[] pair = new double[10];
    System.arraycopy(w, 0, pair, 5, 5);
    double[] expected = new double[5];
    double[] actual = new double[10];
    assertEquals(
        logistic.valueAndGradient(w, expected), softmax.valueAndGradient(pair, actual), 1e-14);
    for (int j = 0; j < 5; j++) {
      assertEquals(expected[j], actual[5 + j], 1e-15);
      assertEquals(-expected[j], actual[j], 1e-15);
    }
  }

  @Test
  void hugePredictionsAreFinite() {
    double[] hv = new double[9];
    for (double size : new double[] {1e6, 1e100}) {
      double[] w = W.clone();
      Vectors.scale(size, w);
      assertTrue(Double.isFinite(h.at(w, g)));
      h.apply(V, hv);
      assertTrue(Vectors.allFinite(g) && Vectors.allFinite(hv));
    }
  }
}
