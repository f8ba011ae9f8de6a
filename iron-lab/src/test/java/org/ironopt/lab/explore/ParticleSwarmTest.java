package org.ironopt.lab.explore;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import org.ironopt.Slow;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.Task;
import org.ironopt.lab.file.NamedValues;
import org.ironopt.lab.file.NumericColumns;
import org.ironopt.lab.particles.ParticleCloud;
import org.ironopt.lab.quadratic.QuadraticExperiment;
import org.ironopt.problem.DerivativeCheck;
import org.ironopt.problem.Objective;
import org.ironopt.theory.Contraction;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.Scheme;
import org.ironopt.theory.StationaryCovariance;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Execution(ExecutionMode.CONCURRENT)
class ParticleSwarmTest {
  private static ParticleSwarm start(PageState scene) {
    return new ParticleSwarm(SceneTheory.of(scene), scene.left(), 0, Optional.empty());
  }

  @Test
  void particlesAreThoseOfReproduceToTheLastBit() {
    NamedValues settings =
        QuadraticExperiment.CHAPTER
            .paper()
            .with("particles", 1000L)
            .with("iterations", 60L)
            .with("eigenvalues", new double[] {1, 3})
            .with("b", 2.0)
            .with("alpha", new double[] {10})
            .with("gamma", 0.7)
            .with("seed", 5L);
    Cell cell =
        QuadraticExperiment.CHAPTER.open(settings).cells().stream()
            .filter(c -> c.label().equals("alpha-10"))
            .findFirst()
            .orElseThrow();
    Task task = cell.start();
    while (task.done() < task.total()) {
      task.advance();
    }
    NumericColumns cloud = task.outcome().tables().get("cloud");
    int kept = cloud.column("end_1").length / ParticleCloud.GROUPS;
    ParticleSwarm swarm =
        start(PageState.parse("alpha=10&gamma=0.7&seed=5&particles=1000&b=2&a1=1&a2=3"));
    swarm.advance(40);
    swarm.advance(20);
    for (int g = 0; g < ParticleCloud.GROUPS; g++) {
      double[] x = swarm.group(g);
      int m = x.length / 2;
      for (int j = 0; j < kept; j++) {
        assertEquals(cloud.get(g * kept + j, "end_1"), x[j]);
        assertEquals(cloud.get(g * kept + j, "end_2"), x[m + j]);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "alpha=0.5",
        "alpha=10",
        "alpha=1000&noise=gradient",
        "left=nag-gs&alpha=1&gamma=2",
        "left=euler&alpha=0.3",
        "alpha=10&law=student:5",
        "alpha=3&turn=30"
      })
  void theSpreadIsTheExactOne(String query) {
    PageState s = PageState.parse(query + "&particles=20000&seed=3");
    ParticleSwarm swarm = start(s);
    swarm.advance(100);
    double[] found = swarm.summary();
    IronParameters p = new IronParameters(s.alpha(), s.mu(), s.gamma());
    double rho2 =
        s.noise() == PageState.Source.GRADIENT
            ? s.alpha() / s.gamma() / s.gamma()
            : s.rho() * s.rho();
    Scheme scheme =
        switch (s.left()) {
          case NAG_GS -> Scheme.NAG_GS;
          case EULER -> Scheme.EXPLICIT_EULER;
          default -> Scheme.IRON;
        };
    double exact =
        StationaryCovariance.mse(scheme, p, new double[] {s.a1(), s.a2()}, rho2).orElseThrow();
    assertEquals(exact, found[6], 4 * found[7], query);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "problem=log-cosh&b=1&alpha=300",
        "problem=double-well&alpha=300",
        "problem=rosenbrock&alpha=1e6"
      })
  @Slow
  void longStepsSettleWhereThePlateauSays(String query) {
    settlesWhereThePlateauSays(query);
  }

  @ParameterizedTest
  @ValueSource(strings = {"problem=sine&alpha=30", "problem=logistic&alpha=1e5"})
  @Slow
  void longStepsOfCostlyLandscapesDoSo(String query) {
    settlesWhereThePlateauSays(query);
  }

  private static void settlesWhereThePlateauSays(String query) {
    PageState s = PageState.parse(query + "&particles=20000&seed=3");
    ParticleSwarm swarm = start(s);
    swarm.advance(100);
    double[] found = swarm.summary();
    LawSummary law = SceneTheory.of(s).law(ExploreMethod.IRON);
    double limit = law.limit().orElseThrow() / s.alpha();
    double expected = law.expansion().orElseThrow().mse().orElse(limit);
    assertEquals(expected, found[6], 4 * found[7], query);
  }

  @Test
  void batchesLeaveWhatTheTheoryOfSamplingSays() {
    PageState s =
        PageState.parse("problem=least-squares&noise=batch&batch=2&alpha=10&particles=4000");
    ParticleSwarm swarm = start(s);
    swarm.advance(40);
    double[] found = swarm.summary();
    double exact = SceneTheory.of(s).law(s.left()).mse().orElseThrow();
    assertEquals(exact, found[6], 4 * found[7]);
  }

  @Test
  void aCorrectedCenterEndsAtTheMinimiser() {
    PageState s =
        PageState.parse(
            "problem=least-squares&noise=batch&left=iron-corrected&alpha=2&particles=100");
    ParticleSwarm swarm = start(s);
    swarm.advance(400);
    assertTrue(swarm.summary()[6] < 1e-12, () -> "error " + swarm.summary()[6]);
  }

