package org.ironopt.fit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ironopt.data.Dataset;
import org.ironopt.data.DenseFeatures;
import org.ironopt.data.Features;
import org.ironopt.data.SparseFeatures;
import org.ironopt.fit.partition.BregmanDivergence;
import org.ironopt.fit.partition.CertificateSums;
import org.ironopt.fit.partition.ColumnMoments;
import org.ironopt.fit.partition.FitRows;
import org.ironopt.fit.partition.LocalRows;
import org.ironopt.fit.partition.PartialSums;
import org.ironopt.fit.partition.Partition;
import org.ironopt.fit.partition.Partitions;
import org.ironopt.fit.partition.Query;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.model.ModelFile;
import org.ironopt.model.ModelKind;
import org.ironopt.run.Ending;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** A fit of rows in parts has the answer, the certificate and the refusals of a fit of all rows. */
class PartitionedDataTest {
  private static final int ROWS = 240;

  /** Rows that are parted here, each part sent through serialization before every question. */
  private record InProcess(List<Partition> parts, boolean matrix, boolean forgetful)
      implements Partitions {
    @Override
    public PartialSums answer(Query query) {
      PartialSums sum = null;
      for (Partition part : parts) {
        PartialSums answer = (forgetful ? copied(part) : part).answer(query);
        sum = sum == null ? answer : sum.plus(answer);
      }
      return sum;
    }

    @Override
    public boolean matrixPays(int parameters) {
      return matrix;
    }
  }

