package org.ironopt.linalg.kernel;

import static java.lang.Math.fma;

/**
 * The hot loops of counter-based randomness. The word at the counter {@code y} under an odd key k
 * is five rounds of squaring, adding a Weyl term ({@code y} or {@code y + k}) and swapping halves:
 * only products and sums of 64 bits, so SIMD lanes need nothing from each other. A uniform and a
 * normal are functions of one word. An array gets the words at {@code y, y + dy, y + 2 dy, ...}.
 * Here is the definition for a single counter; {@link VectorRandom} performs the same operations in
 * every lane.
 *
 * <p>A normal is the inverse of its distribution function, at the probability that the word stands
 * for. The uniform d of the word is the probability of {@code |Z| > |z|}, and its lowest bit is the
 * sign, so {@code |z| = sqrt(2) erfinv(x)} with {@code x = 1 - d}; d and x are exact. Except in the
 * tails, {@code |z| = x P(t) / Q(t)} with {@code t = 1 - x^2}: no logarithm and no root. In the
 * tails (1 word in 128) {@code |z| = A(s) / B(s)} with {@code s = sqrt(-log d)}. The coefficients
 * are relative minimax fits worked out with 60 digits, of error 1e-16 for t in [1/64, 1] and 4e-20
 * for d in [2^-53, 1/127]. Those of P and Q are positive, so that nothing cancels: the relative
 * error of a normal is below 1e-15.
 *
 * <p>Rounds: B. Widynski, "Squares: A Fast Counter-Based RNG", arXiv:2004.06278.
 */
public final class RandomKernels {
  /** The tails are where t is smaller. */
  static final double TAIL = 0x1p-6;

  static final long ONE_BITS = 0x3FF0000000000000L;
  static final double BELOW_ONE = 1 - 0x1p-53;

  static final double P0 = 4.545224975497036e-12;
  static final double P1 = 7.982281787472425e-09;
  static final double P2 = 2.983554141842366e-06;
  static final double P3 = 0.00039512076907236563;
  static final double P4 = 0.022697986576490158;
  static final double P5 = 0.6252426758172304;
  static final double P6 = 8.691461619488615;
  static final double P7 = 62.23346176561016;
  static final double P8 = 228.63988205792626;
  static final double P9 = 418.51293183800493;
  static final double P10 = 357.94822341801824;
  static final double P11 = 126.25032421536866;
  static final double P12 = 14.086447377568435;
  static final double P13 = 0.22172440540086433;

  /** Q13 = 1. */
  static final double Q0 = 1.1379105079488042e-12;

  static final double Q1 = 2.3238184378666115e-09;
  static final double Q2 = 9.663654592344354e-07;
  static final double Q3 = 0.00014068651644631288;
  static final double Q4 = 0.008866774735161951;
  static final double Q5 = 0.2689104166265643;
  static final double Q6 = 4.14821669125813;
  static final double Q7 = 33.37633647794428;
  static final double Q8 = 140.3540969056842;
  static final double Q9 = 302.19061364864086;
  static final double Q10 = 317.1340734431124;
  static final double Q11 = 147.5266255241542;
  static final double Q12 = 25.20337287272983;

  static final double A0 = -0.0013537385557828312;
  static final double A1 = 0.01370527529677943;
  static final double A2 = 1.1841862786926391;
  static final double A3 = 2.857940244749135;
  static final double A4 = 3.8946165027954636;
  static final double A5 = 4.321636429095762;
  static final double A6 = 1.409546137707181;
  static final double A7 = 0.13347698616339732;
  static final double A8 = 0.003003373540048487;

  /** B0 = 1. */
  static final double B1 = 2.103202124816551;

  static final double B2 = 3.9953246460476577;
  static final double B3 = 3.922060558749893;
  static final double B4 = 3.224791289082666;
  static final double B5 = 1.0023406982947927;
  static final double B6 = 0.0943935761353258;
  static final double B7 = 0.0021236628770030705;

  private static final RandomKernels INSTANCE = new RandomKernels(Kernels.simd());

  /** Shorter ranges are always left to the definition. */
  private static final int SHORT = 32;

  /** Elements that SIMD makes at once, and while it is tried out. */
  private static final int BLOCK = 1024;

  private static final int TRIAL = 32;

  private final boolean simd;
  private final KernelSelection uniforms = new KernelSelection();
  private final KernelSelection normals = new KernelSelection();

  RandomKernels(boolean simd) {
    this.simd = simd;
  }

  /** Returns the kernels of this process. */
  public static RandomKernels get() {
    return INSTANCE;
  }

