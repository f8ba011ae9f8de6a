package org.ironopt.method;

import static org.ironopt.method.Near.advance;
import static org.ironopt.method.Near.seed;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.gradient.ForwardBackward;
import org.ironopt.problem.Ensemble;
import org.ironopt.problem.Objective;
import org.ironopt.problem.Regularizer;
import org.ironopt.problem.analytic.LinearLeastSquares;
import org.ironopt.problem.testing.Fixtures;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Forward-backward steps whose proximal maps err. */
class ProxErrorsTest {
  private static final Regularizer L1 = Regularizer.l1(.5);
  private static final double[] X0 = Fixtures.tp2Start();

  private static ForwardBackward method(double eta, double relax) {
    return ForwardBackward.step(eta).relaxation(Schedule.constant(relax)).regularizer(L1);
  }

  /** An error has the length that was asked for, in each member of an ensemble, times relax. */
  @Test
  void lengths() {
    Schedule lengths = Schedule.power(.3, 2);
    Ensemble three = Ensemble.of(Fixtures.tp2(), 3);
    double[] start = three.replicate(X0);
    Stepper exact = method(.5, .8).start(three, start, seed(1));
    Stepper inexact = method(.5, .8).proxErrors(lengths).start(three, start, seed(1));
    double[] d = new double[9];
    Vectors.subtract(advance(inexact, 1).x(), advance(exact, 1).x(), d);
    for (int j = 0; j < 3; j++) {
      assertEquals(.8 * .3, Math.hypot(Math.hypot(d[j], d[3 + j]), d[6 + j]), 1e-15);
    }
    assertTrue(d[0] != d[1] && d[1] != d[2]);
  }

  /**
   * The map of an exact step is nonexpansive for {@code eta <= 2/L}, f convex: the runs with and
   * without errors never part by more than {@code sum_k relax_k |a_k|}. The matrix is singular.
   */
  @ParameterizedTest
  @CsvSource({".1, 1", ".6, 1", ".99, .7"})
  void errorsAddUpAtMost(double part, double relax) {
    double[][] rows = {{1, 2, 0}, {-1, .5, 0}, {2, 4, 0}};
    Objective f = LinearLeastSquares.of(DenseMatrix.of(rows), new double[] {1, -2, 3}, 0);
    double eta = part * 2 / (26.25 / 3); // 2/L with L below the trace of the Hessian
    Schedule lengths = Schedule.power(.2, 1.5);
    Stepper exact = method(eta, relax).start(f, X0, seed(2));
    Stepper inexact = method(eta, relax).proxErrors(lengths).start(f, X0, seed(2));
    double allowed = 0;
    for (int k = 0; k < 500; k++) {
      allowed += relax * lengths.at(k);
      double apart = Vectors.distance(advance(exact, 1).x(), advance(inexact, 1).x());
      assertTrue(apart <= allowed * (1 + 1e-14), "seed 2, step " + k);
      assertTrue(k > 0 || apart > .99 * allowed, "the bound is attained at first");
    }
  }

  /** On strongly convex f errors are forgotten: {@code d+ <= q d + relax |a|}, q = .5571. */
  @Test
  void errorsAreForgotten() {
    double eta = .5;
    double relax = .9;
    double worst = Math.max(1 - eta * 0.8858571571457151, Math.abs(1 - eta * 2.314142842854285));
    double q = 1 - relax * (1 - worst);
    double[] star = advance(method(eta, 1).start(Fixtures.tp2(), X0, seed(0)), 400).x().clone();
    for (Schedule lengths :
        new Schedule[] {Schedule.power(.3, 2), Schedule.geometric(.3, .9), Schedule.constant(.3)}) {
      Stepper s = method(eta, relax).proxErrors(lengths).start(Fixtures.tp2(), X0, seed(3));
      double bound = Vectors.distance(X0, star);
      for (int k = 0; k < 400; k++) {
        bound = q * bound + relax * lengths.at(k);
        double off = Vectors.distance(advance(s, 1).x(), star);
        assertTrue(off <= bound + 1e-13, lengths.description() + ", seed 3, step " + k);
      }
      double end = Vectors.distance(s.x(), star);
      assertEquals(lengths.equals(Schedule.constant(.3)), end > .01, "only these do not vanish");
    }
  }

  /** Errors change no other draw. */
  @Test
  void errorsAreTheirOwnStream() {
    ForwardBackward batches = method(.2, 1).batches(Batches.withReplacement(1));
    double[] a = advance(batches.start(Fixtures.tp3(), new double[2], seed(9)), 5).x();
    double[] tiny =
        advance(
                batches
                    .proxErrors(Schedule.constant(1e-300))
                    .start(Fixtures.tp3(), new double[2], seed(9)),
                5)
            .x();
    assertArrayEquals(a, tiny, 1e-299, "the same terms were drawn");
  }
}
