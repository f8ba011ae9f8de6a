package org.ironopt.linalg.kernel;

/**
 * The constants that the scalar and the SIMD elementary functions share. The polynomials are
 * minimax (Remez exchange in 60 digits, then rounded); each comment names the function, the
 * interval and the largest relative error that the truncation adds to the result.
 */
final class FunctionConstants {
  private FunctionConstants() {}

  /** ln 2 in two pieces: the double next to it and what that leaves. */
  static final double LN2 = 0.6931471805599453;

  static final double LN2_LOW = 2.3190468138462996e-17;
  static final double INVERSE_LN2 = 1.4426950408889634;

  /**
   * Adding this to {@code y} rounds {@code y} to an integer k and leaves {@code k + 1023} in the
   * low bits, that is, the exponent field of 2^k.
   */
  static final double SHIFT = 0x1.8p52 + 1023;

  /** For |x| up to here exp(x) is a normal number reached by one scaling. */
  static final double EXP_CORE = 708;

  // e^r = 1 + r + r^2/2 + r^3 (E3 + E4 r + ...) for |r| <= ln(2)/2, 2^-60 of e^r - 1.
  static final double E3 = 0.16666666666666677;
  static final double E4 = 0.04166666666666669;
  static final double E5 = 0.008333333333321659;
  static final double E6 = 0.001388888888887012;
  static final double E7 = 0.0001984126988609253;
  static final double E8 = 2.4801587356181502e-05;
  static final double E9 = 2.7557244216459114e-06;
  static final double E10 = 2.7557245512279303e-07;
  static final double E11 = 2.510904170397306e-08;
  static final double E12 = 2.0923780996208084e-09;

  /** Bits of sqrt(1/2): log splits x = 2^k z with z in [sqrt(1/2), sqrt(2)). */
  static final long SQRT_HALF_BITS = 0x3fe6a09e667f3bcdL;

  static final long EXPONENT_AND_SIGN = 0xfff0000000000000L;
  static final long ONE_BITS = 0x3ff0000000000000L;

  /** The bits of 2^52: or-ing a small integer into them gives 2^52 plus that integer. */
  static final long TWO_52_BITS = 0x4330000000000000L;

  static final double TWO_52_AND_BIAS = 0x1p52 + 1023;

  // 2 artanh(s) = 2 s + s w (L0 + L1 w + ...), w = s^2, |s| <= 0.1717, 2^-59.
  static final double L0 = 0.6666666666666715;
  static final double L1 = 0.39999999999518093;
  static final double L2 = 0.2857142872265566;
  static final double L3 = 0.2222220036815709;
  static final double L4 = 0.18183479886456055;
  static final double L5 = 0.1531603439857245;
  static final double L6 = 0.14777529309211435;

  /** Above this, log1p(x) and log(x) round to one number. */
  static final double LOG1P_CORE = 0x1p53;

  /** tanh(|x|) is 1 from |x| = 22 on; twice that is the largest exponent it needs. */
  static final double TANH_CLAMP = -44;

  // log cosh x = z/2 + z^2 (H0 + H1 z + ...), z = x^2, |x| <= 0.75, 2^-57.
  static final double H0 = -0.0833333333333331;
  static final double H1 = 0.022222222222187154;
  static final double H2 = -0.006746031744353321;
  static final double H3 = 0.0021869488149691956;
  static final double H4 = -0.0007386024492383214;
  static final double H5 = 0.0002565762997007964;
  static final double H6 = -9.096588529827136e-05;
  static final double H7 = 3.268881687487124e-05;
  static final double H8 = -1.171774739231164e-05;
  static final double H9 = 3.970364870514867e-06;
  static final double H10 = -1.0990389521660596e-06;
  static final double H11 = 1.745721198847583e-07;

  /** Below this |x| log cosh is the even polynomial, above it |x| + log1p(exp(-2|x|)) - ln 2. */
  static final double LOGCOSH_SPLIT = 0.75;

  static final double LOGCOSH_CLAMP = -120;

  // log1p(e) = e + e^2 (G0 + G1 e + ...), 0 <= e <= exp(-1.5), 2^-55 of a log cosh above 1/4.
  static final double G0 = -0.49999999999997746;
  static final double G1 = 0.3333333333226797;
  static final double G2 = -0.24999999891322908;
  static final double G3 = 0.19999994975101223;
  static final double G4 = -0.16666535364372287;
  static final double G5 = 0.14283568359337073;
  static final double G6 = -0.12476896561184223;
  static final double G7 = 0.10943305025265357;
  static final double G8 = -0.0917486169493066;
  static final double G9 = 0.06383802582072233;
  static final double G10 = -0.02585884333697488;

  /** Beyond this |x| subtracting ln 2 no longer changes |x|. */
  static final double LOGCOSH_LINEAR = 0x1p54;
}
