package org.ironopt.theory;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.ironopt.linalg.Cholesky;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Vectors;
import org.ironopt.problem.testing.Fixtures;
import org.ironopt.problem.testing.RidgeLogistic;
import org.junit.jupiter.api.Test;

/** Ridge logistic regression with data in closed form, and a quadratic. */
class PlateauTest {
  private static final RidgeLogistic F = Fixtures.tp5();
  private static final double[] X = Fixtures.tp5Minimizer();

  private static Plateau plateau(double gamma) {
    return Plateau.isotropic(F, X, 0.01, gamma, 1);
  }

  /** Beyond K* the squared bias exceeds the variance of the average, THEORY (90) and (93). */
  @Test
  void averagingPaysUntilTheBiasShows() {
    Plateau plateau = new Plateau(2, 0, 0, new double[] {3, 4}, 1);
    double k = plateau.averagingPays(7);
    Close.to(plateau.limit() / 7 / k, 25.0 / 49, 1e-14);
    assertEquals(Double.POSITIVE_INFINITY, new Plateau(2, 0, 0, new double[2], 1).averagingPays(7));
  }

  @Test
  void nonlinearConstantAndBias() {
    Plateau unit = plateau(1);
    Close.printed(319.706335645, unit.limit(), 12);
    Close.printed(86981.7595035, unit.nonlinear(), 12);
    Close.printed(3188.73194292, unit.linear() / -2.02, 12);
    double[] bias = {52.1133, -63.7755, 27.4258, 15.1052, -68.7355};
    assertArrayEquals(bias, unit.bias(), 0.51e-4);
    Close.to(5, unit.gradient(), 1e-14);
  }

  @Test
  void predictedCorrections() {
    Close.printed(0.0319706336, plateau(.01).limit(), 9);
    Close.printed(-0.0118851, plateau(.01).correction(), 6);
    Close.printed(-0.012755, plateau(.01).linear(), 5);
    Close.printed(3.19706336, plateau(.1).limit(), 9);
    Close.printed(1.68297, plateau(.1).correction(), 6);
    Close.printed(-7.01521, plateau(.1).linear(), 6);
    Close.printed(80540.5, plateau(1).correction(), 6);
    Close.printed(-6441.24, plateau(1).linear(), 6);
    // Simulated with a control variate; three standard errors.
    assertEquals(0.0319694445, 1e4 * plateau(.01).mse(1e4), 3 * 1.7e-9);
    assertEquals(0.0319587422, 1e3 * plateau(.01).mse(1e3), 3 * 1.6e-8);
  }

  @Test
  void quadraticHasOnlyTheLinearPart() {
    DenseMatrix sigma = DenseMatrix.of(new double[][] {{1, .6, -.2}, {.6, .8, .1}, {-.2, .1, .5}});
    DenseMatrix factor = Cholesky.psdFactor(sigma);
    Plateau plateau = Plateau.of(Fixtures.tp2(), Fixtures.tp2Minimizer(), .8, .5, factor);
    Close.to(0.28409280190363, plateau.limit(), 1e-13);
    Close.to(
        0.28409280190363, Plateau.limit(Fixtures.tp2(), Fixtures.tp2Minimizer(), .5, sigma), 1e-13);
    assertEquals(0, plateau.nonlinear());
    assertEquals(0, Vectors.norm(plateau.bias()));
    Close.to(.25 * 2.3, plateau.gradient(), 1e-14);
    DenseMatrix a = DenseMatrix.of(new double[][] {{2, .5, .1}, {.5, 1.5, -.3}, {.1, -.3, 1.2}});
    double alpha = 1e4;
    double exact =
        GeneralCovariance.of(Scheme.IRON, new IronParameters(alpha, .8, .5), a, sigma)
            .orElseThrow()
            .mse();
    // The next term is of relative order alpha^-2; the linear part alone would show at alpha^-1.
    Close.to(exact, plateau.mse(alpha), 1e-7);
  }

