package org.ironopt.linalg.internal;

import static org.ironopt.linalg.Systems.assertClose;
import static org.ironopt.linalg.Systems.assertHistory;
import static org.ironopt.linalg.Systems.gaussian;
import static org.ironopt.linalg.Systems.gaussianVector;
import static org.ironopt.linalg.Systems.history;
import static org.ironopt.linalg.Systems.product;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.ironopt.linalg.Cholesky;
import org.ironopt.linalg.ConjugateGradient;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.KrylovSolver;
import org.ironopt.linalg.LinearOperator;
import org.ironopt.linalg.SymmetricEigen;
import org.ironopt.linalg.Vectors;
import org.junit.jupiter.api.Test;

class NystromPreconditionerTest {
  private static final DenseMatrix M =
      DenseMatrix.of(
          new double[][] {
            {6, 1, .5, .2, .1},
            {1, 4, .3, .2, .1},
            {.5, .3, 2, .1, 0},
            {.2, .2, .1, 1, .05},
            {.1, .1, 0, .05, .5}
          });
  private static final double SHIFT = .1;

  private static NystromPreconditioner oracle() {
    DenseMatrix omega = DenseMatrix.zeros(5, 2);
    omega.set(0, 0, 1);
    omega.set(1, 1, 1);
    return NystromPreconditioner.of(M, omega, SHIFT).orElseThrow();
  }

  /** {@code U Lambda U^T v}. */
  private static double[] approximation(NystromPreconditioner p, double[] v) {
    double[] out = new double[v.length];
    for (int k = 0; k < p.eigenvalues().length; k++) {
      double[] u = p.vectors()[k];
      Vectors.axpy(p.eigenvalues()[k] * Vectors.dot(u, v), u, out);
    }
    return out;
  }

  @Test
  void sketchOfAKnownMatrix() {
    NystromPreconditioner p = oracle();
    double[] lambda = {6.479488169396101, 3.591816178429986};
    assertClose(lambda, p.eigenvalues(), 1e-12, "eigenvalues");
    double[] diagonal = {6, 4, 0.053913043478260841, 0.013913043478260853, 0.0034782608695652132};
    for (int i = 0; i < 5; i++) {
      double[] e = new double[5];
      e[i] = 1;
      assertEquals(diagonal[i], approximation(p, e)[i], 1e-12 * diagonal[i], "diag " + i);
    }
    double[] expected = {
      0.10591889898114815,
      1.6248515046601557,
      2.9127116993185287,
      3.960365341045602,
      4.9801826705228
    };
    assertClose(expected, product(p, new double[] {1, 2, 3, 4, 5}), 1e-12, "P^-1 v");
    assertEquals(6.275078636686521, condition(M, p), 1e-12 * 6.3);
    LinearOperator nothing = Vectors::copy;
    assertEquals(11.152158495036065, condition(M, nothing), 1e-12 * 11.2);
  }

  /** Condition number of {@code P^-1 (H + shift I)} from the similar matrix {@code L^T P^-1 L}. */
  private static double condition(DenseMatrix h, LinearOperator inverse) {
    DenseMatrix a = h.copy();
    a.addDiagonal(SHIFT);
    Cholesky cholesky = new Cholesky(h.rows());
    assertTrue(cholesky.factor(a));
    DenseMatrix l = cholesky.lower();
    DenseMatrix similar = DenseMatrix.zeros(h.rows(), h.rows());
    for (int j = 0; j < h.rows(); j++) {
      double[] column = new double[h.rows()];
      l.applyTransposed(product(inverse, l.column(j)), column);
      for (int i = 0; i < h.rows(); i++) {
        similar.set(i, j, column[i]);
      }
    }
    similar.symmetrize();
    double[] values = SymmetricEigen.of(similar).values();
    return values[values.length - 1] / values[0];
  }

