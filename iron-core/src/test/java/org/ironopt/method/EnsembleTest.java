package org.ironopt.method;

import static org.ironopt.method.Near.advance;
import static org.ironopt.method.Near.seed;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.ironopt.method.IronSweep.Group;
import org.ironopt.method.flow.ExplicitEuler;
import org.ironopt.method.flow.NagGs;
import org.ironopt.problem.Curved;
import org.ironopt.problem.Ensemble;
import org.ironopt.problem.testing.Fixtures;
import org.ironopt.random.CenterNoise;
import org.ironopt.random.GradientNoise;
import org.ironopt.random.Noise;
import org.ironopt.resolvent.EnsembleResolvent;
import org.ironopt.resolvent.InnerMethod;
import org.ironopt.resolvent.InnerTolerance;
import org.junit.jupiter.api.Test;

/** A member of an ensemble walks as if it were alone, bit for bit. */
class EnsembleTest {
  private final Noise unit = new Noise.Isotropic(1);
  private final Iron noisy = Iron.step(2).mu(.8).gamma(.5).noise(new CenterNoise(unit));
  private final double[] x0 = Fixtures.tp2Start();

  private static double[] member(Ensemble all, double[] x, int j) {
    double[] one = new double[all.base().dimension()];
    all.gather(x, j, one);
    return one;
  }

  /** The groups of a sweep, each on every kind of resolvent, against runs of their own. */
  private void assertMembersAsAlone(Curved f, double[] x0, List<Iron> irons) {
    IronSweep sweep = IronSweep.of(irons).commonNoise();
    Ensemble all = sweep.ensemble(f);
    FlowStepper together = advance(sweep.start(all, all.replicate(x0), seed(9)), 15);
    for (int g = 0; g < irons.size(); g++) {
      FlowStepper alone = advance(irons.get(g).start(f, x0, seed(9)), 15);
      assertArrayEquals(alone.x(), member(all, together.x(), g), "x of group " + g);
      assertArrayEquals(alone.v(), member(all, together.v(), g), "v of group " + g);
      assertEquals(alone.gamma()[0], together.gamma()[g]);
    }
  }

  @Test
  void memberIsARunAloneInClosedForm() {
    assertMembersAsAlone(
        Fixtures.tp2(),
        x0,
        List.of(
            noisy,
            noisy.frozen().gamma(2),
            Iron.steps(Schedule.geometric(.1, 2)).mu(.3).noise(new GradientNoise(unit)),
            Iron.step(1e3).noise(new CenterNoise(new Noise.StudentT(3, new Noise.Isotropic(.2)))),
            Iron.step(7)));
  }

  @Test
  void memberIsARunAloneByNewton() {
    InnerMethod loose = InnerMethod.NEWTON_CG.tolerance(InnerTolerance.relative(1e-3));
    assertMembersAsAlone(
        Fixtures.tp5(),
        new double[] {1, 0, -1, 2, 0},
        List.of(
            noisy.inner(InnerMethod.NEWTON_CG),
            noisy.inner(loose),
            Iron.step(50).mu(.01).inner(loose)));
    assertMembersAsAlone(
        Fixtures.tp6(), new double[] {.5, 1, -2}, List.of(noisy, noisy.frozen(), Iron.step(99)));
  }

  @Test
  void numberOfMembersChangesNobody() {
    Ensemble small = Ensemble.of(Fixtures.tp2(), 3);
    Ensemble large = Ensemble.of(Fixtures.tp2(), 11);
    for (Flow flow :
        new Flow[] {
          noisy,
          NagGs.step(.7).mu(.8).noise(new CenterNoise(unit)),
          ExplicitEuler.step(.3).mu(.8).noise(new GradientNoise(unit))
        }) {
      FlowStepper few = advance(flow.start(small, small.replicate(x0), seed(2)), 10);
      FlowStepper many = advance(flow.start(large, large.replicate(x0), seed(2)), 10);
      FlowStepper alone = advance(flow.start(Fixtures.tp2(), x0, seed(2)), 10);
      assertArrayEquals(alone.x(), member(large, many.x(), 0), flow.name());
      for (int j = 0; j < 3; j++) {
        assertArrayEquals(member(small, few.v(), j), member(large, many.v(), j), flow.name());
      }
      assertFalse(Arrays.equals(member(large, many.x(), 0), member(large, many.x(), 1)));
    }
  }

