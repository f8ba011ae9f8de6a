package org.ironopt.curve;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.ironopt.linalg.Functions;
import org.ironopt.linalg.Parallel;
import org.ironopt.method.Iron;
import org.ironopt.method.gradient.Lbfgs;
import org.ironopt.method.gradient.TruncatedNewton;
import org.ironopt.problem.DerivativeCheck;
import org.ironopt.random.RandomStream;
import org.ironopt.random.RandomStreams;
import org.ironopt.resolvent.InnerMethod;
import org.ironopt.resolvent.InnerReport;
import org.ironopt.run.Ending;
import org.ironopt.run.Run;
import org.ironopt.run.RunResult;
import org.ironopt.run.StepRecord;
import org.ironopt.run.Stop;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Problems with a twist, each of which has to end by its right name. */
class CurveTest {
  private static final double[] X = IntStream.range(0, 30).mapToDouble(i -> 0.2 * i).toArray();

  /** Values of a function with normal noise of a fixed seed. */
  private static double[] noisy(double[] x, double sigma, DoubleUnaryOperator f) {
    RandomStream noise = new RandomStreams(7).stream("noise");
    return IntStream.range(0, x.length)
        .mapToDouble(i -> f.applyAsDouble(x[i]) + sigma * noise.normal(0, i))
        .toArray();
  }

  private static Curve curve(String formula, double[] y) {
    return Curve.formula(formula, Map.of("x", X, "y", y));
  }

  private static double decay(double x) {
    return 3 * Functions.exp(-0.8 * x) + 1;
  }

  private static Curve decay() {
    return curve("y = a*exp(-b*x) + c", noisy(X, 0.01, CurveTest::decay)).start(1, 0.1, 0);
  }

  @Test
  void findsWhatMadeTheData() {
    CurveResult fit = decay().go();
    assertInstanceOf(Ending.Settled.class, fit.ending());
    double[] truth = {3, 0.8, 1};
    for (int k = 0; k < 3; k++) {
      assertEquals(truth[k], fit.values()[k], 4 * fit.error(k), fit::toString);
    }
    assertEquals(27, fit.dof());
    assertTrue(fit.rSquared() > 0.999 && fit.rSquared() < 1);
    assertTrue(Math.abs(fit.correlation("a", "b")) < 1);
    assertTrue(fit.toString().contains("27 degrees of freedom"), fit::toString);
  }

  /** With one observation of each kind the formulas of linear regression are the answer. */
  @Test
  void bandsOfALineAreThoseOfTheTextbook() {
    double[] y = noisy(X, 0.5, x -> 2 + 3 * x);
    CurveResult fit = curve("y = a + b*x", y).start(0, 0).go();
    double mean = Arrays.stream(X).average().orElseThrow();
    double spread = Arrays.stream(X).map(x -> (x - mean) * (x - mean)).sum();
    double s = Math.sqrt(fit.rss() / 28);
    assertEquals(s / Math.sqrt(spread), fit.error("b"), 1e-12);
    double t = 2.048407141795244; // 0.975 quantile, 28 degrees of freedom
    CurveResult.Band band = fit.band(0.95, new double[] {10});
    double leverage = 1.0 / 30 + (10 - mean) * (10 - mean) / spread;
    assertEquals(t * s * Math.sqrt(leverage), band.half()[0], 1e-9);
    assertEquals(t * s * Math.sqrt(1 + leverage), band.halfNew()[0], 1e-9);
    assertEquals(fit.value("a") + 10 * fit.value("b"), fit.predict(new double[] {10})[0], 1e-12);
    assertThrows(IllegalArgumentException.class, () -> fit.band(1, new double[] {10}));
  }

  /** 1: a bound that the free answer breaks. */
  @Test
  void aBoundHolds() {
    CurveResult fit = decay().bound("c", 1.2, 5).start("c", 2).go();
    assertEquals(1.2, fit.value("c"));
    assertTrue(fit.ending().goal(), fit::toString);
    assertTrue(Double.isNaN(fit.error("c")));
    CurveResult fixed = decay().fix("c", 1.2).go();
    assertArrayEquals(fixed.values(), fit.values(), 1e-9);
    assertEquals(0, fixed.error("c"));
    assertEquals(28, fixed.dof());
  }

  /** 2: bounds that the answer keeps change nothing. */
  @Test
  void idleBoundsChangeNothing() {
    CurveResult fit = decay().bound("a", 0, 10).bound("b", 0, 10).go();
    assertArrayEquals(decay().go().values(), fit.values(), 1e-10);
  }

