package org.ironopt.theory;

import static org.ironopt.theory.Scheme.EXPLICIT_EULER;
import static org.ironopt.theory.Scheme.IRON;
import static org.ironopt.theory.Scheme.NAG_GS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.ironopt.linalg.Cholesky;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.SymmetricEigen;
import org.ironopt.linalg.internal.DiscreteLyapunov;
import org.junit.jupiter.api.Test;

class GeneralCovarianceTest {
  private static final DenseMatrix A =
      DenseMatrix.of(new double[][] {{2, .5, .1}, {.5, 1.5, -.3}, {.1, -.3, 1.2}});
  private static final DenseMatrix SIGMA =
      DenseMatrix.of(new double[][] {{1, .6, -.2}, {.6, .8, .1}, {-.2, .1, .5}});

  private static IronParameters p(double alpha) {
    return new IronParameters(alpha, .8, .5);
  }

  @Test
  void radiiAndTraces() {
    double[] alphas = {.3, 2, 25, 400};
    double[] radii = {
      0.718059158837995, 0.274339830095384, 0.0291938582861939, 0.00187476654290845
    };
    double[] traces = {0.10915734534548, 0.063760783680325, 0.010365887720002, 0.00070600218962831};
    double[] eigenvalues = SymmetricEigen.of(A).values();
    for (int i = 0; i < alphas.length; i++) {
      IronParameters p = p(alphas[i]);
      Close.to(radii[i], Contraction.spectralRadius(IRON, p, eigenvalues), 1e-13);
      Close.to(traces[i], GeneralCovariance.of(IRON, p, A, SIGMA).orElseThrow().mse(), 1e-12);
    }
  }