  @Test
  void nagGsExplodesAboveItsCriticalStep() {
    double critical = Contraction.criticalStep(Scheme.NAG_GS, 1, 1, 1, 3).orElseThrow();
    double[] errors = new double[2];
    for (int i = 0; i < 2; i++) {
      ParticleSwarm swarm =
          start(
              PageState.parse(
                  "left=nag-gs&particles=500&alpha=" + critical * (i == 0 ? 0.9 : 1.1)));
      swarm.advance(1000);
      errors[i] = swarm.summary()[6];
    }
    assertTrue(errors[0] < 100, () -> "below: " + errors[0]);
    assertTrue(!(errors[1] < 1e6), () -> "above: " + errors[1]);
  }

  /** What a frame says, without its header. */
  private record Seen(boolean begins, double k, double exact, byte[] positions) {
    static Seen of(byte[] frame, int sides) {
      ByteBuffer bytes = ByteBuffer.wrap(frame).order(ByteOrder.LITTLE_ENDIAN);
      int from = 4 + bytes.getInt(0);
      assertEquals(0, from % 8, "numbers are aligned");
      int numbers = 8 * (1 + sides * FrameEncoder.NUMBERS);
      return new Seen(
          !new String(frame, 4, from - 4, StandardCharsets.UTF_8).isBlank(),
          bytes.getDouble(from),
          bytes.getDouble(from + 8 * (1 + ParticleSwarm.NUMBERS)),
          Arrays.copyOfRange(frame, from + numbers, frame.length));
    }

    float x() {
      return ByteBuffer.wrap(positions).order(ByteOrder.LITTLE_ENDIAN).getFloat(0);
    }
  }

  @Test
  void whatOverflowsIsCountedAndNotTakenOver() {
    BrowserSession show = new BrowserSession();
    PageState wild = PageState.parse("left=nag-gs&alpha=1000&particles=100");
    show.frame(wild, false, 1000, 1);
    show.frame(wild, true, 1000, 1);
    ParticleSwarm swarm = start(wild);
    swarm.advance(2000);
    assertEquals(0, swarm.summary()[0]);
    assertFalse(swarm.finite());
    byte[] next = show.frame(PageState.parse("alpha=1&particles=100"), true, 3, 1);
    assertEquals(3, Seen.of(next, 1).k());
  }

  @Test
  void aChangeGoesOnFromWhereTheParticlesAre() {
    BrowserSession show = new BrowserSession();
    PageState s = PageState.parse("particles=100&alpha=1&rho=0");
    Seen before = Seen.of(show.frame(s, false, 7, 1), 1);
    PageState tiny = PageState.parse("particles=100&alpha=0.001&rho=0");
    Seen after = Seen.of(show.frame(tiny, true, 1, 1), 1);
    assertTrue(before.begins() && after.begins());
    assertEquals(8, after.k());
    assertEquals(before.x(), after.x(), 0.02);
    assertEquals(5, Seen.of(show.frame(PageState.parse("particles=101"), true, 5, 1), 1).k());
  }

  @Test
  void framesOfOneSceneAreThoseOfOneRun() {
    PageState s = PageState.parse("particles=100&alpha=2&law=student:5");
    BrowserSession pieces = new BrowserSession();
    pieces.frame(s, false, 7, 1);
    Seen looked = Seen.of(pieces.frame(s, true, 7, 0), 1);
    assertEquals(7, looked.k());
    assertFalse(looked.begins(), "the scene is known");
    Seen last = Seen.of(pieces.frame(s, true, 7, 3), 1);
    Seen whole = Seen.of(new BrowserSession().frame(s, false, 28, 1), 1);
    assertEquals(28, last.k());
    assertArrayEquals(whole.positions(), last.positions());
    assertEquals(whole.exact(), last.exact());
  }

  @Test
  void equalMethodsSideBySideSeeTheSameNumbers() {
    PageState s = PageState.parse("particles=70&left=iron&right=iron&law=stable:1.5");
    Seen seen = Seen.of(new BrowserSession().frame(s, false, 20, 1), 2);
    assertTrue(Double.isNaN(seen.exact()), "no variance, no exact error");
    byte[] bytes = seen.positions();
    assertArrayEquals(
        Arrays.copyOfRange(bytes, 0, bytes.length / 2),
        Arrays.copyOfRange(bytes, bytes.length / 2, bytes.length));
  }

  @ParameterizedTest
  @EnumSource(ExploreObjective.class)
  void landscapesHaveTheirDerivativesAndMinimisers(ExploreObjective problem) {
    PageState s = PageState.parse("b=1.3&a1=0.7&problem=" + PageState.word(problem));
    Objective f = problem.of(s);
    double[] gradient = new double[2];
    for (double[] x : problem.minimisers(s)) {
      f.gradient(x, gradient);
      assertArrayEquals(new double[2], gradient, 1e-9, problem.toString());
    }
    assertTrue(DerivativeCheck.at(f, new double[] {0.37, -1.21}).passed(), problem.toString());
  }

  @ParameterizedTest
  @EnumSource(ExploreMethod.class)
  void everyMethodMovesEveryLandscape(ExploreMethod mover) {
    for (ExploreObjective problem : ExploreObjective.values()) {
      for (PageState.Source source : PageState.Source.values()) {
        boolean fits =
            source != PageState.Source.BATCH
                || (problem.hasTerms() && mover != ExploreMethod.EULER);
        if (fits) {
          PageState s =
              PageState.parse(
                  "alpha=0.01&particles=3&problem=%s&left=%s&noise=%s"
                      .formatted(
                          PageState.word(problem), PageState.word(mover), PageState.word(source)));
          ParticleSwarm swarm = start(s);
          double before = swarm.group(0)[0];
          swarm.advance(3);
          assertTrue(swarm.finite(), s.toString());
          assertTrue(swarm.group(0)[0] != before, s.toString());
        }
      }
    }
  }
}
