package org.ironopt.gpu.host;

import org.ironopt.gpu.Scalars;
import org.ironopt.gpu.host.Arguments.Doubles;
import org.ironopt.gpu.host.Arguments.Floats;

/** Twins of {@code vectors.cu}. */
final class VectorTwins {
  private VectorTwins() {}

  /** Puts a sum where the sum of all blocks finds it. */
  private static void partial(Doubles partial, int blocks, int number, double sum) {
    for (int b = 0; b < blocks; b++) {
      partial.set((long) number * blocks + b, b == 0 ? sum : 0);
    }
  }

  static void dot(int blocks, Arguments a) {
    Floats x = a.floats(0);
    Floats y = a.floats(1);
    double sum = 0;
    for (long i = 0; i < a.count(3); i++) {
      sum += (double) x.get(i) * y.get(i);
    }
    partial(a.doubles(2), blocks, 0, sum);
  }

  static void total(int blocks, Arguments a) {
    Doubles partial = a.doubles(0);
    int count = a.integer(2);
    for (int j = 0; j < blocks; j++) {
      double sum = 0;
      for (int i = 0; i < count; i++) {
        sum += partial.get((long) j * count + i);
      }
      a.doubles(1).set(j, sum);
    }
  }

  static void residual(Arguments a) {
    Floats g = a.floats(0);
    Floats x = a.floats(1);
    Floats v = a.floats(2);
    Floats r = a.floats(3);
    float factor = (float) (a.number(6) / a.doubles(5).get(Scalars.LAMBDA));
    for (long i = 0; i < a.count(7); i++) {
      r.set(i, Math.fma(factor, v.get(i) - x.get(i), -g.get(i)));
      a.floats(4).set(i, 0);
    }
  }

  static void center(Arguments a) {
    Floats x = a.floats(0);
    Floats v = a.floats(1);
    Floats c = a.floats(2);
    float over = (float) a.number(3);
    for (long i = 0; i < a.count(4); i++) {
      c.set(i, Math.fma(over, v.get(i) - x.get(i), x.get(i)));
    }
  }

  static void measure(Arguments a) {
    Doubles s = a.doubles(0);
    double part = a.number(1);
    double gz = s.get(Scalars.LINEAR);
    double zz = s.get(Scalars.LINEAR + 1);
    double last = s.get(Scalars.LENGTH);
    double scale = part * last;
    if (a.flag(2)) {
      double newest = gz / (s.get(Scalars.LINEAR + 2) + zz / s.get(Scalars.LAMBDA));
      scale = 0;
      if (newest > 0 && newest < 1e300) {
        double length = a.flag(3) && last > 0 ? last + 0.5 * (newest - last) : newest;
        s.set(Scalars.LENGTH, length);
        scale = Math.min(part * length, newest);
      }
    }
    double size = Math.sqrt(zz);
    if (a.flag(4)) {
      s.set(Scalars.SEEN, scale * size);
    } else if (scale * size > 2 * s.get(Scalars.SEEN)) {
      scale = 2 * s.get(Scalars.SEEN) / size;
    }
    s.set(Scalars.SCALE, scale);
    s.set(Scalars.LOOK, -scale * gz);
    s.set(Scalars.LOOK + 1, 0);
    s.set(Scalars.LOOK + 2, scale * scale * zz);
    s.set(Scalars.LOOK + 3, 0);
  }

  static void relax(Arguments a) {
    Floats x = a.floats(0);
    Floats v = a.floats(1);
    Floats z = a.floats(2);
    Floats p = a.floats(3);
    Floats y = a.floats(4);
    float over = (float) a.number(6);
    float scale = (float) a.doubles(5).get(Scalars.SCALE);
    for (long i = 0; i < a.count(7); i++) {
      float e = Math.fma(over, v.get(i) - x.get(i), -scale * z.get(i));
      p.set(i, e);
      y.set(i, x.get(i) + e);
    }
  }

  static void shift(int blocks, Arguments a) {
    Floats ad = a.floats(0);
    Floats d = a.floats(1);
    float factor = (float) (1 / a.doubles(3).get(Scalars.LAMBDA));
    double sum = 0;
    for (long i = 0; i < a.count(4); i++) {
      float e = Math.fma(factor, d.get(i), ad.get(i));
      ad.set(i, e);
      sum += (double) d.get(i) * e;
    }
    partial(a.doubles(2), blocks, 0, sum);
  }

