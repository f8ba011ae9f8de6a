package org.ironopt.linalg.kernel;

/**
 * Products with a few rows of a matrix that are in the cache, for passes over data: the same bits
 * as {@link Kernels#rowDots} and {@link Kernels#addRows}, by SIMD on four rows at once where that
 * is the faster way. Four rows are tried out now and then until the compiler has come round to the
 * SIMD loop; both ways give the same bits, so only speed depends on what was measured.
 */
public final class RowKernels {
  private static final Kernels K = Kernels.get();
  private static final RowKernels INSTANCE = new RowKernels(!(K instanceof ScalarKernels));

  private final boolean simd;
  private final Trial dots = new Trial();
  private final Trial add = new Trial();

  RowKernels(boolean simd) {
    this.simd = simd;
  }

  /** Returns the kernels of this process. */
  public static RowKernels get() {
    return INSTANCE;
  }

  /** {@code z[zo + k] = <row k, w[wo ...]>}, row k from {@code a[ao + k columns]} on. */
  public void dots(
      double[] a, int ao, int rows, int columns, double[] w, int wo, double[] z, int zo) {
    int k = 0;
    if (simd && columns >= Kernels.LANES && columns <= BlockTree.BLOCK && rows >= 4) {
      if (dots.ready) {
        for (; k <= rows - 4; k += 4) {
          VectorRows.fourDots(a, ao + k * columns, columns, w, wo, z, zo + k);
        }
      } else if (dots.due()) {
        k = 4;
        boolean vector = dots.begin();
        if (vector) {
          VectorRows.fourDots(a, ao, columns, w, wo, z, zo);
        } else {
          K.rowDots(a, ao, 4, columns, w, wo, z, zo);
        }
        dots.end(vector, columns);
      }
    }
    if (k < rows) {
      K.rowDots(a, ao + k * columns, rows - k, columns, w, wo, z, zo + k);
    }
  }

  /** {@code g[go ...] += sum_k c[co + k] (row k)}, row after row. */
  public void add(
      double[] a, int ao, int rows, int columns, double[] c, int co, double[] g, int go) {
    int k = 0;
    if (simd && columns >= Kernels.LANES && rows >= 4) {
      if (add.ready) {
        k = rows;
        VectorRows.add(a, ao, rows, columns, c, co, g, go);
      } else if (add.due()) {
        k = 4;
        boolean vector = add.begin();
        if (vector) {
          VectorRows.add(a, ao, 4, columns, c, co, g, go);
        } else {
          K.addRows(a, ao, 4, columns, c, co, g, go);
        }
        add.end(vector, columns);
      }
    }
    if (k < rows) {
      K.addRows(a, ao + k * columns, rows - k, columns, c, co + k, g, go);
    }
  }

  /** Times four rows of the one way and of the other in turn, until SIMD is faster. */
  private static final class Trial {
    private static final int CALLS = 4;

    // Plain fields: a thread that sees them late or loses an update only stays careful for longer.
    private boolean ready;
    private int calls;
    private long start;
    private double scalarNanos;

    boolean due() {
      return ++calls % CALLS == 0;
    }

    /** Returns whether it is the turn of SIMD. */
    boolean begin() {
      start = System.nanoTime();
      return calls % (2 * CALLS) == 0;
    }

    void end(boolean vector, int columns) {
      double nanos = (double) (System.nanoTime() - start) / columns;
      if (vector) {
        ready = nanos < scalarNanos;
      } else {
        scalarNanos = nanos;
      }
    }
  }
}
