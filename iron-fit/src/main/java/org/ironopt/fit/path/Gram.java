package org.ironopt.fit.path;

import java.util.Arrays;

/**
 * Second derivatives {@code G = U' H U} of the mean loss by the coefficients of tracked variables,
 * H the second derivatives by the predictions at some earlier point: a variable is a column of an
 * output, its number {@code output * columns + column}. Grows by variables; a change of H makes all
 * of it anew.
 */
final class Gram {
  private final Columns x;
  private final RowLoss loss;

  /** Places of the variables, -1 if not tracked. */
  final int[] place;

  int[] variable = new int[16];
  int size;

  /** Rows by place, of at least {@link #size} elements. */
  double[][] g = new double[0][];

  private double[][] roots;
  private double[][] means;

  Gram(Columns x, RowLoss loss) {
    this.x = x;
    this.loss = loss;
    place = new int[loss.outputs * x.count];
    Arrays.fill(place, -1);
  }

  /** Forgets all, and takes H from the last predictions. */
  void renew() {
    for (int k = 0; k < size; k++) {
      place[variable[k]] = -1;
    }
    size = 0;
    roots = loss.roots();
    means = loss.outputs > 1 ? loss.means() : null;
  }

  boolean known() {
    return roots != null;
  }

  /** Tracks more variables, which are not tracked yet. */
  void track(int[] more, int n) {
    if (n == 0) {
      return;
    }
    int first = size;
    size += n;
    if (size > g.length) {
      int room = Math.max(size + 16, Math.min(2 * g.length, size + 512));
      double[][] rows = Arrays.copyOf(g, room);
      for (int k = 0; k < room; k++) {
        rows[k] = k < first ? Arrays.copyOf(rows[k], room) : new double[room];
      }
      g = rows;
      variable = Arrays.copyOf(variable, room);
    }
    for (int k = 0; k < n; k++) {
      variable[first + k] = more[k];
      place[more[k]] = first + k;
    }
    for (int k = first; k < size; k++) {
      Arrays.fill(g[k], 0, size, 0);
      for (int i = 0; i < first; i++) {
        g[i][k] = 0;
      }
    }
    int[] at = new int[size];
    int[] some = new int[size];
    double[][] scale = new double[size][];
    for (int c = 0; c < loss.outputs; c++) {
      int count = 0;
      int old = 0;
      for (int k = 0; k < size; k++) {
        if (variable[k] / x.count == c) {
          at[count] = k;
          some[count] = variable[k] % x.count;
          scale[count++] = roots[c];
          old += k < first ? 1 : 0;
        }
      }
      x.gram(some, scale, old, count, 1, g, at);
    }
    if (means != null) {
      for (int k = 0; k < size; k++) {
        at[k] = k;
        some[k] = variable[k] % x.count;
        scale[k] = means[variable[k] / x.count];
      }
      x.gram(some, scale, first, size, -1, g, at);
    }
  }

  /** Returns the products of some tracked variables, by place. */
  Gram part(int[] places) {
    Gram part = new Gram(x, loss);
    part.size = places.length;
    part.g = new double[places.length][places.length];
    for (int a = 0; a < places.length; a++) {
      for (int b = 0; b < places.length; b++) {
        part.g[a][b] = g[places[a]][places[b]];
      }
    }
    return part;
  }
}
