package org.ironopt.linalg.kernel;

/**
 * Products of a block of rows with several weight vectors at once, in double or in float: forward
 * {@code z_c = X w_c}, backward {@code g_c += X' z_c}. Row k stands at {@code xo + k stride}, the
 * vectors of output c at {@code wo + c depth} and {@code go + c depth}, where depth is the number
 * of columns rounded up to whole vectors. The elements behind the last column are zero in w; in x
 * they may be any finite numbers, such as the beginning of the next row; in g they mean nothing.
 *
 * <p>A forward sum has {@link #DOUBLES} or {@link #FLOATS} lanes: lane l adds the terms l, l +
 * lanes, ..., and the lanes are added pairwise, the farthest first. A backward sum goes row after
 * row. So a number of z or g has the same bits whatever is computed beside it, and with SIMD the
 * same as without.
 */
public final class Tiles {
  /** The rows of a block are padded to a multiple of this. */
  public static final int ROWS = 4;

  /** Lanes of a sum of doubles; the columns are padded to a multiple. */
  public static final int DOUBLES = 4;

  /** Lanes of a sum of floats; the columns are padded to a multiple. */
  public static final int FLOATS = 8;

  private static final int OUTPUTS = 5;

  private static final Tiles INSTANCE = new Tiles(!(Kernels.get() instanceof ScalarKernels));

  private final boolean simd;
  private final Trial fiveDots = new Trial();
  private final Trial dots = new Trial();
  private final Trial addFive = new Trial();
  private final Trial add = new Trial();
  private final Trial fiveFloatDots = new Trial();
  private final Trial floatDots = new Trial();
  private final Trial addFiveFloats = new Trial();
  private final Trial addFloats = new Trial();

  Tiles(boolean simd) {
    this.simd = simd;
  }

  /** Returns the kernels of this process. */
  public static Tiles get() {
    return INSTANCE;
  }

  /** Returns the least multiple of {@code unit}, a power of two, that is not below n. */
  public static int padded(int n, int unit) {
    return (n + unit - 1) & -unit;
  }

  private Trial.Way next(Trial trial) {
    return simd ? trial.next() : Trial.Way.SCALAR;
  }

  /**
   * {@code z[zo + c zs + k] = <row k, w_c>} for the outputs {@code 0 .. outputs-1}.
   *
   * @param rows a multiple of {@link #ROWS}
   */
  public void dots(
      double[] x,
      int xo,
      int rows,
      int stride,
      int depth,
      double[] w,
      int wo,
      int outputs,
      double[] z,
      int zo,
      int zs) {
    int fives = outputs / OUTPUTS * OUTPUTS;
    if (fives > 0) {
      Trial.Way way = next(fiveDots);
      long start = way.start();
      for (int c = 0; c < fives; c += OUTPUTS) {
        if (way.simd) {
          VectorTiles.fiveDots(x, xo, rows, stride, depth, w, wo + c * depth, z, zo + c * zs, zs);
        } else {
          for (int i = c; i < c + OUTPUTS; i++) {
            ScalarTiles.dots(x, xo, rows, stride, depth, w, wo + i * depth, z, zo + i * zs);
          }
        }
      }
      fiveDots.end(way, start, (long) rows * depth * fives);
    }
    if (fives < outputs) {
      Trial.Way way = next(dots);
      long start = way.start();
      for (int c = fives; c < outputs; c++) {
        if (way.simd) {
          VectorTiles.dots(x, xo, rows, stride, depth, w, wo + c * depth, z, zo + c * zs);
        } else {
          ScalarTiles.dots(x, xo, rows, stride, depth, w, wo + c * depth, z, zo + c * zs);
        }
      }
      dots.end(way, start, (long) rows * depth * (outputs - fives));
    }
  }

