package org.ironopt.learn;

import org.ironopt.data.DenseFeatures;
import org.ironopt.data.Features;
import org.ironopt.data.FloatFeatures;
import org.ironopt.data.SparseFeatures;

/**
 * A few rows at a time, small enough for the fastest cache, and what a pass does with them. A
 * workspace of one thread.
 */
abstract class Block {
  /** Numbers in a block, about; a half of a common first-level cache. */
  private static final int CACHED = 2048;

  /** The stored row of each row of the block. */
  final int[] ids;

  int rows;

  Block(int capacity) {
    ids = new int[capacity];
  }

  static Block of(Features x) {
    int capacity = capacity(x.columns());
    return switch (x) {
      case DenseFeatures dense -> new DenseBlock(dense, capacity);
      case FloatFeatures floats -> new DenseBlock(floats, capacity);
      case SparseFeatures sparse -> new SparseBlock(sparse.matrix(), capacity);
    };
  }

  /** Returns the rows of a block: a multiple of four that depends on the columns only. */
  static int capacity(int columns) {
    return Math.clamp(CACHED / columns & -4, 4, 64);
  }

  /** Moves to the rows {@code from .. to-1} of a selection. */
  final void load(Selection s, int from, int to) {
    rows = to - from;
    if (s.contiguous()) {
      for (int k = 0; k < rows; k++) {
        ids[k] = s.from() + from + k;
      }
    } else {
      for (int k = 0; k < rows; k++) {
        ids[k] = s.row(from + k);
      }
    }
    loadRows(s.contiguous());
  }

  abstract void loadRows(boolean contiguous);

  /** {@code z[zo + k] = <row k, w[wo ...]>}. */
  abstract void dots(double[] w, int wo, double[] z, int zo);

  /** {@code g[go ...] += sum_k c[co + k] (row k)}. */
  abstract void add(double[] c, int co, double[] g, int go);

  /** {@code g[go ...] += sum_k c[co + k] (row k)^2}, element by element. */
  abstract void addSquares(double[] c, int co, double[] g, int go);

  /** {@code G += sum_k c[co + k] (row k)(row k)'}, the element (i, j) of G at {@code i d + j}. */
  abstract void addGram(double[] c, int co, double[] gram);
}
