package org.ironopt.method;

import static org.ironopt.method.Near.advance;
import static org.ironopt.method.Near.assertNear;
import static org.ironopt.method.Near.seed;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.ironopt.data.Dataset;
import org.ironopt.data.DenseFeatures;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.proximal.Sppm;
import org.ironopt.problem.analytic.LinearLeastSquares;
import org.ironopt.problem.testing.Fixtures;
import org.ironopt.regression.Logistic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** SVRP, L-SVRP, SAPA and Point-SAGA: numbers computed elsewhere, identities, convergence. */
public class VarianceReductionTest {
  public static final double[] START = Fixtures.regressionStart();
  static final int[] INDICES = Fixtures.regressionIndices();
  public static final Batches ONE = Batches.given(1, INDICES);

  /** The small logistic regression with the closed form of its terms. */
  public static Logistic tp4() {
    double[] rows = {1, 0, 0, 1, 1, 1, 1, -1};
    double[] labels = {1, -1, 1, -1};
    return Logistic.of(Dataset.regression(new DenseFeatures(4, 2, rows), labels), .1);
  }

  static Sppm svrp(double eta) {
    return Sppm.step(eta).svrp(3).batches(ONE);
  }

  static Sppm loopless(double eta) {
    return Sppm.step(eta)
        .loopless()
        .snapshots(Sppm.SnapshotSchedule.Coins.of(0, 1, 0, 0, 1, 0))
        .batches(ONE);
  }

  private static void assertSteps(Method method, double[] x3, double[] x6) {
    Stepper s = method.start(tp4(), START, seed(0));
    assertTrue(s.advance().inner().orElseThrow().succeeded());
    assertNear(new double[] {0.4843475308238895, -0.16529613221915362}, s.x(), 1e-12);
    assertNear(x3, advance(s, 2).x(), 1e-12);
    assertNear(x6, advance(s, 3).x(), 1e-12);
  }

  @Test
  void snapshotsEveryThreeSteps() {
    assertSteps(
        svrp(.5),
        new double[] {0.4983868606556192, -0.017323961263260988},
        new double[] {0.4636409761664961, 0.12950468529174639});
  }

  @Test
  void snapshotsByCoins() {
    assertSteps(
        loopless(.5),
        new double[] {0.4900483446214755, -0.015068067833786086},
        new double[] {0.46497891987480017, 0.12362977160204572});
  }

  @Test
  void sapa() {
    assertSteps(
        Sppm.step(.5).sapa().batches(ONE),
        new double[] {0.4988630671688643, -0.01818347285319372},
        new double[] {0.4587883829451515, 0.10519622773587883});
  }

  @Test
  void pointSaga() {
    assertSteps(
        Sppm.step(.5).pointSaga().batches(ONE),
        new double[] {0.4953758770638687, -0.02476020496140966},
        new double[] {0.4611438127644129, 0.09966925160681345});
  }

  @Test
  void stepOfPointSaga() {
    double step = Sppm.pointSagaStep(.01, 1, 10);
    assertNear(2.7441352507368872, step, 1e-12);
    assertNear(0.9732915631238698, 1 / (1 + .01 * step), 1e-12);
  }

  /** {@code f_i = |x - y_i|^2 / 2} times 1.3: all Hessians are equal. */
  private static LinearLeastSquares equalHessians() {
    double root = Math.sqrt(1.3);
    double[][] rows = {{root}, {root}, {root}, {root}};
    return LinearLeastSquares.of(DenseMatrix.of(rows), new double[] {1, -2, .5, 3}, .2);
  }

  static List<Method> exactOnEqualHessians() {
    double[] star = equalHessians().minimizer();
    return List.of(
        svrp(.7),
        svrp(.7).snapshots(new Sppm.SnapshotSchedule.Every(2, Sppm.SnapshotSchedule.Choice.MEAN)),
        svrp(.7)
            .snapshots(new Sppm.SnapshotSchedule.Every(4, Sppm.SnapshotSchedule.Choice.UNIFORM)),
        loopless(.7),
        Sppm.step(.7).loopless(),
        Sppm.step(.7).loopless().batches(Batches.epochs(3)),
        Sppm.step(.7).star(star),
        Sppm.step(.7).corrected(),
        Sppm.step(.7).corrected().batches(ONE));
  }

