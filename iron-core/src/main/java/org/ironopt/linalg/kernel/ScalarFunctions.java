package org.ironopt.linalg.kernel;

import static java.lang.Math.abs;
import static java.lang.Math.fma;
import static org.ironopt.linalg.kernel.FunctionConstants.*;

/**
 * The one definition of the elementary functions, for a single number. Only additions,
 * multiplications, divisions, fused multiply-adds and operations on bits occur, all of which IEEE
 * 754 fixes to the last bit; the SIMD twin performs the same sequence in every lane. The error is
 * at most 2 ulp wherever the result is a normal number.
 */
public final class ScalarFunctions {
  private ScalarFunctions() {}

  /** Returns e^x. */
  public static double exp(double x) {
    return abs(x) <= EXP_CORE ? expCore(x) : expEdge(x);
  }

  /**
   * e^x = 2^k e^r with k = round(x / ln 2) and {@code |r| <= ln(2)/2}, for {@code |x| <= EXP_CORE}.
   */
  static double expCore(double x) {
    double t = fma(x, INVERSE_LN2, SHIFT);
    double q = expm1OfReduced(reduced(x, SHIFT - t));
    return (1 + q) * powerOfTwo(t);
  }

  /** Returns x + minusK ln 2; the first product and sum are exact. */
  private static double reduced(double x, double minusK) {
    return fma(minusK, LN2_LOW, fma(minusK, LN2, x));
  }

  /** Returns 2^k, whose exponent field fma(x, 1/ln 2, SHIFT) left in its low bits. */
  private static double powerOfTwo(double t) {
    return Double.longBitsToDouble(Double.doubleToRawLongBits(t) << 52);
  }

  private static double expm1OfReduced(double r) {
    return fma(r * r, expTail(r), r);
  }

  /** Returns (e^r - 1 - r) / r^2. */
  private static double expTail(double r) {
    double p = fma(r, E12, E11);
    p = fma(r, p, E10);
    p = fma(r, p, E9);
    p = fma(r, p, E8);
    p = fma(r, p, E7);
    p = fma(r, p, E6);
    p = fma(r, p, E5);
    p = fma(r, p, E4);
    p = fma(r, p, E3);
    return fma(r, p, 0.5);
  }

  private static double expEdge(double x) {
    if (!(x < 710)) {
      return x + Double.POSITIVE_INFINITY;
    }
    if (x < -746) {
      return 0;
    }
    double minusK = SHIFT - fma(x, INVERSE_LN2, SHIFT);
    double q = expm1OfReduced(reduced(x, minusK));
    int k = (int) -minusK;
    // Two exact powers, so that the only rounding to a subnormal or to infinity is the last one.
    return (1 + q) * power(k / 2) * power(k - k / 2);
  }

  private static double power(int k) {
    return Double.longBitsToDouble((long) (k + 1023) << 52);
  }

  /** Returns e^x - 1, accurate near 0. */
  public static double expm1(double x) {
    if (!(x >= -60 && x <= 60) || x == 0) {
      return x == 0 ? x : x < 0 ? -1 : exp(x);
    }
    double t = fma(x, INVERSE_LN2, SHIFT);
    double minusK = SHIFT - t;
    double s = powerOfTwo(t);
    return fma(s, accurateExpm1OfReduced(x, minusK), s - 1);
  }

  /** Returns e^r - 1 for r = x + minusK ln 2, with what the rounding of r loses put back. */
  private static double accurateExpm1OfReduced(double x, double minusK) {
    double high = fma(minusK, LN2, x);
    double r = fma(minusK, LN2_LOW, high);
    double lost = fma(minusK, LN2_LOW, high - r);
    return r + fma(r * r, expTail(r), lost);
  }

  /** Returns the natural logarithm. */
  public static double log(double x) {
    if (x >= Double.MIN_NORMAL && x <= Double.MAX_VALUE) {
      return logCore(x, 0);
    }
    if (x > 0) {
      return x == Double.POSITIVE_INFINITY ? x : logCore(x * 0x1p54, -54);
    }
    return x == 0 ? Double.NEGATIVE_INFINITY : Double.NaN;
  }

  /** Returns log(2^shift x) for a positive normal x. */
  static double logCore(double x, double shift) {
    long bits = Double.doubleToRawLongBits(x);
    long i = bits - SQRT_HALF_BITS;
    double k = exponent(i) + shift;
    double f = Double.longBitsToDouble(bits - (i & EXPONENT_AND_SIGN)) - 1;
    double s = f / (2 + f);
    double log1pf = fma(-s, f - artanhTail(s * s), f);
    return fma(k, LN2, fma(k, LN2_LOW, log1pf));
  }

