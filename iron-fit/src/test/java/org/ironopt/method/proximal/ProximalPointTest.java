package org.ironopt.method.proximal;

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
import org.ironopt.method.Iron;
import org.ironopt.method.Method;
import org.ironopt.method.Schedule;
import org.ironopt.method.StepReport;
import org.ironopt.method.Stepper;
import org.ironopt.method.gradient.Sgd;
import org.ironopt.problem.Ensemble;
import org.ironopt.problem.FiniteSum;
import org.ironopt.problem.Regularizer;
import org.ironopt.problem.analytic.LinearLeastSquares;
import org.ironopt.problem.analytic.Quadratic;
import org.ironopt.problem.testing.Fixtures;
import org.ironopt.random.GradientNoise;
import org.ironopt.random.Noise;
import org.ironopt.regression.Logistic;
import org.ironopt.regression.Samples;
import org.ironopt.resolvent.InnerMethod;
import org.ironopt.resolvent.InnerTolerance;
import org.ironopt.theory.GradientSpread;
import org.ironopt.theory.IronParameters;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProximalPointTest {
  private static final double[] START = Fixtures.regressionStart();
  private static final Batches ONE = Batches.given(1, Fixtures.regressionIndices());
  private static final Batches PAIR = Batches.given(2, 0, 2);
  private static final FiniteSum SQUARES = Fixtures.tp3();
  private static final FiniteSum LOGISTIC = Logistic.of(Samples.tp4(), .1);
  private static final InnerMethod NEWTON =
      InnerMethod.NEWTON_CHOLESKY.tolerance(InnerTolerance.absolute(1e-15));

  private static double[] after(ProximalPoint method, FiniteSum f, int steps) {
    return advance(method.start(f, START, seed(0)), steps).x();
  }

  /** By formula, and where there is none by Newton's method. */
  private static void assertLogistic(ProximalPoint method, int steps, double... known) {
    assertNear(known, after(method, LOGISTIC, steps), 1e-12);
    assertNear(known, after(method.inner(NEWTON), Fixtures.tp4(), steps), 1e-12);
  }

  @Test
  void implicitGradientSteps() {
    ProximalPoint method = ProximalPoint.step(.7).batches(ONE);
    double[] second = {1.0223596618420998, 0.3819084317955743};
    assertNear(second, after(method, SQUARES, 2), 1e-12);
    double[] sixth = {0.7009525211665522, 1.531336833481156};
    assertNear(sixth, after(method, SQUARES, 6), 1e-12);
    assertLogistic(method, 2, 0.840222071716295, -0.012092124612097717);
    assertLogistic(method, 6, 0.5972463160980309, -0.035485384384187406);
  }

  @Test
  void decreasingStepsAndTheirAverage() {
    ProximalPoint method = ProximalPoint.steps(Schedule.power(2, .7)).batches(ONE);
    assertLogistic(method, 1, 0.8443428835141231, 0.21934288351412312);
    assertLogistic(method, 6, 0.6248293158743936, 0.06048566629156504);
    assertLogistic(method.average(), 6, 0.6690258558658518, 0.18456038157217902);
  }

  @Test
  void constrainedToABall() {
    ProximalPoint method = ProximalPoint.step(.7).regularizer(Regularizer.ball(1)).batches(ONE);
    assertNear(
        new double[] {0.9383840851408729, 0.34559413877310924}, after(method, SQUARES, 1), 1e-12);
    assertNear(
        new double[] {0.45427554803747183, 0.8908612273835103}, after(method, SQUARES, 6), 1e-12);
  }

  @Test
  void minibatches() {
    ProximalPoint model = ProximalPoint.step(.7).batches(PAIR);
    assertNear(
        new double[] {0.9330168555773976, 0.21017190179430345}, after(model, SQUARES, 1), 1e-12);
    assertNear(
        new double[] {0.893771351577716, 0.08749858110409021},
        after(model.iterateAverage(), SQUARES, 1),
        1e-12);
    assertNear(
        new double[] {0.6938481599262627, -0.11606973953206666},
        after(model.inner(NEWTON), LOGISTIC, 1),
        1e-12);
    assertLogistic(model.iterateAverage(), 1, 0.6871719294105669, -0.12329171657401433);
    // One term is its own average.
    double[] one = after(ProximalPoint.step(.7).batches(ONE), LOGISTIC, 6);
    double[] same = after(ProximalPoint.step(.7).batches(ONE).iterateAverage(), LOGISTIC, 6);
    assertArrayEquals(one, same);
  }

  @Test
  void withMomentum() {
    ProximalPoint method = ProximalPoint.step(.7).momentum(.5).batches(ONE);
    assertLogistic(method, 2, 0.9175794054074528, 0.09868424298839548);
    assertLogistic(method, 6, 0.5078042667915734, -0.08034420812407063);
  }

  /** Halved every two steps; each epoch is a plain run from where the last one ended. */
  @Test
  void restarted() {
    Batches batches = Batches.given(1, 2, 0, 3, 1, 1, 2);
    double[] x =
        advance(ProximalPoint.restarted(.8, 2).batches(batches).start(SQUARES, START, seed(0)), 6)
            .x();
    double[] y = START;
    double[] steps = {.8, .4, .2};
    int[][] terms = {{2, 0}, {3, 1}, {1, 2}};
    for (int e = 0; e < 3; e++) {
      ProximalPoint epoch = ProximalPoint.step(steps[e]).batches(Batches.given(1, terms[e]));
      y = advance(epoch.start(SQUARES, y, seed(0)), 2).x();
    }
    assertArrayEquals(y, x);
  }

  private static FiniteSum means(double... y) {
    double[][] ones = new double[y.length][1];
    for (double[] row : ones) {
      row[0] = 1;
    }
    return LinearLeastSquares.of(DenseMatrix.of(ones), y, 0);
  }

  /** {@code f_i = (x - y_i)^2/2}, {@code eta_n = 1/n}: {@code x_n = (x_0 + sum y)/(n + 1)}. */
  @Test
  void meanEstimationCountsTheStart() {
    FiniteSum f = means(1.2, -.7, 3.1, .4, 2.2);
    Batches inTurn = Batches.given(1, 0, 1, 2, 3, 4);
    Schedule steps = Schedule.power(1, 1);
    double[] x0 = {.5};
    Method implicit = ProximalPoint.steps(steps).batches(inTurn);
    assertNear(1.1166666666666667, advance(implicit.start(f, x0, seed(0)), 5).x()[0], 1e-15);
    Method explicit = Sgd.steps(steps).batches(inTurn);
    assertNear(1.24, advance(explicit.start(f, x0, seed(0)), 5).x()[0], 1e-15);
  }

  /**
   * On {@code f_+- = (x -+ 1)^2/2} with {@code eta = 1} the stationary law is uniform on [-1, 1]:
   * each step halves the distance to one of the ends. Its first two moments and its quartiles.
   */
  @Test
  void uniformLaw() {
    FiniteSum f = means(1, -1);
    int steps = 40_000;
    Stepper s =
        ProximalPoint.step(1).batches(Batches.withReplacement(1)).start(f, new double[1], seed(9));
    advance(s, 60);
    int[] quarter = new int[4];
    double squares = 0;
    for (int k = 0; k < steps; k++) {
      double x = advance(s, 1).x()[0];
      quarter[(int) Math.min(3, 2 * (x + 1))]++;
      squares += x * x / steps;
    }
    // Correlations 2^-j triple the variance of an average at most; x^2 has variance 4/45.
    assertEquals(1. / 3, squares, 4 * Math.sqrt(3 * 4. / 45 / steps));
    for (int count : quarter) {
      assertEquals(.25, count / (double) steps, 4 * Math.sqrt(3 * .1875 / steps));
    }
  }

  /** {@code |x+ - x*| <= |x - x*|/(1 + eta mu)} if all terms have one minimiser. */
  @Test
  void contractsToACommonMinimiserWithAnyStep() {
    double[][] rows = Fixtures.rows();
    double[] star = {.4, -1.1};
    double[] y = new double[4];
    for (int i = 0; i < 4; i++) {
      y[i] = Vectors.dot(rows[i], star);
    }
    FiniteSum f = LinearLeastSquares.of(DenseMatrix.of(rows), y, 0);
    for (double eta : new double[] {1e-3, 1, 1e6}) {
      Stepper s = ProximalPoint.step(eta).batches(ONE).start(f, START, seed(0));
      double last = Vectors.distance(START, star);
      for (int k = 0; k < 30; k++) {
        double now = Vectors.distance(advance(s, 1).x(), star);
        assertTrue(now <= last * (1 + 1e-15), "eta " + eta);
        last = now;
      }
      assertTrue(eta < 1 || last < 1e-3);
    }
    FiniteSum strong = means(2, 2, 2);
    for (double eta : new double[] {1e-3, 1, 1e6}) {
      Method method = ProximalPoint.step(eta).batches(Batches.epochs(1));
      double[] x = advance(method.start(strong, new double[] {7}, seed(0)), 1).x();
      assertNear(5 / (1 + eta), x[0] - 2, 1e-9);
    }
  }

  /** IRON with constant parameters, from rest, on f and on single terms. */
  @ParameterizedTest
  @CsvSource({".3, .8, .5", "2, .8, .5", "40, .1, 2"})
  void ironIsTheMethodWithMomentum(double alpha, double mu, double gamma) {
    IronParameters p = new IronParameters(alpha, mu, gamma);
    Iron iron = Iron.step(alpha).mu(mu).gamma(gamma).frozen();
    ProximalPoint inertial = ProximalPoint.step(p.lambda()).momentum(p.delta());
    double[] x0 = Fixtures.tp2Start();
    Stepper a = iron.start(Fixtures.tp2(), x0, seed(0));
    Stepper b = inertial.start(Fixtures.tp2(), x0, seed(0));
    Stepper c = iron.batches(ONE).inner(NEWTON).start(LOGISTIC, START, seed(0));
    Stepper d = inertial.batches(ONE).start(LOGISTIC, START, seed(0));
    for (int k = 0; k < 25; k++) {
      StepReport first = a.advance();
      StepReport second = b.advance();
      assertArrayEquals(a.x(), b.x(), 1e-13);
      assertEquals(first.value(), second.value(), 1e-12);
      assertEquals(first.gradientNorm(), second.gradientNorm(), 1e-12);
      assertArrayEquals(advance(c, 1).x(), advance(d, 1).x(), 1e-12);
    }
  }

  /** {@code beta/(1 + eta a) < 1}, with the radius of the two-term recursion. */
  @ParameterizedTest
  @CsvSource({"1.5, 0.8660254037844386", "1.99, 0.9974968671630001", "2.01, 1.002496882788171"})
  void momentumIsStableBeyondOne(double beta, double radius) {
    Quadratic line = Quadratic.diagonal(new double[] {1}, new double[] {0});
    Stepper s = ProximalPoint.step(1).momentum(beta).start(line, new double[] {1}, seed(0));
    // Complex roots: the determinant of two successive pairs shrinks by radius^2 a step.
    double[] x = new double[2000];
    for (int k = 0; k < x.length; k++) {
      x[k] = advance(s, 1).x()[0];
    }
    int at = 40;
    double first = x[at] * x[at + 2] - x[at + 1] * x[at + 1];
    double next = x[at + 1] * x[at + 3] - x[at + 2] * x[at + 2];
    assertEquals(radius, Math.sqrt(next / first), 1e-9);
    double size = Math.max(Math.abs(x[1998]), Math.abs(x[1999]));
    assertTrue(radius < 1 ? size < .1 : size > 10, "size " + size);
  }

  /** Additive gradient noise: the exact spread, below {@code 1/a^2} for every step. */
  @ParameterizedTest
  @CsvSource({".5, 0, 30", ".5, .9, 120", "50, 0, 10", "3, 1.5, 120"})
  void stationarySpread(double eta, double beta, int steps) {
    int members = 20_000;
    Ensemble all = Ensemble.of(Quadratic.diagonal(new double[] {1.7}, new double[] {0}), members);
    Method method =
        ProximalPoint.step(eta).momentum(beta).noise(new GradientNoise(new Noise.Isotropic(1)));
    double[] x = advance(method.start(all, new double[members], seed(6)), steps).x();
    double exact = GradientSpread.proximalPoint(eta, beta, 1.7, 1).orElseThrow();
    assertEquals(exact, Vectors.dot(x, x) / members, 4 * exact * Math.sqrt(2. / members));
  }

  /**
   * The bound {@code (1 + eta mu)^{-2K} |x_0 - x*|^2 + eta s^2/(eta mu^2 + 2 mu)} is an equality
   * for additive noise on a parabola, at every K.
   */
  @Test
  void transientOfTheBoundIsExact() {
    int members = 20_000;
    double a = 1.7;
    double eta = .2;
    Ensemble all = Ensemble.of(Quadratic.diagonal(new double[] {a}, new double[] {0}), members);
    Method method = ProximalPoint.step(eta).noise(new GradientNoise(new Noise.Isotropic(1)));
    double[] x0 = all.replicate(new double[] {2});
    Stepper s = method.start(all, x0, seed(7));
    double limit = GradientSpread.proximalPoint(eta, a, 1);
    for (int k = 1; k <= 12; k++) {
      double[] x = advance(s, 1).x();
      double r2 = StrictMath.pow(1 + eta * a, -2 * k);
      double spread = limit * (1 - r2);
      double exact = 4 * r2 + spread;
      // The square of a normal variable with mean m: variance 2 v^2 + 4 v m^2.
      double error = Math.sqrt((2 * spread * spread + 4 * spread * 4 * r2) / members);
      assertEquals(exact, Vectors.dot(x, x) / members, 4 * error, "step " + k);
      assertTrue(exact <= 4 * r2 + limit);
    }
  }

  @Test
  void whatDoesNotFitIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> ProximalPoint.step(0));
    assertThrows(IllegalArgumentException.class, () -> ProximalPoint.step(1).momentum(-1));
    assertThrows(IllegalArgumentException.class, () -> ProximalPoint.restarted(1, 0));
    ProximalPoint iterates = ProximalPoint.step(1).iterateAverage();
    assertEquals(
        "spp looks at single terms and needs a FiniteSum, got Quadratic",
        assertThrows(
                IllegalArgumentException.class,
                () -> iterates.start(Fixtures.tp2(), Fixtures.tp2Start(), seed(0)))
            .getMessage());
  }
}
