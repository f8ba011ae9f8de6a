package org.ironopt.method;

import static org.ironopt.method.Near.advance;
import static org.ironopt.method.Near.assertNear;
import static org.ironopt.method.Near.seed;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.ironopt.problem.Ensemble;
import org.ironopt.problem.Objective;
import org.ironopt.problem.testing.Fixtures;
import org.ironopt.random.CenterNoise;
import org.ironopt.random.GradientNoise;
import org.ironopt.random.Noise;
import org.ironopt.random.NoiseModel;
import org.ironopt.run.Run;
import org.ironopt.run.Stop;
import org.ironopt.theory.IronParameters;
import org.junit.jupiter.api.Test;

/** Iron with theta below 1, and with damping that falls to 0. */
class RelaxedIronTest {
  private static final double THETA = .7;
  private final NoiseModel gauss = new CenterNoise(new Noise.Isotropic(.3));
  private final Iron iron = Iron.step(2).mu(.8).gamma(.5).noise(gauss);

  /**
   * y is the step of length theta alpha with the noise of the whole step, z+ = z + (y - z)/theta.
   */
  @Test
  void stepIsAnOverRelaxedStepOfTheLeg() {
    for (NoiseModel model :
        List.of(
            NoiseModel.none(),
            gauss,
            new CenterNoise(new Noise.Stable(1.5, .3)),
            new GradientNoise(new Noise.Isotropic(.3)))) {
      Objective f = Fixtures.tp2();
      double[] x = Fixtures.tp2Start();
      double[] v = {.2, .1, -1};
      FlowStepper relaxed = iron.noise(model).theta(THETA).start(f, x, v, seed(4));
      double beta = THETA * 2;
      Iron leg = Iron.step(beta).mu(.8).gamma(.5);
      if (model instanceof GradientNoise) {
        leg = leg.noise(model);
      } else if (!model.noise().silent()) {
        // theta increment(alpha) in the place of increment(beta).
        double factor = THETA * model.noise().increment(2) / model.noise().increment(beta);
        Noise law =
            model.noise() instanceof Noise.Stable
                ? new Noise.Stable(1.5, .3 * factor)
                : new Noise.Isotropic(.3 * factor);
        leg = leg.noise(new CenterNoise(law));
      }
      FlowStepper y = leg.start(f, x, v, seed(4));
      relaxed.advance();
      y.advance();
      for (int i = 0; i < 3; i++) {
        assertEquals(x[i] + (y.x()[i] - x[i]) / THETA, relaxed.x()[i], 1e-14);
        assertEquals(v[i] + (y.v()[i] - v[i]) / THETA, relaxed.v()[i], 1e-14);
      }
      assertEquals(new IronParameters(2, .8, .5).gammaNext(), relaxed.gamma()[0]);
    }
  }

  @Test
  void thetaOneIsIronAndKeepsItsId() {
    FlowStepper plain = advance(iron.start(Fixtures.tp2(), Fixtures.tp2Start(), seed(2)), 20);
    Iron one = iron.theta(.6).theta(1);
    FlowStepper again = advance(one.start(Fixtures.tp2(), Fixtures.tp2Start(), seed(2)), 20);
    assertArrayEquals(plain.x(), again.x());
    assertArrayEquals(plain.v(), again.v());
    assertEquals(
        "iron(alpha: constant 2.0; mu: 0.8; startGamma: 0.5; damping: UPDATED; noise:"
            + " CenterNoise[noise=Isotropic[rho=0.3]]; inner: not set; batches: All[];"
            + " center: Plain[])",
        one.id());
    assertTrue(iron.theta(.6).id().contains("damping: UPDATED; theta: 0.6; noise: "));
    assertTrue(one.warnings().isEmpty());
  }

  @Test
  void membersWalkAsAloneWhateverTheirTheta() {
    List<Iron> irons =
        List.of(
            iron,
            iron.theta(.5).frozen(),
            iron.theta(.8).noise(new CenterNoise(new Noise.Stable(1.2, .1))),
            iron.theta(.6).noise(new GradientNoise(new Noise.Isotropic(.2))));
    IronSweep sweep = IronSweep.of(irons).commonNoise();
    Ensemble all = sweep.ensemble(Fixtures.tp2());
    double[] x0 = Fixtures.tp2Start();
    FlowStepper together = advance(sweep.start(all, all.replicate(x0), seed(9)), 15);
    for (int g = 0; g < irons.size(); g++) {
      FlowStepper alone = advance(irons.get(g).start(Fixtures.tp2(), x0, seed(9)), 15);
      double[] x = new double[3];
      all.gather(together.x(), g, x);
      assertArrayEquals(alone.x(), x, "group " + g);
      all.gather(together.v(), g, x);
      assertArrayEquals(alone.v(), x, "group " + g);
    }
  }

