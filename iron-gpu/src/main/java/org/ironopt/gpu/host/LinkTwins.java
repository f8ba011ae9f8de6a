package org.ironopt.gpu.host;

import java.util.Arrays;
import org.ironopt.gpu.host.Arguments.Doubles;
import org.ironopt.linalg.Functions;

/** Twins of {@code links.cu}; all rows are in the first line of sums. */
final class LinkTwins {
  private static final int LOGISTIC = 0;
  private static final int CLASSES = 2;
  private static final int COUNTS = 3;
  private static final int SUMS = 6;
  private static final double STRICTLY = 1.01;

  private LinkTwins() {}

  private static double inverse(double p) {
    return p < Double.MIN_NORMAL ? Double.POSITIVE_INFINITY : 1 / p;
  }

  static void link(int blocks, Arguments a) {
    Link link = new Link(a);
    for (long i = 0; i < a.count(7); i++) {
      if (a.integer(9) == CLASSES) {
        link.classes(i);
      } else {
        link.number(i);
      }
    }
    Doubles lines = a.doubles(6);
    for (int b = 0; b < blocks; b++) {
      for (int k = 0; k < SUMS; k++) {
        lines.set(b * (SUMS + 2L) + k, b == 0 ? link.sums[k] : 0);
      }
      lines.set(b * (SUMS + 2L) + SUMS, link.complete ? 1 : 0);
      lines.set(b * (SUMS + 2L) + SUMS + 1, link.least);
    }
  }

  private static final class Link {
    private final Doubles z;
    private final Doubles y;
    private final Doubles omega;
    private final Doubles slopes;
    private final Doubles kept;
    private final Doubles inverses;
    private final int outputs;
    private final int kind;
    private final double[] sums = new double[SUMS];
    private boolean complete;
    private double least = Double.POSITIVE_INFINITY;

    Link(Arguments a) {
      z = a.doubles(0);
      y = a.doubles(1);
      omega = a.doubles(2);
      slopes = a.doubles(3);
      kept = a.doubles(4);
      inverses = a.doubles(5);
      outputs = a.integer(8);
      kind = a.integer(9);
      complete = kind == LOGISTIC || kind == CLASSES;
    }

    void classes(long i) {
      double[] p = new double[outputs];
      Arrays.setAll(p, c -> z.get(i * outputs + c));
      double most = Arrays.stream(p).max().orElseThrow();
      int own = (int) y.get(i);
      double above = most - p[own];
      double all = 0;
      for (int c = 0; c < outputs; c++) {
        p[c] = Functions.exp(p[c] - most);
        all += p[c];
      }
      double wrong = 0;
      double largest = 0;
      for (int c = 0; c < outputs; c++) {
        p[c] /= all;
        kept.set(i * outputs + c, p[c]);
        slopes.set(i * outputs + c, omega.get(i) * p[c]);
        inverses.set(2 * i * outputs + c, c == own ? inverse(p[c]) : 0);
        inverses.set((2 * i + 1) * outputs + c, c == own ? 0 : inverse(p[c]));
        wrong += c == own ? 0 : p[c];
        largest = c == own ? largest : Math.max(largest, p[c]);
      }
      slopes.set(i * outputs + own, -omega.get(i) * wrong);
      sums[0] += omega.get(i) * (Functions.log(all) + above);
      complete &= STRICTLY * largest < p[own];
      least = Math.min(least, wrong);
    }

