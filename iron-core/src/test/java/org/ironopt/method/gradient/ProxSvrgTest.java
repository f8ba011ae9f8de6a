package org.ironopt.method.gradient;

import static org.ironopt.method.Near.advance;
import static org.ironopt.method.Near.assertNear;
import static org.ironopt.method.Near.seed;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.Batches;
import org.ironopt.method.Stepper;
import org.ironopt.problem.FiniteSum;
import org.ironopt.problem.Regularizer;
import org.ironopt.problem.analytic.LinearLeastSquares;
import org.ironopt.problem.testing.Fixtures;
import org.junit.jupiter.api.Test;

class ProxSvrgTest {
  private static final double[] START = Fixtures.regressionStart();
  private static final Regularizer L1 = Regularizer.l1(.2);

  @Test
  void snapshots() {
    ProxSvrg method =
        ProxSvrg.step(.1, 3)
            .regularizer(L1)
            .batches(Batches.given(1, Fixtures.regressionIndices()));
    Stepper s = method.start(Fixtures.tp3(0), START, seed(0));
    assertNear(new double[] {0.5423083333333333, 0.029025000000000026}, advance(s, 3).x(), 1e-12);
    assertNear(new double[] {0.5634948270833332, 0.22034911875000004}, advance(s, 3).x(), 1e-12);
  }

  @Test
  void rateAndDefaults() {
    ProxSvrg method = ProxSvrg.recommended(2.1, .85);
    assertEquals(.1 / 2.1, method.eta());
    assertEquals(248, method.m());
    assertNear(0.8353889943074005, method.rate(2.1, .85).orElseThrow(), 1e-14);
    assertTrue(ProxSvrg.step(.25, 10).rate(1, 1).isEmpty());
  }

  /** Terms of equal Hessians: the run is proximal gradient descent, whatever is drawn. */
  @Test
  void equalHessiansGiveProximalGradient() {
    double[][] rows = {{1, 0}, {1, 0}, {1, 0}};
    FiniteSum f = LinearLeastSquares.of(DenseMatrix.of(rows), new double[] {1, -2, .4}, .3);
    for (long seed = 0; seed < 3; seed++) {
      Stepper a = ProxSvrg.step(.2, 40).regularizer(L1).start(f, START, seed(seed));
      Stepper b = ForwardBackward.step(.2).regularizer(L1).start(f, START, seed(0));
      for (int k = 0; k < 39; k++) {
        assertArrayEquals(advance(b, 1).x(), advance(a, 1).x(), 1e-15);
      }
    }
  }

  /** A snapshot in every step leaves no noise. */
  @Test
  void oneStepBetweenSnapshotsIsProximalGradient() {
    Stepper a = ProxSvrg.step(.3, 1).regularizer(L1).start(Fixtures.tp4(), START, seed(4));
    Stepper b = ForwardBackward.step(.3).regularizer(L1).start(Fixtures.tp4(), START, seed(0));
    assertArrayEquals(advance(b, 20).x(), advance(a, 20).x(), 1e-15);
  }

  /** Constant steps reach the minimiser of f + r, with uniform and with weighted draws. */
  @Test
  void convergesLinearlyToTheMinimiser() {
    FiniteSum f = Fixtures.tp3(.1);
    Regularizer r = Regularizer.l1(.05);
    double[] star = new double[2];
    // The Hessian is .85 I, so the minimiser is soft thresholding of the smooth one.
    r.prox(1 / .85, Fixtures.tp3Minimizer(), star);
    for (Batches batches :
        new Batches[] {
          Batches.withReplacement(1), Batches.weighted(.15, .15, .35, .35), Batches.epochs(2)
        }) {
      ProxSvrg method = ProxSvrg.step(.1, 20).regularizer(r).batches(batches);
      double[] x = advance(method.start(f, START, seed(2)), 1200).x();
      assertTrue(Vectors.distance(star, x) < 1e-12, batches.toString());
    }
  }

  /** The mean of the corrected second step over all terms is gradient descent on f. */
  @Test
  void correctedGradientsAreUnbiased() {
    FiniteSum f = Fixtures.tp3();
    double[] mean = new double[2];
    for (int i = 0; i < 4; i++) {
      ProxSvrg method = ProxSvrg.step(.1, 5).batches(Batches.given(1, i));
      Vectors.axpy(.25, advance(method.start(f, START, seed(0)), 2).x(), mean);
    }
    double[] exact = advance(Sgd.step(.1).start(f, START, seed(0)), 2).x();
    assertArrayEquals(exact, mean, 1e-15);
  }

  @Test
  void badParametersAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> ProxSvrg.step(0, 1));
    assertThrows(IllegalArgumentException.class, () -> ProxSvrg.step(1, 0));
    assertThrows(IllegalArgumentException.class, () -> ProxSvrg.recommended(1, 0));
  }
}
