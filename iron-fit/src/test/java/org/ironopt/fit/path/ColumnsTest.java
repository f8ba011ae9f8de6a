package org.ironopt.fit.path;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.stream.IntStream;
import org.ironopt.data.Dataset;
import org.ironopt.data.DenseFeatures;
import org.ironopt.data.SparseFeatures;
import org.junit.jupiter.api.Test;

/** Columns of counts, far from centred, stored sparsely and densely. */
class ColumnsTest {
  private static final int[] STARTS = {0, 2, 4, 5, 7, 8};
  private static final int[] AT = {0, 2, 1, 2, 0, 0, 1, 2};
  private static final double[] COUNTS = {3, 1, 4, 1, 5, 9, 2, 6};
  private static final double[] CENTER = {3.4, 1.2, 1.6};
  private static final double[] SPREAD = {3.2, 1.6, 2.2};
  private static final double[] H = {0.1, 0.3, 0.2, 0.15, 0.25};
  private static final double[] STEP = {0.7, -1.1, 0.4, 0.9};

  private static final int ROWS = 5;
  private static final int COLUMNS = 3;

  private static double u(int i, int j) {
    if (j == COLUMNS) {
      return 1;
    }
    double x = 0;
    for (int k = STARTS[i]; k < STARTS[i + 1]; k++) {
      x += AT[k] == j ? COUNTS[k] : 0;
    }
    return (x - CENTER[j]) / SPREAD[j];
  }

  /** Returns {@code u_a' H u_b}. */
  private static double product(int a, int b) {
    return IntStream.range(0, ROWS).mapToDouble(i -> u(i, a) * H[i] * u(i, b)).sum();
  }

  private static void checkAlong(Columns x) {
    double[] h = new double[x.stride];
    System.arraycopy(H, 0, h, 0, ROWS);
    int[] all = {0, 1, 2, 3};
    Columns.Along first = x.along(h);
    first.prepare(all);
    Columns.Along second = first.another();
    for (Columns.Along along : new Columns.Along[] {first, second}) {
      for (int j : all) {
        assertEquals(product(j, j), along.curvature[j], 1e-14);
        along.move(j, STEP[j]);
      }
      for (int a : all) {
        double expected = IntStream.of(all).mapToDouble(b -> product(a, b) * STEP[b]).sum();
        assertEquals(expected, along.dot(a), 1e-14);
      }
    }
  }

  @Test
  void sparseColumnsHaveTheSecondDerivativesOfCentredOnes() {
    SparseFeatures x = SparseFeatures.of(ROWS, COLUMNS, STARTS, AT, COUNTS);
    checkAlong(Columns.of(Dataset.regression(x, new double[ROWS]), CENTER, SPREAD, true));
  }

  @Test
  void denseColumnsHaveTheSecondDerivativesOfCentredOnes() {
    double[] data = new double[ROWS * COLUMNS];
    for (int i = 0; i < ROWS; i++) {
      for (int k = STARTS[i]; k < STARTS[i + 1]; k++) {
        data[i * COLUMNS + AT[k]] = COUNTS[k];
      }
    }
    DenseFeatures x = new DenseFeatures(ROWS, COLUMNS, data);
    checkAlong(Columns.of(Dataset.regression(x, new double[ROWS]), CENTER, SPREAD, true));
  }
}
