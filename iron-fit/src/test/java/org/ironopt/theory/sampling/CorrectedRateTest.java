package org.ironopt.theory.sampling;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.ironopt.data.Dataset;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.Batches;
import org.ironopt.method.Center;
import org.ironopt.method.FlowStepper;
import org.ironopt.method.Iron;
import org.ironopt.random.RandomStreams;
import org.ironopt.regression.Ridge;
import org.ironopt.theory.IronParameters;
import org.junit.jupiter.api.Test;

class CorrectedRateTest {
  private static final long SEED = 23;
  private static final int D = 2;
  private static final int N = 4;
  private static final double RIDGE = .2;
  private final SplittableRandom random = new SplittableRandom(SEED);
  private final DenseMatrix x = DenseMatrix.of(N, D, random.doubles(N * D, -1.5, 1.5).toArray());
  private final double[] y = random.doubles(N, -1, 1).toArray();
  private final Ridge f =
      Ridge.of(
          Dataset.regression(IntStream.range(0, N).mapToObj(x::row).toArray(double[][]::new), y),
          RIDGE);
  private final QuadraticSum sum = QuadraticSum.leastSquares(x, y, RIDGE);
  private final BatchLaw law = BatchLaw.of(sum, SamplingScheme.with(1));

  private Iron iron(double alpha, Center center, int... order) {
    return Iron.step(alpha)
        .mu(.3)
        .gamma(.6)
        .frozen()
        .batches(Batches.given(1, order))
        .center(center);
  }

  /** Errors of (x, v) after the steps of an order, from errors at the start. */
  private double[] run(Iron iron, int steps, double[] start) {
    double[] star = sum.minimizer();
    double[] x0 = new double[D];
    double[] v0 = new double[D];
    for (int i = 0; i < D; i++) {
      x0[i] = star[i] + start[i];
      v0[i] = star[i] + start[D + i];
    }
    FlowStepper stepper = iron.start(f, x0, v0, new RandomStreams(0));
    for (int k = 0; k < steps; k++) {
      stepper.advance();
    }
    double[] end = new double[2 * D];
    for (int i = 0; i < D; i++) {
      end[i] = stepper.x()[i] - star[i];
      end[D + i] = stepper.v()[i] - star[i];
    }
    return end;
  }

  /** The matrix of the library's own steps between two snapshots, for every order of terms. */
  @Test
  void snapshotsShrinkByTheLibrarysOwnMatrices() {
    for (double alpha : new double[] {.5, 4, 300}) {
      for (int every = 1; every <= 3; every++) {
        int orders = (int) StrictMath.pow(N, every);
        Explicit explicit = new Explicit(2 * D);
        for (int order = 0; order < orders; order++) {
          int[] terms = new int[every];
          for (int k = 0, rest = order; k < every; k++, rest /= N) {
            terms[k] = rest % N;
          }
          Iron iron = iron(alpha, Center.snapshot(every), terms);
          DenseMatrix m = DenseMatrix.zeros(2 * D, 2 * D);
          assertArrayEquals(new double[2 * D], run(iron, every, new double[2 * D]), 1e-12);
          for (int j = 0; j < 2 * D; j++) {
            double[] unit = new double[2 * D];
            unit[j] = 1;
            double[] image = run(iron, every, unit);
            for (int i = 0; i < 2 * D; i++) {
              m.set(i, j, image[i]);
            }
          }
          explicit.batches.add(new Explicit.Affine(1.0 / orders, m, new double[2 * D]));
        }
        double expected = StrictMath.pow(explicit.radius(), 1.0 / every);
        IronParameters p = new IronParameters(alpha, .3, .6);
        double rate = CorrectedRate.snapshot(law, p, every);
        assertEquals(expected, rate, 1e-6 * expected, "alpha " + alpha + ", every " + every);
      }
    }
  }

