package org.ironopt.resolvent;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.ironopt.data.DenseFeatures;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.Batches;
import org.ironopt.method.Iron;
import org.ironopt.method.StepReport;
import org.ironopt.method.Stepper;
import org.ironopt.method.proximal.ProximalPoint;
import org.ironopt.problem.Ensemble;
import org.ironopt.problem.FiniteSum;
import org.ironopt.problem.testing.Fixtures;
import org.ironopt.random.RandomStreams;
import org.ironopt.regression.Logistic;
import org.ironopt.regression.Ridge;
import org.ironopt.regression.Samples;
import org.ironopt.regression.Softmax;
import org.junit.jupiter.api.Test;

class KeptPreconditionerTest {
  private static final Preconditioner NYSTROM = new Preconditioner.Nystrom(12, 3);

  /** Columns of very different size, as data come when nobody has scaled them. */
  private static DenseFeatures unscaled(int rows, int columns) {
    DenseFeatures x = Samples.dense(rows, columns, 3);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        x.data()[i * columns + j] *= j < 10 ? 300. / (1 + j) : .3;
      }
    }
    return x;
  }

  private static InnerMethod with(Preconditioner preconditioner) {
    return InnerMethod.NEWTON_CG
        .tolerance(InnerTolerance.relative(1e-6))
        .direction(
            new Direction.Cg(new Direction.ForcingTerm.EisenstatWalker2(), preconditioner, 1000));
  }

  private static StepReport.Counts run(
      FiniteSum f, int batch, int steps, InnerMethod inner, double[] end) {
    Iron iron = Iron.step(10).mu(.1).batches(Batches.epochs(batch)).inner(inner);
    Stepper stepper = iron.start(f, new double[f.dimension()], new RandomStreams(1));
    StepReport.Counts work = StepReport.Counts.NONE;
    for (int k = 0; k < steps; k++) {
      work = work.plus(stepper.advance().work());
    }
    Vectors.copy(stepper.x(), end);
    return work;
  }

  @Test
  void aSketchServesManyBatchesOfUnscaledData() {
    Logistic f = Logistic.of(Samples.classes(unscaled(600, 60), 2, 5), 1e-3);
    double[] plain = new double[60];
    double[] kept = new double[60];
    StepReport.Counts without = run(f, 100, 30, with(new Preconditioner.None()), plain);
    StepReport.Counts with = run(f, 100, 30, with(new Preconditioner.Kept(NYSTROM, 15)), kept);
    String counts = without + " against " + with;
    assertTrue(3 * with.linearSteps() < without.linearSteps(), counts);
    assertTrue(2 * with.products() < without.products(), counts);
    assertArrayEquals(plain, kept, 1e-4 * Vectors.norm(plain));
  }

  @Test
  void theFactorsOfSoftmaxServeAllItsSteps() {
    Softmax f = Softmax.of(Samples.classes(unscaled(300, 20), 4, 5), 1e-3);
    double[] plain = new double[f.dimension()];
    double[] kept = new double[f.dimension()];
    StepReport.Counts without = run(f, 300, 10, with(new Preconditioner.None()), plain);
    Preconditioner factors = new Preconditioner.Kept(new Preconditioner.Kronecker(), 20);
    StepReport.Counts with = run(f, 300, 10, with(factors), kept);
    String counts = without + " against " + with;
    assertTrue(2 * with.linearSteps() < without.linearSteps(), counts);
    assertArrayEquals(plain, kept, 1e-3 * Vectors.norm(plain));
  }

  @Test
  void certificateIsTrueOnRandomBatches() {
    Softmax f = Softmax.of(Samples.classes(unscaled(300, 15), 3, 5), 1e-3);
    int n = f.dimension();
    for (Preconditioner of : new Preconditioner[] {NYSTROM, new Preconditioner.Kronecker()}) {
      SplittableRandom random = new SplittableRandom(5);
      int[] batch = new int[50];
      Softmax view = f.batch(batch, 0, 50);
      Resolvent resolvent = Resolvent.of(view, with(new Preconditioner.Kept(of, 4)));
      double[] u = new double[n];
      double[] exact = new double[n];
      for (int trial = 0; trial < 12; trial++) {
        Arrays.setAll(batch, i -> random.nextInt(300));
        double[] c = random.doubles(n, -1, 1).toArray();
        double lambda = .1 + trial;
        InnerReport report = resolvent.solve(lambda, c, c, u);
        Resolvent.of(view, InnerMethod.NEWTON_CHOLESKY.tolerance(InnerTolerance.relative(1e-13)))
            .solve(lambda, c, c, exact);
        assertTrue(report.succeeded());
        assertTrue(
            Vectors.distance(u, exact) <= report.certificate().orElseThrow() + 1e-8,
            "trial " + trial);
      }
    }
  }

  /** Saved in the middle of the life of a sketch, before and after one that grew too old. */
  @Test
  void aResumedRunHasTheSameBits() throws IOException {
    Softmax f = Softmax.of(Samples.classes(unscaled(300, 15), 3, 5), 1e-3);
    for (Preconditioner of : new Preconditioner[] {NYSTROM, new Preconditioner.Kronecker()}) {
      Iron iron =
          Iron.step(10)
              .mu(.1)
              .batches(Batches.epochs(70))
              .inner(with(new Preconditioner.Kept(of, 5, 1.2)));
      double[] start = new double[f.dimension()];
      Stepper straight = iron.start(f, start, new RandomStreams(1));
      for (int k = 0; k < 20; k++) {
        straight.advance();
      }
      for (int cut = 1; cut < 20; cut += 3) {
        Stepper first = iron.start(f, start, new RandomStreams(1));
        for (int k = 0; k < cut; k++) {
          first.advance();
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        first.save(new DataOutputStream(bytes));
        Stepper second = iron.start(f, start, new RandomStreams(1));
        second.restore(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
        for (int k = cut; k < 20; k++) {
          second.advance();
        }
        assertArrayEquals(straight.x(), second.x(), "cut at " + cut);
      }
    }
  }

  /** Besides those of CG a solve makes a few products that ask whether rounding is to blame. */
  private static boolean sketched(InnerReport report) {
    return report.products() - report.linearSteps() >= 12;
  }

  /** Sketches after the given number of solves: rank products each time, else none. */
  @Test
  void sketchesAfterSomeSolves() {
    Logistic f = Logistic.of(Samples.classes(unscaled(200, 30), 2, 5), 1e-3);
    Resolvent resolvent = Resolvent.of(f, with(new Preconditioner.Kept(NYSTROM, 3, 1e9)));
    double[] u = new double[30];
    double[] c = new SplittableRandom(1).doubles(30, -1, 1).toArray();
    for (int k = 0; k < 10; k++) {
      InnerReport report = resolvent.solve(1, c, c, u);
      assertEquals(k % 3 == 0, sketched(report), "solve " + k);
    }
  }

  /** A sketch of the first problem is of no use for the second, and is made anew. */
  @Test
  void sketchesWhenIterationsGrow() {
    DenseFeatures x = unscaled(200, 30);
    for (int i = 100; i < 200; i++) {
      for (int j = 0; j < 15; j++) {
        double moved = x.data()[i * 30 + j];
        x.data()[i * 30 + j] = x.data()[i * 30 + 29 - j];
        x.data()[i * 30 + 29 - j] = moved;
      }
    }
    Ridge f = Ridge.of(Samples.numbers(x, 5), 1e-3);
    int[] batch = new int[100];
    Arrays.setAll(batch, i -> i);
    Resolvent resolvent =
        Resolvent.of(f.batch(batch, 0, 100), with(new Preconditioner.Kept(NYSTROM, 1000, 1.5)));
    double[] u = new double[30];
    double[] c = new SplittableRandom(1).doubles(30, -1, 1).toArray();
    resolvent.solve(1, c, c, u);
    resolvent.solve(1, c, c, u);
    Arrays.setAll(batch, i -> 100 + i);
    InnerReport grown = resolvent.solve(1, c, c, u);
    InnerReport fresh = resolvent.solve(1, c, c, u);
    assertTrue(!sketched(grown) && sketched(fresh), grown + " then " + fresh);
    assertTrue(fresh.linearSteps() < grown.linearSteps(), grown + " then " + fresh);
  }

  @Test
  void refusesWhatWouldNotBeSaved() {
    InnerMethod kept = with(new Preconditioner.Kept(NYSTROM, 5));
    assertRefused(
        "does not save", () -> EnsembleResolvent.of(Ensemble.of(Fixtures.tp4(), 3), kept));
    ProximalPoint point = ProximalPoint.step(1).inner(kept);
    assertRefused(
        "use Iron", () -> point.start(Fixtures.tp4(), new double[2], new RandomStreams(1)));
    assertRefused(
        "use Preconditioner.Nystrom",
        () -> Resolvent.of(Fixtures.tp4(), with(new Preconditioner.Kronecker())));
    assertRefused("worth keeping", () -> new Preconditioner.Kept(new Preconditioner.Jacobi(), 5));
    assertRefused("growth is 0.5", () -> new Preconditioner.Kept(NYSTROM, 5, .5));
  }

  private static void assertRefused(String part, Runnable call) {
    String message = assertThrows(IllegalArgumentException.class, call::run).getMessage();
    assertTrue(message.contains(part), message);
  }
}