  /** 3: outliers; every robust loss is nearer to the truth than squares. */
  @Test
  void robustLossesIgnoreOutliers() {
    double[] y = noisy(X, 0.01, CurveTest::decay);
    y[3] += 20;
    y[17] -= 5;
    Curve curve = curve("y = a*exp(-b*x) + c", y).start(1, 0.1, 0);
    double squares = Math.abs(curve.go().value("a") - 3);
    for (RobustLoss loss :
        List.of(RobustLoss.huber(0.02), RobustLoss.softL1(0.02), RobustLoss.cauchy(0.02))) {
      CurveResult fit = curve.loss(loss).go();
      assertTrue(fit.ending().goal(), () -> loss + ": " + fit);
      assertTrue(Math.abs(fit.value("a") - 3) < 0.05 * squares, () -> loss + ": " + fit);
    }
  }

  /** 4: two parameters of which only the product matters. */
  @Test
  void aProductIsNotDetermined() {
    CurveResult fit =
        curve("y = a*k*exp(-b*x)", noisy(X, 0.01, x -> 3 * Functions.exp(-0.8 * x)))
            .start(1, 1, 0.5)
            .go();
    Ending.Undetermined ending = assertInstanceOf(Ending.Undetermined.class, fit.ending());
    assertEquals(List.of("a", "k"), ending.names());
    assertTrue(ending.sentence().startsWith("the data do not determine a and k"));
    assertEquals(3, fit.value("a") * fit.value("k"), 0.05);
    assertTrue(Double.isNaN(fit.error("a")));
    assertTrue(fit.error("b") > 0);
  }

  /** 5: a parameter that the residuals do not depend on. */
  @Test
  void aUselessParameterIsNamed() {
    CurveResult fit = curve("y = a + 0*q*x", noisy(X, 0.1, x -> 2)).start(1, 5).go();
    assertEquals(List.of("q"), assertInstanceOf(Ending.Undetermined.class, fit.ending()).names());
    assertEquals(5, fit.value("q"));
  }

  /** 6: a domain that steps leave: NaN is turned back from. */
  @Test
  void nanRegionsAreLeft() {
    double[] y = noisy(X, 0.01, x -> Functions.log(1 + 0.5 * x));
    CurveResult fit = curve("y = log(1 + a*x)", y).start(30).go();
    assertTrue(fit.ending().goal(), fit::toString);
    assertEquals(0.5, fit.value("a"), 0.01);
  }

  /** 7: a start outside of the domain. */
  @Test
  void aStartOutsideOfTheDomainIsNotFinite() {
    CurveResult fit = curve("y = log(a - x)", X).start(1).go();
    assertInstanceOf(Ending.NotFinite.class, fit.ending());
  }

  /** 8: data without noise. */
  @Test
  void anExactFitIsAGoal() {
    double[] y = Arrays.stream(X).map(CurveTest::decay).toArray();
    CurveResult fit = curve("y = a*exp(-b*x) + c", y).start(1, 0.1, 0).go();
    assertTrue(fit.ending().goal(), fit::toString);
    assertArrayEquals(new double[] {3, 0.8, 1}, fit.values(), 1e-12);
  }

  /** 9: a straight line has no half saturation: both parameters run away. */
  @Test
  void aRunawayIsAPlateau() {
    double[] y = noisy(X, 0.05, x -> 0.5 * x + 0.02 * x * x);
    CurveResult fit = curve("y = v*x/(k + x)", y).bound("k", 0, 1 / 0.0).start(1, 1).go();
    Ending.Plateau ending = assertInstanceOf(Ending.Plateau.class, fit.ending());
    assertTrue(ending.what().contains("k went from 1.00 to"), ending.what());
  }

  /** 10: a flat line has no rate: the exponential leaves the data. */
  @Test
  void aVanishedExponentialIsNotConverged() {
    double[] x = IntStream.range(1, 30).mapToDouble(i -> i).toArray();
    double[] y = noisy(x, 0.01, t -> t < 2 ? 2.05 : 2);
    CurveResult fit =
        Curve.formula("y = a*(1 - exp(-b*x))", Map.of("x", x, "y", y)).start(1, 0.1).go();
    assertInstanceOf(Ending.Plateau.class, fit.ending(), fit::toString);
  }

