package org.ironopt.regression.internal;

import java.util.Objects;
import org.ironopt.data.Dataset;
import org.ironopt.linalg.internal.Require;

/**
 * Some rows of another selection, or of the stored rows if there is none: {@code indices[from ..
 * to-1]}, read when used; null stands for the rows {@code from .. to-1} themselves.
 */
public record RowSelection(RowSelection of, int[] indices, int from, int to) {
  /** Returns the rows of a data set. */
  public static RowSelection of(Dataset data) {
    return data.whole() ? new RowSelection(null, null, 0, data.rows()) : stored(data.positions());
  }

  /** Returns the given stored rows. */
  private static RowSelection stored(int[] rows) {
    return new RowSelection(null, rows, 0, rows.length);
  }

  public RowSelection batch(int[] picked, int start, int end) {
    Objects.checkFromToIndex(start, end, picked.length);
    Require.atLeast("terms of the batch", 1, end - start);
    return new RowSelection(this, picked, start, end);
  }

  public int count() {
    return to - from;
  }

  /** Returns whether row k is the stored row {@code from + k}. */
  public boolean contiguous() {
    return indices == null && of == null;
  }

  /** Returns the stored row of row k. */
  public int row(int k) {
    int i = indices == null ? from + k : indices[from + k];
    if (of == null) {
      return i;
    }
    if (i < 0 || i >= of.count()) {
      throw Require.failed("term %d in a batch, expected 0 to %d", i, of.count() - 1);
    }
    return of.row(i);
  }

  /**
   * Returns the same rows, whatever happens to the indices afterwards.
   *
   * @param before what an earlier call returned and nobody needs any more, to be used again
   */
  public RowSelection frozen(RowSelection before) {
    if (contiguous()) {
      return this;
    }
    boolean fits = before != this && before.of == null && before.indices != null;
    RowSelection free = fits && before.count() == count() ? before : stored(new int[count()]);
    for (int k = 0; k < count(); k++) {
      free.indices[k] = row(k);
    }
    return free;
  }
}