  static void advance(Arguments a) {
    Floats p = a.floats(0);
    Floats r = a.floats(1);
    Floats d = a.floats(2);
    Floats ad = a.floats(3);
    double curvature = a.doubles(4).get(a.integer(6));
    double ratio = a.doubles(4).get(a.integer(5)) / curvature;
    float factor = curvature > 0 && ratio < 1e30 && ratio > 0 ? (float) ratio : 0;
    for (long i = 0; i < a.count(7); i++) {
      p.set(i, Math.fma(factor, d.get(i), p.get(i)));
      r.set(i, Math.fma(-factor, ad.get(i), r.get(i)));
    }
  }

  static void finish(Arguments a) {
    Floats p = a.floats(0);
    Floats d = a.floats(1);
    Doubles s = a.doubles(2);
    double curvature = s.get(a.integer(4)) + s.get(Scalars.SQUARE) / s.get(Scalars.LAMBDA);
    double ratio = s.get(a.integer(3)) / curvature;
    float factor = curvature > 0 && ratio < 1e30 && ratio > 0 ? (float) ratio : 0;
    for (long i = 0; i < a.count(5); i++) {
      p.set(i, Math.fma(factor, d.get(i), p.get(i)));
    }
  }

  static void direction(Arguments a) {
    Floats d = a.floats(0);
    Floats z = a.floats(1);
    double rz = a.doubles(2).get(a.integer(3));
    double ratio = a.doubles(2).get(a.integer(4)) / rz;
    float factor = rz > 0 && ratio < 1e30 ? (float) ratio : 0;
    for (long i = 0; i < a.count(5); i++) {
      d.set(i, Math.fma(factor, d.get(i), z.get(i)));
    }
  }

  static void trial(int blocks, Arguments a) {
    Floats x = a.floats(0);
    Floats v = a.floats(1);
    Floats g = a.floats(2);
    Floats p = a.floats(3);
    double[] sums = new double[4];
    for (long i = 0; i < a.count(6); i++) {
      double w = (double) v.get(i) - x.get(i);
      double q = p.get(i);
      a.floats(4).set(i, x.get(i) + p.get(i));
      sums[0] += g.get(i) * q;
      sums[1] += w * q;
      sums[2] += q * q;
      sums[3] += w * w;
    }
    for (int j = 0; j < 4; j++) {
      partial(a.doubles(5), blocks, j, sums[j]);
    }
  }

  static void judge(Arguments a) {
    Doubles s = a.doubles(0);
    double over = a.number(1);
    double lambda = s.get(Scalars.LAMBDA);
    double value = s.get(Scalars.VALUE);
    double wp = s.get(Scalars.LOOK + 1);
    double promise = -a.number(2) * (lambda * s.get(Scalars.LOOK) - over * wp);
    double gained =
        lambda * (value - s.get(Scalars.TRIAL)) + over * wp - 0.5 * s.get(Scalars.LOOK + 2);
    double hidden =
        0x1p-22 * (lambda * Math.abs(value) + 0.5 * over * over * s.get(Scalars.LOOK + 3));
    double ratio = gained / promise;
    boolean look = a.flag(7);
    if (!(promise > 0 && s.get(Scalars.LOOK + 2) < 1e300)) {
      ratio = -1e300;
    } else if (!look) {
      ratio = Double.NaN;
    } else if (!(Math.abs(s.get(Scalars.TRIAL)) < 1e300)) {
      ratio = -1e300;
    } else if (promise < hidden && Math.abs(gained) < hidden) {
      ratio = Double.NaN;
    }
    double factor =
        ratio < 0 ? 0.1 : ratio > 0.75 ? a.number(5) : ratio < 0.25 ? 1 / a.number(6) : 1;
    if (ratio < 0) {
      s.set(Scalars.REFUSED, s.get(Scalars.REFUSED) + 1);
    }
    double least = a.number(4);
    double next = lambda * factor > least ? lambda * factor : least;
    s.set(Scalars.LAMBDA, next < a.number(3) ? next : a.number(3));
    if (look || ratio < 0) {
      s.set(Scalars.RATIO, ratio);
    }
    s.set(Scalars.TAKEN, ratio < 0 ? 0 : 1);
  }

  static void move(Arguments a) {
    Floats x = a.floats(0);
    boolean taken = a.doubles(4).get(Scalars.TAKEN) > 0;
    float weight = (float) a.doubles(4).get(Scalars.WEIGHT);
    for (long i = 0; i < a.count(6); i++) {
      float q = taken ? a.floats(2).get(i) : 0;
      float y = x.get(i) + q;
      x.set(i, y);
      a.floats(1).set(i, Math.fma(a.single(5), q, y));
      average(a.floats(3), i, weight, y);
    }
  }

  private static void average(Floats average, long i, float weight, float y) {
    average.set(i, Math.fma(weight, y - average.get(i), average.get(i)));
  }

