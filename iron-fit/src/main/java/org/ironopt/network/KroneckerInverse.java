package org.ironopt.network;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ironopt.linalg.LinearOperator;
import org.ironopt.linalg.internal.FloatProducts;
import org.ironopt.linalg.internal.FloatProducts.PackedFactor;
import org.ironopt.linalg.internal.FloatProducts.Part;
import org.jspecify.annotations.Nullable;

/**
 * An approximate inverse of {@code I + lambda (A (x) S + reg I)}, layer by layer: {@code R -> (S +
 * d/pi I)^-1 R (A + pi d I)^-1 / lambda} with {@code d^2 = 1/lambda + reg}. The split {@code pi^2 =
 * (tr A/dim A)/(tr S/dim S)} makes the cross terms small (Martens and Grosse 2015, section 6.3).
 * Inverses are made and applied in float.
 */
final class KroneckerInverse implements LinearOperator {
  /** A factor that is not definite in floats is damped by so much more, up to so often. */
  private static final double MORE = 10;

  private static final int ATTEMPTS = 8;

  /** Blocks up to this size are factored by plain loops, in double. */
  private static final int SMALL = 48;

  private final FloatProducts products = new FloatProducts();
  private final List<Factors> layers = new ArrayList<>();
  private final double scale;
  private float[] middle = new float[0];

  /** The inverses of a layer: the right one packed, the left one as it is. */
  private record Factors(Layers.Block block, PackedFactor right, float[] left) {}

  private KroneckerInverse(double scale) {
    this.scale = scale;
  }

  /** Returns the inverse, null if a factor cannot be inverted. */
  static @Nullable KroneckerInverse of(Layers layers, double[] model, double lambda, double reg) {
    double shrink = 1 + lambda * reg;
    KroneckerInverse all = new KroneckerInverse(1 / lambda);
    double damping = Math.sqrt(shrink / lambda);
    int at = 0;
    for (Layers.Block b : layers.blocks()) {
      int right = b.columns();
      int left = b.rows();
      double traceA = trace(model, at, right) / right;
      double traceS = trace(model, at + right * right, left) / left;
      double ratio = Math.sqrt(traceA / traceS);
      double pi = ratio > 1e-6 && ratio < 1e6 ? ratio : 1;
      float[] a = all.inverse(model, at, right, pi * damping);
      float[] s = all.inverse(model, at + right * right, left, damping / pi);
      if (a == null || s == null) {
        return null;
      }
      PackedFactor packed = new PackedFactor();
      all.products.pack(Part.of(a, 0, right), right, right, packed);
      all.layers.add(new Factors(b, packed, s));
      if (all.middle.length < b.length()) {
        all.middle = new float[b.length()];
      }
      at += right * right + left * left;
    }
    return all;
  }

  private static double trace(double[] model, int at, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++) {
      sum += model[at + i * n + i];
    }
    return sum;
  }

  @Override
  public void apply(double[] r, double[] z) {
    for (Factors f : layers) {
      int rows = f.block.rows();
      int columns = f.block.columns();
      Part from = Part.of(r, f.block.from(), columns);
      Part between = Part.of(middle, 0, columns);
      Part to = Part.of(z, f.block.from(), columns);
      products.multiply(rows, from, f.right, 1, false, between);
      Part left = Part.of(f.left, 0, rows);
      products.multiply(rows, rows, columns, left, between, (float) scale, false, to);
    }
  }

  /**
   * Returns {@code (M + damping I)^-1}, with more damping if floats need it; null if none helps.
   */
  private float @Nullable [] inverse(double[] model, int at, int n, double damping) {
    float[] m = new float[n * n];
    double shift = damping;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++, shift *= MORE) {
      float[] a = new float[n * n];
      for (int i = 0; i < n * n; i++) {
        a[i] = (float) model[at + i];
      }
      for (int i = 0; i < n; i++) {
        a[i * n + i] = (float) (model[at + i * n + i] + shift);
      }
      Arrays.fill(m, 0);
      if (factor(a, m, n, 0, n)) {
        Part inverted = Part.of(m, 0, n);
        products.multiply(n, n, n, inverted.transpose(), inverted, 1, false, Part.of(a, 0, n));
        if (isFinite(a)) {
          return a;
        }
      }
    }
    return null;
  }

  private static boolean isFinite(float[] a) {
    for (float x : a) {
      if (!Float.isFinite(x)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Overwrites rows and columns {@code from .. from + size - 1} of m with the inverse of the
   * Cholesky factor of those of a; returns whether they are positive definite. With halves 1 and 2:
   * {@code L21 = A21 M11'}, {@code A22 -= L21 L21'}, {@code M21 = -M22 L21 M11}.
   */
  private boolean factor(float[] a, float[] m, int n, int from, int size) {
    if (size <= SMALL) {
      return factorSmall(a, m, n, from, size);
    }
    int half = size / 2;
    int rest = size - half;
    int corner = (from + half) * n + from;
    int first = from * n + from;
    int second = corner + half;
    if (!factor(a, m, n, from, half)) {
      return false;
    }
    float[] l = new float[rest * half];
    float[] product = new float[rest * half];
    Part m11 = Part.of(m, first, n);
    Part l21 = Part.of(l, 0, half);
    products.multiply(rest, half, half, Part.of(a, corner, n), m11.transpose(), 1, false, l21);
    products.multiply(rest, half, rest, l21, l21.transpose(), -1, true, Part.of(a, second, n));
    if (!factor(a, m, n, from + half, rest)) {
      return false;
    }
    Part lm = Part.of(product, 0, half);
    products.multiply(rest, half, half, l21, m11, 1, false, lm);
    products.multiply(
        rest, rest, half, Part.of(m, second, n), lm, -1, false, Part.of(m, corner, n));
    return true;
  }

  private static boolean factorSmall(float[] a, float[] m, int n, int from, int size) {
    double[] l = new double[size * size];
    double[] inverse = new double[size * size];
    for (int i = 0; i < size; i++) {
      for (int j = 0; j <= i; j++) {
        double sum = a[(from + i) * n + from + j];
        for (int k = 0; k < j; k++) {
          sum -= l[i * size + k] * l[j * size + k];
        }
        if (i == j && !(sum > 0 && sum < Double.POSITIVE_INFINITY)) {
          return false;
        }
        l[i * size + j] = i == j ? Math.sqrt(sum) : sum / l[j * size + j];
      }
    }
    for (int j = 0; j < size; j++) {
      for (int i = j; i < size; i++) {
        double sum = i == j ? 1 : 0;
        for (int k = j; k < i; k++) {
          sum -= l[i * size + k] * inverse[k * size + j];
        }
        inverse[i * size + j] = sum / l[i * size + i];
        m[(from + i) * n + from + j] = (float) inverse[i * size + j];
      }
    }
    return true;
  }
}
