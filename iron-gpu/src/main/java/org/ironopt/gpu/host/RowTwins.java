package org.ironopt.gpu.host;

import org.ironopt.gpu.host.Arguments.Doubles;
import org.ironopt.linalg.Functions;
import org.ironopt.random.Stream;

/** Twins of {@code rows.cu}. */
final class RowTwins {
  private static final int SQUARED = 1;
  private static final int COUNTS = 3;

  /** Rows whose terms are added in a row, as few as on a device. */
  private static final int CHAIN = 1000;

  private RowTwins() {}

  private static double slope(double z, double y, int kind) {
    return switch (kind) {
      case SQUARED -> z - y;
      case COUNTS -> Functions.exp(z) - y;
      default -> y > 0 ? -Functions.sigmoid(-z) : Functions.sigmoid(z);
    };
  }

  static void slopes(int blocks, Arguments a) {
    Doubles x = a.doubles(0);
    int columns = a.integer(7);
    double[] all = new double[columns];
    double[] sums = new double[columns];
    for (long i = 0; i < a.count(6); i++) {
      double z = 0;
      for (int j = 0; j < columns; j++) {
        z = Math.fma(x.get(i * columns + j), a.doubles(3).get(j), z);
      }
      a.doubles(4).set(i, z);
      double q = a.doubles(2).get(i) * slope(z, a.doubles(1).get(i), a.integer(8));
      for (int j = 0; j < columns; j++) {
        sums[j] = Math.fma(q, x.get(i * columns + j), sums[j]);
      }
      if (i % CHAIN == CHAIN - 1 || i == a.count(6) - 1) {
        for (int j = 0; j < columns; j++) {
          all[j] += sums[j];
          sums[j] = 0;
        }
      }
    }
    for (int b = 0; b < blocks; b++) {
      for (int j = 0; j < columns; j++) {
        a.doubles(5).set((long) b * columns + j, b == 0 ? all[j] : 0);
      }
    }
  }

  static void sumLines(int columns, Arguments a) {
    for (int j = 0; j < columns; j++) {
      double sum = 0;
      double least = Double.POSITIVE_INFINITY;
      for (int i = 0; i < a.integer(2); i++) {
        double e = a.doubles(0).get((long) i * a.integer(3) + j);
        sum += e;
        least = Math.min(least, e);
      }
      a.doubles(1).set(j, j < a.integer(4) ? sum : least);
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
