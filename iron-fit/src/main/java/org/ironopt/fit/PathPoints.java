package org.ironopt.fit;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.ironopt.fit.PenaltyPath.Point;

/** The finished points of a path on some rows, with the coefficients to go on from. */
final class PathPoints {
  /**
   * At every so many points a solver begins anew from the coefficients alone, so that a resumed
   * path can do the same and has the same bits.
   */
  static final int ANCHOR = 10;

  /** Coefficients of standardised columns, without zeros. */
  record Sparse(int[] at, double[] values) {
    static Sparse of(double[] v) {
      int[] at = IntStream.range(0, v.length).filter(j -> v[j] != 0).toArray();
      return new Sparse(at, IntStream.of(at).mapToDouble(j -> v[j]).toArray());
    }

    double[] dense(int length) {
      double[] v = new double[length];
      for (int k = 0; k < at.length; k++) {
        v[at[k]] = values[k];
      }
      return v;
    }
  }

  private static final Sparse NONE = new Sparse(new int[0], new double[0]);

  private final boolean all;
  final List<Point> points = new ArrayList<>();
  final List<Sparse> coefficients = new ArrayList<>();

  /**
   * @param all whether all coefficients are kept, else those to go on from
   */
  PathPoints(boolean all) {
    this.all = all;
  }

  int size() {
    return points.size();
  }

  void add(Point point, double[] v) {
    points.add(point);
    coefficients.add(all || points.size() % ANCHOR == 0 ? Sparse.of(v) : NONE);
  }

  void write(DataOutputStream out) throws IOException {
    out.writeInt(points.size());
    for (int k = 0; k < points.size(); k++) {
      Point point = points.get(k);
      out.writeInt(point.columns());
      for (double number : numbers(point)) {
        out.writeDouble(number);
      }
      Sparse v = coefficients.get(k);
      out.writeInt(v.at.length);
      for (int i = 0; i < v.at.length; i++) {
        out.writeInt(v.at[i]);
        out.writeDouble(v.values[i]);
      }
    }
  }

  private static double[] numbers(Point point) {
    return new double[] {point.explained(), point.objective(), point.gap(), point.loss()};
  }

  /**
   * Reads points.
   *
   * @param grid penalties of all points
   * @param variables how many coefficients there are
   */
  void read(DataInputStream in, double[] grid, int variables) throws IOException {
    int n = in.readInt();
    if (n < 0 || n > grid.length) {
      throw new IOException("its state has " + n + " points, expected 0 to " + grid.length);
    }
    for (int k = 0; k < n; k++) {
      int columns = in.readInt();
      double explained = in.readDouble();
      double objective = in.readDouble();
      double gap = in.readDouble();
      double loss = in.readDouble();
      points.add(
          new Point(grid[k], columns, explained, objective, gap, loss, Double.NaN, Double.NaN));
      int used = in.readInt();
      if (used < 0 || used > variables || used > in.available() / 12) {
        throw new IOException("its state has " + used + " coefficients, at most are " + variables);
      }
      int[] at = new int[used];
      double[] values = new double[used];
      for (int i = 0; i < used; i++) {
        at[i] = in.readInt();
        values[i] = in.readDouble();
        if (at[i] < 0 || at[i] >= variables) {
          throw new IOException("its state has coefficient " + at[i] + " of " + variables);
        }
      }
      coefficients.add(new Sparse(at, values));
    }
  }
}
