package org.ironopt.run;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ironopt.curve.Curve;
import org.ironopt.curve.ResidualFunction;
import org.ironopt.curve.SumOfSquares;
import org.ironopt.method.DiagonalScaling;
import org.ironopt.method.Iron;
import org.ironopt.method.Method;
import org.ironopt.method.gradient.Lbfgs;
import org.ironopt.problem.Objective;
import org.ironopt.resolvent.InnerMethod;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Iron in the metric of the columns of J, kept as maxima. */
class LearnedScaleTest extends MethodContract {
  private static final InnerMethod TRUST =
      InnerMethod.TRUST_REGION.model(InnerMethod.CurvatureModel.GAUSS_NEWTON).maxSteps(1000);

  @TempDir Path place;

  @Override
  Method method() {
    return DiagonalScaling.learned(Iron.step(3));
  }

  @Override
  Method other() {
    return DiagonalScaling.learned(Iron.step(4));
  }

  @Override
  boolean random() {
    return false;
  }

  /** A chain of Rosenbrock's residuals: the columns of J grow and fall along the way. */
  @Override
  Objective objective() {
    return SumOfSquares.of(
        ResidualFunction.of(
            4,
            6,
            (x, r) -> {
              for (int i = 0; i < 3; i++) {
                r[2 * i] = 10 * (x[i + 1] - x[i] * x[i]);
                r[2 * i + 1] = 1 - x[i];
              }
            }));
  }

  @Override
  Objective nan() {
    return SumOfSquares.of(ResidualFunction.of(4, 6, (x, r) -> Arrays.fill(r, 0 / 0.0)));
  }

  /** a exp(-b t) + c near (2, 0.7, 1), from a start, each parameter in a unit of its own. */
  private static Curve decay(double[] units, double... start) {
    int rows = 40;
    Map<String, double[]> columns = new HashMap<>();
    for (String name : List.of("t", "y", "u", "v", "w")) {
      columns.put(name, new double[rows]);
    }
    for (int i = 0; i < rows; i++) {
      double t = i / 10.0;
      columns.get("t")[i] = t;
      columns.get("y")[i] = 2 * StrictMath.exp(-0.7 * t) + 1 + 0.01 * (i % 3 - 1);
      columns.get("u")[i] = units[0];
      columns.get("v")[i] = units[1];
      columns.get("w")[i] = units[2];
    }
    return Curve.formula("y = a*u*exp(-b*v*t) + c*w", columns).start(start);
  }

  private static RunResult run(Method method, Curve curve, double... start) {
    return Run.of(method, curve.objective()).from(start).go();
  }

  /** Sizes of 1e-7 and 1e7 in one problem change no bit of the walk, whatever the inner solver. */
  @Test
  void unitsDoNotMatter() {
    double small = 0x1p-23;
    double large = 0x1p23;
    double[] ones = {1, 1, 1};
    double[] units = {large, small, large};
    double[] sizes = {small, large, small};
    for (InnerMethod inner : new InnerMethod[] {InnerMethod.GAUSS_NEWTON, TRUST}) {
      Method method = DiagonalScaling.learned(Iron.step(1e6).inner(inner));
      RunResult plain = run(method, decay(ones, ones), ones);
      RunResult mixed = run(method, decay(units, sizes), sizes);
      assertTrue(plain.ending().goal(), plain::toString);
      assertEquals(plain.ending(), mixed.ending());
      double[] x = plain.x();
      assertArrayEquals(new double[] {x[0] * small, x[1] * large, x[2] * small}, mixed.x());
      assertEquals(plain.work(), mixed.work());
    }
  }

  /** The answer is that of the front door; a trust region without a metric does not get there. */
  @Test
  void findsWhatCurveFinds() {
    double[] start = {1e-7, 1e7, 1e-7};
    Curve curve = decay(new double[] {1e7, 1e-7, 1e7}, start);
    double[] fit = curve.go().values();
    RunResult found = run(DiagonalScaling.learned(Iron.step(1e6).inner(TRUST)), curve, start);
    assertTrue(found.ending().goal(), found::toString);
    for (int j = 0; j < 3; j++) {
      assertEquals(1, found.x()[j] / fit[j], 1e-9);
    }
    RunResult without = run(Iron.step(1e6).inner(TRUST), curve, start);
    assertTrue(Math.abs(without.x()[1] / fit[1] - 1) > 0.1, without::toString);
    assertFalse(without.ending().goal(), without::toString);
  }

  /** The metric is part of what a checkpoint keeps. */
  @Test
  void resumesWithEqualBits() {
    Path file = place.resolve("run.ckpt");
    Method method = DiagonalScaling.learned(Iron.step(3).inner(TRUST));
    double[] start = {1e-7, 1e7, 1e-7};
    SumOfSquares f = decay(new double[] {1e7, 1e-7, 1e7}, start).objective();
    Run.of(method, f).from(start).stop(Stop.steps(5)).checkpoint(file, 1).go();
    RunResult resumed = Run.of(method, f).resume(file).stop(Stop.steps(12)).go();
    RunResult whole = Run.of(method, f).from(start).stop(Stop.steps(12)).go();
    assertArrayEquals(whole.x(), resumed.x());
    assertEquals(whole.work(), resumed.work());
  }

  @Test
  void refusesWhatItCannotLearn() {
    Method method = DiagonalScaling.learned(Iron.step(1));
    String noResiduals =
        assertThrows(
                IllegalArgumentException.class,
                () -> method.start(Broken.nanEverywhere(2), new double[2]))
            .getMessage();
    assertTrue(noResiduals.contains("give them with DiagonalScaling.of"), noResiduals);
    String memory =
        assertThrows(
                IllegalArgumentException.class,
                () -> new DiagonalScaling(new Lbfgs(), new double[0]))
            .getMessage();
    assertTrue(memory.contains("give the sizes"), memory);
  }
}
