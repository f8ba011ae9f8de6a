package org.ironopt.regression;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.ironopt.data.Dataset;
import org.ironopt.data.DenseFeatures;
import org.ironopt.data.Features;
import org.ironopt.linalg.Parallel;
import org.ironopt.linalg.Vectors;
import org.ironopt.problem.Curvature;
import org.ironopt.problem.testing.Points;
import org.ironopt.regression.internal.LinearObjective;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What must not change a regression, and what must change nothing but its speed. */
class InvariancesTest {
  private static final int ROWS = 3001;
  private static final DenseFeatures X = Samples.dense(ROWS, 37, 70);

  /** A kind of regression: from features to a weighted data set and its objective. */
  private record Kind(
      String name, Function<Features, Dataset> data, Function<Dataset, LinearObjective> objective) {
    LinearObjective on(Features x) {
      return objective.apply(data.apply(x));
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static List<Kind> kinds() {
    return List.of(
        new Kind(
            "logistic",
            x -> Samples.weighted(Samples.classes(x, 2, 71), 72),
            data -> Logistic.of(data, .1, Intercept.FREE)),
        new Kind(
            "softmax",
            x -> Samples.weighted(Samples.classes(x, 5, 73), 74),
            data -> Softmax.of(data, .1)),
        new Kind(
            "ridge",
            x -> Samples.weighted(Samples.numbers(x, 75), 76),
            data -> Ridge.of(data, .1, Intercept.PENALIZED)));
  }

  private static double[] point(LinearObjective f, long seed) {
    double[] w = Points.normal(f.dimension(), new SplittableRandom(seed));
    Vectors.scale(.2, w);
    return w;
  }

  /** Value, gradient, product and diagonal at one point, one after the other. */
  private static double[] everything(LinearObjective f) {
    int n = f.dimension();
    double[] g = new double[n];
    double[] hv = new double[n];
    double[] diagonal = new double[n];
    Curvature h = f.curvature();
    double value = h.at(point(f, 77), g);
    h.apply(point(f, 78), hv);
    h.diagonal(diagonal);
    double[] all = Arrays.copyOf(g, 3 * n + 1);
    System.arraycopy(hv, 0, all, n, n);
    System.arraycopy(diagonal, 0, all, 2 * n, n);
    all[3 * n] = value;
    return all;
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void storages(Kind kind) {
    double[] dense = everything(kind.on(X));
    assertArrayEquals(dense, everything(kind.on(Samples.floats(X))), 0.0);
    assertArrayEquals(dense, everything(kind.on(Samples.sparse(X))), 1e-14);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void weightTwoIsTheRowTwice(Kind kind) {
    Dataset weighted = kind.data().apply(X);
    int[] repeated =
        IntStream.range(0, ROWS)
            .flatMap(i -> IntStream.generate(() -> i).limit((int) weighted.weight(i)))
            .toArray();
    Dataset plain = Dataset.of(X, weighted.targets()).subset(repeated);
    assertArrayEquals(
        everything(kind.objective().apply(plain)),
        everything(kind.objective().apply(weighted)),
        1e-13);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void theBatchOfAllRowsIsTheWhole(Kind kind) {
    LinearObjective f = kind.on(X);
    int[] all = IntStream.range(0, ROWS).toArray();
    LinearObjective batch = (LinearObjective) f.batch(all, 0, ROWS);
    assertArrayEquals(everything(f), everything(batch), 0.0);
    int[] odd = IntStream.range(0, 700).map(i -> 2 * i + 1).toArray();
    int[] picked = {5, 3, 5, 600};
    int[] direct = {11, 7, 11, 1201};
    assertArrayEquals(
        everything((LinearObjective) f.batch(direct, 0, 4)),
        everything((LinearObjective) ((LinearObjective) f.batch(odd, 0, 700)).batch(picked, 0, 4)),
        0.0);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void batchesAverageToTheWhole(Kind kind) {
    LinearObjective f = kind.on(X);
    double[] w = point(f, 79);
    double mean = 0;
    int[] order = IntStream.range(0, ROWS).map(i -> (int) ((7L * i + 3) % ROWS)).toArray();
    for (int k = 0; k < ROWS; k += 100) {
      int end = Math.min(ROWS, k + 100);
      mean += f.batch(order, k, end).value(w) * (end - k) / ROWS;
    }
    assertEquals(f.value(w), mean, 1e-13);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void aViewIsTheBatchOfItsRows(Kind kind) {
    int[] rows = {2000, 4, 17, 4, 3000};
    Dataset data = Dataset.of(X, kind.data().apply(X).targets());
    LinearObjective view = kind.objective().apply(data.subset(rows));
    LinearObjective batch = (LinearObjective) kind.objective().apply(data).batch(rows, 0, 5);
    assertArrayEquals(everything(batch), everything(view), 0.0);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void chainsInOnePassAreChainsAlone(Kind kind) {
    LinearObjective f = kind.on(X);
    int n = f.dimension();
    double[][] w = new double[6][];
    Arrays.setAll(w, j -> point(f, 80 + j));
    double[] values = new double[6];
    double[][] gradients = new double[6][n];
    f.valuesAndGradients(w, values, gradients);
    for (int j = 0; j < 6; j++) {
      double[] g = new double[n];
      assertEquals(values[j], f.value(w[j]));
      assertEquals(values[j], f.curvature().at(w[j], g));
      assertArrayEquals(gradients[j], g, 0.0);
      assertEquals(values[j], f.valueAndGradient(w[j], g));
      assertArrayEquals(gradients[j], g, 0.0);
      f.gradient(w[j], g);
      assertArrayEquals(gradients[j], g, 0.0);
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void membersNotNamedStayWhereTheyAre(Kind kind) {
    LinearObjective f = kind.on(X);
    double[][] w = new double[5][];
    Arrays.setAll(w, p -> point(f, 60 + p));
    double[][] before = new double[5][f.dimension()];
    f.valuesAndGradients(w, new double[5], before);
    double[][] after = Arrays.stream(before).map(double[]::clone).toArray(double[][]::new);
    w[0] = null;
    w[1] = w[4];
    w[3] = w[2];
    f.gradients(new int[] {3, 1}, 2, w, after);
    assertArrayEquals(before[0], after[0], 0.0);
    assertArrayEquals(before[4], after[1], 0.0);
    assertArrayEquals(before[2], after[2], 0.0);
    assertArrayEquals(before[2], after[3], 0.0);
    assertArrayEquals(before[4], after[4], 0.0);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void threadsDoNotChangeABit(Kind kind) {
    int before = Parallel.threads();
    try {
      Parallel.setThreads(1);
      double[] expected = everything(kind.on(X));
      for (int threads : new int[] {2, 7}) {
        Parallel.setThreads(threads);
        assertArrayEquals(expected, everything(kind.on(X)), 0.0);
      }
    } finally {
      Parallel.setThreads(before);
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void aLinearisationDoesNotMoveWithTheIndices(Kind kind) {
    LinearObjective f = kind.on(X);
    int[] indices = {4, 9, 2};
    Curvature h = f.batch(indices, 0, 3).curvature();
    double[] v = point(f, 90);
    double[] before = new double[f.dimension()];
    double[] after = new double[f.dimension()];
    h.at(point(f, 91), after);
    h.apply(v, before);
    indices[1] = 100;
    h.apply(v, after);
    assertArrayEquals(before, after, 0.0);
  }
}
