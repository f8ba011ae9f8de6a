package org.ironopt.linalg.internal;

import java.util.ArrayDeque;
import java.util.Arrays;
import org.ironopt.linalg.Parallel;
import org.ironopt.linalg.kernel.Tiles;

/**
 * Products of matrices in float, {@code C = A B} with either factor transposed: both are packed
 * into panels that suit the register tiles of {@code linalg.kernel}, and blocks of C are shared out
 * over the threads of {@link Parallel} (Goto and van de Geijn 2008, DOI 10.1145/1356052.1356053).
 * An element of C is a sum of partial sums over {@value #DEPTH} terms, each a chain of fused
 * multiply-adds from the first term to the last, so it has the same bits for any number of threads,
 * with SIMD or without, and wherever it stands in C. Matrices are parts of arrays of floats or
 * doubles; doubles are rounded when they are packed, and sums that go to doubles are added up in
 * double. Owns its workspace; belongs to one thread.
 */
public final class FloatProducts {
  /** Columns of a panel: what a tile keeps in registers. */
  private static final int PANEL = 32;

  /** Terms of a partial sum; so many rows of a panel stay in the first-level cache. */
  private static final int DEPTH = 192;

  /** Rows of a block of C, a multiple of the rows of a tile. */
  private static final int ROWS = 60;

  private static final int TILE_ROWS = 5;

  /** Panels of a block of C. */
  private static final int PANELS = 8;

  /** Smaller products are left to the calling thread. */
  private static final long PARALLEL = 1 << 18;

  private static final Tiles<float[]> TILES = Tiles.ofFloats();

  private final ArrayDeque<Scratch> free = new ArrayDeque<>();
  private final PackedFactor own = new PackedFactor();

  /**
   * A matrix in an array: element (i, j) stands at {@code from + i stride + j}.
   *
   * @param floats the array, null if the elements are doubles
   * @param doubles the array, null if the elements are floats
   * @param transposed whether element (j, i) stands there instead
   */
  public record Part(float[] floats, double[] doubles, int from, int stride, boolean transposed) {
    public static Part of(float[] data, int from, int stride) {
      return new Part(data, null, from, stride, false);
    }

    public static Part of(double[] data, int from, int stride) {
      return new Part(null, data, from, stride, false);
    }

    /** Returns the transposed matrix, in the same array. */
    public Part transpose() {
      return new Part(floats, doubles, from, stride, !transposed);
    }
  }

  /** A right factor that is packed once for several products. */
  public static final class PackedFactor {
    private int rows;
    private int columns;
    private float[] data = new float[0];
  }

  /** What a block of C needs: the rows of A, packed, and the partial sums of one panel. */
  private static final class Scratch {
    final float[] a = new float[ROWS * DEPTH];
    final float[] sums = new float[ROWS * PANEL];
  }

  /** Packs a matrix of this shape, which replaces what is in {@code packed}. */
  public void pack(Part b, int rows, int columns, PackedFactor packed) {
    int panels = Math.ceilDiv(columns, PANEL);
    packed.rows = rows;
    packed.columns = columns;
    if (packed.data.length < panels * PANEL * rows) {
      packed.data = new float[panels * PANEL * rows];
    }
    Parallel.forEach(panels, 16L * rows * columns >= PARALLEL, p -> packPanel(b, p, packed));
  }

  private static void packPanel(Part b, int panel, PackedFactor packed) {
    int first = panel * PANEL;
    int width = Math.min(PANEL, packed.columns - first);
    int to = first * packed.rows;
    if (width < PANEL) {
      Arrays.fill(packed.data, to, to + PANEL * packed.rows, 0);
    }
    // Blocks of rows, so that both the array and the panel are in the cache.
    for (int i = 0; i < packed.rows; i += 64) {
      int end = Math.min(packed.rows, i + 64);
      copy(b, i, end, first, first + width, packed.data, to + i * PANEL, PANEL, 1);
    }
  }

