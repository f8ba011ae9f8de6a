package org.ironopt.lab.figure;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/**
 * Level lines of a sampled function, by marching squares with linear interpolation. The pieces of
 * neighbouring cells are joined to long lines, which keeps files small.
 */
public final class Contouring {
  /** Receives one level line, in the coordinates of the grid. */
  public interface Line {
    void through(double[] x, double[] y);
  }

  private final double[] x;
  private final double[] y;
  private final double[][] z;
  private final double level;

  /** The crossed edges joined to each edge; edge 2k runs right from node k, 2k + 1 down. */
  private final int[] neighbours;

  private Contouring(double[] x, double[] y, double[][] z, double level) {
    this.x = x;
    this.y = y;
    this.z = z;
    this.level = level;
    neighbours = new int[4 * x.length * y.length];
    Arrays.fill(neighbours, -1);
  }

  /** Gives every line of one level to {@code out}; {@code z[r][c]} is the value at (x[c], y[r]). */
  public static void trace(double[] x, double[] y, double[][] z, double level, Line out) {
    Contouring contouring = new Contouring(x, y, z, level);
    contouring.march();
    contouring.follow(out);
  }

  private void march() {
    int[] crossed = new int[4];
    for (int r = 0; r + 1 < y.length; r++) {
      for (int c = 0; c + 1 < x.length; c++) {
        int node = r * x.length + c;
        int[] edges = {2 * node, 2 * (node + 1) + 1, 2 * (node + x.length), 2 * node + 1};
        int crossings = 0;
        for (int edge : edges) {
          if (height(from(edge)) < 0 != height(to(edge)) < 0) {
            crossed[crossings++] = edge;
          }
        }
        for (int k = 0; k + 1 < crossings; k += 2) {
          join(crossed[k], crossed[k + 1]);
          join(crossed[k + 1], crossed[k]);
        }
      }
    }
  }

  private int from(int edge) {
    return edge / 2;
  }

  private int to(int edge) {
    return edge / 2 + (edge % 2 == 0 ? 1 : x.length);
  }

  private double height(int node) {
    return z[node / x.length][node % x.length] - level;
  }

  /** An edge belongs to two cells at most, so it has at most two neighbours. */
  private void join(int edge, int other) {
    neighbours[2 * edge + (neighbours[2 * edge] < 0 ? 0 : 1)] = other;
  }

  private void follow(Line out) {
    boolean[] seen = new boolean[neighbours.length / 2];
    for (int edge = 0; edge < seen.length; edge++) {
      if (!seen[edge] && neighbours[2 * edge] >= 0) {
        seen[edge] = true;
        Deque<Integer> line = new ArrayDeque<>(List.of(edge));
        for (int e = next(edge, seen); e >= 0; e = next(e, seen)) {
          line.addLast(e);
        }
        boolean closed = line.size() > 2 && touches(line.peekLast(), edge);
        if (closed) {
          line.addLast(edge);
        }
        for (int e = next(edge, seen); e >= 0; e = next(e, seen)) {
          line.addFirst(e);
        }
        emit(new ArrayList<>(line), out);
      }
    }
  }

  private int next(int edge, boolean[] seen) {
    for (int side = 0; side < 2; side++) {
      int other = neighbours[2 * edge + side];
      if (other >= 0 && !seen[other]) {
        seen[other] = true;
        return other;
      }
    }
    return -1;
  }

  private boolean touches(int edge, int other) {
    return neighbours[2 * edge] == other || neighbours[2 * edge + 1] == other;
  }

  private void emit(List<Integer> edges, Line out) {
    double[] px = new double[edges.size()];
    double[] py = new double[edges.size()];
    for (int i = 0; i < px.length; i++) {
      int a = from(edges.get(i));
      int b = to(edges.get(i));
      double t = height(a) / (height(a) - height(b));
      px[i] = x[a % x.length] + t * (x[b % x.length] - x[a % x.length]);
      py[i] = y[a / x.length] + t * (y[b / x.length] - y[a / x.length]);
    }
    out.through(px, py);
  }
}
