package org.ironopt.table.internal;

import java.util.Arrays;
import org.ironopt.data.DenseFeatures;
import org.ironopt.data.Features;
import org.ironopt.data.SparseFeatures;
import org.ironopt.data.TableSchema;

/** Features that arrive row by row, ascending within a row. */
abstract sealed class FeatureBuilder {
  static final int LARGEST = Integer.MAX_VALUE - 8;

  /** Features are dense unless at most one of so many is not zero. */
  static final int DENSE_ABOVE = 10;

  final int columns;
  int rows;

  private FeatureBuilder(int columns) {
    this.columns = columns;
  }

  /** Starts without rows; zeros are written out if they are dense, else left out. */
  static FeatureBuilder of(boolean dense, int columns, long expectedRows, long expectedStored) {
    return dense
        ? new Dense(columns, expectedRows)
        : new Sparse(columns, expectedRows, expectedStored);
  }

  /** Starts without rows that training had not: dense if at most so many features are a column. */
  static FeatureBuilder ofNew(TableSchema schema) {
    int width = schema.features().size();
    return of(width <= DENSE_ABOVE * schema.columns().size(), width, 0, 0);
  }

  /** Makes room for a row; false if no array is long enough. */
  abstract boolean begin();

  abstract void set(int column, double value);

  void end() {
    rows++;
  }

  /** Adds later rows of the same columns; false if no array is long enough. */
  abstract boolean add(FeatureBuilder later);

  /** Starts without rows of the same kind, of which so many are expected. */
  abstract FeatureBuilder more(int expectedRows);

  abstract Features features();

  private static int larger(long size, long needed) {
    return (int) Math.min(LARGEST, Math.max(needed, size + (size >> 1) + 16));
  }

  private static final class Dense extends FeatureBuilder {
    private double[] data;

    Dense(int columns, long expectedRows) {
      super(columns);
      data = new double[(int) Math.min(LARGEST, expectedRows * columns)];
    }

    @Override
    boolean begin() {
      long needed = (rows + 1L) * columns;
      if (needed > LARGEST) {
        return false;
      }
      if (needed > data.length) {
        data = Arrays.copyOf(data, larger(data.length, needed));
      }
      return true;
    }

    @Override
    void set(int column, double value) {
      data[rows * columns + column] = value;
    }

    @Override
    boolean add(FeatureBuilder later) {
      int before = rows;
      rows += later.rows - 1;
      if (!begin()) {
        return false;
      }
      System.arraycopy(((Dense) later).data, 0, data, before * columns, later.rows * columns);
      rows++;
      return true;
    }

    @Override
    FeatureBuilder more(int expectedRows) {
      return new Dense(columns, expectedRows);
    }

    @Override
    Features features() {
      int length = rows * columns;
      return new DenseFeatures(
          rows, columns, length == data.length ? data : Arrays.copyOf(data, length));
    }
  }

  private static final class Sparse extends FeatureBuilder {
    private int[] pointers;
    private int[] indices;
    private double[] values;
    private int stored;

    Sparse(int columns, long expectedRows, long expectedStored) {
      super(columns);
      pointers = new int[(int) Math.min(LARGEST, expectedRows + 1)];
      indices = new int[(int) Math.min(LARGEST, expectedStored)];
      values = new double[indices.length];
    }

    @Override
    boolean begin() {
      if (stored + (long) columns > LARGEST || rows >= LARGEST - 1) {
        return false;
      }
      if (rows + 2 > pointers.length) {
        pointers = Arrays.copyOf(pointers, larger(pointers.length, rows + 2L));
      }
      return true;
    }

    @Override
    void set(int column, double value) {
      if (value == 0) {
        return;
      }
      if (stored == indices.length) {
        indices = Arrays.copyOf(indices, larger(stored, stored + 1L));
        values = Arrays.copyOf(values, indices.length);
      }
      indices[stored] = column;
      values[stored++] = value;
    }

    @Override
    void end() {
      super.end();
      pointers[rows] = stored;
    }

    @Override
    boolean add(FeatureBuilder later) {
      Sparse more = (Sparse) later;
      for (int r = 0; r < more.rows; r++) {
        if (!begin()) {
          return false;
        }
        for (int k = more.pointers[r]; k < more.pointers[r + 1]; k++) {
          set(more.indices[k], more.values[k]);
        }
        end();
      }
      return true;
    }

    @Override
    FeatureBuilder more(int expectedRows) {
      return new Sparse(columns, expectedRows, 4L * expectedRows);
    }

    @Override
    Features features() {
      boolean exact = stored == indices.length;
      return SparseFeatures.of(
          rows,
          columns,
          pointers.length == rows + 1 ? pointers : Arrays.copyOf(pointers, rows + 1),
          exact ? indices : Arrays.copyOf(indices, stored),
          exact ? values : Arrays.copyOf(values, stored));
    }
  }
}
