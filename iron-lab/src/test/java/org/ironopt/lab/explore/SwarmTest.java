package org.ironopt.lab.explore;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.ironopt.Slow;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.Task;
import org.ironopt.lab.file.Columns;
import org.ironopt.lab.file.Values;
import org.ironopt.lab.particles.Cloud;
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
class SwarmTest {
  private static Swarm start(Scene scene) {
    return new Swarm(scene, scene.left(), 0, Optional.empty());
  }

  @Test
  void particlesAreThoseOfReproduceToTheLastBit() {
    Values settings =
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
    Columns cloud = task.outcome().tables().get("cloud");
    int kept = cloud.column("end_1").length / Cloud.GROUPS;
    Swarm swarm = start(Scene.parse("alpha=10&gamma=0.7&seed=5&particles=1000&b=2&a1=1&a2=3"));
    swarm.advance(40);
    swarm.advance(20);
    for (int g = 0; g < Cloud.GROUPS; g++) {
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
    Scene s = Scene.parse(query + "&particles=20000&seed=3");
    Swarm swarm = start(s);
    swarm.advance(100);
    double[] found = swarm.summary();
    IronParameters p = new IronParameters(s.alpha(), s.mu(), s.gamma());
    double rho2 =
        s.noise() == Scene.Source.GRADIENT ? s.alpha() / s.gamma() / s.gamma() : s.rho() * s.rho();
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
    Scene s = Scene.parse(query + "&particles=20000&seed=3");
    Swarm swarm = start(s);
    swarm.advance(100);
    double[] found = swarm.summary();
    Map<String, Object> unit = Exact.of(s, Mover.IRON).orElseThrow();
    double linear = (double) unit.getOrDefault("linear", 0.0);
    double nonlinear = (double) unit.getOrDefault("nonlinear", 0.0);
    double expected =
        ((double) unit.get("limit") + (2 * linear + nonlinear) / s.alpha()) / s.alpha();
    assertEquals(expected, found[6], 4 * found[7], query);
  }

  @Test
  void batchesLeaveWhatTheTheoryOfSamplingSays() {
    Scene s = Scene.parse("problem=least-squares&noise=batch&batch=2&alpha=10&particles=4000");
    Swarm swarm = start(s);
    swarm.advance(40);
    double[] found = swarm.summary();
    double exact = (double) Exact.of(s, s.left()).orElseThrow().get("mse");
    assertEquals(exact, found[6], 4 * found[7]);
  }

  @Test
  void aCorrectedCenterEndsAtTheMinimiser() {
    Scene s =
        Scene.parse("problem=least-squares&noise=batch&left=iron-corrected&alpha=2&particles=100");
    Swarm swarm = start(s);
    swarm.advance(400);
    assertTrue(swarm.summary()[6] < 1e-12, () -> "error " + swarm.summary()[6]);
  }

  @Test
  void nagGsExplodesAboveItsCriticalStep() {
    double critical = Contraction.criticalStep(Scheme.NAG_GS, 1, 1, 1, 3).orElseThrow();
    double[] errors = new double[2];
    for (int i = 0; i < 2; i++) {
      Swarm swarm =
          start(Scene.parse("left=nag-gs&particles=500&alpha=" + critical * (i == 0 ? 0.9 : 1.1)));
      swarm.advance(1000);
      errors[i] = swarm.summary()[6];
    }
    assertTrue(errors[0] < 100, () -> "below: " + errors[0]);
    assertTrue(!(errors[1] < 1e6), () -> "above: " + errors[1]);
  }

  @Test
  void whatOverflowsIsCountedAndNotTakenOver() {
    Show show = new Show();
    Scene wild = Scene.parse("left=nag-gs&alpha=1000&particles=100");
    Show.Turn turn = show.begin(wild, false);
    show.frame(turn, 2000, new Frames(wild));
    Swarm swarm = start(wild);
    swarm.advance(2000);
    assertEquals(0, swarm.summary()[0]);
    assertFalse(swarm.finite());
    assertEquals(0, show.begin(Scene.parse("alpha=1&particles=100"), true).first());
  }

  @Test
  void aChangeGoesOnFromWhereTheParticlesAre() {
    Show show = new Show();
    Scene s = Scene.parse("particles=100&alpha=1&rho=0");
    Frames frames = new Frames(s);
    show.frame(show.begin(s, false), 7, frames);
    float before = ByteBuffer.wrap(frames.array()).order(ByteOrder.LITTLE_ENDIAN).getFloat(72);
    Scene tiny = Scene.parse("particles=100&alpha=0.001&rho=0");
    Show.Turn turn = show.begin(tiny, true);
    assertEquals(7, turn.first());
    show.frame(turn, 1, frames);
    ByteBuffer bytes = ByteBuffer.wrap(frames.array()).order(ByteOrder.LITTLE_ENDIAN);
    assertEquals(8, bytes.getDouble(0));
    assertEquals(before, bytes.getFloat(72), 0.02);
    assertEquals(0, show.begin(Scene.parse("particles=101"), true).first());
    assertFalse(show.frame(turn, 1, frames), "an old scene gives no more frames");
  }

  @Test
  void equalMethodsSideBySideSeeTheSameNumbers() {
    Scene s = Scene.parse("particles=70&left=iron&right=iron&law=stable:1.5");
    Show show = new Show();
    Frames frames = new Frames(s);
    show.frame(show.begin(s, false), 20, frames);
    byte[] bytes = frames.array();
    int from = 8 + 2 * 8 * Swarm.NUMBERS;
    int half = 8 * s.particles();
    assertArrayEquals(
        Arrays.copyOfRange(bytes, from, from + half),
        Arrays.copyOfRange(bytes, from + half, from + 2 * half));
  }

  @ParameterizedTest
  @EnumSource(Landscape.class)
  void landscapesHaveTheirDerivativesAndMinimisers(Landscape problem) {
    Scene s = Scene.parse("b=1.3&a1=0.7&problem=" + Scene.word(problem));
    Objective f = problem.of(s);
    double[] gradient = new double[2];
    for (double[] x : problem.minimisers(s)) {
      f.gradient(x, gradient);
      assertArrayEquals(new double[2], gradient, 1e-9, problem.toString());
    }
    assertTrue(DerivativeCheck.at(f, new double[] {0.37, -1.21}).passed(), problem.toString());
  }

  @ParameterizedTest
  @EnumSource(Mover.class)
  void everyMethodMovesEveryLandscape(Mover mover) {
    for (Landscape problem : Landscape.values()) {
      for (Scene.Source source : Scene.Source.values()) {
        boolean fits = source != Scene.Source.BATCH || (problem.hasTerms() && mover != Mover.EULER);
        if (fits) {
          Scene s =
              Scene.parse(
                  "alpha=0.01&particles=3&problem=%s&left=%s&noise=%s"
                      .formatted(Scene.word(problem), Scene.word(mover), Scene.word(source)));
          Swarm swarm = start(s);
          double before = swarm.group(0)[0];
          swarm.advance(3);
          assertTrue(swarm.finite(), s.toString());
          assertTrue(swarm.group(0)[0] != before, s.toString());
        }
      }
    }
  }
}
