package org.ironopt.fit.path;

import java.util.Arrays;
import java.util.Objects;
import org.ironopt.data.Dataset;
import org.ironopt.fit.partition.BregmanDivergence;
import org.ironopt.linalg.Functions;
import org.ironopt.linalg.Parallel;
import org.ironopt.linalg.Vectors;
import org.ironopt.linalg.kernel.Kernels;
import org.ironopt.model.ModelKind;
import org.ironopt.regression.internal.FamilyLoss;
import org.ironopt.regression.internal.Loss;
import org.jspecify.annotations.Nullable;

/**
 * The losses of all rows at predictions eta, one vector for each output: their weighted mean, the
 * derivatives {@code r = omega (p - y)} with omega summing to one, taken from the small side, and
 * the means p. For counts the loss is half the deviance. Of a {@link FamilyLoss} derivatives by the
 * predictions stand in the place of means and of their differences to targets.
 */
final class RowLoss {
  private static final Kernels K = Kernels.get();
  private static final int CHUNK = 4096;

  final ModelKind kind;
  final int outputs;
  final int rows;
  final double[] y;
  final double[] omega;

  /** One over the weights, 0 for rows without. */
  private final double[] inverse;

  /** Null for losses that are no family. */
  private final @Nullable FamilyLoss family;

  /** What a family keeps of each row at the last predictions. */
  private final double[] kept;

  /** Means at the last predictions; of two classes the probability of a row's own. */
  final double[][] p;

  final double[][] r;
  private final double offset;
  private double shift;

  /**
   * Takes targets and weights.
   *
   * @param y numbers, or classes 0, 1, ...
   * @param omega with the sum 1; both padded
   */
  RowLoss(ModelKind kind, Loss loss, int rows, double[] y, double[] omega) {
    this.kind = kind;
    outputs = loss.outputs();
    family = loss instanceof FamilyLoss g ? g : null;
    kept = new double[family == null ? 0 : y.length];
    this.rows = rows;
    this.y = y;
    this.omega = omega;
    inverse = new double[y.length];
    Arrays.setAll(inverse, i -> omega[i] > 0 ? 1 / omega[i] : 0);
    p = new double[outputs][y.length];
    r = new double[outputs][y.length];
    double sum = 0;
    for (int i = 0; kind == ModelKind.POISSON && i < rows; i++) {
      sum += y[i] > 0 ? omega[i] * (y[i] * Functions.log(y[i]) - y[i]) : 0;
    }
    for (int i = 0; family != null && i < rows; i++) {
      sum -= omega[i] * family.least(y[i]);
    }
    offset = sum;
  }

  /** Returns the losses of rows; numbers less their mean where there is an intercept. */
  static RowLoss of(ModelKind kind, Loss of, Dataset data, int stride, boolean centered) {
    int n = data.rows();
    double[] y = new double[stride];
    double[] omega = new double[stride];
    double total = data.totalWeight();
    for (int i = 0; i < n; i++) {
      omega[i] = data.weight(i) / total;
      y[i] = data.target(i);
    }
    RowLoss loss = new RowLoss(kind, of, n, y, omega);
    if (kind == ModelKind.RIDGE && centered) {
      loss.shift = loss.mean(0);
      for (int i = 0; i < n; i++) {
        y[i] -= loss.shift;
      }
    }
    return loss;
  }

  /** Returns the weighted mean of the targets, or the part of a class. */
  private double mean(int c) {
    double[] part = new double[y.length];
    for (int i = 0; i < rows; i++) {
      part[i] = omega[i] * (kind == ModelKind.SOFTMAX ? ((int) y[i] == c ? 1 : 0) : y[i]);
    }
    return Vectors.sum(part);
  }

  /** Returns the best intercept of an output without columns. */
  double intercept(int c) {
    double mean = mean(c);
    return switch (kind) {
      case RIDGE -> 0;
      case LOGISTIC -> Functions.log(mean) - Functions.log1p(-mean);
      case POISSON, SOFTMAX -> Functions.log(mean);
      case GAMMA, NEGBIN, HUBER -> family().constant(y, omega, rows, mean);
    };
  }

  private FamilyLoss family() {
    return Objects.requireNonNull(family);
  }

  /** Returns what was taken from the targets. */
  double shift() {
    return shift;
  }

  /** Returns the mean loss, and overwrites r and p. */
  double at(double[][] eta) {
    int tasks = Math.ceilDiv(rows, CHUNK);
    double[] sums = new double[tasks];
    Parallel.forEach(
        tasks,
        tasks > 4,
        t -> {
          int from = t * CHUNK;
          sums[t] = part(eta, from, Math.min(CHUNK, rows - from));
        });
    double sum = offset;
    for (double part : sums) {
      sum += part;
    }
    return sum;
  }

  private double part(double[][] eta, int from, int n) {
    double[] loss = new double[n];
    switch (kind) {
      case RIDGE -> squares(eta[0], from, n, loss);
      case LOGISTIC -> logistic(eta[0], from, n, loss);
      case POISSON -> poisson(eta[0], from, n, loss);
      case SOFTMAX -> softmax(eta, from, n, loss);
      case GAMMA, NEGBIN, HUBER -> family(eta[0], from, n, loss);
    }
    return K.dot(loss, 0, omega, from, n);
  }