  /** The step of (e, w, t), written out. */
  private DenseMatrix tableStep(int term, IronParameters p) {
    DenseMatrix plus = Explicit.hessian(sum, new int[] {term}).times(p.lambda());
    plus.addDiagonal(1);
    DenseMatrix resolvent = Explicit.inverse(plus);
    DenseMatrix center = DenseMatrix.zeros(D, 2 * D + N);
    for (int i = 0; i < D; i++) {
      center.set(i, i, p.tau() / p.s());
      center.set(i, D + i, 1 / p.s());
      for (int j = 0; j < N; j++) {
        double seen = (j == term ? 1 : 0) - 1.0 / N;
        center.set(i, 2 * D + j, p.lambda() * seen * x.get(j, i));
      }
    }
    DenseMatrix e = resolvent.multiply(center);
    DenseMatrix m = DenseMatrix.zeros(2 * D + N, 2 * D + N);
    for (int c = 0; c < 2 * D + N; c++) {
      double table = 0;
      for (int i = 0; i < D; i++) {
        m.set(i, c, e.get(i, c));
        m.set(D + i, c, (1 + 1 / p.alpha()) * e.get(i, c) - (c == i ? 1 / p.alpha() : 0));
        table += x.get(term, i) * e.get(i, c);
      }
      for (int j = 0; j < N; j++) {
        m.set(2 * D + j, c, j == term ? table : c == 2 * D + j ? 1 : 0);
      }
    }
    return m;
  }

  /** The written-out step is the library's, and its second moments have the rate. */
  @Test
  void tablesShrinkByTheLibrarysOwnSteps() {
    int[] order = {2, 0, 3, 3, 1, 0, 2};
    for (double alpha : new double[] {.5, 4, 300}) {
      IronParameters p = new IronParameters(alpha, .3, .6);
      double[] start = {1, -2, .5, 3};
      Iron iron = iron(alpha, Center.table().inner().startFull(), order);
      double[] z = new double[2 * D + N];
      System.arraycopy(start, 0, z, 0, 2 * D);
      for (int j = 0; j < N; j++) {
        z[2 * D + j] = x.get(j, 0) * start[0] + x.get(j, 1) * start[1];
      }
      for (int k = 0; k < order.length; k++) {
        double[] next = new double[z.length];
        tableStep(order[k], p).apply(z, next);
        z = next;
        double[] library = run(iron, k + 1, start);
        assertArrayEquals(library, Arrays.copyOf(z, 2 * D), 1e-8 * Vectors.norm(library) + 1e-12);
      }
      Explicit explicit = new Explicit(2 * D + N);
      for (int j = 0; j < N; j++) {
        explicit.batches.add(new Explicit.Affine(1.0 / N, tableStep(j, p), new double[z.length]));
      }
      double expected = explicit.radius();
      double rate = CorrectedRate.table(law, p).orElseThrow();
      assertEquals(expected, rate, 1e-7 * expected, "alpha " + alpha);
      assertTrue(rate < 1);
    }
  }

  /** Batches of two terms that share nothing: the rate of a larger batch is better. */
  @Test
  void tablesOfLargerBatches() {
    IronParameters p = new IronParameters(2, .3, .6);
    double one = CorrectedRate.table(law, p).orElseThrow();
    double two = CorrectedRate.table(BatchLaw.of(sum, SamplingScheme.without(2)), p).orElseThrow();
    double all = CorrectedRate.table(BatchLaw.of(sum, SamplingScheme.without(N)), p).orElseThrow();
    double whole =
        MinibatchMoments.radius(
            BatchLaw.of(sum, SamplingScheme.without(N)), LinearRecursion.iron(p));
    assertTrue(two < one && all < two, one + ", " + two + ", " + all);
    assertEquals(whole, all, 1e-8 * whole);
    assertEquals(
        whole, CorrectedRate.snapshot(BatchLaw.of(sum, SamplingScheme.without(N)), p, 3), 1e-7);
  }
}
