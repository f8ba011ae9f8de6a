package org.ironopt.bench.kernels;

import java.util.List;
import org.ironopt.linalg.kernel.Tiles;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Setup;

/**
 * The two products of a softmax batch of 128 images with 784 pixels and ten classes: forward {@code
 * z_c = X w_c}, backward {@code g_c += X' z_c}. The columns are whole vectors, so nothing is
 * padded.
 */
public class RowProductBenchmark extends KernelBenchmark {
  private static final int ROWS = 128;
  private static final int COLUMNS = 784;
  private static final int OUTPUTS = 10;

  /** Operations of one product. */
  static final double FLOPS = 2.0 * ROWS * COLUMNS * OUTPUTS;

  private final Tiles<double[]> tiles = Tiles.ofDoubles();
  private final Tiles<float[]> floatTiles = Tiles.ofFloats();
  private double[] x;
  private double[] w;
  private double[] z;
  private double[] g;
  private double[] products;
  private float[] xf;
  private float[] wf;
  private float[] zf;
  private float[] gf;
  private float[] productsf;

  /** Draws the batch and the weights. */
  @Setup
  public void draw() {
    x = normals(ROWS * COLUMNS, 1);
    w = normals(OUTPUTS * COLUMNS, 2);
    z = normals(OUTPUTS * ROWS, 3);
    g = new double[OUTPUTS * COLUMNS];
    products = new double[OUTPUTS * ROWS];
    xf = floats(x);
    wf = floats(w);
    zf = floats(z);
    gf = new float[g.length];
    productsf = new float[products.length];
  }

  @Benchmark
  public double[] forward() {
    tiles.dots(x, 0, ROWS, COLUMNS, COLUMNS, w, 0, OUTPUTS, products, 0, ROWS);
    return products;
  }

  @Benchmark
  public double[] plainForward() {
    for (int c = 0; c < OUTPUTS; c++) {
      for (int k = 0; k < ROWS; k++) {
        double sum = 0;
        for (int j = 0; j < COLUMNS; j++) {
          sum += x[k * COLUMNS + j] * w[c * COLUMNS + j];
        }
        products[c * ROWS + k] = sum;
      }
    }
    return products;
  }

  @Benchmark
  public double[] backward() {
    tiles.add(x, 0, ROWS, COLUMNS, COLUMNS, z, 0, ROWS, OUTPUTS, g, 0);
    return g;
  }

  @Benchmark
  public double[] plainBackward() {
    for (int c = 0; c < OUTPUTS; c++) {
      for (int k = 0; k < ROWS; k++) {
        double a = z[c * ROWS + k];
        for (int j = 0; j < COLUMNS; j++) {
          g[c * COLUMNS + j] += a * x[k * COLUMNS + j];
        }
      }
    }
    return g;
  }

  @Benchmark
  public float[] forwardFloat() {
    floatTiles.dots(xf, 0, ROWS, COLUMNS, COLUMNS, wf, 0, OUTPUTS, productsf, 0, ROWS);
    return productsf;
  }

  @Benchmark
  public float[] plainForwardFloat() {
    for (int c = 0; c < OUTPUTS; c++) {
      for (int k = 0; k < ROWS; k++) {
        float sum = 0;
        for (int j = 0; j < COLUMNS; j++) {
          sum += xf[k * COLUMNS + j] * wf[c * COLUMNS + j];
        }
        productsf[c * ROWS + k] = sum;
      }
    }
    return productsf;
  }

  @Benchmark
  public float[] backwardFloat() {
    floatTiles.add(xf, 0, ROWS, COLUMNS, COLUMNS, zf, 0, ROWS, OUTPUTS, gf, 0);
    return gf;
  }

  @Benchmark
  public float[] plainBackwardFloat() {
    for (int c = 0; c < OUTPUTS; c++) {
      for (int k = 0; k < ROWS; k++) {
        float a = zf[c * ROWS + k];
        for (int j = 0; j < COLUMNS; j++) {
          gf[c * COLUMNS + j] += a * xf[k * COLUMNS + j];
        }
      }
    }
    return gf;
  }

  /** The same products by a BLAS, in two layouts of the outputs: it may take the faster one. */
  List<Runnable> blas(NativeBlas blas, boolean forward, boolean single) {
    Object a = single ? xf : x;
    if (forward) {
      Object b = single ? wf : w;
      Object c = single ? productsf : products;
      return List.of(
          blas.product(false, true, OUTPUTS, ROWS, COLUMNS, 0, b, a, c),
          blas.product(false, true, ROWS, OUTPUTS, COLUMNS, 0, a, b, c));
    }
    Object b = single ? zf : z;
    Object c = single ? gf : g;
    return List.of(
        blas.product(false, false, OUTPUTS, COLUMNS, ROWS, 1, b, a, c),
        blas.product(true, false, COLUMNS, OUTPUTS, ROWS, 1, a, b, c));
  }
}