  private void squares(double[] eta, int from, int n, double[] loss) {
    for (int k = 0; k < n; k++) {
      int i = from + k;
      double e = eta[i] - y[i];
      p[0][i] = eta[i];
      r[0][i] = omega[i] * e;
      loss[k] = 0.5 * e * e;
    }
  }

  private void logistic(double[] eta, int from, int n, double[] loss) {
    double[] e = new double[n];
    for (int k = 0; k < n; k++) {
      e[k] = -Math.abs(eta[from + k]);
    }
    K.exp(e, 0, e, 0, n);
    K.log1p(e, 0, loss, 0, n);
    for (int k = 0; k < n; k++) {
      int i = from + k;
      double m = y[i] > 0 ? eta[i] : -eta[i];
      double small = e[k] / (1 + e[k]);
      double large = 1 / (1 + e[k]);
      double wrong = m >= 0 ? small : large;
      p[0][i] = m >= 0 ? large : small;
      r[0][i] = y[i] > 0 ? -omega[i] * wrong : omega[i] * wrong;
      loss[k] += Math.max(-m, 0);
    }
  }

  private void poisson(double[] eta, int from, int n, double[] loss) {
    double[] mean = p[0];
    K.exp(eta, from, mean, from, n);
    for (int k = 0; k < n; k++) {
      int i = from + k;
      r[0][i] = omega[i] * (mean[i] - y[i]);
      loss[k] = Math.fma(-y[i], eta[i], mean[i]);
    }
  }

  private void family(double[] eta, int from, int n, double[] loss) {
    double[] out = new double[3];
    for (int k = 0; k < n; k++) {
      int i = from + k;
      family().at(y[i], eta[i], out);
      loss[k] = out[0];
      p[0][i] = out[1];
      r[0][i] = omega[i] * out[1];
      kept[i] = out[2];
    }
  }

  private void softmax(double[][] eta, int from, int n, double[] loss) {
    double[] top = new double[n];
    Arrays.fill(top, Double.NEGATIVE_INFINITY);
    for (int c = 0; c < outputs; c++) {
      for (int k = 0; k < n; k++) {
        top[k] = Math.max(top[k], eta[c][from + k]);
      }
    }
    double[] others = new double[n];
    double[] own = new double[n];
    for (int c = 0; c < outputs; c++) {
      for (int k = 0; k < n; k++) {
        p[c][from + k] = eta[c][from + k] - top[k];
      }
      K.exp(p[c], from, p[c], from, n);
      for (int k = 0; k < n; k++) {
        boolean mine = (int) y[from + k] == c;
        others[k] += mine ? 0 : p[c][from + k];
        own[k] = mine ? p[c][from + k] : own[k];
      }
    }
    for (int k = 0; k < n; k++) {
      int i = from + k;
      double sum = own[k] + others[k];
      double back = top[k] - eta[(int) y[i]][i];
      loss[k] = back == 0 ? Functions.log1p(others[k] + (own[k] - 1)) : back + Functions.log(sum);
      for (int c = 0; c < outputs; c++) {
        p[c][i] /= sum;
        r[c][i] = omega[i] * ((int) y[i] == c ? -others[k] / sum : p[c][i]);
      }
    }
  }

  /** Returns whether the second derivatives are the same everywhere. */
  boolean quadratic() {
    return kind == ModelKind.RIDGE;
  }

  /** Returns whether the loss is half a deviance, a difference of terms. */
  boolean deviance() {
    return kind.logarithmic();
  }

  /** Returns copies of what the second derivatives are made of, at the last predictions. */
  double[][] roots() {
    double[][] roots = new double[outputs][y.length];
    for (int c = 0; c < outputs; c++) {
      for (int i = 0; i < rows; i++) {
        double mean = p[c][i];
        double h =
            switch (kind) {
              case RIDGE -> 1;
              case LOGISTIC -> second(i);
              case POISSON, SOFTMAX -> mean;
              case GAMMA, NEGBIN, HUBER -> Math.max(0, kept[i]);
            };
        roots[c][i] = Math.sqrt(omega[i] * h);
      }
    }
    return roots;
  }

  /** Returns p (1 - p), both from their small sides. */
  private double second(int i) {
    return p[0][i] * wrong(i);
  }

  private double wrong(int i) {
    return omega[i] > 0 ? Math.abs(r[0][i]) / omega[i] : 0;
  }

  /** Returns {@code sqrt(omega) p}: with {@link #roots} the second derivatives of softmax. */
  double[][] means() {
    double[][] means = new double[outputs][y.length];
    for (int c = 0; c < outputs; c++) {
      for (int i = 0; i < rows; i++) {
        means[c][i] = Math.sqrt(omega[i]) * p[c][i];
      }
    }
    return means;
  }

