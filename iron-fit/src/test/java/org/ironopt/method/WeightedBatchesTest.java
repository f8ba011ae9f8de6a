package org.ironopt.method;

import static org.ironopt.method.Near.advance;
import static org.ironopt.method.Near.seed;
import static org.ironopt.method.VarianceReductionTest.START;
import static org.ironopt.method.VarianceReductionTest.refused;
import static org.ironopt.method.VarianceReductionTest.tp4;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.function.Function;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.flow.LuoChen;
import org.ironopt.method.flow.NagGs;
import org.ironopt.method.flow.ProxNagGs;
import org.ironopt.method.flow.WilsonRechtJordan;
import org.ironopt.method.gradient.ForwardBackward;
import org.ironopt.method.gradient.ProxSvrg;
import org.ironopt.method.gradient.Saga;
import org.ironopt.method.gradient.Sgd;
import org.ironopt.method.model.ModelBased;
import org.ironopt.method.model.TruncatedModel;
import org.ironopt.method.proximal.ProximalPoint;
import org.ironopt.method.proximal.ProximalRobbinsMonro;
import org.ironopt.method.proximal.Snspp;
import org.ironopt.method.proximal.Sppm;
import org.ironopt.problem.FiniteSum;
import org.ironopt.problem.analytic.PhaseRetrieval;
import org.ironopt.problem.testing.Fixtures;
import org.ironopt.regression.Logistic;
import org.ironopt.regression.Samples;
import org.ironopt.resolvent.InnerMethod;
import org.ironopt.resolvent.InnerTolerance;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Probabilities of terms bias no method: the mean of a step over all draws is that on f. */
class WeightedBatchesTest {
  private static final double[] P = {.1, .2, .4, .3};
  private static final Batches WEIGHTED = Batches.weighted(P);
  private static final double SHORT = 1e-6;
  private static final InnerMethod NEWTON =
      InnerMethod.NEWTON_CHOLESKY.tolerance(InnerTolerance.absolute(1e-15));

  /** A seed whose first draws are the given terms. */
  private static long drawing(int... terms) {
    for (long seed = 0; seed < 10_000; seed++) {
      int[] list = WEIGHTED.epoch(0, P.length, seed(seed).stream(BatchSampler.STREAM));
      boolean found = true;
      for (int k = 0; k < terms.length; k++) {
        found &= list[k] == terms[k];
      }
      if (found) {
        return seed;
      }
    }
    throw new AssertionError("no seed draws these terms");
  }

  /** Short steps, which are gradient steps up to terms of second order. */
  static List<Function<Batches, Method>> methods() {
    return List.of(
        b -> Sgd.step(SHORT).batches(b),
        b -> Sgd.step(SHORT).momentum(.9).batches(b),
        b -> Sgd.step(SHORT).nesterov(.9).batches(b),
        b -> ForwardBackward.step(SHORT).batches(b),
        b -> ProximalPoint.step(SHORT).batches(b),
        b -> ProximalPoint.step(SHORT).momentum(.5).average().batches(b),
        b -> ProximalPoint.step(SHORT).inner(NEWTON).batches(b),
        b -> ProximalRobbinsMonro.step(SHORT).batches(b),
        b -> ProxSvrg.step(SHORT, 3).batches(b),
        b -> TruncatedModel.step(SHORT).batches(b),
        b -> TruncatedModel.step(SHORT).batching(TruncatedModel.Batching.MODELS).batches(b),
        b -> TruncatedModel.step(SHORT).batching(TruncatedModel.Batching.POINTS).batches(b),
        b -> ModelBased.step(SHORT).model(ModelBased.Model.SUBGRADIENT).batches(b),
        b -> ModelBased.step(SHORT).model(ModelBased.Model.PROX_POINT).batches(b),
        b -> Sppm.step(SHORT).batches(b),
        b -> Snspp.step(SHORT).withoutSnapshots().tolerance(1e-13).batches(b),
        b -> Iron.step(1e-3).mu(1).inner(NEWTON).batches(b),
        b -> Iron.step(1e-3).mu(1).inner(NEWTON).center(Center.snapshot(2)).batches(b),
        b -> LuoChen.implicit(1e-3).inner(NEWTON).batches(b),
        b -> LuoChen.gaussSeidel(1e6).batches(b),
        b -> WilsonRechtJordan.stronglyConvex(1e-3, 1).batches(b),
        b -> WilsonRechtJordan.convex(Schedule.constant(SHORT)).batches(b));
  }