  /** Two ways to the same Sigma give the same numbers, and anisotropic noise scales as it must. */
  @Test
  void dependsOnSigmaAlone() {
    DenseMatrix sigma = DenseMatrix.diagonal(1, 2, 0, 3, .5);
    sigma.set(0, 1, .7);
    sigma.set(1, 0, .7);
    DenseMatrix root = Cholesky.psdFactor(sigma);
    DenseMatrix lower = DenseMatrix.zeros(5, 4);
    lower.set(0, 0, 1);
    lower.set(1, 0, .7);
    lower.set(1, 1, Math.sqrt(2 - .49));
    lower.set(3, 2, Math.sqrt(3));
    lower.set(4, 3, Math.sqrt(.5));
    Plateau one = Plateau.of(F, X, .01, .3, root);
    Plateau two = Plateau.of(F, X, .01, .3, lower);
    Close.to(one.limit(), two.limit(), 1e-12);
    Close.to(one.linear(), two.linear(), 1e-12);
    Close.to(one.nonlinear(), two.nonlinear(), 1e-11);
    assertArrayEquals(one.bias(), two.bias(), 1e-11);
    Plateau twice = Plateau.of(F, X, .01, .3, root.times(2));
    Close.to(4 * one.linear(), twice.linear(), 1e-13);
    Close.to(16 * one.nonlinear(), twice.nonlinear(), 1e-13);
  }

  /**
   * N is by definition the fourth-order part of {@code E|x|^2} for {@code grad f(x* + x) = eps S
   * eta}; here by a five-point Gauss-Hermite rule in each of two dimensions, Newton's method at
   * each node, and two Richardson steps in eps.
   */
  @Test
  void nonlinearPartIsThatOfTheInverseGradient() {
    RidgeLogistic f = Fixtures.tp4();
    double[] x = Fixtures.tp4Minimizer();
    DenseMatrix factor = DenseMatrix.of(new double[][] {{1.1, 0}, {-.6, .5}});
    Plateau plateau = Plateau.of(f, x, .1, 1, factor);
    double[] fourth = new double[3];
    for (int i = 0; i < 3; i++) {
      double eps = .04 / (1 << i);
      double square = secondMoment(f, x, factor, eps);
      fourth[i] = (square / (eps * eps) - plateau.limit()) / (eps * eps);
    }
    double coarse = (4 * fourth[1] - fourth[0]) / 3;
    double fine = (4 * fourth[2] - fourth[1]) / 3;
    double n = (16 * fine - coarse) / 15;
    Close.to(n, plateau.nonlinear(), 2e-6);
  }

  private static double secondMoment(
      RidgeLogistic f, double[] minimizer, DenseMatrix factor, double eps) {
    double outer = Math.sqrt(5 + Math.sqrt(10));
    double inner = Math.sqrt(5 - Math.sqrt(10));
    double[] nodes = {-outer, -inner, 0, inner, outer};
    double heavy = (7 + 2 * Math.sqrt(10)) / 60;
    double light = (7 - 2 * Math.sqrt(10)) / 60;
    double[] weights = {light, heavy, 8.0 / 15, heavy, light};
    double sum = 0;
    for (int i = 0; i < 5; i++) {
      for (int j = 0; j < 5; j++) {
        double[] y = new double[2];
        factor.times(eps).apply(new double[] {nodes[i], nodes[j]}, y);
        double distance = Vectors.distance(inverseGradient(f, minimizer, y), minimizer);
        sum += weights[i] * weights[j] * distance * distance;
      }
    }
    return sum;
  }

  private static double[] inverseGradient(RidgeLogistic f, double[] start, double[] y) {
    double[] x = start.clone();
    double[] gradient = new double[2];
    DenseMatrix hessian = DenseMatrix.zeros(2, 2);
    Cholesky cholesky = new Cholesky(2);
    for (int step = 0; step < 12; step++) {
      var curvature = f.curvature();
      curvature.at(x, gradient);
      curvature.block(0, hessian);
      Vectors.subtract(y, gradient, gradient);
      cholesky.factor(hessian);
      cholesky.solve(gradient, gradient);
      Vectors.axpy(1, gradient, x);
    }
    return x;
  }

  @Test
  void badInput() {
    assertThrows(
        IllegalArgumentException.class, () -> Plateau.isotropic(F, new double[4], .01, 1, 1));
    assertThrows(IllegalArgumentException.class, () -> Plateau.isotropic(F, X, .01, 0, 1));
    assertThrows(IllegalArgumentException.class, () -> Plateau.isotropic(F, X, .01, 1, -1));
    assertThrows(
        IllegalArgumentException.class, () -> Plateau.of(F, X, .01, 1, DenseMatrix.identity(4)));
    assertThrows(
        IllegalArgumentException.class,
        () -> Plateau.isotropic(Fixtures.tp6(), new double[] {.1, .1, .1}, 1, 1, 1));
  }
}
