package org.ironopt.linalg.kernel;

/**
 * Products of a block of rows with several weight vectors at once, on arrays of doubles or of
 * floats: forward {@code z_c = X w_c}, backward {@code g_c += X' z_c}. Row k stands at {@code xo +
 * k stride}, the vectors of output c at {@code wo + c depth} and {@code go + c depth}, where depth
 * is the number of columns rounded up to whole vectors. The elements behind the last column are
 * zero in w; in x they may be any finite numbers, such as the beginning of the next row; in g they
 * mean nothing.
 *
 * <p>A forward sum has {@link #DOUBLES} or {@link #FLOATS} lanes: lane l adds the terms l, l +
 * lanes, ..., and the lanes are added pairwise, the farthest first. A backward sum goes row after
 * row. So a number of z or g has the same bits whatever is computed beside it, and with SIMD the
 * same as without.
 *
 * @param <A> {@code double[]} or {@code float[]}
 */
public final class Tiles<A> {
  /** The rows of a block are padded to a multiple of this. */
  public static final int ROWS = 4;

  /** Lanes of a sum of doubles; the columns are padded to a multiple. */
  public static final int DOUBLES = 4;

  /** Lanes of a sum of floats; the columns are padded to a multiple. */
  public static final int FLOATS = 8;

  private static final int OUTPUTS = 5;

  private static final Tiles<double[]> OF_DOUBLES = doubles(Kernels.simd());
  private static final Tiles<float[]> OF_FLOATS = floats(Kernels.simd());

  /** The loops for one output, and for {@link #OUTPUTS} that share what was loaded. */
  interface Loops<A> {
    /** {@code z[zo + k] = <row k, w>}; rows a multiple of {@link #ROWS}. */
    void dots(A x, int xo, int rows, int stride, int depth, A w, int wo, A z, int zo);

    /** {@code g += sum_k z[zo + k] (row k)}, row after row. */
    void add(A x, int xo, int rows, int stride, int depth, A z, int zo, A g, int go);

    /** {@code z[zo + c zs + k] = <row k, w_c>} for five outputs c. */
    default void fiveDots(
        A x, int xo, int rows, int stride, int depth, A w, int wo, A z, int zo, int zs) {
      for (int c = 0; c < OUTPUTS; c++) {
        dots(x, xo, rows, stride, depth, w, wo + c * depth, z, zo + c * zs);
      }
    }

    /** {@code g_c += sum_k z[zo + c zs + k] (row k)} for five outputs c. */
    default void addFive(
        A x, int xo, int rows, int stride, int depth, A z, int zo, int zs, A g, int go) {
      for (int c = 0; c < OUTPUTS; c++) {
        add(x, xo, rows, stride, depth, z, zo + c * zs, g, go + c * depth);
      }
    }
  }

  private final Loops<A> plain;

  /** Null without SIMD. */
  private final Loops<A> simd;

  private final KernelSelection fiveDots = new KernelSelection();
  private final KernelSelection dots = new KernelSelection();
  private final KernelSelection addFive = new KernelSelection();
  private final KernelSelection add = new KernelSelection();

  private Tiles(Loops<A> plain, Loops<A> simd) {
    this.plain = plain;
    this.simd = simd;
  }

  static Tiles<double[]> doubles(boolean simd) {
    return new Tiles<>(new ScalarTiles.Doubles(), simd ? new VectorTiles() : null);
  }

  static Tiles<float[]> floats(boolean simd) {
    return new Tiles<>(new ScalarTiles.Floats(), simd ? new VectorFloatTiles() : null);
  }

  /** Returns the products of this process for doubles. */
  public static Tiles<double[]> ofDoubles() {
    return OF_DOUBLES;
  }

  /** Returns the products of this process for floats. */
  public static Tiles<float[]> ofFloats() {
    return OF_FLOATS;
  }

  /** Returns the least multiple of {@code unit}, a power of two, that is not below n. */
  public static int padded(int n, int unit) {
    return (n + unit - 1) & -unit;
  }

  private KernelSelection.Variant next(KernelSelection trial) {
    return simd != null ? trial.next() : KernelSelection.Variant.SCALAR;
  }

  /**
   * {@code z[zo + c zs + k] = <row k, w_c>} for the outputs {@code 0 .. outputs-1}.
   *
   * @param rows a multiple of {@link #ROWS}
   */
  public void dots(
      A x, int xo, int rows, int stride, int depth, A w, int wo, int outputs, A z, int zo, int zs) {
    int fives = outputs - outputs % OUTPUTS;
    if (fives > 0) {
      KernelSelection.Variant way = next(fiveDots);
      Loops<A> loops = way.simd ? simd : plain;
      long start = way.start();
      for (int c = 0; c < fives; c += OUTPUTS) {
        loops.fiveDots(x, xo, rows, stride, depth, w, wo + c * depth, z, zo + c * zs, zs);
      }
      fiveDots.end(way, start, (long) rows * depth * fives);
    }
    if (fives < outputs) {
      KernelSelection.Variant way = next(dots);
      Loops<A> loops = way.simd ? simd : plain;
      long start = way.start();
      for (int c = fives; c < outputs; c++) {
        loops.dots(x, xo, rows, stride, depth, w, wo + c * depth, z, zo + c * zs);
      }
      dots.end(way, start, (long) rows * depth * (outputs - fives));
    }
  }

  /** {@code g_c += sum_k z[zo + c zs + k] (row k)} for the outputs {@code 0 .. outputs-1}. */
  public void add(
      A x, int xo, int rows, int stride, int depth, A z, int zo, int zs, int outputs, A g, int go) {
    int fives = outputs - outputs % OUTPUTS;
    if (fives > 0) {
      KernelSelection.Variant way = next(addFive);
      Loops<A> loops = way.simd ? simd : plain;
      long start = way.start();
      for (int c = 0; c < fives; c += OUTPUTS) {
        loops.addFive(x, xo, rows, stride, depth, z, zo + c * zs, zs, g, go + c * depth);
      }
      addFive.end(way, start, (long) rows * depth * fives);
    }
    if (fives < outputs) {
      KernelSelection.Variant way = next(add);
      Loops<A> loops = way.simd ? simd : plain;
      long start = way.start();
      for (int c = fives; c < outputs; c++) {
        loops.add(x, xo, rows, stride, depth, z, zo + c * zs, g, go + c * depth);
      }
      add.end(way, start, (long) rows * depth * (outputs - fives));
    }
  }
}
