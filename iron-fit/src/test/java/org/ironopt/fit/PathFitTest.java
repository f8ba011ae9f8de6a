package org.ironopt.fit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.ironopt.data.Dataset;
import org.ironopt.data.DenseFeatures;
import org.ironopt.fit.PenaltyPath.Point;
import org.ironopt.model.ModelKind;
import org.ironopt.run.Ending;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Paths of penalties: oracles of METHODS.md, and single fits by another solver. */
class PathFitTest {
  private static final double[][] ROWS = {{1, 1}, {2, -1}, {3, 2}, {4, 0}, {0, 1}};
  private static final double[] WEIGHTS = {1, 2, 1, 1, 3};

  /** The largest penalty, with the first column free and the mixing one half. */
  @Test
  void largestPenaltyWithAFreeColumn() {
    Dataset numbers = Dataset.regression(ROWS, new double[] {1, 3, 2, 5, 0}).weighted(WEIGHTS);
    Dataset classes =
        Dataset.classification(DenseFeatures.of(ROWS), new int[] {0, 1, 0, 1, 1}, 2)
            .weighted(WEIGHTS);
    assertEquals(0.578125, largest(Fit.ridge(numbers)), 1e-14);
    assertEquals(0.270520351438, largest(Fit.logistic(classes)), 1e-12);
  }

  private static double largest(Fit fit) {
    PathFit path = fit.scale(false).path().factors(0, 2).mixing(0.5).points(1);
    return path.go().points().getFirst().lambda();
  }

  /** Every point is the optimum of a fit of its own, to the sum of both gaps. */
  @ParameterizedTest
  @EnumSource(ModelKind.class)
  void pointsAreFits(ModelKind kind) {
    assertPointsAreFits(kind, PathData.of(kind, 60, 12, 7), 0.7);
  }

  /** More columns than a matrix is formed of; without l1 the fits are those of another solver. */
  @ParameterizedTest
  @CsvSource({"RIDGE,0", "LOGISTIC,0", "POISSON,0", "RIDGE,.02", "LOGISTIC,.02", "POISSON,.02"})
  void pointsOfManyColumnsAreFits(ModelKind kind, double mixing) {
    for (boolean sparse : new boolean[] {false, true}) {
      assertPointsAreFits(kind, PathData.gaps(kind, 60, 1200, 3, sparse), mixing);
    }
  }

  private static void assertPointsAreFits(ModelKind kind, Dataset data, double mixing) {
    PenaltyPath path = PathData.fit(kind, data).path().mixing(mixing).points(8).ratio(0.01).go();
    assertTrue(path.ending() instanceof Ending.GapCertified, path.ending().toString());
    for (Point point : path.points()) {
      double lambda = point.lambda();
      Fit single = PathData.fit(kind, data).l1(mixing * lambda).reg((1 - mixing) * lambda);
      FitResult fit = single.tolerance(1e-9).go();
      double gaps = point.gap() * path.nullLoss() + fit.gap() * fit.objective();
      assertEquals(fit.objective(), point.objective(), gaps, kind + " at " + lambda);
    }
  }
}