  /** {@code g_c += sum_k z[zo + c zs + k] (row k)} for the outputs {@code 0 .. outputs-1}. */
  public void add(
      double[] x,
      int xo,
      int rows,
      int stride,
      int depth,
      double[] z,
      int zo,
      int zs,
      int outputs,
      double[] g,
      int go) {
    int fives = outputs / OUTPUTS * OUTPUTS;
    if (fives > 0) {
      Trial.Way way = next(addFive);
      long start = way.start();
      for (int c = 0; c < fives; c += OUTPUTS) {
        if (way.simd) {
          VectorTiles.addFive(x, xo, rows, stride, depth, z, zo + c * zs, zs, g, go + c * depth);
        } else {
          for (int i = c; i < c + OUTPUTS; i++) {
            ScalarTiles.add(x, xo, rows, stride, depth, z, zo + i * zs, g, go + i * depth);
          }
        }
      }
      addFive.end(way, start, (long) rows * depth * fives);
    }
    if (fives < outputs) {
      Trial.Way way = next(add);
      long start = way.start();
      for (int c = fives; c < outputs; c++) {
        if (way.simd) {
          VectorTiles.add(x, xo, rows, stride, depth, z, zo + c * zs, g, go + c * depth);
        } else {
          ScalarTiles.add(x, xo, rows, stride, depth, z, zo + c * zs, g, go + c * depth);
        }
      }
      add.end(way, start, (long) rows * depth * (outputs - fives));
    }
  }

  /**
   * {@code z[zo + c zs + k] = <row k, w_c>} for the outputs {@code 0 .. outputs-1}.
   *
   * @param rows a multiple of {@link #ROWS}
   */
  public void dots(
      float[] x,
      int xo,
      int rows,
      int stride,
      int depth,
      float[] w,
      int wo,
      int outputs,
      float[] z,
      int zo,
      int zs) {
    int fives = outputs / OUTPUTS * OUTPUTS;
    if (fives > 0) {
      Trial.Way way = next(fiveFloatDots);
      long start = way.start();
      for (int c = 0; c < fives; c += OUTPUTS) {
        if (way.simd) {
          VectorFloatTiles.fiveDots(
              x, xo, rows, stride, depth, w, wo + c * depth, z, zo + c * zs, zs);
        } else {
          for (int i = c; i < c + OUTPUTS; i++) {
            ScalarTiles.dots(x, xo, rows, stride, depth, w, wo + i * depth, z, zo + i * zs);
          }
        }
      }
      fiveFloatDots.end(way, start, (long) rows * depth * fives);
    }
    if (fives < outputs) {
      Trial.Way way = next(floatDots);
      long start = way.start();
      for (int c = fives; c < outputs; c++) {
        if (way.simd) {
          VectorFloatTiles.dots(x, xo, rows, stride, depth, w, wo + c * depth, z, zo + c * zs);
        } else {
          ScalarTiles.dots(x, xo, rows, stride, depth, w, wo + c * depth, z, zo + c * zs);
        }
      }
      floatDots.end(way, start, (long) rows * depth * (outputs - fives));
    }
  }

  /** {@code g_c += sum_k z[zo + c zs + k] (row k)} for the outputs {@code 0 .. outputs-1}. */
  public void add(
      float[] x,
      int xo,
      int rows,
      int stride,
      int depth,
      float[] z,
      int zo,
      int zs,
      int outputs,
      float[] g,
      int go) {
    int fives = outputs / OUTPUTS * OUTPUTS;
    if (fives > 0) {
      Trial.Way way = next(addFiveFloats);
      long start = way.start();
      for (int c = 0; c < fives; c += OUTPUTS) {
        if (way.simd) {
          VectorFloatTiles.addFive(
              x, xo, rows, stride, depth, z, zo + c * zs, zs, g, go + c * depth);
        } else {
          for (int i = c; i < c + OUTPUTS; i++) {
            ScalarTiles.add(x, xo, rows, stride, depth, z, zo + i * zs, g, go + i * depth);
          }
        }
      }
      addFiveFloats.end(way, start, (long) rows * depth * fives);
    }
    if (fives < outputs) {
      Trial.Way way = next(addFloats);
      long start = way.start();
      for (int c = fives; c < outputs; c++) {
        if (way.simd) {
          VectorFloatTiles.add(x, xo, rows, stride, depth, z, zo + c * zs, g, go + c * depth);
        } else {
          ScalarTiles.add(x, xo, rows, stride, depth, z, zo + c * zs, g, go + c * depth);
        }
      }
      addFloats.end(way, start, (long) rows * depth * (outputs - fives));
    }
  }
}
