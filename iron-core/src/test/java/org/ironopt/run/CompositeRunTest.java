package org.ironopt.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.Method;
import org.ironopt.method.flow.ProxNagGs;
import org.ironopt.method.gradient.ForwardBackward;
import org.ironopt.method.gradient.ProxSvrg;
import org.ironopt.method.proximal.ProximalPoint;
import org.ironopt.problem.Ensemble;
import org.ironopt.problem.Objective;
import org.ironopt.problem.Regularizer;
import org.ironopt.problem.testing.Fixtures;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run of a method with a regularizer measures f + r and the distance to stationarity. */
class CompositeRunTest {
  private static final Objective F = Fixtures.tp2();

  @TempDir Path folder;

  @Test
  void goalIsStationarityOfTheSum() {
    Regularizer r = Regularizer.l1(.9);
    for (Method method :
        new Method[] {
          ForwardBackward.step(.4).regularizer(r), ProxNagGs.step(.4, 2.4).regularizer(r)
        }) {
      RunResult result =
          Run.of(method, F)
              .from(Fixtures.tp2Start())
              .stop(Stop.gradientNorm(1e-11).or(Stop.steps(1000)))
              .go();
      assertInstanceOf(Ending.Converged.class, result.ending());
      assertEquals(F.value(result.x()) + r.value(result.x()), result.value());
      assertTrue(result.gradientNorm() <= 1e-11);
      // The gradient of f alone does not vanish, and coordinates do.
      double[] g = new double[3];
      F.gradient(result.x(), g);
      assertTrue(Vectors.norm(g) > .5);
      // Prox-NAG-GS has zeros in v; x follows it geometrically.
      assertEquals(0, result.x()[0], method instanceof ProxNagGs ? 1e-20 : 0);
    }
  }

  /** A start outside the constraint has an infinite F, which is no trouble. */
  @Test
  void infeasibleStart() {
    List<Double> values = new ArrayList<>();
    RunResult result =
        Run.of(ForwardBackward.step(.4).regularizer(Regularizer.ball(1)), F)
            .from(new double[] {5, 5, 5})
            .stop(Stop.gradientNorm(1e-11).or(Stop.steps(500)))
            .measureEvery(1)
            .trace(record -> values.add(record.value()))
            .go();
    assertEquals(Double.POSITIVE_INFINITY, values.getFirst());
    assertTrue(result.ending().goal());
    assertEquals(1, Vectors.norm(result.x()), 1e-12);
    assertEquals(F.value(result.best()), result.bestValue());
  }

  @Test
  void infeasibleStartOnDisk() {
    Path path = folder.resolve("c");
    Method method = ForwardBackward.step(.01).regularizer(Regularizer.box(0, 1));
    double[] x0 = {5, 5, -5};
    Run.of(method, F).from(x0).checkpoint(path, 1).stop(Stop.steps(2)).go();
    RunResult resumed = Run.of(method, F).resume(path).stop(Stop.steps(9)).go();
    RunResult straight = Run.of(method, F).from(x0).stop(Stop.steps(9)).go();
    assertEquals(straight.value(), resumed.value());
    assertEquals(straight.bestValue(), resumed.bestValue());
  }

  /** NaN of f is trouble, whatever r says. */
  @Test
  void notANumberIsTrouble() {
    RunResult result =
        Run.of(ProximalPoint.step(1).regularizer(Regularizer.ball(1)), Broken.nanEverywhere(3))
            .from(new double[3])
            .go();
    assertInstanceOf(Ending.NotFinite.class, result.ending());
  }

  @Test
  void ensembleSumsOverMembers() {
    Ensemble pair = Ensemble.of(F, 2);
    Regularizer r = Regularizer.l2(.5);
    double[] x0 = {1, 2, 0, 1, -1, .5};
    RunResult result =
        Run.of(ForwardBackward.step(.4).regularizer(r), pair).from(x0).stop(Stop.steps(0)).go();
    double norms = Vectors.norm(new double[] {1, 0, -1}) + Vectors.norm(new double[] {2, 1, .5});
    assertEquals(pair.value(x0) + .5 * norms, result.value(), 1e-14);
  }

  /** Stochastic methods end where the deterministic one does. */
  @Test
  void varianceReductionReachesTheGoal() {
    Regularizer r = Regularizer.elasticNet(.05, .1);
    RunResult result =
        Run.of(ProxSvrg.step(.1, 20).regularizer(r), Fixtures.tp3())
            .from(Fixtures.regressionStart())
            .stop(Stop.gradientNorm(1e-10).or(Stop.steps(3000)))
            .measureEvery(20)
            .go();
    assertTrue(result.ending().goal(), () -> result.toString());
  }
}