  /** Subtracts the derivative of the means along predictions, from moved as it is. */
  void subtractCurved(double[][] along, double[][] moved, double[][] residual) {
    if (quadratic()) {
      for (int i = 0; i < rows; i++) {
        moved[0][i] -= along[0][i];
        residual[0][i] = Math.fma(-omega[i], along[0][i], residual[0][i]);
      }
      return;
    }
    for (int i = 0; i < rows; i++) {
      double mean = 0;
      for (int c = 0; c < outputs; c++) {
        mean += kind == ModelKind.SOFTMAX ? p[c][i] * along[c][i] : 0;
      }
      for (int c = 0; c < outputs; c++) {
        double step =
            switch (kind) {
              case RIDGE -> along[0][i];
              case LOGISTIC -> second(i) * along[0][i];
              case POISSON -> p[0][i] * along[0][i];
              case SOFTMAX -> p[c][i] * (along[c][i] - mean);
              case GAMMA, NEGBIN, HUBER -> Math.max(0, kept[i]) * along[0][i];
            };
        moved[c][i] -= step;
        residual[c][i] = Math.fma(-omega[i], step, residual[c][i]);
      }
    }
  }

  /** Returns about the largest second derivative of a family, or a count. */
  double curvature() {
    double most = Arrays.stream(y).max().orElse(1);
    return family == null ? most : family.curvature(most);
  }

  /** Returns how much of other means makes moved ones possible, 0 if they are. */
  double outside(double[][] moved, double[][] others) {
    double t = 0;
    for (int i = 0; i < rows && kind != ModelKind.RIDGE; i++) {
      if (omega[i] == 0) {
        continue;
      }
      if (family != null) {
        double u = p[0][i] + moved[0][i];
        double own = others == null ? 0 : others[0][i];
        t = Math.max(t, part(u - family.lowest(y[i]), own - family.lowest(y[i])));
        t = Math.max(t, part(family.highest(y[i]) - u, family.highest(y[i]) - own));
        continue;
      }
      if (kind == ModelKind.LOGISTIC) {
        double up = y[i] > 0 ? moved[0][i] : -moved[0][i];
        double own = others == null ? 0 : others[0][i];
        t = Math.max(t, part(p[0][i] + up, own));
        t = Math.max(t, part(wrong(i) - up, others == null ? 0 : 1 - own));
        continue;
      }
      for (int c = 0; c < outputs; c++) {
        t = Math.max(t, part(p[c][i] + moved[c][i], others == null ? 0 : others[c][i]));
      }
    }
    return t;
  }

  private static double part(double mean, double other) {
    return mean >= 0 ? 0 : Math.min(1, -mean / (other - mean));
  }

  /** Mixes other means into moved ones. */
  void mix(double t, double[][] others, double[][] moved, double[][] residual) {
    for (int c = 0; c < outputs; c++) {
      for (int i = 0; i < rows; i++) {
        double to = others == null ? Double.NaN : others[c][i] - p[c][i];
        to = kind == ModelKind.LOGISTIC && y[i] <= 0 ? -to : to;
        double next = Math.fma(t, to - moved[c][i], moved[c][i]);
        residual[c][i] = Math.fma(omega[i], next - moved[c][i], residual[c][i]);
        moved[c][i] = next;
      }
    }
  }

  /** Returns the root of the weighted mean square of residuals over their weights. */
  double size(double[][] residual) {
    double sum = 0;
    for (int c = 0; c < outputs; c++) {
      for (int i = 0; i < rows; i++) {
        double e = residual[c][i];
        sum = Math.fma(e * inverse[i], e, sum);
      }
    }
    return Math.sqrt(sum);
  }

  /** Returns the size of the terms of half a deviance. */
  double magnitude() {
    double sum = 0;
    for (int i = 0; i < rows; i++) {
      double size = y[i] > 0 ? y[i] * Math.abs(Functions.log(y[i])) + 2 * y[i] : 0;
      sum += omega[i] * (family == null ? size : family.magnitude(y[i]));
    }
    return sum;
  }

  /** Returns the sum of {@code omega D(p'' | p)} for {@code p'' - y = scale (p + moved - y)}. */
  double divergence(double[][] moved, double scale) {
    double tau = 1 - scale;
    double sum = 0;
    for (int i = 0; i < rows; i++) {
      if (omega[i] == 0) {
        continue;
      }
      double row = 0;
      for (int c = 0; c < outputs; c++) {
        double delta = Math.fma(-tau, r[c][i] / omega[i], scale * moved[c][i]);
        row +=
            switch (kind) {
              case RIDGE -> 0.5 * delta * delta;
              case LOGISTIC -> {
                double up = y[i] > 0 ? delta : -delta;
                yield positive(p[0][i], up) + positive(wrong(i), -up);
              }
              case POISSON, SOFTMAX -> positive(p[c][i], delta);
              case GAMMA, NEGBIN, HUBER -> family().divergence(y[i], p[0][i], kept[i], delta);
            };
      }
      sum = Math.fma(omega[i], row, sum);
    }
    return sum;
  }

  /** A mean too small for a number has none around it: then no bound. */
  private static double positive(double p, double delta) {
    return p < Double.MIN_NORMAL && delta > 0
        ? Double.POSITIVE_INFINITY
        : BregmanDivergence.of(Math.max(p, Double.MIN_NORMAL), delta);
  }
}