  @Test
  void preconditionedResiduals() {
    DenseMatrix a = M.copy();
    a.addDiagonal(SHIFT);
    ConjugateGradient cg = new ConjugateGradient(5);
    List<Double> residuals = history(cg);
    double[] x = new double[5];
    double[] b = {1, 2, 3, 4, 5};
    assertTrue(
        cg.solveFromZero(a, oracle(), b, x, KrylovSolver.Tolerance.toRelative(1e-13, 5))
            .converged());
    assertHistory(
        residuals,
        7.416198487095663,
        6.1510538865668147,
        2.4128290153119876,
        .86188212683875165,
        .071819125141707324,
        0);
  }

  @Test
  void exactOnLowRank() {
    for (int seed = 0; seed < 20; seed++) {
      Random random = new Random(seed);
      int n = 8 + seed;
      int rank = 1 + seed % 4;
      int sketch = rank + seed % 3;
      DenseMatrix g = gaussian(random, n, rank);
      DenseMatrix h = g.multiply(g.transpose());
      h.symmetrize();
      NystromPreconditioner p =
          NystromPreconditioner.of(h, gaussian(random, n, sketch), SHIFT).orElseThrow();
      String why = "seed " + seed;
      double[] v = gaussianVector(random, n);
      assertClose(product(h, v), approximation(p, v), 1e-11, why);
      double[] exact = SymmetricEigen.of(h).values();
      double[] lambda = p.eigenvalues();
      for (int k = 0; k < sketch; k++) {
        assertEquals(Math.max(exact[n - 1 - k], 0), lambda[k], 1e-12 * lambda[0], why);
      }
      double expected = (lambda[sketch - 1] + SHIFT) / SHIFT;
      assertEquals(expected, condition(h, p), 1e-10 * expected, why);
    }
  }

  @Test
  void anotherShiftNeedsNoNewSketch() {
    DenseMatrix omega = gaussian(new Random(3), 5, 3);
    NystromPreconditioner direct = NystromPreconditioner.of(M, omega, 7).orElseThrow();
    NystromPreconditioner sketch = NystromPreconditioner.of(M, omega, SHIFT).orElseThrow();
    NystromPreconditioner changed =
        NystromPreconditioner.of(sketch.vectors(), sketch.eigenvalues(), 7);
    double[] v = {1, 2, 3, 4, 5};
    assertArrayEquals(product(direct, v), product(changed, v));
  }

  @Test
  void randomTestVectorsTameADecayingSpectrum() {
    int n = 200;
    double[] spectrum = new double[n];
    for (int i = 0; i < n; i++) {
      spectrum[i] = 1e4 * StrictMath.exp(-0.5 * i);
    }
    DenseMatrix h = DenseMatrix.diagonal(spectrum);
    Random random = new Random(11);
    NystromPreconditioner p =
        NystromPreconditioner.of(
                h,
                n,
                61,
                values -> {
                  for (int i = 0; i < values.length; i++) {
                    values[i] = random.nextGaussian();
                  }
                },
                SHIFT)
            .orElseThrow();
    assertEquals(61, p.eigenvalues().length);
    assertTrue(condition(h, p) <= 28);
  }

  @Test
  void zeroIndefiniteAndBrokenOperators() {
    DenseMatrix omega = gaussian(new Random(1), 4, 2);
    double[] v = {1, 2, 3, 4};
    LinearOperator zero = DenseMatrix.zeros(4, 4);
    assertArrayEquals(v, product(NystromPreconditioner.of(zero, omega, 1).orElseThrow(), v));
    LinearOperator negative = DenseMatrix.diagonal(1, 1, -5, -5);
    assertTrue(NystromPreconditioner.of(negative, omega, 1).isEmpty());
    LinearOperator nan = DenseMatrix.diagonal(1, Double.NaN, 1, 1);
    assertTrue(NystromPreconditioner.of(nan, omega, 1).isEmpty());
    assertThrows(IllegalArgumentException.class, () -> NystromPreconditioner.of(zero, omega, 0));
    assertThrows(
        IllegalArgumentException.class,
        () -> NystromPreconditioner.of(zero, DenseMatrix.zeros(2, 3), 1));
  }
}