  /** Copies rows and columns of a matrix; element (i, j) goes to {@code to + di i + dj j}. */
  private static void copy(
      Part x, int i0, int i1, int j0, int j1, float[] out, int to, int di, int dj) {
    if (x.transposed) {
      copy(x.transpose(), j0, j1, i0, i1, out, to, dj, di);
      return;
    }
    for (int i = i0; i < i1; i++) {
      int at = x.from + i * x.stride + j0;
      int o = to + (i - i0) * di;
      if (x.doubles != null) {
        for (int j = 0; j < j1 - j0; j++) {
          out[o + j * dj] = (float) x.doubles[at + j];
        }
      } else if (dj == 1) {
        System.arraycopy(x.floats, at, out, o, j1 - j0);
      } else {
        for (int j = 0; j < j1 - j0; j++) {
          out[o + j * dj] = x.floats[at + j];
        }
      }
    }
  }

  /** {@code C = scale A B} or, if {@code add}, {@code C += scale A B}; k columns of A. */
  public void multiply(int m, int k, int n, Part a, Part b, float scale, boolean add, Part c) {
    pack(b, k, n, own);
    multiply(m, a, own, scale, add, c);
  }

  /**
   * {@code C = scale A B} or, if {@code add}, {@code C += scale A B}.
   *
   * @param m rows of A and C
   * @param c where the product goes, not transposed; no part of A
   */
  public void multiply(int m, Part a, PackedFactor b, float scale, boolean add, Part c) {
    int across = Math.ceilDiv(b.columns, PANEL * PANELS);
    int tasks = Math.ceilDiv(m, ROWS) * across;
    Product product = new Product(a, b, scale, add, c);
    Parallel.forEach(
        tasks,
        (long) m * b.rows * b.columns >= PARALLEL,
        t -> {
          Scratch scratch = take();
          int row = t / across * ROWS;
          int rows = Math.min(ROWS, m - row);
          for (int k = 0; k < b.rows || k == 0; k += DEPTH) {
            product.block(row, rows, t % across * PANELS, k, scratch);
          }
          give(scratch);
        });
  }

  /** {@code C = scale A B}, or that added to C. */
  private record Product(Part a, PackedFactor b, float scale, boolean add, Part c) {
    /** Adds the terms from k on to a block of C, or puts them there. */
    void block(int row, int rows, int panel, int k, Scratch scratch) {
      int depth = Math.min(DEPTH, b.rows - k);
      int padded = Math.ceilDiv(rows, TILE_ROWS) * TILE_ROWS;
      copy(a, row, row + rows, k, k + depth, scratch.a, 0, DEPTH, 1);
      Arrays.fill(scratch.a, rows * DEPTH, padded * DEPTH, 0);
      int end = Math.min(Math.ceilDiv(b.columns, PANEL), panel + PANELS);
      float[] sums = scratch.sums;
      for (int p = panel; p < end; p++) {
        Arrays.fill(sums, 0, padded * PANEL, 0);
        int from = p * PANEL * b.rows + k * PANEL;
        TILES.add(b.data, from, depth, PANEL, PANEL, scratch.a, 0, DEPTH, padded, sums, 0);
        int width = Math.min(PANEL, b.columns - p * PANEL);
        for (int i = 0; i < rows; i++) {
          store(sums, i * PANEL, width, add || k > 0, c.from + (row + i) * c.stride + p * PANEL);
        }
      }
    }

    private void store(float[] sums, int from, int count, boolean more, int to) {
      if (c.doubles != null) {
        for (int j = 0; j < count; j++) {
          double term = (double) scale * sums[from + j];
          c.doubles[to + j] = more ? c.doubles[to + j] + term : term;
        }
      } else {
        for (int j = 0; j < count; j++) {
          float term = scale * sums[from + j];
          c.floats[to + j] = more ? c.floats[to + j] + term : term;
        }
      }
    }
  }

  private Scratch take() {
    synchronized (free) {
      Scratch scratch = free.poll();
      return scratch != null ? scratch : new Scratch();
    }
  }

  private void give(Scratch scratch) {
    synchronized (free) {
      free.push(scratch);
    }
  }
}
