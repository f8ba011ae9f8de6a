package org.ironopt.method;

import static org.ironopt.method.Near.advance;
import static org.ironopt.method.Near.seed;
import static org.ironopt.method.VarianceReductionTest.START;
import static org.ironopt.method.VarianceReductionTest.tp4;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.SplittableRandom;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.flow.LuoChen;
import org.ironopt.method.flow.WilsonRechtJordan;
import org.ironopt.method.gradient.ProxSvrg;
import org.ironopt.method.proximal.ProximalPoint;
import org.ironopt.method.proximal.Sppm;
import org.ironopt.problem.FiniteSum;
import org.ironopt.problem.testing.Fixtures;
import org.ironopt.regression.Logistic;
import org.ironopt.theory.IronParameters;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where the neighbours of IRON coincide, and what their theories promise, draw by draw. */
class NeighboursTest {
  private static final double[] P = {.1, .2, .4, .3};
  private static final double[] STAR = Fixtures.tp4Minimizer();
  private static final double MU = .1;

  /** IRON with gamma = mu is SPPAM, Wilson-Recht-Jordan and Luo-Chen's implicit scheme at once. */
  @ParameterizedTest
  @ValueSource(doubles = {.2, 1, 30})
  void fourNamesOfOneIteration(double alpha) {
    double mu = .8;
    IronParameters p = new IronParameters(alpha, mu, mu);
    List<Method> names =
        List.of(
            Iron.step(alpha).mu(mu),
            ProximalPoint.step(p.lambda()).momentum(p.delta()),
            WilsonRechtJordan.stronglyConvex(alpha, mu),
            LuoChen.implicit(alpha).mu(mu));
    List<Stepper> steppers =
        names.stream().map(m -> m.start(Fixtures.tp2(), Fixtures.tp2Start(), seed(0))).toList();
    for (int k = 0; k < 20; k++) {
      double[] iron = advance(steppers.getFirst(), 1).x();
      for (Stepper other : steppers.subList(1, 4)) {
        assertArrayEquals(iron, advance(other, 1).x(), 1e-13);
      }
    }
  }

  /** The mean of {@code |x_K - x*|^2} over all sequences of draws, each with its probability. */
  private static double mean(Method[] draws, double[] p, double[] x, int steps) {
    if (steps == 0) {
      double d = Vectors.distance(x, STAR);
      return d * d;
    }
    double sum = 0;
    for (int i = 0; i < draws.length; i++) {
      double[] next = advance(draws[i].start(tp4(), x, seed(0)), 1).x();
      sum += p[i] * mean(draws, p, next, steps - 1);
    }
    return sum;
  }

  private static double squaredGradient(FiniteSum f, int i) {
    double[] g = new double[2];
    f.batch(new int[] {i}, 0, 1).gradient(STAR, g);
    return Vectors.dot(g, g);
  }

  private static void assertBound(Method[] draws, double[] p, double eta, double mu, double s2) {
    for (int steps = 1; steps <= 4; steps++) {
      double d = Vectors.distance(START, STAR);
      double bound =
          StrictMath.pow(1 + eta * mu, -2 * steps) * d * d + eta * s2 / (eta * mu * mu + 2 * mu);
      double mean = mean(draws, p, START, steps);
      assertTrue(mean <= bound, "step %d, eta %s: %s".formatted(steps, eta, mean));
    }
  }

  /**
   * {@code E|x_K - x*|^2 <= (1 + eta mu)^{-2K} |x_0 - x*|^2 + eta s^2/(eta mu^2 + 2 mu)} for every
   * eta on logistic terms, plain and with probabilities, by all sequences of four draws.
   */
  @ParameterizedTest
  @ValueSource(doubles = {.01, .5, 5, 1000})
  void boundOfTheProximalPointMethod(double eta) {
    Logistic f = tp4();
    double plain = 0;
    double weighted = 0;
    Method[] uniform = new Method[4];
    Method[] ns = new Method[4];
    for (int i = 0; i < 4; i++) {
      plain += squaredGradient(f, i) / 4;
      weighted += squaredGradient(f, i) / (16 * P[i]);
      uniform[i] = ProximalPoint.step(eta).batches(Batches.given(1, i));
      ns[i] = Sppm.step(eta).nonuniform(P).batches(Batches.given(1, i));
    }
    assertBound(uniform, new double[] {.25, .25, .25, .25}, eta, MU, plain);
    assertBound(ns, P, eta, MU / (4 * .4), weighted); // f_i/(4 p_i) bends less where p_i is large
  }

  /**
   * Point-SAGA: {@code |x - x*|^2 + (c/N) sum_i |g_i - g_i*|^2} with {@code c = 1/(mu L)} shrinks
   * by {@code 1/(1 + mu eta)} in the mean over the next draw, from any state.
   */
  @Test
  void rateOfPointSaga() {
    Logistic f = tp4();
    double l = .6;
    double eta = Sppm.pointSagaStep(MU, l, 4);
    SplittableRandom random = new SplittableRandom(14);
    int[] draws = new int[12];
    double[][] table = new double[4][2];
    double[][] star = new double[4][2];
    for (int i = 0; i < 4; i++) {
      f.batch(new int[] {i}, 0, 1).gradient(START, table[i]);
      f.batch(new int[] {i}, 0, 1).gradient(STAR, star[i]);
    }
    for (int k = 0; k < draws.length; k++) {
      double[] x = k == 0 ? START : after(eta, draws, k);
      double before = energy(x, table, star, l);
      double mean = 0;
      for (int i = 0; i < 4; i++) {
        draws[k] = i;
        double[] next = after(eta, draws, k + 1);
        double[] old = table[i].clone();
        f.batch(new int[] {i}, 0, 1).gradient(next, table[i]);
        mean += energy(next, table, star, l) / 4;
        table[i] = old;
      }
      assertTrue(mean <= before / (1 + MU * eta), "seed 14, step " + k);
      draws[k] = random.nextInt(4);
      f.batch(draws, k, k + 1).gradient(after(eta, draws, k + 1), table[draws[k]]);
    }
  }

  private static double[] after(double eta, int[] draws, int steps) {
    Sppm method = Sppm.step(eta).pointSaga().batches(Batches.given(1, draws));
    return advance(method.start(tp4(), START, seed(0)), steps).x();
  }

  private static double energy(double[] x, double[][] table, double[][] star, double l) {
    double d = Vectors.distance(x, STAR);
    double sum = 0;
    for (int i = 0; i < 4; i++) {
      double e = Vectors.distance(table[i], star[i]);
      sum += e * e / (4 * MU * l);
    }
    return d * d + sum;
  }

  /** Prox-SVRG: from snapshot to snapshot the gap falls at least by the rate, in the mean. */
  @Test
  void rateOfProxSvrg() {
    FiniteSum f = Fixtures.tp3();
    ProxSvrg method = ProxSvrg.recommended(2.1, .85);
    double rate = method.rate(2.1, .85).orElseThrow();
    double first = f.value(START) - Fixtures.TP3_VALUE;
    double mean = 0;
    int seeds = 10;
    for (int seed = 0; seed < seeds; seed++) {
      double[] x = advance(method.start(f, START, seed(seed)), method.m()).x();
      mean += (f.value(x) - Fixtures.TP3_VALUE) / seeds;
    }
    assertTrue(mean <= rate * first, mean + " of " + first);
  }
}
