package org.ironopt.fit.adversary;

/**
 * A number of about 32 digits as the sum of two doubles, {@code |lo| <= ulp(hi)/2}. Sums and
 * products are the error-free transformations of Dekker and Knuth with a fused multiply-add.
 *
 * <p>Reference: Y. Hida, X. S. Li, D. H. Bailey, "Algorithms for quad-double precision floating
 * point arithmetic", ARITH-15, 2001.
 */
record Dd(double hi, double lo) implements Comparable<Dd> {
  static final Dd ZERO = new Dd(0, 0);
  static final Dd ONE = new Dd(1, 0);
  static final Dd INFINITE = new Dd(Double.POSITIVE_INFINITY, 0);

  /** The natural logarithm of two. */
  static final Dd LN2 = new Dd(0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56);

  /** Arguments of the series of exp are divided by two to this power. */
  private static final int HALVINGS = 9;

  private static final int TERMS = 9;

  static Dd of(double a) {
    return new Dd(a, 0);
  }

  /** Returns a + b for {@code |a| >= |b|}, rounding nothing. */
  private static Dd quick(double a, double b) {
    double s = a + b;
    return new Dd(s, b - (s - a));
  }

  Dd plus(Dd b) {
    double s = hi + b.hi;
    double v = s - hi;
    double e = (hi - (s - v)) + (b.hi - v);
    double t = lo + b.lo;
    double u = t - lo;
    double f = (lo - (t - u)) + (b.lo - u);
    e += t;
    double r = s + e;
    return quick(r, e - (r - s) + f);
  }

  Dd minus(Dd b) {
    return plus(b.negated());
  }

  Dd negated() {
    return new Dd(-hi, -lo);
  }

  Dd abs() {
    return hi < 0 ? negated() : this;
  }

  Dd times(Dd b) {
    double p = hi * b.hi;
    double e = Math.fma(hi, b.hi, -p);
    return quick(p, e + (hi * b.lo + lo * b.hi));
  }

  Dd times(double b) {
    double p = hi * b;
    return quick(p, Math.fma(hi, b, -p) + lo * b);
  }

  Dd square() {
    return times(this);
  }

  Dd over(Dd b) {
    double q = hi / b.hi;
    Dd r = minus(b.times(q));
    double q2 = r.hi / b.hi;
    r = r.minus(b.times(q2));
    return quick(q, q2).plus(of(r.hi / b.hi));
  }

  Dd sqrt() {
    if (hi <= 0) {
      return ZERO;
    }
    double s = Math.sqrt(hi);
    return of(s).plus(of(minus(of(s).square()).hi / (2 * s)));
  }

  /** Returns exp(this), zero or infinite where doubles end. */
  Dd exp() {
    if (hi < -650 || hi > 650) {
      return hi < 0 ? ZERO : INFINITE;
    }
    int k = (int) Math.rint(hi / LN2.hi);
    Dd e = minus(LN2.times(k)).expm1Small().plus(ONE);
    return new Dd(Math.scalb(e.hi, k), Math.scalb(e.lo, k));
  }

  /** Returns exp(this) - 1, all digits of it. */
  Dd expm1() {
    return Math.abs(hi) < 0.35 ? expm1Small() : exp().minus(ONE);
  }

  private Dd expm1Small() {
    Dd r = times(1.0 / (1 << HALVINGS));
    Dd sum = ZERO;
    for (int k = TERMS; k >= 1; k--) {
      sum = sum.plus(ONE).times(r).over(of(k));
    }
    for (int k = 0; k < HALVINGS; k++) {
      sum = sum.times(2).plus(sum.square());
    }
    return sum;
  }

  /** Returns log(1 + this), all digits of it, by a Newton step from a double. */
  Dd log1p() {
    if (hi == 0 || hi == Double.POSITIVE_INFINITY) {
      return this;
    }
    if (hi < -0.5) {
      return plus(ONE).log();
    }
    Dd y = of(StrictMath.log1p(hi));
    Dd e = y.expm1();
    return y.minus(e.minus(this).over(e.plus(ONE)));
  }

  Dd log() {
    if (hi > 0.5 && hi < 2) {
      return minus(ONE).log1p();
    }
    Dd y = of(StrictMath.log(hi));
    return y.plus(times(y.negated().exp()).minus(ONE));
  }

  static Dd max(Dd a, Dd b) {
    return a.compareTo(b) >= 0 ? a : b;
  }

  boolean finite() {
    return Double.isFinite(hi) && Double.isFinite(lo);
  }

  boolean below(Dd b) {
    return hi < b.hi || hi == b.hi && lo < b.lo;
  }

  @Override
  public int compareTo(Dd b) {
    return below(b) ? -1 : b.below(this) ? 1 : 0;
  }
}