  /** Returns the word at the counter y. */
  public static long word(long y, long key) {
    long z = y + key;
    long x = Long.rotateLeft(y * y + y, 32);
    x = Long.rotateLeft(x * x + z, 32);
    x = Long.rotateLeft(x * x + y, 32);
    long w = x * x + z;
    x = Long.rotateLeft(w, 32);
    return w ^ ((x * x + y) >>> 32);
  }

  /** Returns {@code (h + 1/2) / 2^52}, h the high 52 bits: exact, inside (0, 1), symmetric. */
  public static double uniform(long word) {
    // 1.h in [1, 2) lies on a grid of 2^-52, hence the difference is exact.
    return Double.longBitsToDouble((word >>> 12) | ONE_BITS) - BELOW_ONE;
  }

  /** Returns the standard normal that belongs to a word; flipping the lowest bit flips its sign. */
  public static double normal(long word) {
    double d = uniform(word);
    double x = 1 - d;
    double t = fma(-x, x, 1);
    double z;
    if (t < TAIL) {
      z = tail(d);
    } else {
      double p = fma(P13, t, P12);
      double q = t + Q12;
      p = fma(p, t, P11);
      q = fma(q, t, Q11);
      p = fma(p, t, P10);
      q = fma(q, t, Q10);
      p = fma(p, t, P9);
      q = fma(q, t, Q9);
      p = fma(p, t, P8);
      q = fma(q, t, Q8);
      p = fma(p, t, P7);
      q = fma(q, t, Q7);
      p = fma(p, t, P6);
      q = fma(q, t, Q6);
      p = fma(p, t, P5);
      q = fma(q, t, Q5);
      p = fma(p, t, P4);
      q = fma(q, t, Q4);
      p = fma(p, t, P3);
      q = fma(q, t, Q3);
      p = fma(p, t, P2);
      q = fma(q, t, Q2);
      p = fma(p, t, P1);
      q = fma(q, t, Q1);
      p = fma(p, t, P0);
      q = fma(q, t, Q0);
      z = x * p / q;
    }
    return Double.longBitsToDouble(Double.doubleToRawLongBits(z) | (word << 63));
  }

  private static double tail(double d) {
    double s = Math.sqrt(-ScalarFunctions.log(d));
    double a = fma(A8, s, A7);
    double b = B7;
    a = fma(a, s, A6);
    b = fma(b, s, B6);
    a = fma(a, s, A5);
    b = fma(b, s, B5);
    a = fma(a, s, A4);
    b = fma(b, s, B4);
    a = fma(a, s, A3);
    b = fma(b, s, B3);
    a = fma(a, s, A2);
    b = fma(b, s, B2);
    a = fma(a, s, A1);
    b = fma(b, s, B1);
    a = fma(a, s, A0);
    b = fma(b, s, 1);
    return a / b;
  }

  /** Fills {@code out[from .. from + count - 1]} with uniforms. */
  public void uniforms(long y, long dy, long key, double[] out, int from, int count) {
    if (!simd || count < SHORT) {
      plainUniforms(y, dy, key, out, from, count);
    } else {
      fill(false, y, dy, key, out, from, count);
    }
  }

  /** Fills {@code out[from .. from + count - 1]} with normals. */
  public void normals(long y, long dy, long key, double[] out, int from, int count) {
    if (!simd || count < SHORT) {
      plainNormals(y, dy, key, out, from, count);
    } else {
      fill(true, y, dy, key, out, from, count);
    }
  }

  /** Fills a range with what belongs to the counters from y on. */
  @FunctionalInterface
  private interface Loop {
    void fill(long y, long dy, long key, double[] out, int from, int count);
  }

  private void fill(boolean normal, long y, long dy, long key, double[] out, int from, int count) {
    KernelSelection trial = normal ? normals : uniforms;
    Loop fast = normal ? VectorRandom::normals : VectorRandom::uniforms;
    Loop plain = normal ? RandomKernels::plainNormals : RandomKernels::plainUniforms;
    int whole = count - count % VectorRandom.LANES;
    for (int i = 0; i < whole; ) {
      KernelSelection.Variant way = trial.next();
      int piece = Math.min(way.timed ? TRIAL : BLOCK, whole - i);
      long start = way.start();
      (way.simd ? fast : plain).fill(y + i * dy, dy, key, out, from + i, piece);
      trial.end(way, start, piece);
      i += piece;
    }
    plain.fill(y + whole * dy, dy, key, out, from + whole, count - whole);
  }

  private static void plainUniforms(long y, long dy, long key, double[] out, int from, int count) {
    for (int l = 0; l < count; l++) {
      out[from + l] = uniform(word(y + l * dy, key));
    }
  }

  private static void plainNormals(long y, long dy, long key, double[] out, int from, int count) {
    for (int l = 0; l < count; l++) {
      out[from + l] = normal(word(y + l * dy, key));
    }
  }
}
