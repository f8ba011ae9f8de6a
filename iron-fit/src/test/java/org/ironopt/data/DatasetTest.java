package org.ironopt.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.function.Executable;

class DatasetTest {
  private static final double[] NUMBERS = {1, 0, 2, 0, 0, 3, 4, 5, 6};
  private static final DenseFeatures DENSE = new DenseFeatures(3, 3, NUMBERS);
  private static final FloatFeatures FLOATS =
      new FloatFeatures(3, 3, new float[] {1, 0, 2, 0, 0, 3, 4, 5, 6});
  private static final SparseFeatures SPARSE =
      SparseFeatures.of(
          3,
          3,
          new int[] {0, 2, 3, 6},
          new int[] {0, 2, 2, 0, 1, 2},
          new double[] {1, 2, 3, 4, 5, 6});
  private static final Dataset DATA = Dataset.classification(DENSE, new int[] {0, 1, 1}, 2);

  @Test
  void viewsOfTheSameRowsCanBeJoined() {
    Dataset both = DATA.subset(2).union(DATA.subset(0, 1)).orElseThrow();
    assertArrayEquals(new int[] {2, 0, 1}, both.positions());
    Dataset other = Dataset.classification(DENSE, new int[] {0, 1, 1}, 2);
    assertTrue(DATA.subset(2).union(other).isEmpty());
    assertTrue(DATA.union(DATA.weighted(new double[] {1, 2, 3})).isEmpty());
  }

  @Test
  void theThreeStoragesAgree() {
    double[] x = {9, 1, -2, 3};
    for (Features features : List.of(DENSE, FLOATS, SPARSE)) {
      assertEquals(3, features.rows());
      assertEquals(3, features.columns());
      for (int i = 0; i < 3; i++) {
        double[] row = {7, 7, 7, 7, 7};
        features.copyRow(i, row, 1);
        double dot = 0;
        for (int j = 0; j < 3; j++) {
          assertEquals(NUMBERS[3 * i + j], features.get(i, j));
          assertEquals(NUMBERS[3 * i + j], row[1 + j]);
          dot += NUMBERS[3 * i + j] * x[1 + j];
        }
        assertEquals(7, row[0]);
        assertEquals(7, row[4]);
        assertEquals(dot, features.rowDot(i, x, 1));
        double[] y = x.clone();
        features.addRow(i, 2, y, 1);
        for (int j = 0; j < 3; j++) {
          assertEquals(x[1 + j] + 2 * NUMBERS[3 * i + j], y[1 + j]);
        }
        assertEquals(9, y[0]);
      }
    }
    assertEquals(6, SPARSE.stored());
  }

  @Test
  void arraysAreKeptNotCopied() {
    assertSame(NUMBERS, DENSE.data());
    assertSame(DENSE, DATA.subset(2, 0).features());
  }

  @Test
  void aViewSpeaksOfItsOwnRows() {
    Dataset weighted = DATA.weighted(new double[] {0.5, 2, 3});
    Dataset view = weighted.subset(2, 0, 2);
    assertTrue(weighted.whole());
    assertFalse(view.whole());
    assertEquals(3, view.rows());
    assertEquals(2, view.position(0));
    assertEquals(1, view.label(0));
    assertEquals(0, view.label(1));
    assertEquals(3, view.weight(2));
    assertEquals(6.5, view.totalWeight());
    assertArrayEquals(new int[] {2, 0, 2}, view.positions());
    Dataset viewOfView = view.subset(1, 2);
    assertArrayEquals(new int[] {0, 2}, viewOfView.positions());
    assertArrayEquals(new int[] {1, 2}, DATA.range(1, 3).positions());
    assertArrayEquals(new int[] {1, 1}, viewOfView.classCounts());
    assertEquals(List.of("0"), DATA.range(1, 3).missingClasses());
    Dataset again = DATA.subset(2, 1).weighted(new double[] {5, 7});
    assertEquals(5, again.weight(0));
    assertEquals(7, again.weight(1));
  }

  @Test
  void regressionHasNoClasses() {
    Dataset data = Dataset.regression(SPARSE, new double[] {1.5, 2, -1});
    assertEquals(0, data.classes());
    assertEquals(List.of(), data.classNames());
    assertEquals(-1, data.target(2));
    assertEquals(1, data.weight(0));
    assertEquals(3, data.totalWeight());
    assertEquals("3 x 3 sparse, 6 stored, numbers", data.toString());
    assertEquals("view of 1 rows of 3 x 3 doubles, 2 classes", DATA.subset(1).toString());
  }

  @TestFactory
  Stream<DynamicTest> whatIsWrongIsNamed() {
    double nan = Double.NaN;
    int[] labels = {0, 1, 2};
    return Stream.of(
        bad(
            "the feature in row 1, column 0 is NaN, expected a finite number",
            () -> new DenseFeatures(2, 2, new double[] {1, 2, nan, 4})),
        bad(
            "the feature in row 0, column 1 is Infinity, expected a finite number",
            () -> new FloatFeatures(2, 2, new float[] {1, Float.POSITIVE_INFINITY, 3, 4})),
        bad(
            "the feature in row 1, column 4 is NaN, expected a finite number",
            () ->
                SparseFeatures.of(
                    2, 5, new int[] {0, 1, 2}, new int[] {3, 4}, new double[] {1, nan})),
        bad(
            "the data is empty: 0 rows and 3 columns, expected one or more",
            () -> new DenseFeatures(0, 3, new double[0])),
        bad(
            "features: expected length 6 (2 rows of 3), got 5",
            () -> new FloatFeatures(2, 3, new float[5])),
        bad(
            "features: expected length 10000000000 (100000 rows of 100000), got 5",
            () -> new FloatFeatures(100000, 100000, new float[5])),
        bad(
            "the label of row 2 is 2, expected 0 to 1 for 2 classes",
            () -> Dataset.classification(DENSE, labels, 2)),
        bad(
            "two classes have one name: [a, a]",
            () -> Dataset.classification(DENSE, new int[3], List.of("a", "a"))),
        bad(
            "features and targets must have one length, got 3 and 2",
            () -> Dataset.regression(DENSE, new double[2])),
        bad(
            "the target of row 1 is NaN, expected a finite number",
            () -> Dataset.regression(DENSE, new double[] {1, nan, 2})),
        bad("weights: expected length 3, got 2", () -> DATA.weighted(new double[2])),
        bad(
            "the weight of row 1 is -1.0, expected a number >= 0",
            () -> DATA.weighted(new double[] {1, -1, 1})),
        bad("all weights are zero, expected one above zero", () -> DATA.weighted(new double[3])),
        bad("subset: row 3, expected 0 to 2", () -> DATA.subset(0, 3)),
        bad("a subset of no rows, expected one or more", () -> DATA.subset()),
        bad(
            "the targets are numbers, expected class labels",
            () -> Dataset.regression(DENSE, new double[3]).label(0)));
  }

  private static DynamicTest bad(String message, Executable call) {
    return DynamicTest.dynamicTest(
        message,
        () ->
            assertEquals(message, assertThrows(IllegalArgumentException.class, call).getMessage()));
  }
}