  private static double[] mean(Function<Batches, Method> method, FiniteSum f, double[] start) {
    double[] mean = new double[start.length];
    for (int i = 0; i < P.length; i++) {
      Stepper s = method.apply(WEIGHTED).start(f, start, seed(drawing(i)));
      Vectors.axpy(P[i], advance(s, 1).x(), mean);
    }
    return mean;
  }

  private static void assertUnbiased(
      Function<Batches, Method> method, FiniteSum f, double[] start, Batches all) {
    Method whole = method.apply(all);
    double[] expected = advance(whole.start(f, start, seed(0)), 1).x();
    double[] actual = mean(method, f, start);
    double move = Vectors.distance(expected, start);
    assertTrue(move > 1e-8, whole.name());
    double error = Vectors.distance(expected, actual) / move;
    assertTrue(error < 1e-5, whole.description() + " is biased by " + error);
  }

  @ParameterizedTest
  @MethodSource("methods")
  void meanOfAStep(Function<Batches, Method> method) {
    assertUnbiased(method, tp4(), START, Batches.given(4, 0, 1, 2, 3));
  }

  /** Velocities move first in these; their mean must be right, since x does not move at all. */
  @Test
  void meanOfAVelocity() {
    for (Function<Batches, Flow> flow :
        List.<Function<Batches, Flow>>of(
            b -> NagGs.step(.7).batches(b),
            b -> NagGs.step(.7).gamma(2).current().batches(b),
            b -> ProxNagGs.step(.4, 1.5).batches(b),
            b -> LuoChen.semiImplicit(2).batches(b))) {
      double[] mean = new double[2];
      for (int i = 0; i < P.length; i++) {
        FlowStepper s = flow.apply(WEIGHTED).start(tp4(), START, seed(drawing(i)));
        Vectors.axpy(P[i], advance(s, 1).v(), mean);
      }
      FlowStepper whole = flow.apply(Batches.all()).start(tp4(), START, seed(0));
      assertArrayEquals(advance(whole, 1).v(), mean, 1e-15);
    }
  }

  static List<Function<Schedule, Method>> withMemory() {
    Sppm.SnapshotSchedule coins = Sppm.SnapshotSchedule.Coins.of(0, 1);
    return List.of(
        eta -> Sppm.steps(eta).svrp(5).batches(WEIGHTED),
        eta -> Sppm.steps(eta).loopless().snapshots(coins).batches(WEIGHTED),
        eta -> Sppm.steps(eta).sapa().batches(WEIGHTED),
        eta -> Sppm.steps(eta).pointSaga().batches(WEIGHTED),
        eta -> Sppm.steps(eta).corrected().batches(WEIGHTED),
        eta -> Sppm.steps(eta).star(Fixtures.tp4Minimizer()).batches(WEIGHTED),
        eta -> Snspp.steps(eta).tolerance(1e-13).batches(WEIGHTED));
  }

  /** A long first step makes memory and iterate differ; the mean of a short second one is -grad. */
  @ParameterizedTest
  @MethodSource("withMemory")
  void meanOfACorrectedStep(Function<Schedule, Method> of) {
    Method method = of.apply(Schedule.list(2, SHORT));
    for (int first : new int[] {0, 2}) {
      double[] gradient = new double[2];
      double[] mean = new double[2];
      for (int i = 0; i < P.length; i++) {
        Stepper s = method.start(tp4(), START, seed(drawing(first, i)));
        tp4().gradient(advance(s, 1).x(), gradient);
        Vectors.axpy(-P[i] / SHORT, s.x(), mean);
        Vectors.axpy(P[i] / SHORT, advance(s, 1).x(), mean);
      }
      Vectors.axpy(1, gradient, mean);
      assertEquals(0, Vectors.norm(mean), 1e-5 * Vectors.norm(gradient), method.name());
    }
  }

  /** Two steps of Prox-SVRG are in the mean two gradient steps, exactly. */
  @Test
  void proxSvrg() {
    double[] mean = new double[2];
    for (int i = 0; i < P.length; i++) {
      Stepper s = ProxSvrg.step(.4, 5).batches(WEIGHTED).start(tp4(), START, seed(drawing(1, i)));
      Vectors.axpy(P[i], advance(s, 2).x(), mean);
    }
    double[] exact = advance(Sgd.step(.4).start(tp4(), START, seed(0)), 2).x();
    assertArrayEquals(exact, mean, 1e-15);
  }