  /** Plateaus that a bad first radius leads to are left by other radii. */
  @ParameterizedTest
  @ValueSource(doubles = {0.01, 0.1, 0.3, 1, 10, 100})
  void otherRadiiLeavePlateaus(double reach) {
    for (String name : List.of("MGH17", "BoxBOD")) {
      NistProblem problem = Nist.read(name);
      CurveResult fit =
          Curve.model(problem.formula(), problem.inputs(), problem.y())
              .start(problem.starts()[0])
              .reach(reach)
              .go();
      assertTrue(problem.digits(fit.values()) >= 6, () -> name + ": " + fit);
      assertTrue(fit.ending().goal(), () -> name + ": " + fit);
    }
  }

  @Test
  void weightsCountAsOften() {
    double[] x = {0, 1, 2, 2, 3};
    double[] y = {1, 2, 2, 2, 5};
    CurveResult twice = Curve.formula("y = a*exp(b*x)", Map.of("x", x, "y", y)).start(1, 1).go();
    CurveResult weighted =
        Curve.formula(
                "y = a*exp(b*x)",
                Map.of("x", new double[] {0, 1, 2, 3, 9}, "y", new double[] {1, 2, 2, 5, 77}))
            .weights(1, 1, 2, 1, 0)
            .start(1, 1)
            .go();
    assertArrayEquals(twice.values(), weighted.values(), 1e-10);
    assertEquals(twice.rss(), weighted.rss(), 1e-10);
    assertEquals(2, weighted.dof());
  }

  /** Two decays with one rate between them, each with a height of its own. */
  @Test
  void dataSetsShareParameters() {
    CurveModel model = CurveModel.of(2, (p, x) -> p[0].times(p[1].times(-x[0]).exp()));
    double[] first = noisy(X, 0.01, x -> 2 * Functions.exp(-0.7 * x));
    double[] second = noisy(X, 0.02, x -> 5 * Functions.exp(-0.7 * x));
    double[][] inputs = {X};
    CurveResult fit =
        Curve.of(
                ResidualFunction.together(
                    3,
                    new ResidualFunction.Part(ResidualFunction.of(model, inputs, first), 0, 2),
                    new ResidualFunction.Part(ResidualFunction.of(model, inputs, second), 1, 2)))
            .names("one", "two", "rate")
            .start(1, 1, 1)
            .go();
    assertEquals(0.7, fit.value("rate"), 0.01);
    assertEquals(58 - 1, fit.dof());
    assertTrue(fit.ending().goal());
  }

  /** Units of parameters change the answer by rounding only. */
  @Test
  void unitsDoNotMatter() {
    CurveResult plain = decay().go();
    CurveResult scaled =
        curve("y = 1e7*a*exp(-1e-7*b*x) + c", noisy(X, 0.01, CurveTest::decay))
            .start(1e-7, 1e6, 0)
            .go();
    assertEquals(plain.value("a"), 1e7 * scaled.value("a"), 1e-9);
    assertEquals(plain.value("b"), 1e-7 * scaled.value("b"), 1e-9);
    assertEquals(plain.evaluations(), scaled.evaluations());
  }

  @Test
  void threadsChangeNoBit() {
    double[] x = IntStream.range(0, 20_000).mapToDouble(i -> i / 4000.0).toArray();
    double[] y = noisy(x, 0.1, CurveTest::decay);
    Curve curve = Curve.formula("y = a*exp(-b*x) + c", Map.of("x", x, "y", y)).start(1, 0.1, 0);
    int threads = Parallel.threads();
    try {
      Parallel.setThreads(1);
      CurveResult one = curve.go();
      Parallel.setThreads(3);
      CurveResult three = curve.go();
      assertArrayEquals(one.values(), three.values());
      assertEquals(one.rss(), three.rss());
    } finally {
      Parallel.setThreads(threads);
    }
  }

  @Test
  void resumedFitIsTheStraightFit(@TempDir Path folder) {
    Path file = folder.resolve("c");
    CurveResult part = decay().stop(Stop.steps(4)).run(r -> r.checkpoint(file, 1)).go();
    assertInstanceOf(Ending.StepLimit.class, part.ending());
    CurveResult resumed = decay().run(r -> r.resume(file)).go();
    CurveResult straight = decay().go();
    assertArrayEquals(straight.values(), resumed.values());
    assertEquals(straight.evaluations(), resumed.evaluations());
    assertEquals(straight.ending(), resumed.ending());
  }