  @Test
  void savedStateContinuesWithTheSameBits() throws IOException {
    Iron method =
        iron.theta(THETA).batches(Batches.subsets(2)).center(Center.snapshot(5)).noise(gauss);
    double[] x0 = Fixtures.regressionStart();
    FlowStepper whole = advance(method.start(Fixtures.tp4(), x0, seed(3)), 13);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    FlowStepper first = advance(method.start(Fixtures.tp4(), x0, seed(3)), 7);
    first.save(new DataOutputStream(bytes));
    FlowStepper second = method.start(Fixtures.tp4(), x0, seed(3));
    second.restore(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
    advance(second, 6);
    assertArrayEquals(whole.x(), second.x());
    assertArrayEquals(whole.v(), second.v());
  }

  /** Corrections act on the center of the leg: the fixed point is the minimiser of f. */
  @Test
  void correctedBatchesConvergeToTheMinimiser() {
    Iron method =
        Iron.step(2).mu(.3).theta(.8).batches(Batches.subsets(2)).center(Center.snapshot(4));
    FlowStepper s = advance(method.start(Fixtures.tp4(), Fixtures.regressionStart(), seed(1)), 400);
    assertNear(Fixtures.tp4Minimizer(), s.x(), 1e-9);
  }

  /** The solve knows f at y, not at the new iterate. */
  @Test
  void reportsNoValueOfAnotherPoint() {
    StepReport report =
        iron.theta(.9).start(Fixtures.tp2(), Fixtures.tp2Start(), seed(0)).advance();
    assertTrue(Double.isNaN(report.value()) && Double.isNaN(report.gradientNorm()));
    assertEquals(2, report.alpha());
    assertEquals(new IronParameters(1.8, .8, .5).lambda(), report.lambda(), 1e-15);
    var result = Run.minimize(Iron.step(3).theta(.8), Fixtures.tp2(), Fixtures.tp2Start());
    assertTrue(result.ending().goal(), result.toString());
    assertNear(Fixtures.tp2Minimizer(), result.x(), 1e-7);
  }

  /**
   * f'' = 1 within 1 of 0 and 100 outside: theta = alpha = 1/2 has an exact cycle of four points.
   */
  @Test
  void exactCycleWhereNoStabilityResultHolds() {
    Objective f =
        Objective.of(
            1,
            x -> {
              double u = Math.abs(x[0]);
              return u < 1 ? u * u / 2 : 50 * u * u - 99 * u + 49.5;
            },
            (x, g) -> {
              double u = Math.abs(x[0]);
              g[0] = Math.signum(x[0]) * (u < 1 ? u : 100 * u - 99);
            });
    Iron half = Iron.step(.5).frozen().theta(.5);
    double[] x = {2079.0 / 890};
    double[] v = {2871.0 / 890};
    FlowStepper s = half.start(f, x, v, seed(0));
    s.advance();
    assertEquals(99.0 / 445, s.x()[0], 1e-8);
    assertEquals(-4059.0 / 445, s.v()[0], 1e-8);
    advance(s, 3);
    assertEquals(x[0], s.x()[0], 1e-7);
    assertEquals(v[0], s.v()[0], 1e-7);
    assertFalse(half.stability(1, 100).known());
    assertTrue(half.stability(1, 1.5).always());
    // T2: (2 m/alpha + m_f/4)/(1/4) = 33, above T3's (1 + 2)^2.
    assertTrue(
        half.description()
            .contains(
                "T2 of THEORY (78) holds for smoothness L up to 33.00; beyond it none of T1, T2 and"
                    + " T3 is known to hold"),
        half.description());
    assertTrue(Iron.step(9).frozen().theta(.5).description().contains("T3 of THEORY (79)"));
    assertTrue(Iron.step(9).frozen().theta(.75).description().contains("T1 of THEORY (77)"));
  }

  @Test
  void refusesWhatHasNoMeaning() {
    var below = assertThrows(IllegalArgumentException.class, () -> Iron.step(1).theta(.49));
    assertTrue(below.getMessage().contains("a long step is unstable on every quadratic"));
    assertThrows(IllegalArgumentException.class, () -> Iron.step(1).theta(1.01));
    assertThrows(IllegalArgumentException.class, () -> Iron.step(1).theta(Double.NaN));
    double[] x0 = Fixtures.regressionStart();
    Iron adapting = Iron.step(1).adapting(Adaptation.standard()).theta(.9);
    assertThrows(IllegalArgumentException.class, () -> adapting.start(Fixtures.tp3(), x0, seed(0)));
    Iron table = Iron.step(1).batches(Batches.subsets(1)).center(Center.table()).theta(.9);
    assertThrows(IllegalArgumentException.class, () -> table.start(Fixtures.tp3(), x0, seed(0)));
  }

  /** mu = 0 with updated damping runs with a warning; gamma may follow a schedule. */
  @Test
  void dampingMayFallToZero() {
    List<String> said = new ArrayList<>();
    Iron falling = Iron.step(1).mu(0).gamma(1);
    var result =
        Run.of(falling, Fixtures.tp4())
            .from(Fixtures.regressionStart())
            .warn(said::add)
            .stop(Stop.gradientNorm(1e-9).or(Stop.steps(300)))
            .go();
    assertTrue(result.ending().goal(), result.toString());
    assertEquals(falling.warnings(), said);
    assertEquals(1, said.size());
    Iron scheduled = Iron.step(1).mu(0).gammas(Schedule.power(2, 1));
    FlowStepper s = scheduled.start(Fixtures.tp2(), Fixtures.tp2Start(), seed(0));
    assertEquals(2, s.advance().gamma());
    assertEquals(1, s.advance().gamma());
    assertEquals(2.0 / 3, s.gamma()[0]);
    assertEquals(1, scheduled.warnings().size());
    assertTrue(scheduled.id().contains("damping: GammaSchedule[gamma=power 2.0"), scheduled.id());
  }
}
