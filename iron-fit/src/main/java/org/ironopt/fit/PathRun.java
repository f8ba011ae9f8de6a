package org.ironopt.fit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SequencedMap;
import org.ironopt.data.Dataset;
import org.ironopt.fit.PenaltyPath.Point;
import org.ironopt.fit.partition.ColumnMoments;
import org.ironopt.fit.partition.FitRows;
import org.ironopt.fit.partition.LocalRows;
import org.ironopt.fit.path.Penalty;
import org.ironopt.fit.path.SparseSolver;
import org.ironopt.fit.path.Standardized;
import org.ironopt.model.Model;
import org.jspecify.annotations.Nullable;

/** A path on some rows: all of them, or those of a fold. */
final class PathRun {
  /** Points before the growth of the explained deviance may end a path. */
  private static final int FIRST = 5;

  private final PathFit settings;
  private final FitTask task;
  private final Standardized columns;
  private final SparseSolver solver;
  private final double nullLoss;
  final List<Point> points = new ArrayList<>();
  final List<double[]> coefficients = new ArrayList<>();
  String why = "";

  PathRun(PathFit settings, FitTask task, int penalties) {
    this.settings = settings;
    this.task = task;
    FitData rows = task.weighed();
    Dataset data = rows.here("a penalty path");
    FitRows loss = rows.loss(task.intercept());
    UnfitDataException.requireMinimum(task.kind(), loss.targets(), data.classNames());
    ColumnMoments moments = ColumnMoments.of(data);
    UnfitDataException.requireSquares(moments, task.columns());
    columns = Standardized.of(moments, task.scale(), task.intercept());
    Penalty penalty = penalty(data.columns(), loss.loss().outputs());
    solver = SparseSolver.of(task.kind(), data, columns, penalty, penalties);
    nullLoss = solver.loss();
    if (!solver.attained()) {
      throw new UnfitDataException(
          "the columns with penalty factor 0 (%d columns in all) fit the target without an end:"
              + " give each of them a factor above 0",
          task.columns().size());
    }
  }

  private Penalty penalty(int d, int outputs) {
    int n = d + (task.intercept() ? 1 : 0);
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

  PathFit settings() {
    return settings;
  }

  double nullLoss() {
    return nullLoss;
  }

  SparseSolver solver() {
    return solver;
  }

  /** Returns the strength from which on all penalised coefficients are zero. */
  double largest() {
    double share = Math.max(settings.mixing, 0.001);
    double top = solver.largest() / share;
    if (!(top > 0)) {
      throw new UnfitDataException(
          "no penalised column goes with the target (%d columns, constant ones included): there is"
              + " no path, fit without a penalty or give other columns",
          task.columns().size());
    }
    return top;
  }

  /** Goes to the next penalty. */
  void next(double lambda, boolean @Nullable [] hint) {
    double eta = settings.mixing;
    solver.solve(eta * lambda, (1 - eta) * lambda, settings.tolerance * nullLoss, hint);
    double[] v = solver.v().clone();
    int used = used(v);
    double explained = 1 - solver.loss() / nullLoss;
    double gap = solver.gap() / nullLoss * (1 + 1e-6);
    Point point = new Point(lambda, used, explained, solver.value(), gap, Double.NaN, Double.NaN);
    points.add(point);
    coefficients.add(v);
  }

  /** Returns whether a path ends with its last point, which is taken back if it is too large. */
  boolean ended() {
    int n = points.size();
    int used = points.getLast().columns();
    if (used > settings.mostColumns) {
      points.removeLast();
      coefficients.removeLast();
      why =
          "the next point uses " + used + " columns, asked for are at most " + settings.mostColumns;
      return true;
    }
    double last = points.getLast().explained();
    if (last > settings.explained) {
      why = "the last point explains more than " + settings.explained + " of the deviance";
      return true;
    }
    double growth = n > FIRST ? last - points.get(n - 2).explained() : Double.POSITIVE_INFINITY;
    if (growth < settings.growth * last) {
      why = "the explained deviance grew by less than " + settings.growth + " of itself";
      return true;
    }
    return false;
  }

  private int used(double[] v) {
    int d = columns.center().length;
    int stride = columns.column().length;
    int used = 0;
    for (int j = 0; j < d; j++) {
      boolean some = false;
      for (int c = 0; c < v.length; c += stride) {
        some |= v[c + j] != 0;
      }
      used += some ? 1 : 0;
    }
    return used;
  }

  /** Returns which variables the point in place k uses. */
  boolean[] support(int k) {
    double[] v = coefficients.get(k);
    boolean[] in = new boolean[v.length];
    for (int j = 0; j < v.length; j++) {
      in[j] = v[j] != 0;
    }
    return in;
  }

  double[] expanded(double[] v) {
    return columns.expanded(v, solver.shift());
  }

  double[] weights(double[] v, int output) {
    double[] w = expanded(v);
    int stride = columns.column().length;
    return Arrays.copyOfRange(w, output * stride, output * stride + columns.center().length);
  }

  Model model(Point point, double[] v) {
    SequencedMap<String, Object> all = task.manifest(settings.fit.fingerprint());
    double gap = point.gap() * nullLoss;
    all.put("reg", (1 - settings.mixing) * point.lambda());
    all.put("l1", settings.mixing * point.lambda());
    all.put("objective", point.objective());
    all.put("gap", gap < point.objective() ? gap / (point.objective() - gap) : null);
    all.put("certificate", FitResult.CertificateKind.GAP.word());
    return task.model(expanded(v), settings.fit.schema(), all);
  }

  /** Returns the losses of the points on other rows. */
  double[] losses(Dataset rows) {
    LocalRows other = task.otherRows(rows);
    double offset = other.targets().offset();
    return coefficients.stream()
        .mapToDouble(v -> other.objective().value(expanded(v)) + offset)
        .toArray();
  }
}