  private static Partition copied(Partition part) {
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
        out.writeObject(part);
      }
      return (Partition)
          new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
    } catch (IOException | ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }

  private record Drawn(double[][] x, double[] y, double[] weights) {
    Dataset rows(ModelKind kind, int from, int to, boolean sparse, int classes) {
      double[][] part = Arrays.copyOfRange(x, from, to);
      double[] targets = Arrays.copyOfRange(y, from, to);
      Features features = sparse ? sparse(part) : DenseFeatures.of(part);
      int[] labels = Arrays.stream(targets).mapToInt(v -> (int) v).toArray();
      Dataset data =
          kind.classes()
              ? Dataset.classification(features, labels, classes)
              : Dataset.regression(features, targets);
      return data.weighted(Arrays.copyOfRange(weights, from, to));
    }

    private static Features sparse(double[][] rows) {
      int d = rows[0].length;
      int[] starts = new int[rows.length + 1];
      List<Integer> columns = new ArrayList<>();
      List<Double> values = new ArrayList<>();
      for (int i = 0; i < rows.length; i++) {
        for (int j = 0; j < d; j++) {
          if (rows[i][j] != 0) {
            columns.add(j);
            values.add(rows[i][j]);
          }
        }
        starts[i + 1] = columns.size();
      }
      return SparseFeatures.of(
          rows.length,
          d,
          starts,
          columns.stream().mapToInt(i -> i).toArray(),
          values.stream().mapToDouble(v -> v).toArray());
    }
  }

  private static Drawn draw(ModelKind kind, int columns, double density, int classes) {
    Random random = new Random(5 + kind.ordinal());
    double[][] x = new double[ROWS][columns];
    double[] y = new double[ROWS];
    double[] weights = new double[ROWS];
    for (int i = 0; i < ROWS; i++) {
      double z = 0;
      for (int j = 0; j < columns; j++) {
        boolean there = random.nextDouble() < density;
        x[i][j] = there ? 3 + (1 + j % 3) * random.nextGaussian() : 0;
        z += (j % 2 == 0 ? 0.2 : -0.2) * x[i][j];
      }
      z += random.nextGaussian();
      y[i] =
          switch (kind) {
            case LOGISTIC -> z > 0 ? 1 : 0;
            case SOFTMAX -> Math.floorMod((int) Math.round(z), classes);
            default -> z;
            case POISSON -> Math.floor(Math.abs(z));
          };
      weights[i] = 0.5 + random.nextDouble();
    }
    return new Drawn(x, y, weights);
  }

  private static Partitions parts(
      Drawn drawn, ModelKind kind, int count, boolean sparse, boolean matrix, boolean forgetful) {
    List<Partition> parts = new ArrayList<>();
    int classes = kind == ModelKind.SOFTMAX ? 3 : 2;
    for (int p = 0; p < count; p++) {
      int from = p * ROWS / count;
      int to = (p + 1) * ROWS / count;
      parts.add(Partition.of(kind, true, drawn.rows(kind, from, to, sparse, classes)));
    }
    return new InProcess(parts, matrix, forgetful);
  }

  @TestFactory
  Stream<DynamicTest> answersOfPartsAreThoseOfAllRows() {
    return EnumSet.range(ModelKind.LOGISTIC, ModelKind.POISSON).stream()
        .flatMap(
            kind ->
                Stream.of(0.0, 1e-2)
                    .flatMap(
                        l1 ->
                            Stream.of(true, false)
                                .map(
                                    matrix ->
                                        DynamicTest.dynamicTest(
                                            kind + " l1 " + l1 + (matrix ? " matrix" : ""),
                                            () -> same(kind, l1, matrix)))));
  }

  private static void same(ModelKind kind, double l1, boolean matrix) {
    int classes = kind == ModelKind.SOFTMAX ? 3 : 2;
    boolean sparse = l1 > 0;
    Drawn drawn = draw(kind, 7, sparse ? 0.4 : 1, classes);
    Dataset all = drawn.rows(kind, 0, ROWS, sparse, classes);
    FitResult plain = Fit.of(kind, all).reg(1e-2).l1(l1).tolerance(1e-12).go();
    assertTrue(plain.ending() instanceof Ending.GapCertified, plain.ending().sentence());
    for (int count : new int[] {1, 3, 8}) {
      Partitions parts = parts(drawn, kind, count, sparse, matrix, false);
      FitResult parted = Fit.of(kind, parts).reg(1e-2).l1(l1).tolerance(1e-12).go();
      assertTrue(parted.ending() instanceof Ending.GapCertified, parted.ending().sentence());
      assertEquals(plain.objective(), parted.objective(), 1e-12 * plain.objective());
      assertEquals((long) all.rows(), parted.model().training().get("rows"));
      FitResult again =
          Fit.of(kind, parts(drawn, kind, count, sparse, matrix, true))
              .reg(1e-2)
              .l1(l1)
              .tolerance(1e-12)
              .go();
      assertArrayEquals(parted.model().weights(), again.model().weights());
      assertArrayEquals(parted.model().intercepts(), again.model().intercepts());
    }
  }

  @Test
  void wideRowsAnswerWithTheColumnsThatTheyHave() {
    int columns = 6000;
    Drawn drawn = draw(ModelKind.LOGISTIC, columns, 0.001, 2);
    Dataset all = drawn.rows(ModelKind.LOGISTIC, 0, ROWS, true, 2);
    FitResult plain = Fit.logistic(all).reg(1e-2).tolerance(1e-12).go();
    Partitions parts = parts(drawn, ModelKind.LOGISTIC, 8, true, false, false);
    FitResult parted = Fit.of(ModelKind.LOGISTIC, parts).reg(1e-2).tolerance(1e-12).go();
    assertTrue(parted.ending() instanceof Ending.GapCertified, parted.ending().sentence());
    assertEquals(plain.objective(), parted.objective(), 1e-12 * plain.objective());
    Partition one =
        Partition.of(ModelKind.LOGISTIC, true, drawn.rows(ModelKind.LOGISTIC, 0, 30, true, 2));
    PartialSums.Sums sums =
        (PartialSums.Sums) one.answer(new Query.Point(new double[columns + 1], false));
    assertTrue(sums.positions() != null && sums.vector().length < columns / 4);
  }

  @Test
  void theMatrixOfSoftmaxIsWhatItsProductsSay() {
    Drawn drawn = draw(ModelKind.SOFTMAX, 5, 1, 3);
    Partition part =
        Partition.of(ModelKind.SOFTMAX, true, drawn.rows(ModelKind.SOFTMAX, 0, 40, false, 3));
    double[] w = new double[18];
    Arrays.setAll(w, i -> 0.1 * (i % 4) - 0.15);
    PartialSums.Sums at = (PartialSums.Sums) part.answer(new Query.Point(w, true));
    DenseMatrix h = DenseMatrix.zeros(18, 18);
    for (int i = 0, k = 0; i < 18; i++) {
      for (int j = 0; j <= i; j++, k++) {
        h.set(i, j, at.matrix()[k]);
        h.set(j, i, at.matrix()[k]);
      }
    }
    for (int i = 0; i < 18; i++) {
      double[] unit = new double[18];
      unit[i] = 1;
      PartialSums.Sums column = (PartialSums.Sums) part.answer(new Query.Product(w, unit));
      for (int j = 0; j < 18; j++) {
        assertEquals(column.vector()[j], h.get(j, i), 1e-9);
      }
    }
  }

  @TestFactory
  Stream<DynamicTest> boundsFromSumsAreNeverBelowTheDivergence() {
    return Stream.of(ModelKind.LOGISTIC, ModelKind.SOFTMAX, ModelKind.POISSON)
        .map(kind -> DynamicTest.dynamicTest(kind.word(), () -> sumsBound(kind)));
  }

  private static void sumsBound(ModelKind kind) {
    int classes = kind == ModelKind.SOFTMAX ? 3 : 2;
    Drawn drawn = draw(kind, 4, 1, classes);
    Dataset data = drawn.rows(kind, 0, ROWS, false, classes);
    LocalRows rows = LocalRows.of(kind, data, true);
    FitRows.Linearized h = rows.curvature(n -> {});
    Partition part = Partition.of(kind, true, data);
    Random random = new Random(6);
    for (int trial = 0; trial < 50; trial++) {
      double[] w = new double[rows.objective().dimension()];
      for (int i = 0; i < w.length; i++) {
        w[i] = 0.3 * random.nextGaussian();
      }
      double value = h.at(w, new double[w.length]);
      CertificateSums tally = h.sums();
      PartialSums.Sums sums = (PartialSums.Sums) part.answer(new Query.Point(w, false));
      assertArrayEquals(tally.sums(), sums.scalars());
      assertEquals(value, tally.value(), 1e-14 * value);
      double t = Math.scalb(random.nextDouble(), -trial % 20);
      double tau = trial % 2 == 0 ? 0 : Math.scalb(random.nextDouble(), -trial % 20);
      double[] mixed = new double[Math.max(2, classes)];
      Arrays.setAll(mixed, k -> t / mixed.length);
      BregmanDivergence moved = new BregmanDivergence(tau, t, mixed);
      double exact = h.mean(moved)[0];
      Query.Divergence query = new Query.Divergence(w, moved);
      double sum = ((PartialSums.Sums) part.answer(query)).scalars()[0];
      assertEquals(exact, sum / tally.weight());
      double bound = tally.divergence(tau, t, mixed, rows.targets().shares()[0], 1e-14);
      // The exact one may itself be too large by a twentieth.
      assertTrue(bound * 1.05 >= exact, "trial " + trial + ": " + bound + " < " + exact);
    }
  }

  @Test
  void refusesWhatAllRowsRefuse() {
    Drawn drawn = draw(ModelKind.LOGISTIC, 3, 1, 2);
    Arrays.fill(drawn.y, 0);
    Partitions one = parts(drawn, ModelKind.LOGISTIC, 3, false, true, false);
    assertTrue(
        assertThrows(UnfitDataException.class, () -> Fit.of(ModelKind.LOGISTIC, one).go())
            .getMessage()
            .startsWith("class '1' has no row"));
    Partitions parts =
        parts(draw(ModelKind.RIDGE, 3, 1, 2), ModelKind.RIDGE, 3, false, true, false);
    assertEquals(
        "a local model takes rows on this machine, these are in partitions elsewhere",
        assertThrows(IllegalArgumentException.class, () -> Fit.of(ModelKind.RIDGE, parts).local())
            .getMessage());
    assertThrows(
        IllegalArgumentException.class,
        () -> Fit.of(ModelKind.RIDGE, parts).method(FitMethod.MINIBATCH).go());
  }

  @Test
  void momentsOfPartsKeepTheDigitsOfASmallSpread() {
    double[][] x = new double[60][1];
    for (int i = 0; i < x.length; i++) {
      x[i][0] = 1e8 + i % 5;
    }
    Dataset all = Dataset.regression(x, new double[60]);
    double spread = ColumnMoments.of(all).variance()[0];
    PartialSums sum = null;
    for (int p = 0; p < 4; p++) {
      Dataset rows = Dataset.regression(Arrays.copyOfRange(x, p * 15, p * 15 + 15), new double[15]);
      PartialSums answer = Partition.of(ModelKind.RIDGE, true, rows).answer(new Query.Moments());
      sum = sum == null ? answer : sum.plus(answer);
    }
    PartialSums.Moments m = (PartialSums.Moments) sum;
    assertEquals(spread, m.columns().variance()[0], 1e-7);
  }

  /** Counts the Hessians that parts are asked for. */
  private record Counted(Partitions parts, int[] matrices) implements Partitions {
    @Override
    public PartialSums answer(Query query) {
      matrices[0] += query instanceof Query.Point p && p.matrix() ? 1 : 0;
      return parts.answer(query);
    }

    @Override
    public boolean matrixPays(int parameters) {
      return true;
    }
  }

  private static Dataset many(ModelKind kind) {
    Random random = new Random(29);
    int rows = 3000;
    double[][] x = new double[rows][2];
    double[] y = new double[rows];
    for (int i = 0; i < rows; i++) {
      x[i] = new double[] {random.nextGaussian(), 3 + random.nextGaussian()};
      double z = x[i][0] - x[i][1] + 3 + random.nextGaussian();
      y[i] = kind == ModelKind.RIDGE ? z : z > 0 ? 1 : 0;
    }
    int[] labels = Arrays.stream(y).mapToInt(v -> (int) v).toArray();
    return kind == ModelKind.RIDGE
        ? Dataset.regression(DenseFeatures.of(x), y)
        : Dataset.classification(DenseFeatures.of(x), labels, 2);
  }

  @Test
  void aHessianNearByAndThatOfSomeRowsLeadToTheSameOptimum() {
    for (ModelKind kind : List.of(ModelKind.LOGISTIC, ModelKind.RIDGE)) {
      Dataset data = many(kind);
      Partition part = Partition.of(kind, true, data);
      Counted counted = new Counted(new InProcess(List.of(part), true, false), new int[1]);
      FitResult there = Fit.of(kind, counted).reg(1e-3).tolerance(1e-12).go();
      FitResult here = Fit.of(kind, data).reg(1e-3).tolerance(1e-12).go();
      assertTrue(there.ending() instanceof Ending.GapCertified, there.ending().sentence());
      assertEquals(here.objective(), there.objective(), 1e-12 * here.objective());
      boolean squares = kind == ModelKind.RIDGE;
      assertTrue(squares ? counted.matrices[0] == 1 : counted.matrices[0] < there.passes());
    }
  }

  /** A Hessian that stands for others was asked for before the fit was stopped. */
  @Test
  void aFitThatGoesOnHasTheBitsAndPassesOfOneThatWasNotStopped(@TempDir Path folder) {
    Partitions parts =
        new InProcess(
            List.of(Partition.of(ModelKind.LOGISTIC, true, many(ModelKind.LOGISTIC))), true, false);
    Path file = folder.resolve("state");
    FitResult whole = careful(parts).go();
    assertTrue(whole.steps() > 3, whole.steps() + " steps");
    for (int steps = 1; steps < whole.steps(); steps++) {
      careful(parts).stepLimit(steps).checkpoint(file, Duration.ofDays(1)).go();
      FitResult rest = careful(parts).checkpoint(file, Duration.ofDays(1)).resume(file).go();
      assertEquals(ModelFile.text(whole.model()), ModelFile.text(rest.model()));
      assertEquals(whole.objective(), rest.objective());
      assertEquals(whole.passes(), rest.passes());
    }
  }

  /** With short first steps, so that there are several. */
  private static Fit careful(Partitions parts) {
    return Fit.of(ModelKind.LOGISTIC, parts).reg(1e-3).alpha(1).tolerance(1e-13);
  }

  private static double[] hessian(Dataset data, boolean rough) {
    Partition part = Partition.of(ModelKind.LOGISTIC, true, data);
    double[] w = {0.3, -0.1, 0};
    return ((PartialSums.Sums) part.answer(new Query.Point(w, true, rough))).matrix();
  }

  @Test
  void aRoughHessianIsThatOfEveryFourthRowUnlessTheyMissAColumn() {
    Dataset data = many(ModelKind.LOGISTIC);
    double[][] x = new double[data.rows()][2];
    double[][] fourth = new double[data.rows() / 4][];
    int[] labels = new int[x.length];
    for (int i = 0; i < x.length; i++) {
      data.features().copyRow(i, x[i], 0);
      labels[i] = data.label(i);
      fourth[i / 4] = i % 4 == 0 ? x[i] : fourth[i / 4];
    }
    int[] few = IntStream.range(0, fourth.length).map(i -> labels[4 * i]).toArray();
    double[] some = hessian(Dataset.classification(DenseFeatures.of(fourth), few, 2), false);
    double[] rough = hessian(data, true);
    for (int k = 0; k < some.length; k++) {
      assertEquals(4 * some[k], rough[k], 1e-9 * Math.abs(rough[k]));
    }
    for (int i = 0; i < x.length; i++) {
      x[i][0] = i == 5 ? 1 : 0;
    }
    Dataset seldom = Dataset.classification(DenseFeatures.of(x), labels, 2);
    assertArrayEquals(hessian(seldom, false), hessian(seldom, true));
  }
}