  /** {@code prox_{eta f_i/(N p_i)}} is the step of SPPM-NS, bit for bit. */
  @Test
  void sppmWithProbabilities() {
    double[] ns = advance(Sppm.step(.5).nonuniform(P).start(tp4(), START, seed(3)), 30).x();
    for (Method method :
        new Method[] {
          Sppm.step(.5).batches(WEIGHTED),
          ProximalPoint.step(.5).batches(WEIGHTED),
          ProximalPoint.step(.5).iterateAverage().batches(WEIGHTED),
          ModelBased.step(.5).model(ModelBased.Model.PROX_POINT).batches(WEIGHTED)
        }) {
      assertArrayEquals(ns, advance(method.start(tp4(), START, seed(3)), 30).x(), method.name());
    }
    Method dual = Snspp.step(.5).withoutSnapshots().tolerance(1e-13).batches(WEIGHTED);
    // The dual leaves the ridge as it is, so the terms are those without.
    FiniteSum plain = Logistic.of(Samples.tp4(), 0);
    double[] expected = advance(Sppm.step(.5).nonuniform(P).start(plain, START, seed(3)), 30).x();
    assertArrayEquals(expected, advance(dual.start(plain, START, seed(3)), 30).x(), 1e-12);
  }

  /** A step of IRON solves {@code u + lambda grad f_i(u)/(N p_i) = c}, by formula or Newton. */
  @Test
  void ironSolvesTheWeightedEquation() {
    FiniteSum f = Fixtures.tp3();
    for (Iron iron : new Iron[] {Iron.step(3), Iron.step(3).inner(NEWTON)}) {
      for (int i = 0; i < P.length; i++) {
        Stepper s = iron.batches(WEIGHTED).start(f, START, seed(drawing(i)));
        double lambda = s.advance().lambda();
        double[] left = new double[2];
        f.batch(new int[] {i}, 0, 1).gradient(s.x(), left);
        Vectors.scale(lambda / (4 * P[i]), left);
        Vectors.axpy(1, s.x(), left);
        assertArrayEquals(START, left, 1e-13);
      }
    }
  }

  /** Truncation and the prox-linear model see the weighted term, its bound and its kink too. */
  @Test
  void truncationOfWeightedTerms() {
    FiniteSum f = Fixtures.tp3(0);
    for (TruncatedModel.Batching batching : TruncatedModel.Batching.values()) {
      TruncatedModel method = TruncatedModel.step(.4).lower(-.3).batching(batching);
      for (int i = 0; i < P.length; i++) {
        Stepper s = method.batches(WEIGHTED).start(f, START, seed(drawing(i)));
        TruncatedModel longer =
            TruncatedModel.step(.4 / (4 * P[i])).lower(-.3).batches(Batches.given(1, i));
        double[] expected = advance(longer.start(f, START, seed(0)), 1).x();
        assertArrayEquals(expected, advance(s, 1).x(), 1e-15, batching.name());
      }
    }
  }

  @Test
  void proxLinear() {
    double[][] rows = {{1, 2}, {.3, -1}, {2, .1}, {-.5, .5}};
    PhaseRetrieval f = PhaseRetrieval.of(DenseMatrix.of(rows), new double[] {1, 2, .5, 3});
    double[] gradient = new double[2];
    f.gradient(START, gradient);
    double[] mean = mean(b -> ModelBased.step(SHORT).batches(b), f, START);
    Vectors.subtract(START, mean, mean);
    Vectors.scale(1 / SHORT, mean);
    assertArrayEquals(gradient, mean, 1e-9);
  }

  @Test
  void whatDoesNotFitIsRefused() {
    refused(
        "probability of term 1 is 0.0, expected a number > 0",
        () -> Sgd.step(1).batches(Batches.weighted(.5, 0, .2, .3)).start(tp4(), START, seed(0)));
    refused(
        "probabilities and the list of terms must have one length, got 2 and 4",
        () -> Sgd.step(1).batches(Batches.weighted(.5, .5)).start(tp4(), START, seed(0)));
    refused(
        "SAGA keeps the mean of terms that are drawn alike: use Batches.withReplacement(1)",
        () -> Saga.step(1).batches(WEIGHTED).start(tp4(), START, seed(0)));
    refused(
        "a table of residuals keeps the mean of terms that are drawn alike:"
            + " use Batches.withReplacement(1)",
        () -> Iron.step(1).center(Center.table()).batches(WEIGHTED).start(tp4(), START, seed(0)));
  }
}