  /** Returns the k of x = 2^k z as a floating-point number, i = bits of x - SQRT_HALF_BITS. */
  private static double exponent(long i) {
    return Double.longBitsToDouble(((i + ONE_BITS) >>> 52) | TWO_52_BITS) - TWO_52_AND_BIAS;
  }

  /** Returns (2 artanh(s) - 2 s) / s for w = s^2. */
  static double artanhTail(double w) {
    double p = fma(w, L6, L5);
    p = fma(w, p, L4);
    p = fma(w, p, L3);
    p = fma(w, p, L2);
    p = fma(w, p, L1);
    return w * fma(w, p, L0);
  }

  /** Returns log(1 + x), accurate near 0. */
  public static double log1p(double x) {
    if (x > -1 && x < LOG1P_CORE) {
      return log1pCore(x);
    }
    return x == -1 ? Double.NEGATIVE_INFINITY : log(x);
  }

  /** log(1 + x) with 1 + x = u + c exactly: k ln 2 + log(z) + c/u, u = 2^k z. */
  static double log1pCore(double x) {
    double u = 1 + x;
    double nearX = u - 1;
    double c = (x - nearX) + (1 - (u - nearX));
    long bits = Double.doubleToRawLongBits(u);
    long i = bits - SQRT_HALF_BITS;
    long kBits = i & EXPONENT_AND_SIGN;
    double k = exponent(i);
    // For k = 0 the argument itself is the exact f, with nothing to correct.
    double f = kBits == 0 ? x : Double.longBitsToDouble(bits - kBits) - 1;
    double cz = kBits == 0 ? 0 : c * Double.longBitsToDouble(ONE_BITS - kBits);
    double s = f / (2 + f);
    double log1pf = fma(-s, f - artanhTail(s * s), f);
    // 1/z = (1-s)/(1+s) to the two digits that a correction below half an ulp needs.
    double small = fma(k, LN2_LOW, cz * fma(fma(2, s, -2), s, 1));
    double y = fma(k, LN2, log1pf + small);
    return x == 0 ? x : y;
  }

  /** Returns 1 / (1 + e^-x), accurate in both tails. */
  public static double sigmoid(double x) {
    double e = exp(-abs(x));
    double d = 1 + e;
    double dLow = e - (d - 1);
    return quotient(x < 0 ? e : 1, 0, d, dLow);
  }

  /** Returns (n + nLow) / (d + dLow) with one Newton correction of the quotient. */
  private static double quotient(double n, double nLow, double d, double dLow) {
    double inverse = 1 / d;
    double q = n * inverse;
    return fma(fma(-q, dLow, fma(-q, d, n) + nLow), inverse, q);
  }

  /** Returns the hyperbolic tangent: -m / (2 + m) with m = expm1(-2|x|), and the sign of x. */
  public static double tanh(double x) {
    double y = -2 * abs(x);
    y = y < TANH_CLAMP ? TANH_CLAMP : y;
    double t = fma(y, INVERSE_LN2, SHIFT);
    double s = powerOfTwo(t);
    double sq = s * accurateExpm1OfReduced(y, SHIFT - t);
    double g = 1 - s;
    double n = g - sq;
    double h = 1 + s;
    double d = h + sq;
    return Math.copySign(quotient(n, (g - n) - sq, d, sq - (d - h)), x);
  }

  /** Returns log(cosh(x)), accurate near 0 and for every |x|. */
  public static double logcosh(double x) {
    double a = abs(x);
    if (a < LOGCOSH_SPLIT) {
      return logcoshNearZero(x);
    }
    if (a > LOGCOSH_LINEAR) {
      return a;
    }
    double y = -2 * a;
    double e = expCore(y < LOGCOSH_CLAMP ? LOGCOSH_CLAMP : y);
    double t = a - LN2;
    double low = (a - t) - LN2;
    return t + (log1pNearZero(e) + (low - LN2_LOW));
  }

  private static double logcoshNearZero(double x) {
    double z = x * x;
    double low = fma(x, x, -z);
    double p = fma(z, H11, H10);
    p = fma(z, p, H9);
    p = fma(z, p, H8);
    p = fma(z, p, H7);
    p = fma(z, p, H6);
    p = fma(z, p, H5);
    p = fma(z, p, H4);
    p = fma(z, p, H3);
    p = fma(z, p, H2);
    p = fma(z, p, H1);
    p = fma(z, p, H0);
    return fma(0.5, z, fma(z * z, p, 0.5 * low));
  }

  private static double log1pNearZero(double e) {
    double p = fma(e, G10, G9);
    p = fma(e, p, G8);
    p = fma(e, p, G7);
    p = fma(e, p, G6);
    p = fma(e, p, G5);
    p = fma(e, p, G4);
    p = fma(e, p, G3);
    p = fma(e, p, G2);
    p = fma(e, p, G1);
    p = fma(e, p, G0);
    return fma(e * e, p, e);
  }
}