  @Test
  void everyCallIsAnEvaluation() {
    double[] y = noisy(X, 0.01, CurveTest::decay);
    AtomicInteger calls = new AtomicInteger();
    ResidualFunction.Values values =
        (p, r) -> {
          calls.incrementAndGet();
          for (int i = 0; i < r.length; i++) {
            r[i] = p[0] * Functions.exp(-p[1] * X[i]) + p[2] - y[i];
          }
        };
    CurveResult fit = Curve.of(ResidualFunction.of(3, X.length, values)).start(1, 0.1, 0).go();
    assertEquals(calls.get(), fit.evaluations());
    assertArrayEquals(decay().go().values(), fit.values(), 1e-9);
  }

  /** IRON evaluates derivatives where a step is taken, not where one is tried. */
  @Test
  void rejectedTrialsCostNoDerivatives() {
    double[] y = noisy(X, 0.01, CurveTest::decay);
    Formula formula = Formula.parse("a*exp(-b*x) + c", "x"::equals);
    AtomicInteger jacobians = new AtomicInteger();
    CurveModel counted =
        new CurveModel() {
          @Override
          public int parameters() {
            return 3;
          }

          @Override
          public void rows(double[] p, double[][] x, int from, int to, double[] v, double[] j) {
            jacobians.addAndGet(j == null ? 0 : 1);
            formula.rows(p, x, from, to, v, j);
          }
        };
    double[] start = {-1, 3, 5};
    SumOfSquares f = SumOfSquares.of(ResidualFunction.of(counted, new double[][] {X}, y));
    long rejected = 0;
    long taken = 0;
    List<StepRecord> records = new ArrayList<>();
    Run.of(Iron.step(1e6).inner(InnerMethod.GAUSS_NEWTON), f).from(start).trace(records::add).go();
    for (StepRecord record : records) {
      rejected += record.inner().map(InnerReport::backtracks).orElse(0);
      taken += record.inner().map(InnerReport::newtonSteps).orElse(0);
    }
    // The run and each inner solve look at where they begin and end.
    long others = 3L * records.size();
    long most = taken + others;
    assertTrue(rejected > others);
    assertTrue(jacobians.get() <= most, () -> jacobians + " derivatives, expected " + most);
  }

  @Test
  void objectiveHasTrueDerivatives() {
    double[] x = {2, 0.7, 0.4};
    var all = DerivativeCheck.at(decay().objective(), x);
    assertTrue(all.passed(), all::toString);
    for (RobustLoss loss :
        List.of(RobustLoss.huber(0.5), RobustLoss.softL1(0.5), RobustLoss.cauchy(0.5))) {
      var report = DerivativeCheck.at(decay().loss(loss).objective(), x);
      assertTrue(report.parts().getFirst().error() < 1e-9, () -> loss + ": " + report);
    }
  }

  /** Other methods minimise the same objective, and end by rules without units. */
  @Test
  void otherMethodsFindTheSame() {
    CurveResult fit = decay().go();
    SumOfSquares f = decay().objective();
    Stop stop = Stop.any(Stop.angle(1e-9), Stop.rounding(), Stop.steps(2000));
    for (var method : List.of(Iron.step(1e6), new Lbfgs(10), new TruncatedNewton(1, 1000))) {
      RunResult result = Run.of(method, f).from(new double[] {1, 0.1, 0}).stop(stop).go();
      assertTrue(result.ending().goal(), () -> method + ": " + result);
      assertArrayEquals(fit.values(), result.x(), 1e-5, method.name());
    }
  }

  @Test
  void mistakesAreNamed() {
    assertEquals(
        "no start for b, c: give one, or fix a value",
        message(() -> curve("y = a*exp(-b*x) + c", X).start("a", 1).go()));
    assertEquals(
        "d is not a parameter, there are a", message(() -> curve("y = a*x", X).start("d", 1)));
    assertEquals(
        "a starts at 3.0, outside of its bounds 0.0 and 1.0",
        message(() -> curve("y = a*x", X).bound("a", 0, 1).start(3).go()));
    assertTrue(message(() -> curve("z = a*x", X)).startsWith("z is not a column, expected"));
    assertEquals(
        "the formula ends, expected a number, a name or '(' at line 1, column 8",
        message(() -> curve("y = a *", X)));
    assertEquals(
        "unexpected '*', expected a number, a name or '(' at line 3, column 5",
        message(() -> curve("y =\n a*x\n  + *b", X)));
    assertTrue(message(() -> curve("a*x", X)).startsWith("there is no '=', expected y = ..."));
  }

  private static String message(org.junit.jupiter.api.function.Executable bad) {
    return assertThrows(IllegalArgumentException.class, bad).getMessage();
  }
}