  /** On terms of equal Hessians no draw matters: the proximal point method. */
  @ParameterizedTest
  @MethodSource("exactOnEqualHessians")
  void equalHessiansGiveTheProximalPointMethod(Method method) {
    LinearLeastSquares f = equalHessians();
    double[] x = {2.5};
    Stepper s = method.start(f, x, seed(3));
    for (int k = 0; k < 9; k++) {
      f.prox(.7, x, x);
      s.advance();
      assertArrayEquals(x, s.x(), 1e-14, "step " + k);
    }
  }

  static List<Method> linear() {
    return List.of(
        Sppm.step(.1).svrp(8),
        Sppm.step(.1)
            .svrp(8)
            .snapshots(new Sppm.SnapshotSchedule.Every(8, Sppm.SnapshotSchedule.Choice.MEAN)),
        Sppm.step(.1)
            .svrp(8)
            .snapshots(new Sppm.SnapshotSchedule.Every(8, Sppm.SnapshotSchedule.Choice.UNIFORM)),
        Sppm.step(.1).loopless(),
        Sppm.step(.1).sapa(),
        Sppm.step(Sppm.pointSagaStep(.1, .6, 4)).pointSaga(),
        Sppm.step(.1).corrected(),
        Sppm.step(.1).svrp(4).batches(Batches.epochs(3)));
  }

  /** A constant step below 1/(5L) reaches the minimiser; that of the plain method does not. */
  @ParameterizedTest
  @MethodSource("linear")
  void constantStepsConverge(Method method) {
    double[] star = Fixtures.tp4Minimizer();
    double[] x = advance(method.start(tp4(), START, seed(8)), 3000).x();
    assertArrayEquals(star, x, 1e-8, method.name());
    double[] plain = advance(Sppm.step(.1).start(tp4(), START, seed(8)), 3000).x();
    assertTrue(Vectors.distance(plain, star) > 1e-3);
  }

  /** With a snapshot in every step each choice is the correction at the iterate. */
  @Test
  void snapshotsAreOfTheChosenIterates() {
    Stepper last = svrp(.5).start(tp4(), START, seed(0));
    Stepper mean =
        svrp(.5)
            .snapshots(new Sppm.SnapshotSchedule.Every(1, Sppm.SnapshotSchedule.Choice.MEAN))
            .start(tp4(), START, seed(0));
    Stepper uniform =
        svrp(.5)
            .snapshots(new Sppm.SnapshotSchedule.Every(1, Sppm.SnapshotSchedule.Choice.UNIFORM))
            .start(tp4(), START, seed(0));
    Stepper corrected = Sppm.step(.5).corrected().batches(ONE).start(tp4(), START, seed(0));
    for (int k = 0; k < 6; k++) {
      last.advance();
      mean.advance();
      uniform.advance();
      corrected.advance();
      assertNear(corrected.x(), mean.x(), 1e-15);
      assertNear(corrected.x(), uniform.x(), 1e-15);
    }
    assertTrue(Vectors.distance(last.x(), mean.x()) > 1e-6);
  }

  @ParameterizedTest
  @EnumSource
  void choicesDiffer(Sppm.SnapshotSchedule.Choice choice) {
    Stepper s =
        svrp(.5).snapshots(new Sppm.SnapshotSchedule.Every(3, choice)).start(tp4(), START, seed(0));
    Stepper last = svrp(.5).start(tp4(), START, seed(0));
    double distance = Vectors.distance(advance(s, 6).x(), advance(last, 6).x());
    assertEquals(choice == Sppm.SnapshotSchedule.Choice.LAST, distance == 0);
  }

  @Test
  void whatDoesNotFitIsRefused() {
    refused(
        "point-saga takes one term per step, got batches of 2",
        () -> Sppm.step(1).pointSaga().batches(Batches.epochs(2)).start(tp4(), START, seed(0)));
    refused(
        "sapa takes one term per step, got batches of 4",
        () -> Sppm.step(1).sapa().batches(Batches.all()).start(tp4(), START, seed(0)));
    refused(
        "minibatches need a FiniteSum, got Quadratic: use Batches.all()",
        () -> Sppm.step(1).pointSaga().start(Fixtures.tp2(), new double[3], seed(0)));
    refused("steps between snapshots is 0, expected at least 1", () -> Sppm.step(1).svrp(0));
    refused(
        "probability of a snapshot is 1.5, expected 0 to 1",
        () -> new Sppm.SnapshotSchedule.Coin(1.5));
    refused("mu is 0.0, expected a number > 0", () -> Sppm.pointSagaStep(0, 1, 10));
  }

  public static void refused(String message, Executable call) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, call).getMessage());
  }
}
