package org.ironopt.theory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.SplittableRandom;
import org.ironopt.linalg.Cholesky;
import org.ironopt.linalg.DenseMatrix;
import org.junit.jupiter.api.Test;

/** Independent chains of the step as the paper writes it, against the exact covariance. */
class GeneralCovarianceSimulationTest {
  private static final long SEED = 20260117;
  private static final int CHAINS = 40_000;
  private static final int STEPS = 16;

  private static final DenseMatrix A =
      DenseMatrix.of(new double[][] {{2, .5, .1}, {.5, 1.5, -.3}, {.1, -.3, 1.2}});
  private static final DenseMatrix SIGMA =
      DenseMatrix.of(new double[][] {{1, .6, -.2}, {.6, .8, .1}, {-.2, .1, .5}});

  @Test
  void covarianceWithinFourStandardErrors() {
    IronParameters p = new IronParameters(2, .8, .5);
    DenseMatrix shifted = A.times(p.lambda());
    shifted.addDiagonal(1);
    Cholesky resolvent = new Cholesky(3);
    resolvent.factor(shifted);
    DenseMatrix factor = Cholesky.psdFactor(SIGMA).times(p.noiseScale());
    SplittableRandom random = new SplittableRandom(SEED);
    double[][] sums = new double[6][6];
    double[] z = new double[6];
    for (int chain = 0; chain < CHAINS; chain++) {
      simulate(p, resolvent, factor, random, z);
      for (int i = 0; i < 6; i++) {
        for (int j = 0; j < 6; j++) {
          sums[i][j] += z[i] * z[j];
        }
      }
    }
    DenseMatrix exact = GeneralCovariance.byDoubling(Scheme.IRON, p, A, SIGMA).orElseThrow();
    for (int i = 0; i < 6; i++) {
      for (int j = 0; j < 6; j++) {
        double pij = exact.get(i, j);
        double error = Math.sqrt((exact.get(i, i) * exact.get(j, j) + pij * pij) / CHAINS);
        assertEquals(pij, sums[i][j] / CHAINS, 4 * error, "seed " + SEED + ", " + i + ", " + j);
      }
    }
  }

  /** Runs one chain from the minimiser, which is 0, and leaves (x, v) in z. */
  private static void simulate(
      IronParameters p,
      Cholesky resolvent,
      DenseMatrix factor,
      SplittableRandom random,
      double[] z) {
    double[] x = new double[3];
    double[] v = new double[3];
    double[] next = new double[3];
    for (int k = 0; k < STEPS; k++) {
      double[] eta = {random.nextGaussian(), random.nextGaussian(), random.nextGaussian()};
      factor.apply(eta, next);
      for (int i = 0; i < 3; i++) {
        next[i] += x[i] + (v[i] - x[i]) / p.s();
      }
      resolvent.solve(next, next);
      for (int i = 0; i < 3; i++) {
        v[i] = next[i] + (next[i] - x[i]) / p.alpha();
        x[i] = next[i];
      }
    }
    System.arraycopy(x, 0, z, 0, 3);
    System.arraycopy(v, 0, z, 3, 3);
  }
}
