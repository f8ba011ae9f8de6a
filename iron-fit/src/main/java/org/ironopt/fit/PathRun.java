package org.ironopt.fit;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ironopt.data.Dataset;
import org.ironopt.fit.PenaltyPath.Point;
import org.ironopt.fit.partition.ColumnMoments;
import org.ironopt.fit.partition.FitRows;
import org.ironopt.fit.partition.LocalRows;
import org.ironopt.fit.path.Penalty;
import org.ironopt.fit.path.SparseSolver;
import org.ironopt.fit.path.Standardized;
import org.ironopt.fit.path.Support;
import org.jspecify.annotations.Nullable;

/** A path on some rows, all of them or those that a fold learns from, at work. */
final class PathRun {
  /** A null loss below this part of the squared mean of the targets is rounding. */
  private static final double ROUNDING = 1e-28;

  private final PathFit settings;
  private final Points done;
  private final PenaltyPath.Models models;
  private final SparseSolver solver;
  private final @Nullable LocalRows out;

  /**
   * Prepares a path.
   *
   * @param penalties how many points there will be, about
   * @param done its finished points
   * @param out rows to score each point on; null for none
   * @param check is run between steps; what it throws ends the path
   */
  PathRun(
      PathFit settings,
      FitTask task,
      int penalties,
      Points done,
      @Nullable Dataset out,
      Runnable check) {
    this.settings = settings;
    this.done = done;
    FitData rows = task.weighed();
    Dataset data = rows.here("a penalty path");
    FitRows loss = task.loss(rows);
    UnfitDataException.requireMinimum(task.kind(), loss.targets(), data.classNames());
    ColumnMoments moments = ColumnMoments.of(data);
    UnfitDataException.requireSquares(moments, task.columns());
    Standardized columns = Standardized.of(moments, task.scale(), task.intercept());
    Penalty penalty = penalty(columns, loss.loss().outputs());
    solver = SparseSolver.of(task.kind(), loss.loss(), data, columns, penalty, penalties);
    if (!solver.attained()) {
      throw new UnfitDataException(
          "the columns with penalty factor 0 (%d columns in all) fit the target without an end:"
              + " give each of them a factor above 0",
          task.columns().size());
    }
    solver.check(check);
    int variables = solver.v().length;
    models =
        new PenaltyPath.Models(settings, task, columns, variables, solver.shift(), solver.loss());
    double shift = solver.shift();
    if (!(solver.loss() > ROUNDING * shift * shift)) {
      throw new UnfitDataException(
          "the intercept and the columns without a penalty meet all targets: nothing is left for"
              + " a path to explain");
    }
    this.out = out == null ? null : task.otherRows(out);
  }

  private Penalty penalty(Standardized columns, int outputs) {
    int d = columns.center().length;
    int n = columns.column().length;
    double[] factor = new double[n];
    double[] lo = new double[n];
    double[] hi = new double[n];
    Arrays.fill(lo, Double.NEGATIVE_INFINITY);
    Arrays.fill(hi, Double.POSITIVE_INFINITY);
    for (int j = 0; j < d; j++) {
      factor[j] = settings.factors.isPresent() ? settings.factors.get()[j] : 1;
      double spread = columns.spread()[j];
      if (settings.lower.isPresent() && Double.isFinite(spread)) {
        lo[j] = settings.lower.get()[j] * spread;
        hi[j] = settings.upper.get()[j] * spread;
      }
    }
    return new Penalty(factor, lo, hi, outputs);
  }

  /** Returns what makes models of coefficients. */
  PenaltyPath.Models models() {
    return models;
  }

  SparseSolver.Work work() {
    return solver.work();
  }

  /** Returns how many coefficients there are. */
  int variables() {
    return solver.v().length;
  }

  /** Returns the strength from which on all penalised coefficients are zero. */
  double largest() {
    double top = solver.largest() / Math.max(settings.mixing, 0.001);
    if (!(top > 0)) {
      throw new UnfitDataException(
          "no penalised column goes with the target (%d columns, constant ones included): there is"
              + " no path, fit without a penalty or give other columns",
          models.columns().center().length);
    }
    return top;
  }

  /** Brings the solver to the state that it had after the finished points. */
  void restore(double[] grid) {
    for (int k = done.size() - done.size() % Points.ANCHOR; k < done.size(); k++) {
      solve(grid[k], k);
    }
  }

  /** Goes to the penalty in place k and returns the point there, which {@link #v} belongs to. */
  Point solve(double lambda, int k) {
    if (k > 0 && k % Points.ANCHOR == 0) {
      solver.restart(done.coefficients.get(k - 1).dense(variables()));
    }
    double eta = settings.mixing;
    double tolerance = settings.tolerance * models.nullLoss();
    double reg = Math.fma(1 - eta, lambda, settings.ridge);
    solver.solve(eta * lambda, reg, tolerance);
    double nullLoss = models.nullLoss();
    double explained = 1 - solver.loss() / nullLoss;
    double gap = solver.gap() / nullLoss * (1 + 1e-6);
    return new Point(
        lambda,
        models.used(solver.v()),
        explained,
        solver.value(),
        gap,
        out == null ? Double.NaN : lossOutside(out),
        Double.NaN,
        Double.NaN);
  }

  private double lossOutside(LocalRows rows) {
    return rows.objective().value(models.expanded(solver.v())) + rows.targets().offset();
  }

  /** Returns the live coefficients. */
  double[] v() {
    return solver.v();
  }

  /** The finished points of a path on some rows, with the coefficients to go on from. */
  static final class Points {
    /**
     * At every so many points a solver begins anew from the coefficients alone, so that a resumed
     * path can do the same and has the same bits.
     */
    static final int ANCHOR = 10;

    /** Coefficients of standardised columns, without zeros. */
    record Sparse(int[] at, double[] values) {
      static Sparse of(double[] v) {
        int[] at = Support.of(v);
        double[] values = new double[at.length];
        for (int k = 0; k < at.length; k++) {
          values[k] = v[at[k]];
        }
        return new Sparse(at, values);
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
    Points(boolean all) {
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
          throw new IOException(
              "its state has " + used + " coefficients, at most are " + variables);
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
}