    void number(long i) {
      double w = omega.get(i);
      double t = y.get(i);
      double at = z.get(i);
      double curvature = 1;
      double slope = at - t;
      if (kind == LOGISTIC) {
        double p = Functions.sigmoid(at);
        double other = Functions.sigmoid(-at);
        double wrong = t > 0 ? other : p;
        slope = t > 0 ? -other : p;
        curvature = p * other;
        double over = Functions.log1p(Functions.exp(-Math.abs(at)));
        sums[0] += w * (Math.max(at, 0) - t * at + over);
        sums[t > 0 ? 2 : 1] += w * inverse(t > 0 ? p : other);
        sums[t > 0 ? 3 : 4] += w * inverse(wrong);
        sums[5] += w * curvature;
        complete &= STRICTLY * wrong < 1 - wrong;
        least = Math.min(least, wrong);
      } else if (kind == COUNTS) {
        curvature = Functions.exp(at);
        slope = curvature - t;
        sums[0] += w * Math.fma(-t, at, curvature);
        sums[1] += w * curvature;
        sums[2] += t > 0 ? w * t * t * inverse(curvature) : 0;
        sums[3] += w * slope * slope;
        least = t == 0 ? Math.min(least, curvature) : least;
      } else {
        sums[0] += w * 0.5 * slope * slope;
      }
      slopes.set(i, w * slope);
      kept.set(i, w * curvature);
    }
  }

  static void curve(Arguments a) {
    Doubles kept = a.doubles(0);
    Doubles z = a.doubles(2);
    int outputs = a.integer(4);
    for (long i = 0; i < a.count(3); i++) {
      if (a.integer(5) != CLASSES) {
        z.set(i, z.get(i) * kept.get(i));
        continue;
      }
      double mean = 0;
      for (long k = i * outputs; k < (i + 1) * outputs; k++) {
        mean = Math.fma(kept.get(k), z.get(k), mean);
      }
      for (long k = i * outputs; k < (i + 1) * outputs; k++) {
        z.set(k, a.doubles(1).get(i) * kept.get(k) * (z.get(k) - mean));
      }
    }
  }

  static void moved(int blocks, Arguments a) {
    Moved moved = new Moved(a);
    double sum = 0;
    for (long i = 0; i < a.count(6); i++) {
      sum += moved.row(i);
    }
    for (int b = 0; b < blocks; b++) {
      a.doubles(5).set(2L * b, b == 0 ? sum : 0);
      a.doubles(5).set(2L * b + 1, moved.seen ? 1 : 0);
    }
  }

  private static final class Moved {
    private final Arguments a;
    private final double tau;
    private final double taken;
    private boolean seen = true;

    Moved(Arguments a) {
      this.a = a;
      tau = a.number(9);
      taken = tau + a.number(10) - tau * a.number(10);
    }

    double row(long i) {
      Doubles kept = a.doubles(1);
      Doubles mixed = a.doubles(4);
      double y = a.doubles(2).get(i);
      double w = a.doubles(3).get(i);
      int outputs = a.integer(7);
      if (a.integer(8) == CLASSES) {
        double all = 0;
        double row = 0;
        for (int c = 0; c < outputs; c++) {
          if (c != (int) y) {
            double p = kept.get(i * outputs + c);
            double delta = (1 - tau) * mixed.get(c) - taken * p;
            all += delta;
            row += of(counted(p), delta);
          }
        }
        return w * (row + of(counted(kept.get(i * outputs + (int) y)), -all));
      }
      if (a.integer(8) == LOGISTIC) {
        double slope = Math.abs(a.doubles(0).get(i));
        double wrong = slope / w;
        double right = wrong < 0.5 ? 1 - wrong : kept.get(i) / slope;
        double delta = (1 - tau) * mixed.get(y > 0 ? 0 : 1) - taken * wrong;
        return w * (of(counted(wrong), delta) + of(counted(right), -delta));
      }
      double mean = kept.get(i) / w;
      return w * of(mean, tau * y - taken * mean);
    }

    private double counted(double p) {
      seen &= p >= Double.MIN_NORMAL;
      return Math.max(p, Double.MIN_NORMAL);
    }

    private static double of(double p, double delta) {
      double u = delta / p;
      if (delta == 0) {
        return 0;
      }
      if (u > -0.7 && u < 1) {
        return delta * u * (3 + u) / (6 + 4 * u);
      }
      return u <= -1 ? p : (p + delta) * StrictMath.log1p(u) - delta;
    }
  }
}
