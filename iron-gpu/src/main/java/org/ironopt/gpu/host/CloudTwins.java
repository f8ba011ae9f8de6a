package org.ironopt.gpu.host;

import org.ironopt.gpu.host.Arguments.Doubles;
import org.ironopt.linalg.Functions;
import org.ironopt.random.Stream;

/** Twins of {@code particles.cu}. */
final class CloudTwins {
  private static final long LOW = 0xffffffffL;

  private CloudTwins() {}

  private static Stream stream(int[] words, long group) {
    int at = Math.toIntExact(4 * group);
    return Stream.of(
        (long) words[at] << 32 | words[at + 1] & LOW,
        (long) words[at + 2] << 32 | words[at + 3] & LOW);
  }

  static void start(Arguments a) {
    long particles = a.count(3);
    long size = a.count(4);
    int n = a.integer(5);
    for (long j = 0; j < particles; j++) {
      Stream stream = stream(a.ints(2), j / size);
      for (int i = 0; i < n; i++) {
        a.doubles(0).set(i * particles + j, stream.normal(0, j % size * n + i));
        a.doubles(1).set(i * particles + j, 0);
      }
    }
  }

  static void quadratic(Arguments a) {
    Doubles x = a.doubles(0);
    Doubles v = a.doubles(1);
    long particles = a.count(5);
    long size = a.count(6);
    int n = a.integer(7);
    double[] c = new double[n];
    for (long j = 0; j < particles; j++) {
      Stream stream = stream(a.ints(2), j / size);
      for (long step = a.count(8); step < a.count(8) + a.integer(9); step++) {
        for (int i = 0; i < n; i++) {
          double old = x.get(i * particles + j);
          c[i] = Math.fma(a.number(10), v.get(i * particles + j) - old, old);
          c[i] = Math.fma(a.number(11), stream.normal(step, j % size * n + i), c[i]);
        }
        for (int i = 0; i < n; i++) {
          double u = a.doubles(4).get(i);
          for (int l = 0; l < n; l++) {
            u = Math.fma(a.doubles(3).get((long) i * n + l), c[l], u);
          }
          double moved = u - x.get(i * particles + j);
          v.set(i * particles + j, Math.fma(a.number(12), moved, u));
          x.set(i * particles + j, u);
        }
      }
    }
  }

  static void logcosh(Arguments a) {
    Doubles x = a.doubles(0);
    Doubles v = a.doubles(1);
    long particles = a.count(5);
    long size = a.count(6);
    int n = a.integer(7);
    for (long j = 0; j < particles; j++) {
      Stream stream = stream(a.ints(2), j / size);
      for (int i = 0; i < n; i++) {
        double p = x.get(i * particles + j);
        double q = v.get(i * particles + j);
        for (long step = a.count(8); step < a.count(8) + a.integer(9); step++) {
          double c = Math.fma(a.number(10), q - p, p);
          c = Math.fma(a.number(11), stream.normal(step, j % size * n + i), c);
          double u = root(p, c, a.number(13), a.doubles(3).get(i), a.doubles(4).get(i));
          q = Math.fma(a.number(12), u - p, u);
          p = u;
        }
        x.set(i * particles + j, p);
        v.set(i * particles + j, q);
      }
    }
  }

  private static double root(double start, double c, double lambda, double a, double b) {
    double u = start;
    for (int k = 0; k < 100; k++) {
      double t = Functions.tanh(u);
      double r = Math.fma(a, Functions.logcosh(u), -b);
      double g = u - c + lambda * a * r * t;
      if (Math.abs(g) <= 1e-13 * (1 + Math.abs(c) + Math.abs(u))) {
        return u;
      }
      double h = 1 + lambda * (a * a * t * t + a * r * (1 - t * t));
      double step = -g / (h > 1e-8 ? h : 1 + lambda * a * a);
      double phi = 0.5 * (u - c) * (u - c) + 0.5 * lambda * r * r;
      double next = u;
      for (int half = 0; half < 60; half++, step *= 0.5) {
        next = u + step;
        double s = Math.fma(a, Functions.logcosh(next), -b);
        if (0.5 * (next - c) * (next - c) + 0.5 * lambda * s * s <= phi + 1e-14 * (1 + phi)) {
          break;
        }
      }
      if (next == u) {
        return u;
      }
      u = next;
    }
    return u;
  }

  static void error(int blocks, Arguments a) {
    long particles = a.count(3);
    double sum = 0;
    double squares = 0;
    for (long j = 0; j < particles; j++) {
      double e = 0;
      for (int i = 0; i < a.integer(4); i++) {
        double d = a.doubles(0).get(i * particles + j) - a.doubles(1).get(i);
        e = Math.fma(d, d, e);
      }
      sum += e;
      squares += e * e;
    }
    for (int b = 0; b < blocks; b++) {
      a.doubles(2).set(b, b == 0 ? sum : 0);
      a.doubles(2).set(blocks + b, b == 0 ? squares : 0);
    }
  }
}
