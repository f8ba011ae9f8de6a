package org.ironopt.bench.path;

import java.util.stream.IntStream;
import org.ironopt.data.Features;
import org.ironopt.linalg.Functions;
import org.ironopt.model.ModelKind;

/**
 * How far a point of a lasso path is from the optimum, computed from its coefficients alone and in
 * one way for every solver: the duality gap of {@code mean loss + lambda sum_j s_j |w_j|} with a
 * free intercept, s_j the deviation of column j, over the loss of the intercept alone. The dual
 * point is the residual, made orthogonal to the intercept and shortened until it is feasible; that
 * of least squares has the best length of all feasible ones.
 */
final class LassoGap {
  private final PathSet set;
  private final Features x;
  private final double[] y;
  private final double[] deviations;
  private final double mean;
  private final double scale;

  LassoGap(PathSet set) {
    this.set = set;
    x = set.data().features();
    y = IntStream.range(0, x.rows()).mapToDouble(set::target).toArray();
    mean = sum(y) / y.length;
    deviations = deviations(x);
    scale = nullLoss();
  }

  /** Returns the largest gap that a penalty can have: the loss of the intercept alone. */
  double nullLoss() {
    return set.kind() == ModelKind.LOGISTIC
        ? entropy(mean)
        : sum(IntStream.range(0, y.length).mapToDouble(i -> square(y[i] - mean)).toArray())
            / (2 * y.length);
  }

  private static double square(double v) {
    return v * v;
  }

  /** Returns the least penalty at which all coefficients are zero. */
  double largestPenalty() {
    double[] r = new double[y.length];
    for (int i = 0; i < r.length; i++) {
      r[i] = y[i] - mean;
    }
    return largestCorrelation(r);
  }

  /**
   * Returns the gap over the loss of the intercept alone.
   *
   * @param w coefficients in the units of the data
   */
  double of(double lambda, double[] w, double intercept) {
    double[] z = new double[y.length];
    for (int i = 0; i < z.length; i++) {
      z[i] = x.rowDot(i, w, 0);
    }
    double penalty = 0;
    for (int j = 0; j < w.length; j++) {
      penalty += lambda * deviations[j] * Math.abs(w[j]);
    }
    double gap =
        set.kind() == ModelKind.LOGISTIC ? logistic(lambda, z, intercept) : squares(lambda, z);
    return (gap + penalty) / scale;
  }

  /** The intercept of least squares is the best one: residuals have mean zero. */
  private double squares(double lambda, double[] z) {
    double shift = mean - sum(z) / z.length;
    double[] r = new double[z.length];
    for (int i = 0; i < r.length; i++) {
      r[i] = y[i] - z[i] - shift;
    }
    double along = 0;
    double norm = 0;
    for (int i = 0; i < r.length; i++) {
      along += r[i] * (y[i] - mean);
      norm += r[i] * r[i];
    }
    double most = lambda / largestCorrelation(r);
    double t = norm == 0 ? 0 : Math.clamp(along / norm, -most, most);
    double[] terms = new double[r.length];
    for (int i = 0; i < r.length; i++) {
      // The loss less the dual value, row by row: little cancels.
      terms[i] = square(r[i]) / 2 - t * r[i] * (y[i] - mean) + square(t * r[i]) / 2;
    }
    return sum(terms) / r.length;
  }

  private double logistic(double lambda, double[] z, double intercept) {
    int n = z.length;
    double[] p = new double[n];
    double[] v = new double[n];
    double[] rest = new double[n];
    for (int i = 0; i < n; i++) {
      z[i] += intercept;
      p[i] = Functions.sigmoid(z[i]);
      v[i] = p[i] * (1 - p[i]);
      rest[i] = p[i] - y[i];
    }
    double move = sum(rest) / Math.max(sum(v), Double.MIN_NORMAL);
    double back = 0;
    for (int i = 0; i < n; i++) {
      p[i] -= v[i] * move;
      // Back to the mean of y, which also has residuals of sum zero, until all are probabilities.
      double out = Math.max(-p[i], p[i] - 1);
      back = out > 0 ? Math.max(back, out / Math.abs(p[i] - mean)) : back;
    }
    double[] r = new double[n];
    for (int i = 0; i < n; i++) {
      p[i] += back * (mean - p[i]);
      r[i] = y[i] - p[i];
    }
    double t = Math.min(1, lambda / largestCorrelation(r));
    double[] terms = new double[n];
    for (int i = 0; i < n; i++) {
      double m = y[i] == 1 ? z[i] : -z[i];
      double loss = Math.max(0, -m) + StrictMath.log1p(StrictMath.exp(-Math.abs(m)));
      terms[i] = loss - entropy(Math.clamp(y[i] - t * r[i], 0, 1));
    }
    return sum(terms) / n;
  }

  private static double entropy(double p) {
    return p == 0 || p == 1 ? 0 : -p * StrictMath.log(p) - (1 - p) * StrictMath.log1p(-p);
  }

  /** Returns the largest correlation with a scaled column of residuals whose sum is zero. */
  private double largestCorrelation(double[] r) {
    double[] c = new double[x.columns()];
    for (int i = 0; i < r.length; i++) {
      x.addRow(i, r[i] / r.length, c, 0);
    }
    double most = Double.MIN_NORMAL;
    for (int j = 0; j < c.length; j++) {
      most = deviations[j] == 0 ? most : Math.max(most, Math.abs(c[j]) / deviations[j]);
    }
    return most;
  }

  private static double[] deviations(Features x) {
    int n = x.rows();
    double[] means = new double[x.columns()];
    double[] row = new double[x.columns()];
    double[] squares = new double[x.columns()];
    for (int i = 0; i < n; i++) {
      x.addRow(i, 1.0 / n, means, 0);
    }
    for (int i = 0; i < n; i++) {
      x.copyRow(i, row, 0);
      for (int j = 0; j < row.length; j++) {
        squares[j] += square(row[j] - means[j]) / n;
      }
    }
    for (int j = 0; j < row.length; j++) {
      squares[j] = Math.sqrt(squares[j]);
    }
    return squares;
  }

  /** Returns a compensated sum. */
  private static double sum(double[] terms) {
    double sum = 0;
    double compensation = 0;
    for (double term : terms) {
      double next = term - compensation;
      double total = sum + next;
      compensation = total - sum - next;
      sum = total;
    }
    return sum;
  }
}
