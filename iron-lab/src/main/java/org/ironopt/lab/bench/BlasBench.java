package org.ironopt.lab.bench;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.ironopt.linalg.kernel.Tiles;
import org.ironopt.random.Stream;
import org.ironopt.random.Streams;

/**
 * The two products of a softmax batch, 128 rows of 784 columns with 10 outputs, beside those of a
 * native BLAS where one is installed: one thread, warm, in turns, the fastest of many rounds.
 */
public final class BlasBench {
  private static final int ROUNDS = 200;
  private static final long WARM_NANOS = 1_000_000_000;
  private static final int CALLS = 20;
  private static final int ROWS = 128;
  private static final int COLUMNS = 784;
  private static final int OUTPUTS = 10;
  private static final Stream STREAM = new Streams(1).stream("blas");

  /** A product by both, by BLAS with the result and its transposed. */
  private record Pair(String name, Runnable own, Runnable blas, Runnable transposed) {}

  /**
   * A line of the table.
   *
   * @param own 10^9 operations a second of this library
   * @param blas those of the other one
   */
  public record Row(String name, double own, double blas) {}

  /**
   * What was measured.
   *
   * @param library which BLAS, empty if there is none
   * @param rows nothing without one
   */
  public record Result(String library, List<Row> rows) {}

  private BlasBench() {}

  /** Measures with the library that is installed. */
  public static Result measure() {
    return run(ROUNDS, WARM_NANOS);
  }

  /** Measures in so many rounds after a warm-up. */
  public static Result run(int rounds, long warmNanos) {
    Optional<NativeBlas> blas = NativeBlas.find();
    if (blas.isEmpty()) {
      return new Result("", List.of());
    }
    List<Row> rows = new ArrayList<>();
    for (Pair pair : pairs(blas.get())) {
      long end = System.nanoTime() + warmNanos;
      do {
        nanos(pair.own());
        nanos(pair.blas());
        nanos(pair.transposed());
      } while (System.nanoTime() < end);
      double own = Double.MAX_VALUE;
      double other = Double.MAX_VALUE;
      for (int round = 0; round < rounds; round++) {
        own = Math.min(own, nanos(pair.own()));
        other = Math.min(other, nanos(pair.blas()));
        other = Math.min(other, nanos(pair.transposed()));
      }
      double flops = 2.0 * ROWS * COLUMNS * OUTPUTS;
      rows.add(new Row(pair.name(), flops / own, flops / other));
    }
    return new Result(blas.get().description(), rows);
  }

  private static double nanos(Runnable run) {
    long start = System.nanoTime();
    for (int c = 0; c < CALLS; c++) {
      run.run();
    }
    return (double) (System.nanoTime() - start) / CALLS;
  }

  /** BLAS may have the outputs of a row or those of an output side by side, as it likes best. */
  private static List<Pair> pairs(NativeBlas blas) {
    Tiles<double[]> tiles = Tiles.ofDoubles();
    Tiles<float[]> floatTiles = Tiles.ofFloats();
    double[] x = normals(ROWS * COLUMNS, 1);
    double[] w = normals(OUTPUTS * COLUMNS, 2);
    double[] z = normals(OUTPUTS * ROWS, 3);
    double[] products = new double[OUTPUTS * ROWS];
    double[] g = new double[OUTPUTS * COLUMNS];
    float[] xf = floats(x);
    float[] wf = floats(w);
    float[] zf = floats(z);
    float[] productsf = floats(products);
    float[] gf = floats(g);
    return List.of(
        new Pair(
            "forward, double",
            () -> tiles.dots(x, 0, ROWS, COLUMNS, COLUMNS, w, 0, OUTPUTS, products, 0, ROWS),
            () -> blas.products(OUTPUTS, ROWS, COLUMNS, w, x, products),
            () -> blas.products(ROWS, OUTPUTS, COLUMNS, x, w, products)),
        new Pair(
            "backward, double",
            () -> tiles.add(x, 0, ROWS, COLUMNS, COLUMNS, z, 0, ROWS, OUTPUTS, g, 0),
            () -> blas.add(OUTPUTS, COLUMNS, ROWS, z, x, g),
            () -> blas.addTransposed(COLUMNS, OUTPUTS, ROWS, x, z, g)),
        new Pair(
            "forward, float",
            () ->
                floatTiles.dots(xf, 0, ROWS, COLUMNS, COLUMNS, wf, 0, OUTPUTS, productsf, 0, ROWS),
            () -> blas.products(OUTPUTS, ROWS, COLUMNS, wf, xf, productsf),
            () -> blas.products(ROWS, OUTPUTS, COLUMNS, xf, wf, productsf)),
        new Pair(
            "backward, float",
            () -> floatTiles.add(xf, 0, ROWS, COLUMNS, COLUMNS, zf, 0, ROWS, OUTPUTS, gf, 0),
            () -> blas.add(OUTPUTS, COLUMNS, ROWS, zf, xf, gf),
            () -> blas.addTransposed(COLUMNS, OUTPUTS, ROWS, xf, zf, gf)));
  }

  /** Prints a table, or one line where there is no BLAS. */
  public static void print(Result result, PrintWriter out) {
    out.println();
    if (result.rows().isEmpty()) {
      out.println(
          "no native BLAS was found to compare with; -Diron.blas=FILE in IRON_OPTS names one");
      return;
    }
    out.println("128 x 784 x 10 beside " + result.library());
    out.println("product              GFLOP/s  of BLAS    ratio");
    for (Row row : result.rows()) {
      out.printf(
          Locale.ROOT,
          "%-20s %7.1f %8.1f %6.0f %%%n",
          row.name(),
          row.own(),
          row.blas(),
          100 * row.own() / row.blas());
    }
  }

  private static double[] normals(int n, int key) {
    double[] x = new double[n];
    STREAM.normals(key, 0, 1, x, 0, n);
    return x;
  }

  private static float[] floats(double[] x) {
    float[] y = new float[x.length];
    for (int i = 0; i < y.length; i++) {
      y[i] = (float) x[i];
    }
    return y;
  }
}