  static void count(Arguments a) {
    Doubles s = a.doubles(0);
    s.set(Scalars.POSITION, s.get(Scalars.POSITION) + a.integer(1));
    s.set(Scalars.SOLVES, s.get(Scalars.SOLVES) + 1);
    s.set(Scalars.TAKEN, a.number(2));
    double eta = a.number(3);
    double weight = (eta + 1) / (s.get(Scalars.SOLVES) + eta);
    s.set(Scalars.WEIGHT, weight > a.number(4) ? weight : a.number(4));
  }

  static void blend(Arguments a) {
    Floats average = a.floats(0);
    float factor = (float) Math.max(1 / a.doubles(2).get(Scalars.MODELS), a.number(3));
    for (long i = 0; i < a.count(4); i++) {
      float e = a.floats(1).get(i);
      if (Math.abs(e) < 3e38f) {
        average(average, i, factor, e);
      }
    }
  }

  static void note(Arguments a) {
    Doubles s = a.doubles(0);
    int slot = a.integer(1);
    s.set(slot, s.get(slot) + 1);
  }

  static void trace(Arguments a) {
    int n = a.integer(2);
    double sum = 0;
    for (int i = 0; i < n; i++) {
      sum += a.floats(0).get((long) i * a.integer(3) + i);
    }
    a.doubles(1).set(0, sum / n);
  }

  static void damp(Arguments a) {
    double ratio = Math.sqrt(a.doubles(2).get(0) / a.doubles(2).get(1));
    double pi = ratio > 1e-6 && ratio < 1e6 ? ratio : 1;
    double lambda = a.doubles(3).get(Scalars.LAMBDA);
    double add = a.number(5) * (a.integer(4) > 0 ? pi : 1 / pi) / Math.sqrt(lambda);
    int n = a.integer(6);
    for (long i = 0; i < (long) n * n; i++) {
      float e = a.floats(0).get(i);
      a.floats(1).set(i, i / n == i % n ? (float) (e + add) : e);
    }
  }

  static void identity(Arguments a) {
    int n = a.integer(1);
    for (long i = 0; i < (long) n * n; i++) {
      a.floats(0).set(i, i / n == i % n ? 1 : 0);
    }
  }

  static void identityDouble(Arguments a) {
    int n = a.integer(1);
    for (long i = 0; i < (long) n * n; i++) {
      a.doubles(0).set(i, i / n == i % n ? 1 : 0);
    }
  }

  static void adamScalars(Arguments a) {
    Doubles s = a.doubles(0);
    s.set(Scalars.ETA, a.doubles(1).get(((long) s.get(Scalars.SOLVES) - 1) % a.integer(2)));
    s.set(Scalars.POWER1, s.get(Scalars.POWER1) * a.number(3));
    s.set(Scalars.POWER2, s.get(Scalars.POWER2) * a.number(4));
    s.set(Scalars.RATE, s.get(Scalars.ETA) / (1 - s.get(Scalars.POWER1)));
    s.set(Scalars.ROOT, 1 / Math.sqrt(1 - s.get(Scalars.POWER2)));
  }

  static void adam(Arguments a) {
    Floats x = a.floats(0);
    Floats m = a.floats(2);
    Floats w = a.floats(3);
    Doubles s = a.doubles(5);
    float rate = (float) s.get(Scalars.RATE);
    float root = (float) s.get(Scalars.ROOT);
    float beta1 = a.single(6);
    float beta2 = a.single(7);
    float keep = (float) (1 - s.get(Scalars.ETA) * a.single(9));
    float weight = (float) s.get(Scalars.WEIGHT);
    for (long i = 0; i < a.count(10); i++) {
      float g = a.floats(1).get(i);
      float mean = Math.fma(beta1, m.get(i), (1 - beta1) * g);
      float square = Math.fma(beta2, w.get(i), (1 - beta2) * (g * g));
      m.set(i, mean);
      w.set(i, square);
      float below = Math.fma((float) Math.sqrt(square), root, a.single(8));
      float y = Math.fma(-rate, mean / below, keep * x.get(i));
      x.set(i, y);
      average(a.floats(4), i, weight, y);
    }
  }

  static void sgd(Arguments a) {
    Floats x = a.floats(0);
    Floats m = a.floats(2);
    float eta = (float) a.doubles(4).get(Scalars.ETA);
    float weight = (float) a.doubles(4).get(Scalars.WEIGHT);
    for (long i = 0; i < a.count(7); i++) {
      float g = a.floats(1).get(i);
      float e = Math.fma(a.single(5), m.get(i), g);
      m.set(i, e);
      if (a.flag(6)) {
        e = Math.fma(a.single(5), e, g);
      }
      float y = Math.fma(-eta, e, x.get(i));
      x.set(i, y);
      average(a.floats(3), i, weight, y);
    }
  }
}