  @Test
  void positionCovarianceAtTwo() {
    double[][] expected = {
      {0.0162512745121, 0.0034657618488, -0.0084999501745},
      {0.0034657618488, 0.0226708847279, 0.0128178670053},
      {-0.0084999501745, 0.0128178670053, 0.0248386244403}
    };
    DenseMatrix actual = GeneralCovariance.of(IRON, p(2), A, SIGMA).orElseThrow().position();
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) {
        assertEquals(expected[i][j], actual.get(i, j), 0.51e-13);
      }
    }
  }

  @Test
  void limitIsNotTheIsotropicConstant() {
    SymmetricEigen eigen = SymmetricEigen.of(A);
    DenseMatrix v = eigen.vectors();
    DenseMatrix rotated = v.transpose().multiply(SIGMA).multiply(v);
    double[] variances = {rotated.get(0, 0), rotated.get(1, 1), rotated.get(2, 2)};
    double limit = QuadraticConstant.general(.5, eigen.values(), variances);
    Close.to(0.28409280190363, limit, 1e-13);
    double far = 1e9 * GeneralCovariance.of(IRON, p(1e9), A, SIGMA).orElseThrow().mse();
    Close.to(limit, far, 1e-8);
    double proxy = SIGMA.trace();
    Close.printed(0.3652169, QuadraticConstant.isotropic(.5, eigen.values(), proxy / 3), 7);
    double exact = StationaryCovariance.mse(IRON, p(2), eigen.values(), variances).orElseThrow();
    Close.to(0.063760783680325, exact, 1e-13);
  }

  @Test
  void pairsAgreeWithDoubling() {
    for (Scheme scheme : Scheme.values()) {
      for (double alpha : new double[] {.05, .3}) {
        agree(scheme, alpha);
      }
    }
    for (double alpha : new double[] {2, 25, 400, 1e6}) {
      agree(IRON, alpha);
    }
  }

  private static void agree(Scheme scheme, double alpha) {
    GeneralCovariance pairs = GeneralCovariance.of(scheme, p(alpha), A, SIGMA).orElseThrow();
    DenseMatrix whole = GeneralCovariance.byDoubling(scheme, p(alpha), A, SIGMA).orElseThrow();
    double size = 1e-12 * whole.norm();
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) {
        assertEquals(whole.get(i, j), pairs.position().get(i, j), size);
        assertEquals(whole.get(i, 3 + j), pairs.cross().get(i, j), size);
        assertEquals(whole.get(3 + i, 3 + j), pairs.auxiliary().get(i, j), size);
      }
    }
  }

  /** The recursion as the paper writes it, with {@code R = (I + lambda A)^-1} formed directly. */
  @Test
  void solvesTheEquationOfTheDefinitions() {
    IronParameters p = p(2);
    DenseMatrix shifted = A.times(p.lambda());
    shifted.addDiagonal(1);
    Cholesky cholesky = new Cholesky(3);
    assertTrue(cholesky.factor(shifted));
    DenseMatrix m = DenseMatrix.zeros(6, 6);
    DenseMatrix g = DenseMatrix.zeros(6, 3);
    double rise = 1 + 1 / p.alpha();
    for (int j = 0; j < 3; j++) {
      double[] r = new double[3];
      r[j] = 1;
      cholesky.solve(r, r);
      for (int i = 0; i < 3; i++) {
        m.set(i, j, p.tau() / p.s() * r[i]);
        m.set(i, 3 + j, r[i] / p.s());
        m.set(3 + i, j, rise * p.tau() / p.s() * r[i] - (i == j ? 1 / p.alpha() : 0));
        m.set(3 + i, 3 + j, rise * r[i] / p.s());
        g.set(i, j, r[i]);
        g.set(3 + i, j, rise * r[i]);
      }
    }
    double variance = p.noiseScale() * p.noiseScale();
    DenseMatrix q = g.multiply(SIGMA.times(variance)).multiply(g.transpose());
    q.symmetrize();
    DenseMatrix expected = DiscreteLyapunov.solve(m, q).orElseThrow();
    GeneralCovariance actual = GeneralCovariance.of(IRON, p, A, SIGMA).orElseThrow();
    DenseMatrix lag = m.multiply(expected);
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) {
        assertEquals(expected.get(i, j), actual.position().get(i, j), 1e-15);
        assertEquals(expected.get(i, 3 + j), actual.cross().get(i, j), 1e-15);
        assertEquals(expected.get(3 + i, 3 + j), actual.auxiliary().get(i, j), 1e-15);
        assertEquals(lag.get(i, j), actual.lagOne().get(i, j), 1e-15);
      }
    }
  }

  @Test
  void pairSystemEqualsTheClosedFormForEveryStep() {
    for (double alpha = 1e-6; alpha < 1e9; alpha *= 10) {
      for (double a : new double[] {1, 3.5, 80}) {
        IronParameters p = new IronParameters(alpha, 1, .4);
        TransitionMatrix t = new TransitionMatrix(IRON, p, a);
        double[] z = GeneralCovariance.pair(t, t, 1.3);
        StationaryCovariance c = StationaryCovariance.closedForm(IRON, p, a, 1.3).orElseThrow();
        Close.to(c.p11(), z[0], 1e-12);
        Close.to(c.p12(), z[1], 1e-12);
        Close.to(c.p12(), z[2], 1e-12);
        Close.to(c.p22(), z[3], 1e-12);
      }
    }
  }

  @Test
  void singularSigmaAndUnstableSchemes() {
    DenseMatrix rankOne = DenseMatrix.of(new double[][] {{1, 1, 0}, {1, 1, 0}, {0, 0, 0}});
    assertTrue(GeneralCovariance.of(IRON, p(3), A, rankOne).orElseThrow().mse() > 0);
    assertTrue(GeneralCovariance.of(EXPLICIT_EULER, p(3), A, SIGMA).isEmpty());
    assertTrue(GeneralCovariance.byDoubling(EXPLICIT_EULER, p(3), A, SIGMA).isEmpty());
    assertTrue(GeneralCovariance.of(NAG_GS, p(300), A, SIGMA).isEmpty());
  }

  @Test
  void badInput() {
    DenseMatrix skew = DenseMatrix.of(new double[][] {{1, 2, 0}, {0, 1, 0}, {0, 0, 1}});
    DenseMatrix indefinite = DenseMatrix.diagonal(1, -1, 1);
    assertThrows(
        IllegalArgumentException.class, () -> GeneralCovariance.of(IRON, p(1), skew, SIGMA));
    assertThrows(IllegalArgumentException.class, () -> GeneralCovariance.of(IRON, p(1), A, skew));
    assertThrows(
        IllegalArgumentException.class, () -> GeneralCovariance.of(IRON, p(1), A, indefinite));
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () -> GeneralCovariance.of(IRON, p(1), indefinite, SIGMA));
    assertTrue(e.getMessage().contains("not positive definite"), e.getMessage());
    assertThrows(
        IllegalArgumentException.class,
        () -> GeneralCovariance.of(IRON, p(1), A, DenseMatrix.identity(2)));
  }
}
