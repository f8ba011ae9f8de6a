package org.ironopt.fit.adversary;

import java.util.Arrays;

/**
 * The losses of one row in extended precision, and the dual functions that go with them. That of
 * Poisson's model is half the deviance, {@code exp(z) - y z + y log y - y}, which is never
 * negative; so are those of a gamma and a negative binomial law.
 */
final class ExactLoss {
  /** What the Newton matrix gives rows beyond Huber's delta of the weight delta / |r|. */
  private static final double FLAT = 1e-10;

  private final Drawn.Kind kind;
  private final double shape;

  ExactLoss(Drawn.Kind kind, double shape) {
    this.kind = kind;
    this.shape = shape;
  }

  /**
   * Returns the loss of predictions z, none of them cancelled against another.
   *
   * @param slope overwritten with the derivatives by z
   * @param curvature overwritten with the second derivatives
   */
  Dd at(Dd[] z, double y, Dd[] slope, Dd[][] curvature) {
    return switch (kind) {
      case LOGISTIC -> logistic(z[0], y == 1, slope, curvature);
      case SOFTMAX -> softmax(z, (int) y, slope, curvature);
      case RIDGE -> {
        slope[0] = z[0].minus(Dd.of(y));
        curvature[0][0] = Dd.ONE;
        yield slope[0].square().times(0.5);
      }
      case POISSON -> {
        Dd mean = z[0].exp();
        slope[0] = mean.minus(Dd.of(y));
        curvature[0][0] = mean;
        Dd u = y == 0 ? z[0] : z[0].minus(Dd.of(y).log());
        yield y == 0 ? mean : u.expm1().minus(u).times(y);
      }
      case GAMMA -> {
        Dd s = z[0].minus(Dd.of(y).log());
        slope[0] = s.negated().expm1().negated();
        curvature[0][0] = s.negated().exp();
        yield s.minus(slope[0]);
      }
      case NEGBIN -> {
        Dd v = z[0].minus(Dd.of(shape).log());
        Dd e = v.abs().negated().exp();
        Dd whole = e.plus(Dd.ONE);
        Dd p = (v.hi() > 0 ? Dd.ONE : e).over(whole);
        Dd rest = (v.hi() > 0 ? e : Dd.ONE).over(whole);
        slope[0] = p.times(shape).minus(rest.times(y));
        curvature[0][0] = p.times(rest).times(Dd.of(y).plus(Dd.of(shape)));
        Dd softplus = Dd.max(v, Dd.ZERO).plus(e.log1p());
        yield softplus.times(Dd.of(y).plus(Dd.of(shape))).minus(v.times(y)).minus(least(y));
      }
      case HUBER -> {
        Dd r = z[0].minus(Dd.of(y));
        boolean beyond = Math.abs(r.hi()) > shape;
        slope[0] = beyond ? Dd.of(Math.copySign(shape, r.hi())) : r;
        curvature[0][0] = beyond ? Dd.of(FLAT * shape / Math.abs(r.hi())) : Dd.ONE;
        yield beyond ? r.abs().minus(Dd.of(shape).times(0.5)).times(shape) : r.square().times(0.5);
      }
    };
  }

  /** Returns the least loss of a negative binomial law. */
  private Dd least(double y) {
    Dd ratio = Dd.of(y).over(Dd.of(shape));
    Dd odds = y == 0 ? Dd.ZERO : ratio.log().times(y);
    return ratio.log1p().times(Dd.of(y).plus(Dd.of(shape))).minus(odds);
  }

  private static Dd logistic(Dd z, boolean positive, Dd[] slope, Dd[][] curvature) {
    Dd margin = positive ? z : z.negated();
    Dd e = margin.abs().negated().exp();
    Dd whole = e.plus(Dd.ONE);
    Dd wrong = (margin.hi() >= 0 ? e : Dd.ONE).over(whole);
    slope[0] = positive ? wrong.negated() : wrong;
    curvature[0][0] = e.over(whole.square());
    return margin.hi() >= 0 ? e.log1p() : e.log1p().minus(margin);
  }

  private static Dd softmax(Dd[] z, int y, Dd[] slope, Dd[][] curvature) {
    int top = 0;
    for (int c = 1; c < z.length; c++) {
      top = z[top].below(z[c]) ? c : top;
    }
    Dd others = Dd.ZERO;
    for (int c = 0; c < z.length; c++) {
      slope[c] = c == top ? Dd.ONE : z[c].minus(z[top]).exp();
      others = c == top ? others : others.plus(slope[c]);
    }
    Dd whole = others.plus(Dd.ONE);
    for (int c = 0; c < z.length; c++) {
      slope[c] = slope[c].over(whole);
    }
    for (int c = 0; c < z.length; c++) {
      curvature[c][c] = Dd.ZERO;
      for (int e = 0; e < z.length; e++) {
        if (e != c) {
          curvature[c][e] = slope[c].times(slope[e]).negated();
          curvature[c][c] = curvature[c][c].minus(curvature[c][e]);
        }
      }
    }
    slope[y] = Dd.ZERO;
    slope[y] = Arrays.stream(slope).reduce(Dd.ZERO, Dd::plus).negated();
    return z[top].minus(z[y]).plus(others.log1p());
  }

  /**
   * Returns {@code -l*(s)}, with l* the conjugate of the loss as a function of z, at a slope s in
   * its domain.
   */
  Dd dual(Dd[] s, double y) {
    return switch (kind) {
      case LOGISTIC -> entropy(s[0].abs()).plus(rest(s[0].abs()));
      case SOFTMAX -> {
        Dd sum = rest(s[(int) y].abs());
        for (int c = 0; c < s.length; c++) {
          sum = c == (int) y ? sum : sum.plus(entropy(s[c]));
        }
        yield sum;
      }
      case RIDGE -> s[0].times(y).plus(s[0].square().times(0.5)).negated();
      case POISSON -> {
        Dd r = s[0].over(Dd.of(y == 0 ? 1 : y));
        Dd mean = y == 0 ? r : r.plus(Dd.ONE);
        Dd log = mean.hi() <= 0 ? Dd.ZERO : y == 0 ? mean.log() : r.log1p();
        Dd divergence = mean.times(log).minus(r).times(y == 0 ? 1 : y);
        yield y == 0 ? divergence.negated() : s[0].times(Dd.of(y).log()).plus(divergence).negated();
      }
      case GAMMA -> {
        Dd q = Dd.ONE.minus(s[0]);
        Dd log = q.hi() <= 0 ? Dd.ZERO : s[0].negated().log1p();
        yield q.times(log).plus(s[0].times(Dd.of(y).log().plus(Dd.ONE))).negated();
      }
      case NEGBIN -> {
        Dd n = Dd.of(y).plus(Dd.of(shape));
        Dd p = s[0].plus(Dd.of(y)).over(n);
        Dd rest = Dd.of(shape).minus(s[0]).over(n);
        Dd entropy = entropy(p).plus(entropy(rest)).times(n);
        yield entropy.minus(s[0].times(Dd.of(shape).log())).minus(least(y));
      }
      case HUBER -> s[0].times(y).plus(s[0].square().times(0.5)).negated();
    };
  }

  private static Dd entropy(Dd p) {
    return p.hi() <= 0 ? Dd.ZERO : p.times(p.log()).negated();
  }

  /** Returns the entropy of 1 - p. */
  private static Dd rest(Dd p) {
    Dd q = Dd.ONE.minus(p);
    return q.hi() <= 0 ? Dd.ZERO : q.times(p.negated().log1p()).negated();
  }
}
