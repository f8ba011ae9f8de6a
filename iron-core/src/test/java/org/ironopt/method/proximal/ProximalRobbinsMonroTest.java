package org.ironopt.method.proximal;

import static org.ironopt.method.Near.advance;
import static org.ironopt.method.Near.assertNear;
import static org.ironopt.method.Near.seed;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.ironopt.linalg.Vectors;
import org.ironopt.method.BatchSampler;
import org.ironopt.method.Batches;
import org.ironopt.method.Method;
import org.ironopt.method.NoiseSampler;
import org.ironopt.method.Schedule;
import org.ironopt.method.Stepper;
import org.ironopt.problem.Ensemble;
import org.ironopt.problem.FiniteSum;
import org.ironopt.problem.analytic.Quadratic;
import org.ironopt.problem.testing.Fixtures;
import org.ironopt.random.GradientNoise;
import org.ironopt.random.Noise;
import org.ironopt.theory.GradientSpread;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProximalRobbinsMonroTest {
  private static final double[] START = Fixtures.regressionStart();

  @Test
  void givenNoise() {
    double[][] eps = {{.3, -.1}, {-.2, .4}, {.1, .1}};
    FiniteSum f = Fixtures.tp3();
    NoiseSampler noise =
        new NoiseSampler(f) {
          @Override
          public void add(int g, long k, double scale, double[] target) {
            Vectors.axpy(scale, eps[(int) k], target);
          }
        };
    ProximalRobbinsMonro method = ProximalRobbinsMonro.steps(Schedule.power(1, 1));
    BatchSampler all = BatchSampler.of(Batches.all(), f, seed(0));
    Stepper s = method.new Iteration(f, all, noise, START);
    assertNear(new double[] {0.37567567567567567, 0.6405405405405405}, advance(s, 1).x(), 1e-12);
    assertNear(new double[] {0.6267899478425794, 0.6880986249407303}, advance(s, 1).x(), 1e-12);
    assertNear(new double[] {0.6498796130375077, 0.8275227380490539}, advance(s, 1).x(), 1e-12);
  }

  /** Without noise it is the proximal point method. */
  @Test
  void withoutNoiseItIsTheProximalPointMethod() {
    double[] x0 = Fixtures.tp2Start();
    double[] a = advance(ProximalRobbinsMonro.step(3).start(Fixtures.tp2(), x0, seed(0)), 7).x();
    double[] b = advance(ProximalPoint.step(3).start(Fixtures.tp2(), x0, seed(0)), 7).x();
    assertArrayEquals(b, a);
  }

  /** One batch of all terms takes the path of batches, {@code x - eta grad f(p) = p}. */
  @Test
  void batchOfAllTerms() {
    ProximalRobbinsMonro method = ProximalRobbinsMonro.step(2);
    FiniteSum f = Fixtures.tp3();
    Batches all = Batches.given(4, 0, 1, 2, 3);
    double[] a = advance(method.batches(all).start(f, START, seed(0)), 5).x();
    assertArrayEquals(advance(method.start(f, START, seed(0)), 5).x(), a, 1e-14);
  }

  /** With many short inner steps the approximate method is the ideal one. */
  @Test
  void manyInnerStepsAreIdeal() {
    ProximalRobbinsMonro ideal = ProximalRobbinsMonro.step(1.5);
    ProximalRobbinsMonro close = ideal.approximate(200, Schedule.constant(.3));
    double[] x0 = Fixtures.tp2Start();
    double[] a = advance(close.start(Fixtures.tp2(), x0, seed(0)), 4).x();
    assertArrayEquals(advance(ideal.start(Fixtures.tp2(), x0, seed(0)), 4).x(), a, 1e-13);
  }

  /**
   * One inner step of length 1 is the extragradient step {@code x - eta grad f(x - eta grad f(x))}.
   */
  @Test
  void oneInnerStepIsExtragradient() {
    double[] x0 = Fixtures.tp2Start();
    ProximalRobbinsMonro method =
        ProximalRobbinsMonro.step(.2).approximate(1, Schedule.constant(1));
    double[] g = new double[3];
    Fixtures.tp2().gradient(x0, g);
    double[] w = new double[3];
    Vectors.add(x0, -.2, g, w);
    Fixtures.tp2().gradient(w, g);
    Vectors.add(x0, -.2, g, w);
    assertArrayEquals(w, advance(method.start(Fixtures.tp2(), x0, seed(0)), 1).x(), 1e-15);
  }

  /** Every gradient of the approximate method has its own batch. */
  @Test
  void gradientsInTurn() {
    FiniteSum f = Fixtures.tp3();
    ProximalRobbinsMonro method =
        ProximalRobbinsMonro.step(.4)
            .approximate(1, Schedule.constant(1))
            .batches(Batches.given(1, 2, 0, 3, 1));
    double[] x = advance(method.start(f, START, seed(0)), 2).x();
    double[] y = START.clone();
    double[] w = new double[2];
    double[] g = new double[2];
    for (int[] pair : new int[][] {{2, 0}, {3, 1}}) {
      f.batch(pair, 0, 1).gradient(y, g);
      Vectors.add(y, -.4, g, w);
      f.batch(pair, 1, 2).gradient(w, g);
      Vectors.axpy(-.4, g, y);
    }
    assertArrayEquals(y, x, 1e-15);
  }

  /** The spread grows with the step, but there is one for every step. */
  @ParameterizedTest
  @ValueSource(doubles = {.05, .5, 20})
  void stationarySpread(double eta) {
    int members = 20_000;
    Ensemble all = Ensemble.of(Quadratic.diagonal(new double[] {1.7}, new double[] {0}), members);
    Method method = ProximalRobbinsMonro.step(eta).noise(new GradientNoise(new Noise.Isotropic(1)));
    int steps = eta < .1 ? 150 : 40;
    double[] x = advance(method.start(all, new double[members], seed(8)), steps).x();
    double exact = GradientSpread.proximalRobbinsMonro(eta, 1.7, 1);
    assertEquals(exact, Vectors.dot(x, x) / members, 4 * exact * Math.sqrt(2. / members));
  }

  @Test
  void badParametersAreRefused() {
    assertThrows(
        IllegalArgumentException.class,
        () -> ProximalRobbinsMonro.step(1).approximate(0, Schedule.constant(1)));
    assertThrows(IllegalArgumentException.class, () -> ProximalRobbinsMonro.step(-1));
    assertTrue(ProximalRobbinsMonro.step(1).description().contains("approximate: not set"));
  }
}
