package org.ironopt.regression.rows;

import java.util.Arrays;
import org.ironopt.regression.Precision;
import org.ironopt.regression.internal.LinearTerms;
import org.ironopt.regression.internal.RowSelection;

/**
 * The rows of a batch side by side, so that the evaluations of one batch fetch them from all over
 * the data set once. It belongs to whoever took it from its objective; blocks of one pass fill
 * disjoint parts of it.
 */
public final class GatheredRows {
  /** Larger batches than this are gathered block by block in every pass. */
  private static final int LARGEST = 1 << 21;

  /** Row k of the batch stands at {@code k depth}; one of the two arrays is empty. */
  final double[] doubles;

  final float[] floats;

  private int[] ids = new int[0];
  private int[] next = new int[0];

  /** Whether the rows are there. */
  public boolean filled;

  private GatheredRows(double[] doubles, float[] floats) {
    this.doubles = doubles;
    this.floats = floats;
  }

  /** Returns a store for a selection, or null if its rows are better read where they are. */
  public static GatheredRows of(LinearTerms terms, RowSelection s) {
    long size = (long) (s.count() + RowBlock.ROWS) * terms.depth();
    if (s.contiguous() || size > LARGEST || !terms.dense()) {
      return null;
    }
    return terms.precision() == Precision.SINGLE
        ? new GatheredRows(new double[0], new float[(int) size])
        : new GatheredRows(new double[(int) size], new float[0]);
  }

  /** Looks whether the rows of a selection are those that are there. */
  public void begin(RowSelection s) {
    if (next.length != s.count()) {
      next = new int[s.count()];
    }
    for (int k = 0; k < next.length; k++) {
      next[k] = s.row(k);
    }
    if (!filled || !Arrays.equals(ids, next)) {
      filled = false;
      int[] old = ids;
      ids = next;
      next = old;
    }
  }

  /** Returns the stored row of row k. */
  int id(int k) {
    return ids[k];
  }
}
