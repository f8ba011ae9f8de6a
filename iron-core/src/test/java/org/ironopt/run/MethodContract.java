package org.ironopt.run;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import org.ironopt.method.Method;
import org.ironopt.method.StepReport;
import org.ironopt.method.Stepper;
import org.ironopt.problem.Objective;
import org.ironopt.random.RandomStreams;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What every method keeps; one subclass per method. */
abstract class MethodContract {
  @TempDir Path folder;

  /** Returns the method, with noise. */
  abstract Method method();

  /** Returns an equal method with another parameter. */
  abstract Method other();

  /** Returns a well-behaved objective. */
  abstract Objective objective();

  /** Returns whether the seed matters. */
  boolean random() {
    return true;
  }

  /** Returns an objective of any dimension that is NaN everywhere. */
  Objective nan() {
    return Broken.nanEverywhere(objective().dimension());
  }

  double[] start() {
    double[] x = new double[objective().dimension()];
    for (int i = 0; i < x.length; i++) {
      x[i] = 1 - .3 * (i % 5);
    }
    return x;
  }

  private Stepper advanced(long seed, int steps) {
    Stepper stepper = method().start(objective(), start(), new RandomStreams(seed));
    for (int k = 0; k < steps; k++) {
      stepper.advance();
    }
    return stepper;
  }

  private static byte[] state(Stepper stepper) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    stepper.save(new DataOutputStream(bytes));
    return bytes.toByteArray();
  }

  @Test
  void restoredStateContinuesBitForBit() throws IOException {
    byte[] half = state(advanced(3, 8));
    Stepper restored = method().start(objective(), start(), new RandomStreams(3));
    restored.restore(new DataInputStream(new ByteArrayInputStream(half)));
    assertArrayEquals(half, state(restored));
    assertEquals(8, restored.step());
    for (int k = 0; k < 9; k++) {
      restored.advance();
    }
    assertArrayEquals(state(advanced(3, 17)), state(restored));
  }

  @Test
  void resumedRunIsTheStraightRun() {
    Path path = folder.resolve("c");
    Run.of(method(), objective())
        .from(start())
        .seed(5)
        .checkpoint(path, 3)
        .stop(Stop.steps(7))
        .go();
    RunResult resumed =
        Run.of(method(), objective()).seed(5).resume(path).stop(Stop.steps(15)).go();
    RunResult straight =
        Run.of(method(), objective()).from(start()).seed(5).stop(Stop.steps(15)).go();
    assertArrayEquals(straight.x(), resumed.x());
    assertArrayEquals(straight.best(), resumed.best());
    assertEquals(straight.work(), resumed.work());
    assertEquals(straight.value(), resumed.value());
    Checkpoint.UnusableException e =
        assertThrows(
            Checkpoint.UnusableException.class,
            () -> Run.of(other(), objective()).seed(5).resume(path).go());
    assertEquals(Checkpoint.UnusableException.Reason.OTHER_RUN, e.reason());
  }

  @Test
  void startIsNotModified() {
    double[] x0 = start();
    Stepper stepper = method().start(objective(), x0, new RandomStreams(1));
    for (int k = 0; k < 4; k++) {
      stepper.advance();
    }
    assertArrayEquals(start(), x0);
  }

  @Test
  void wrongLengthIsRefused() {
    int n = objective().dimension();
    String message =
        assertThrows(
                IllegalArgumentException.class,
                () -> method().start(objective(), new double[n + 1], new RandomStreams(1)))
            .getMessage();
    assertEquals("x0: expected length " + n + ", got " + (n + 1), message);
  }

  @Test
  void nonFiniteStartIsRefused() {
    double[] x0 = start();
    x0[1] = Double.NEGATIVE_INFINITY;
    assertThrows(
        IllegalArgumentException.class,
        () -> method().start(objective(), x0, new RandomStreams(1)));
  }

  @Test
  void nanObjectiveEndsTyped() {
    RunResult result = Run.of(method(), nan()).from(start()).stop(Stop.steps(20)).go();
    assertInstanceOf(Ending.NotFinite.class, result.ending());
    assertFalse(result.ending().goal());
    assertArrayEquals(start(), result.best());
  }

  @Test
  void equalSeedsGiveEqualRuns() throws IOException {
    assertArrayEquals(state(advanced(4, 12)), state(advanced(4, 12)));
    boolean same = Arrays.equals(state(advanced(4, 12)), state(advanced(5, 12)));
    assertEquals(random(), !same, "whether the seed matters");
  }

  @Test
  void stepsAreCountedFromOne() {
    Stepper stepper = method().start(objective(), start(), new RandomStreams(1));
    for (int k = 1; k <= 3; k++) {
      StepReport report = stepper.advance();
      assertEquals(k, report.step());
      assertEquals(k, stepper.step());
      assertTrue(report.work().evaluations() > 0);
    }
  }

  @Test
  void descriptionTellsParametersApart() {
    assertTrue(method().description().startsWith(method().name()));
    assertFalse(method().description().equals(other().description()));
  }
}
