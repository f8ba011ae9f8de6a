package org.ironopt.linalg.kernel;

/** The products of {@link Tiles} in plain Java: the definition that SIMD must match bit for bit. */
final class ScalarTiles {
  private ScalarTiles() {}

  static final class Doubles implements Tiles.Loops<double[]> {
    @Override
    public void dots(
        double[] x,
        int xo,
        int rows,
        int stride,
        int depth,
        double[] w,
        int wo,
        double[] z,
        int zo) {
      for (int k = 0; k < rows; k++) {
        int row = xo + k * stride;
        double a = 0;
        double b = 0;
        double c = 0;
        double d = 0;
        for (int j = 0; j < depth; j += 4) {
          a = Math.fma(x[row + j], w[wo + j], a);
          b = Math.fma(x[row + j + 1], w[wo + j + 1], b);
          c = Math.fma(x[row + j + 2], w[wo + j + 2], c);
          d = Math.fma(x[row + j + 3], w[wo + j + 3], d);
        }
        z[zo + k] = ((a + c) + (b + d)) + 0.0;
      }
    }

    @Override
    public void add(
        double[] x,
        int xo,
        int rows,
        int stride,
        int depth,
        double[] z,
        int zo,
        double[] g,
        int go) {
      for (int k = 0; k < rows; k++) {
        double c = z[zo + k];
        int row = xo + k * stride;
        for (int j = 0; j < depth; j++) {
          g[go + j] = Math.fma(c, x[row + j], g[go + j]);
        }
      }
    }
  }

  static final class Floats implements Tiles.Loops<float[]> {
    @Override
    public void dots(
        float[] x, int xo, int rows, int stride, int depth, float[] w, int wo, float[] z, int zo) {
      for (int k = 0; k < rows; k++) {
        int row = xo + k * stride;
        z[zo + k] =
            ((quarter(x, row, w, wo, depth) + quarter(x, row + 2, w, wo + 2, depth))
                    + (quarter(x, row + 1, w, wo + 1, depth)
                        + quarter(x, row + 3, w, wo + 3, depth)))
                + 0.0f;
      }
    }

    /** Returns the lane at the first element plus the lane four elements on. */
    private static float quarter(float[] x, int xo, float[] w, int wo, int depth) {
      float a = 0;
      float b = 0;
      for (int j = 0; j < depth; j += 8) {
        a = Math.fma(x[xo + j], w[wo + j], a);
        b = Math.fma(x[xo + j + 4], w[wo + j + 4], b);
      }
      return a + b;
    }

    @Override
    public void add(
        float[] x, int xo, int rows, int stride, int depth, float[] z, int zo, float[] g, int go) {
      for (int k = 0; k < rows; k++) {
        float c = z[zo + k];
        int row = xo + k * stride;
        for (int j = 0; j < depth; j++) {
          g[go + j] = Math.fma(c, x[row + j], g[go + j]);
        }
      }
    }
  }
}
