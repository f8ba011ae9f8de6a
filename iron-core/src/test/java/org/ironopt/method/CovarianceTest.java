package org.ironopt.method;

import static org.ironopt.method.Near.advance;
import static org.ironopt.method.Near.seed;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.ironopt.linalg.DenseMatrix;
import org.ironopt.method.flow.ExplicitEuler;
import org.ironopt.method.flow.NagGs;
import org.ironopt.problem.Ensemble;
import org.ironopt.problem.analytic.Quadratic;
import org.ironopt.problem.testing.Fixtures;
import org.ironopt.random.CenterNoise;
import org.ironopt.random.GradientNoise;
import org.ironopt.random.Noise;
import org.ironopt.theory.GeneralCovariance;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.NoiseSource;
import org.ironopt.theory.Scheme;
import org.ironopt.theory.StationaryCovariance;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Stationary covariances of particle clouds against the exact ones, within 4 standard errors. */
class CovarianceTest {
  private static final int MEMBERS = 10_000;

  /** Compares the sample second moments about {@code center} with {@code exact}. */
  private static void assertCovariance(double[] x, double[] center, DenseMatrix exact) {
    for (int i = 0; i < center.length; i++) {
      for (int l = i; l < center.length; l++) {
        double sum = 0;
        for (int j = 0; j < MEMBERS; j++) {
          sum += (x[i * MEMBERS + j] - center[i]) * (x[l * MEMBERS + j] - center[l]);
        }
        // For normal variables the product has variance P_ii P_ll + P_il^2.
        double deviation =
            Math.sqrt(
                (exact.get(i, i) * exact.get(l, l) + exact.get(i, l) * exact.get(i, l)) / MEMBERS);
        assertEquals(exact.get(i, l), sum / MEMBERS, 4 * deviation, "entry " + i + ", " + l);
      }
    }
  }

  /** Sigma that does not commute with A, gamma frozen at 0.5. */
  @ParameterizedTest
  @ValueSource(doubles = {.3, 2, 25})
  void ironWithGeneralSigma(double alpha) {
    DenseMatrix a = DenseMatrix.of(new double[][] {{2, .5, .1}, {.5, 1.5, -.3}, {.1, -.3, 1.2}});
    DenseMatrix sigma = DenseMatrix.of(new double[][] {{1, .6, -.2}, {.6, .8, .1}, {-.2, .1, .5}});
    IronParameters p = new IronParameters(alpha, .8, .5);
    DenseMatrix exact = GeneralCovariance.of(Scheme.IRON, p, a, sigma).orElseThrow().position();
    Ensemble cloud = Ensemble.of(Fixtures.tp2(), MEMBERS);
    Iron iron =
        Iron.step(alpha).mu(.8).gamma(.5).frozen().noise(new CenterNoise(new Noise.Full(sigma)));
    double[] start = cloud.replicate(Fixtures.tp2Minimizer());
    double[] x = advance(iron.start(cloud, start, seed(2026)), 40).x();
    assertCovariance(x, Fixtures.tp2Minimizer(), exact);
  }

  /** One eigenvalue a = 1.7, mu = 1, gamma = 0.6, all three methods, both noise models. */
  @Test
  void oneEigenvalueInBothModels() {
    CenterNoise center = new CenterNoise(new Noise.Isotropic(.9));
    GradientNoise gradient = new GradientNoise(new Noise.Isotropic(1));
    Iron iron = Iron.step(1).mu(1).gamma(.6).frozen();
    NagGs nagGs = NagGs.step(1).mu(1).gamma(.6).frozen();
    ExplicitEuler euler = ExplicitEuler.step(.1).mu(1).gamma(.6).frozen();
    assertVariance(0.032041608673357265, iron.noise(center), 40);
    assertVariance(0.04249098857274332, nagGs.noise(center), 40);
    assertVariance(0.060461527868748, euler.noise(center), 250);
    assertVariance(0.109882059922, iron.noise(gradient), 40);
    assertVariance(0.145716696066, nagGs.noise(gradient), 40);
    IronParameters p = new IronParameters(.1, 1, .6);
    double rho2 = NoiseSource.GRADIENT.diffusion(p, 1);
    double exact = StationaryCovariance.variance(Scheme.EXPLICIT_EULER, p, 1.7, rho2).orElseThrow();
    assertVariance(exact, euler.noise(gradient), 250);
  }

  /** The same over the decades of alpha, where the two models part. */
  @ParameterizedTest
  @ValueSource(doubles = {.1, .5, 5, 10, 100})
  void ironAndNagGsOverTheDecades(double alpha) {
    CenterNoise center = new CenterNoise(new Noise.Isotropic(.9));
    GradientNoise gradient = new GradientNoise(new Noise.Isotropic(1));
    Iron iron = Iron.step(alpha).mu(1).gamma(.6).frozen();
    NagGs nagGs = NagGs.step(alpha).mu(1).gamma(.6).frozen();
    IronParameters p = new IronParameters(alpha, 1, .6);
    double rho2 = NoiseSource.GRADIENT.diffusion(p, 1);
    int steps = alpha < .2 ? 250 : 120;
    assertVariance(exact(Scheme.IRON, p, .81), iron.noise(center), steps);
    assertVariance(exact(Scheme.NAG_GS, p, .81), nagGs.noise(center), steps);
    assertVariance(exact(Scheme.IRON, p, rho2), iron.noise(gradient), steps);
    assertVariance(exact(Scheme.NAG_GS, p, rho2), nagGs.noise(gradient), steps);
  }

  @ParameterizedTest
  @ValueSource(doubles = {.3, .8})
  void explicitEulerNearItsLimit(double alpha) {
    ExplicitEuler euler = ExplicitEuler.step(alpha).mu(1).gamma(.6).frozen();
    IronParameters p = new IronParameters(alpha, 1, .6);
    assertVariance(
        exact(Scheme.EXPLICIT_EULER, p, .81),
        euler.noise(new CenterNoise(new Noise.Isotropic(.9))),
        150);
  }

  private static double exact(Scheme scheme, IronParameters p, double rho2) {
    return StationaryCovariance.variance(scheme, p, 1.7, rho2).orElseThrow();
  }

  private static void assertVariance(double exact, Flow flow, int steps) {
    Quadratic f = Quadratic.diagonal(new double[] {1.7}, new double[] {0});
    Ensemble cloud = Ensemble.of(f, MEMBERS);
    FlowStepper s = advance(flow.start(cloud, new double[MEMBERS], seed(11)), steps);
    assertCovariance(s.x(), new double[1], DenseMatrix.of(new double[][] {{exact}}));
  }
}