  @Test
  void seedsAreRunsOfTheirOwn() {
    IronSweep sweep = IronSweep.seeds(noisy, 11, 5);
    Ensemble all = sweep.ensemble(Fixtures.tp2());
    FlowStepper together = advance(sweep.start(all, all.replicate(x0), seed(0)), 10);
    FlowStepper alone = advance(noisy.start(Fixtures.tp2(), x0, seed(5)), 10);
    assertArrayEquals(alone.x(), member(all, together.x(), 1));
  }

  @Test
  void noiseIsCommonOnRequestOnly() {
    IronSweep own = IronSweep.of(List.of(noisy, noisy)).members(2);
    Ensemble all = own.ensemble(Fixtures.tp2());
    double[] start = all.replicate(x0);
    double[] x = advance(own.start(all, start, seed(1)), 3).x();
    double[] shared = advance(own.commonNoise().start(all, start, seed(1)), 3).x();
    assertArrayEquals(member(all, shared, 1), member(all, shared, 3));
    assertFalse(Arrays.equals(member(all, shared, 0), member(all, shared, 1)));
    assertFalse(Arrays.equals(member(all, x, 1), member(all, x, 3)));
    // The first group is the run without the others.
    assertArrayEquals(member(all, shared, 1), member(all, x, 1));
  }

  @Test
  void groupsOfDifferentSizesKeepTheirPlaces() {
    IronSweep sweep =
        new IronSweep(
            List.of(
                new Group(Iron.step(1), 2),
                new Group(noisy, 3, OptionalLong.of(4)),
                new Group(Iron.step(5), 1)),
            false);
    assertEquals(6, sweep.members());
    assertEquals(5, sweep.firstMember(2));
    Ensemble all = sweep.ensemble(Fixtures.tp2());
    double[] x = advance(sweep.start(all, all.replicate(x0), seed(1)), 6).x();
    Ensemble three = Ensemble.of(Fixtures.tp2(), 3);
    double[] own = advance(noisy.start(three, three.replicate(x0), seed(4)), 6).x();
    for (int j = 0; j < 3; j++) {
      assertArrayEquals(member(three, own, j), member(all, x, 2 + j));
    }
    double[] quiet = advance(Iron.step(5).start(Fixtures.tp2(), x0, seed(0)), 6).x();
    assertArrayEquals(quiet, member(all, x, 5));
  }

  @Test
  void reportsEveryMember() {
    InnerMethod cg = InnerMethod.NEWTON_CG.maxSteps(2);
    IronSweep sweep =
        IronSweep.of(
            List.of(
                Iron.step(1e4).mu(.01).inner(cg.tolerance(InnerTolerance.absolute(1e-13))),
                Iron.step(.1).mu(.01).inner(cg.tolerance(InnerTolerance.relative(.5)))));
    Ensemble all = sweep.ensemble(Fixtures.tp5());
    double[] far = all.replicate(new double[] {4, 4, -4, 4, 4});
    FlowStepper stepper = sweep.start(all, far, seed(0));
    StepReport report = stepper.advance();
    EnsembleResolvent.Report members = stepper.members().orElseThrow();
    assertFalse(members.ending(0).succeeded());
    assertTrue(members.ending(1).succeeded());
    assertFalse(report.inner().orElseThrow().succeeded());
    assertEquals(1, report.failedSolves());
    assertFalse(report.allSolvesFailed());
    assertTrue(Double.isNaN(report.alpha()) && Double.isNaN(report.lambda()));
    assertEquals(.01, report.gamma());
    assertEquals(members.report(0).residual(), report.inner().get().residual());
  }
}
