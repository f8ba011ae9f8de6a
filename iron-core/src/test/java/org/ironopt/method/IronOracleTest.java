package org.ironopt.method;

import static org.ironopt.method.Near.advance;
import static org.ironopt.method.Near.assertNear;
import static org.ironopt.method.Near.seed;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.List;
import org.ironopt.linalg.Vectors;
import org.ironopt.problem.analytic.Quadratic;
import org.ironopt.problem.testing.Fixtures;
import org.ironopt.resolvent.InnerMethod;
import org.ironopt.resolvent.InnerTolerance;
import org.junit.jupiter.api.Test;

/** Trajectories on a small quadratic against independently computed ones. */
class IronOracleTest {
  private final Quadratic f = Fixtures.tp2();
  private final double[] x0 = Fixtures.tp2Start();
  private final Iron iron = Iron.step(2).mu(.8).gamma(.5);

  @Test
  void updatedDamping() {
    FlowStepper s = iron.start(f, x0, seed(0));
    advance(s, 1);
    assertNear(
        new double[] {0.4532428224717175, 0.6755316799171105, 1.7948532768242844}, s.x(), 1e-12);
    assertNear(
        new double[] {0.17986423370757626, 1.5132975198756657, 2.4422799152364267}, s.v(), 1e-12);
    assertNear(.7, s.gamma()[0], 1e-12);
    advance(s, 4);
    assertNear(
        new double[] {-0.13516832854575858, 1.964232723235264, 2.985100373790263}, s.x(), 1e-12);
    assertNear(
        new double[] {-0.14673647415013885, 1.9841384562331328, 3.0077707630948805}, s.v(), 1e-12);
    assertNear(0.7987654320987655, s.gamma()[0], 1e-12);
  }

  @Test
  void frozenDamping() {
    FlowStepper s = advance(iron.frozen().start(f, x0, seed(0)), 5);
    assertNear(
        new double[] {-0.13785424584922165, 1.9686852482064665, 2.9907509838487414}, s.x(), 1e-12);
    assertArrayEquals(new double[] {.5}, s.gamma());
  }

  @Test
  void givenPerturbations() {
    double[] xi = {.1, -.2, .3};
    NoiseSampler given =
        new NoiseSampler(f) {
          @Override
          public void add(int g, long k, double scale, double[] c) {
            Vectors.axpy(k % 2 == 0 ? 1 : -1, xi, c);
          }
        };
    FlowStepper s = iron.start(f, given, BatchSampler.of(Batches.all(), f, seed(0)), x0, x0);
    advance(s, 1);
    assertNear(
        new double[] {0.4884707082416914, 0.6137075496071719, 1.9014000982572064}, s.x(), 1e-12);
    advance(s, 4);
    assertNear(
        new double[] {-0.10880729126615707, 1.915799057286612, 3.0636930222818917}, s.x(), 1e-12);
  }

  /** Luo and Chen's implicit Euler method is IRON without noise; here with gamma0 = L. */
  @Test
  void luoChenImplicitEuler() {
    FlowStepper s = Iron.step(1.5).mu(.8).gamma(2.4).start(f, x0, seed(0));
    assertNear(27.331786634939522, energy(s), 1e-12);
    advance(s, 1);
    assertNear(
        new double[] {0.8150078854671313, -0.2776817671001313, 1.007998791209829}, s.x(), 1e-12);
    assertNear(9.29790414387487, energy(s), 1e-12);
    advance(s, 4);
    assertNear(
        new double[] {-0.051459128066491076, 1.8155914087450602, 2.8211430475375097}, s.x(), 1e-12);
    assertNear(0.03372212693837213, energy(s), 1e-12);
  }

  private double energy(FlowStepper s) {
    double distance = Vectors.distance(s.v(), Fixtures.tp2Minimizer());
    return f.value(s.x()) - Fixtures.TP2_VALUE + s.gamma()[0] / 2 * distance * distance;
  }

  /** The implicit Euler method of Wilson, Recht and Jordan is IRON with gamma = mu. */
  @Test
  void wilsonRechtJordan() {
    FlowStepper s = advance(Iron.step(2).mu(.8).start(f, x0, seed(0)), 1);
    assertNear(
        new double[] {0.5305599999999999, 0.48991999999999997, 1.6336000000000002}, s.x(), 1e-12);
    advance(s, 4);
    assertNear(
        new double[] {-0.13015334930295966, 1.9553183746277631, 2.975097454883986}, s.x(), 1e-12);
    FlowStepper small = advance(Iron.step(.3).mu(.8).start(f, x0, seed(0)), 5);
    assertNear(
        new double[] {0.5975927056238004, 0.5015112683203632, 1.5694381376418858},
        small.x(),
        1e-12);
  }

  /**
   * However the resolvent is solved, tightly, and wherever the solve starts, the trajectory is the
   * same.
   */
  @Test
  void everyInnerSolverGivesTheSameTrajectory() {
    double[] x5 = {-0.13516832854575858, 1.964232723235264, 2.985100373790263};
    for (InnerMethod inner :
        List.of(
            InnerMethod.NEWTON_CG,
            InnerMethod.NEWTON_CHOLESKY,
            InnerMethod.PAPER,
            InnerMethod.LEVENBERG_MARQUARDT,
            InnerMethod.NEWTON_MINRES,
            InnerMethod.LBFGS,
            InnerMethod.DIAGONAL)) {
      for (InnerMethod.WarmStart start : InnerMethod.WarmStart.values()) {
        InnerMethod tight = inner.tolerance(InnerTolerance.absolute(1e-14)).start(start);
        assertNear(x5, advance(iron.inner(tight).start(f, x0, seed(0)), 5).x(), 1e-12);
      }
    }
  }
}
