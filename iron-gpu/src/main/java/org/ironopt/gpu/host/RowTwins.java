package org.ironopt.gpu.host;

import org.ironopt.gpu.host.Arguments.Doubles;
import org.ironopt.linalg.Functions;
import org.ironopt.random.Stream;

/** Twins of {@code rows.cu}. */
final class RowTwins {
  private static final int SQUARED = 1;

  /** Rows whose terms are added in a row, as few as on a device. */
  private static final int CHAIN = 1000;

  private RowTwins() {}

  static void rowLosses(int blocks, Arguments a) {
    Doubles x = a.doubles(0);
    Doubles line = a.doubles(4);
    int columns = a.integer(6);
    boolean squared = a.integer(7) == SQUARED;
    double t = a.number(9);
    double[] all = new double[columns + 2];
    double[] sums = new double[columns + 2];
    for (long i = 0; i < a.count(5); i++) {
      double z = 0;
      for (int j = 0; j < columns; j++) {
        z = Math.fma(x.get(i * columns + j), a.doubles(2).get(j), z);
      }
      double y = a.doubles(1).get(i);
      double p = squared ? z : Functions.sigmoid(z);
      double loss =
          squared
              ? 0.5 * (z - y) * (z - y)
              : Math.max(z, 0) - y * z + Functions.log1p(Functions.exp(-Math.abs(z)));
      double q = p - y;
      sums[columns] += loss;
      sums[columns + 1] += t > 0 ? divergence(z, t, a.number(10)) : 0;
      if (a.integer(8) != 0) {
        a.doubles(3).set(i, squared ? 1 : Functions.sigmoid(z) * Functions.sigmoid(-z));
      }
      for (int j = 0; j < columns; j++) {
        sums[j] = Math.fma(q, x.get(i * columns + j), sums[j]);
      }
      if (i % CHAIN == CHAIN - 1 || i == a.count(5) - 1) {
        for (int j = 0; j < sums.length; j++) {
          all[j] += sums[j];
          sums[j] = 0;
        }
      }
    }
    for (int b = 0; b < blocks; b++) {
      for (int j = 0; j < sums.length; j++) {
        line.set((long) b * sums.length + j, b == 0 ? all[j] : 0);
      }
    }
  }

  private static double divergence(double z, double t, double mixed) {
    double p = Functions.sigmoid(z);
    double other = Functions.sigmoid(-z);
    double d = mixed - t * p;
    return (p + d > 0 ? (p + d) * Functions.log1p(d / p) : 0)
        + (other - d > 0 ? (other - d) * Functions.log1p(-d / other) : 0);
  }

  static void sumLines(int columns, Arguments a) {
    for (int j = 0; j < columns; j++) {
      double sum = 0;
      for (int i = 0; i < a.integer(2); i++) {
        sum += a.doubles(0).get((long) i * a.integer(3) + j);
      }
      a.doubles(1).set(j, sum);
    }
  }

  static void scaleRows(Arguments a) {
    long first = a.count(3);
    int columns = a.integer(5);
    for (long i = 0; i < a.count(4) * columns; i++) {
      double root = Math.sqrt(a.doubles(1).get(first + i / columns));
      a.doubles(2).set(i, root * a.doubles(0).get(first * columns + i));
    }
  }

  static void generate(Arguments a) {
    int columns = a.integer(4);
    Stream stream = Stream.of(a.count(5), a.count(6));
    Doubles w = a.doubles(2);
    for (long i = 0; i < a.count(3); i++) {
      double z = w.get(columns - 1);
      for (int j = 0; j < columns - 1; j++) {
        double e = stream.normal(0, i * columns + j);
        a.doubles(0).set(i * columns + j, e);
        z = Math.fma(e, w.get(j), z);
      }
      a.doubles(0).set(i * columns + columns - 1, 1);
      double uniform = stream.uniform(0, i * columns + columns - 1);
      a.doubles(1).set(i, uniform < Functions.sigmoid(z) ? 1 : 0);
    }
  }
}
