package org.ironopt.method;

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
import org.ironopt.data.Dataset;
import org.ironopt.data.DenseFeatures;
import org.ironopt.linalg.Parallel;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.gradient.Saga;
import org.ironopt.problem.LinearSum;
import org.ironopt.problem.analytic.Quadratic;
import org.ironopt.problem.testing.Fixtures;
import org.ironopt.regression.Logistic;
import org.ironopt.regression.Ridge;
import org.ironopt.regression.Samples;
import org.ironopt.regression.Softmax;
import org.ironopt.resolvent.InnerMethod;
import org.ironopt.resolvent.InnerReport;
import org.ironopt.resolvent.InnerTolerance;
import org.junit.jupiter.api.Test;

class TableCenterTest {
  private static final InnerMethod TIGHT =
      InnerMethod.NEWTON_CG.tolerance(InnerTolerance.absolute(1e-13));
  private static final int N = 90;

  private static Softmax softmax() {
    return Softmax.of(Samples.weighted(Samples.classes(Samples.dense(N, 6, 3), 4, 5), 7), .02);
  }

  private static double[] random(int n, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] x = new double[n];
    Arrays.setAll(x, i -> random.nextGaussian());
    return x;
  }

  /** Returns the gradient of the losses alone that the residuals of a table stand for. */
  private static double[] meanGradient(LinearSum f, double[] memory) {
    int[] all = new int[f.terms()];
    Arrays.setAll(all, i -> i);
    LinearSum.BatchResiduals residuals = f.residuals();
    residuals.select(all, 0, all.length);
    double[] r = new double[memory.length];
    residuals.recall(memory, r);
    double[] g = new double[f.dimension()];
    residuals.transpose(r, g);
    Vectors.scale(residuals.scale(), g);
    return g;
  }

  /** A. Defazio's method, term by term, with the closed form of a term's resolvent. */
  private static double[] pointSaga(Logistic f, double[] x0, double step, int... picked) {
    int n = f.terms();
    double[] x = x0.clone();
    double[][] g = new double[n][x.length];
    double[] mean = new double[x.length];
    for (int i = 0; i < n; i++) {
      f.batch(new int[] {i}, 0, 1).gradient(x0, g[i]);
      Vectors.axpy(1.0 / n, g[i], mean);
    }
    for (int i : picked) {
      double[] z = x.clone();
      Vectors.axpy(step, g[i], z);
      Vectors.axpy(-step, mean, z);
      f.prox(i, step, z, x);
      for (int j = 0; j < x.length; j++) {
        double now = (z[j] - x[j]) / step;
        mean[j] += (now - g[i][j]) / n;
        g[i][j] = now;
      }
    }
    return x;
  }

  @Test
  void isPointSagaWithExactSolvesAndNoInertia() {
    DenseFeatures rows =
        new DenseFeatures(
            4, 2, Arrays.stream(Fixtures.rows()).flatMapToDouble(Arrays::stream).toArray());
    Logistic f = Logistic.of(Dataset.regression(rows, new double[] {1, -1, 1, -1}), 0);
    double[] w0 = Fixtures.regressionStart();
    int[] picked = {2, 0, 3, 1, 1, 2};
    double alpha = 1e15;
    for (double step : new double[] {.5, 8}) {
      Iron iron =
          Iron.step(alpha)
              .mu(0)
              .gamma(alpha / step / (1 + 1 / alpha))
              .frozen()
              .inner(TIGHT)
              .batches(Batches.given(1, picked))
              .center(Center.table().inner().startFull());
      double[] x = Near.advance(iron.start(f, w0, Near.seed(0)), picked.length).x();
      assertArrayEquals(pointSaga(f, w0, step, picked), x, 1e-12, "step " + step);
    }
  }

  /** The table corrects the center of the leg: with theta below 1 the fixed point stays. */
  @Test
  void relaxedStepsConvergeToTheMinimiser() {
    DenseFeatures rows =
        new DenseFeatures(
            4, 2, Arrays.stream(Fixtures.rows()).flatMapToDouble(Arrays::stream).toArray());
    Logistic f = Logistic.of(Dataset.regression(rows, new double[] {1, -1, 1, -1}), .1);
    Iron iron =
        Iron.step(2)
            .mu(.3)
            .theta(.8)
            .inner(TIGHT)
            .batches(Batches.subsets(2))
            .center(Center.table().inner());
    double[] x = Near.advance(iron.start(f, Fixtures.regressionStart(), Near.seed(1)), 400).x();
    assertArrayEquals(Fixtures.tp4Minimizer(), x, 1e-9);
  }

  @Test
  void tableAndMeanGradientFitWhateverTheSolve() throws IOException {
    Softmax f = softmax();
    double[] x0 = random(f.dimension(), 11);
    for (Center.Table options :
        new Center.Table[] {
          Center.table(),
          Center.table().laggedCurvature(4),
          Center.table().cg(3),
          Center.table().inner(),
          Center.table().startFull()
        }) {
      Iron iron = Iron.step(5).batches(Batches.epochs(8)).center(options).inner(TIGHT);
      Stepper stepper = Near.advance(iron.start(f, x0, Near.seed(1)), 40);
      DataInputStream saved = saved(stepper);
      saved.skipNBytes(Long.BYTES * (1L + 2 * x0.length + 1)); // k, x, v, gamma
      double[] expected = meanGradient(f, doubles(saved, N * f.outputs()));
      double[] mean = doubles(saved, x0.length);
      assertArrayEquals(expected, mean, 1e-14 * Vectors.norm(expected) + 1e-15);
      for (int i = 0; i < N; i++) {
        assertTrue(saved.readBoolean(), "row " + i + " was never seen");
      }
    }
  }

  private static DataInputStream saved(Stepper stepper) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    stepper.save(new DataOutputStream(bytes));
    return new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
  }

  private static double[] doubles(DataInputStream in, int count) throws IOException {
    double[] read = new double[count];
    for (int i = 0; i < count; i++) {
      read[i] = in.readDouble();
    }
    return read;
  }

  @Test
  void theFixedPointIsTheMinimizerOfTheWhole() {
    Softmax f = softmax();
    double[] x = random(f.dimension(), 2);
    for (Method method :
        new Method[] {
          Iron.step(6).batches(Batches.epochs(8)).center(Center.table().uncertified()),
          Iron.step(6).batches(Batches.epochs(8)).center(Center.table().laggedCurvature(5)),
          IterateAveraging.of(Iron.step(20).batches(Batches.epochs(8)).center(Center.table().cg(2)))
              .eta(60),
          Saga.step(.3).batches(Batches.epochs(8)),
          Iron.step(1).batches(Batches.epochs(8)).center(Center.snapshot(12))
        }) {
      double[] end = Near.advance(method.start(f, x, Near.seed(3)), 12 * 400).x();
      double[] gradient = new double[x.length];
      f.gradient(end, gradient);
      assertEquals(0, Vectors.norm(gradient), 1e-10, method.description());
    }
  }

  /** One step from a random state: its report against the resolvent equation solved tightly. */
  @Test
  void theCertificateOfATruncatedSolveIsTrue() {
    Softmax f = softmax();
    SplittableRandom random = new SplittableRandom(17);
    for (int trial = 0; trial < 60; trial++) {
      double[] x0 = random(f.dimension(), 100 + trial);
      double[] v0 = random(f.dimension(), 500 + trial);
      int[] picked = random.ints(N, 0, N).distinct().limit(1 + trial % 20).toArray();
      Batches batch = Batches.given(picked.length, picked);
      Iron iron = Iron.step(StrictMath.pow(10, trial % 5 - 1)).batches(batch);
      for (int k : new int[] {1, 2, 5}) {
        FlowStepper rough =
            iron.center(Center.table().cg(k).startFull()).start(f, x0, v0, Near.seed(0));
        FlowStepper tight =
            iron.center(Center.table().inner().startFull())
                .inner(TIGHT)
                .start(f, x0, v0, Near.seed(0));
        StepReport step = rough.advance();
        InnerReport report = step.inner().orElseThrow();
        tight.advance();
        double error = Vectors.distance(rough.x(), tight.x());
        assertTrue(
            error <= report.certificate().orElseThrow() * (1 + 1e-9) + 1e-12, "trial " + trial);
        assertEquals(
            residual(f, step.lambda(), x0, v0, iron, picked, rough.x()),
            report.residual(),
            1e-10 * (1 + report.residual()));
      }
    }
  }

  /** The residual of the corrected equation, from gradients alone. */
  private static double residual(
      Softmax f, double lambda, double[] x0, double[] v0, Iron iron, int[] picked, double[] u) {
    int n = f.dimension();
    double s = iron.parameters(0, iron.gamma0()).s();
    Softmax batch = f.batch(picked, 0, picked.length);
    double[] at = new double[n];
    double[] batchThen = new double[n];
    double[] wholeThen = new double[n];
    batch.gradient(u, at);
    batch.gradient(x0, batchThen);
    f.gradient(x0, wholeThen);
    double[] g = new double[n];
    for (int j = 0; j < n; j++) {
      // The ridge is no part of the table, and cancels in the difference of the two gradients.
      double correction = batchThen[j] - wholeThen[j];
      g[j] = u[j] + lambda * (at[j] - correction) - (x0[j] + (v0[j] - x0[j]) / s);
    }
    return Vectors.norm(g);
  }

  /** With more columns than rows in a batch, the residuals of a solution are determined by it. */
  @Test
  void enoughConjugateGradientsSolveLeastSquares() {
    Ridge f = Ridge.of(Samples.numbers(Samples.dense(N, 20, 3), 5), .1);
    Iron iron = Iron.step(9).batches(Batches.epochs(12));
    double[] x0 = random(f.dimension(), 4);
    double[] rough =
        Near.advance(iron.center(Center.table().cg(16)).start(f, x0, Near.seed(2)), 30).x();
    double[] tight =
        Near.advance(
                iron.center(Center.table().inner()).inner(TIGHT).start(f, x0, Near.seed(2)), 30)
            .x();
    assertArrayEquals(tight, rough, 1e-11);
  }

  @Test
  void stoppedAndResumedGivesTheSameBits() throws IOException {
    Softmax f = softmax();
    double[] x0 = random(f.dimension(), 6);
    for (Method method :
        new Method[] {
          IterateAveraging.of(
              Iron.step(5).batches(Batches.epochs(8)).center(Center.table().laggedCurvature(4))),
          IterateAveraging.of(Iron.step(5).batches(Batches.epochs(8)).center(Center.table()))
              .every(3),
          Iron.step(5).batches(Batches.epochs(8)).center(Center.snapshot(10)),
          Saga.step(.2).batches(Batches.epochs(8))
        }) {
      Stepper straight = Near.advance(method.start(f, x0, Near.seed(9)), 50);
      Stepper first = Near.advance(method.start(f, x0, Near.seed(9)), 23);
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      first.save(new DataOutputStream(bytes));
      Stepper second = method.start(f, new double[x0.length], Near.seed(9));
      second.restore(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
      Near.advance(second, 27);
      assertArrayEquals(straight.x(), second.x(), 0, method.description());
      assertEquals(50, second.step());
    }
  }

  @Test
  void threadsChangeNothing() {
    int before = Parallel.threads();
    Softmax f = Softmax.of(Samples.classes(Samples.dense(600, 40, 3), 5, 5), .02);
    double[] x0 = random(f.dimension(), 6);
    Iron iron = Iron.step(5).batches(Batches.epochs(200)).center(Center.table().cg(2));
    try {
      double[][] ends = new double[3][];
      int[] threads = {1, 2, 7};
      for (int t = 0; t < 3; t++) {
        Parallel.setThreads(threads[t]);
        ends[t] = Near.advance(iron.start(f, x0, Near.seed(9)), 20).x();
      }
      assertArrayEquals(ends[0], ends[1], 0);
      assertArrayEquals(ends[0], ends[2], 0);
    } finally {
      Parallel.setThreads(before);
    }
  }

  @Test
  void refusesWhatHasNoResiduals() {
    Quadratic f = Fixtures.tp2();
    Iron iron = Iron.step(1).center(Center.table());
    var error =
        assertThrows(
            IllegalArgumentException.class, () -> iron.start(f, new double[3], Near.seed(0)));
    assertEquals(
        "a table of residuals needs a LinearSum such as Logistic or Softmax, got Quadratic",
        error.getMessage());
    assertThrows(IllegalArgumentException.class, () -> Center.table().cg(2).laggedCurvature(3));
  }
}
