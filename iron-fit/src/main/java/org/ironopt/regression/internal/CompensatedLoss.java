package org.ironopt.regression.internal;

import org.ironopt.data.Features;
import org.ironopt.data.SparseFeatures;
import org.ironopt.linalg.Functions;
import org.ironopt.linalg.Parallel;

/**
 * The weighted sum of the losses of some rows with predictions and sums in twice the working
 * precision, so that columns with large means cost no digits. A Poisson loss is half the deviance,
 * and that of a family less its smallest value.
 *
 * <p>Reference: T. Ogita, S. Rump, S. Oishi, "Accurate sum and dot product", algorithm 5.3, DOI
 * 10.1137/030601818.
 *
 * @param loss sum of weight times loss
 * @param weight sum of the weights
 * @param error bound on the error of the sum of the losses
 */
public record CompensatedLoss(double loss, double weight, double error) {
  private static final double UNIT = 0x1p-53;

  /** Rounding errors in a loss relative to itself: a few operations and two functions. */
  private static final double OPERATIONS = 8 * UNIT;

  private static final int TASKS = 32;

  /** Below this the series of {@code exp(s) - 1 - s} has all digits after so many terms. */
  private static final double SMALL = 1;

  private static final int TERMS = 22;

  /** Returns the mean loss. */
  public double mean() {
    return loss / weight;
  }

  /** Returns a bound on the error of the mean loss. */
  public double meanError() {
    return error / weight + 2 * UNIT * mean();
  }

  /** Returns the sum over the rows of an objective, without its penalty. */
  public static CompensatedLoss of(LinearObjective f, double[] w) {
    int n = f.terms();
    int tasks = Math.min(n, TASKS);
    Sum[] parts = new Sum[tasks];
    Parallel.forEach(
        tasks,
        t -> {
          Rows rows = new Rows(f, w);
          int end = (int) ((long) (t + 1) * n / tasks);
          for (int i = (int) ((long) t * n / tasks); i < end; i++) {
            rows.add(i);
          }
          parts[t] = rows.sum;
        });
    for (int t = 1; t < tasks; t++) {
      parts[0].add(parts[t]);
    }
    return parts[0].result();
  }

  /** Returns what rounding takes from a sum of two numbers. */
  private static double rest(double a, double b, double sum) {
    double v = sum - a;
    return (a - (sum - v)) + (b - v);
  }

  /** Sums of two words each. */
  private static final class Sum {
    private double loss;
    private double lossRest;
    private double weight;
    private double weightRest;
    private double error;

    void addLoss(double value) {
      double sum = loss + value;
      lossRest += rest(loss, value, sum);
      loss = sum;
    }

    void addWeight(double value) {
      double sum = weight + value;
      weightRest += rest(weight, value, sum);
      weight = sum;
    }

    void add(Sum later) {
      addLoss(later.loss);
      addWeight(later.weight);
      lossRest += later.lossRest;
      weightRest += later.weightRest;
      error += later.error;
    }

    CompensatedLoss result() {
      return new CompensatedLoss(loss + lossRest, weight + weightRest, 1.01 * error);
    }
  }

  /** The rows of one task. */
  private static final class Rows {
    private final Sum sum = new Sum();
    private final LinearObjective f;
    private final Features x;
    private final double[] w;
    private final int d;
    private final int stride;
    private final boolean intercept;

    /** A row, and its prediction by each output in two words. */
    private final double[] row;

    private final double[] high;
    private final double[] low;

    private final double[] derivatives = new double[3];

    /** Loss of the row and a bound on its error. */
    private double loss;

    private double error;

    Rows(LinearObjective f, double[] w) {
      this.f = f;
      this.w = w;
      x = f.terms.x();
      d = f.terms.columns();
      stride = f.terms.stride();
      intercept = f.terms.hasIntercept();
      row = x instanceof SparseFeatures ? new double[0] : new double[d];
      high = new double[f.terms.outputs()];
      low = new double[high.length];
    }

    void add(int i) {
      int stored = f.selection.row(i);
      double[] weights = f.terms.weights();
      double weight = weights == null ? 1 : weights[stored];
      if (weight == 0) {
        return;
      }
      predict(stored);
      double y = f.terms.targets()[stored];
      switch (f.terms.loss()) {
        case SquaredLoss s -> squared(y);
        case LogisticLoss l -> logistic(y);
        case PoissonLoss p -> poisson(y);
        case FamilyLoss g -> family(g, y);
        default -> softmax((int) y);
      }
      sum.addWeight(weight);
      double product = weight * loss;
      sum.addLoss(product);
      sum.lossRest += Math.fma(weight, loss, -product);
      sum.error = Math.fma(weight, error, sum.error);
    }

    private void predict(int stored) {
      boolean sparse = x instanceof SparseFeatures;
      if (!sparse) {
        x.copyRow(stored, row, 0);
      }
      for (int c = 0; c < high.length; c++) {
        int from = c * stride;
        high[c] = intercept ? w[from + d] : 0;
        low[c] = 0;
        if (x instanceof SparseFeatures s) {
          int[] starts = s.matrix().rowPointers();
          int[] columns = s.matrix().columnIndices();
          for (int p = starts[stored]; p < starts[stored + 1]; p++) {
            add(c, s.matrix().values()[p], w[from + columns[p]]);
          }
        } else {
          dot(c, from);
        }
      }
    }

    private void add(int c, double a, double b) {
      double product = a * b;
      double next = high[c] + product;
      low[c] += rest(high[c], product, next) + Math.fma(a, b, -product);
      high[c] = next;
    }

    /** Two sums side by side: each addition waits for the one before it. */
    private void dot(int c, int from) {
      double s = 0;
      double t = 0;
      double r = 0;
      double q = 0;
      int even = d & -2;
      for (int j = 0; j < even; j += 2) {
        double p = row[j] * w[from + j];
        double u = s + p;
        r += rest(s, p, u) + Math.fma(row[j], w[from + j], -p);
        s = u;
        p = row[j + 1] * w[from + j + 1];
        u = t + p;
        q += rest(t, p, u) + Math.fma(row[j + 1], w[from + j + 1], -p);
        t = u;
      }
      if (even < d) {
        add(c, row[even], w[from + even]);
      }
      double next = high[c] + s;
      low[c] += rest(high[c], s, next);
      high[c] = next + t;
      low[c] += rest(next, t, high[c]) + r + q;
    }

    /** Returns the difference of a prediction and a number, whose parts may cancel. */
    private double minus(int c, double y) {
      double difference = high[c] - y;
      return difference + (rest(high[c], -y, difference) + low[c]);
    }

    private void squared(double y) {
      double r = minus(0, y);
      loss = 0.5 * r * r;
      error = OPERATIONS * loss;
    }

    private void logistic(double y) {
      double z = minus(0, 0);
      double wrong = y > 0 ? -z : z;
      double tail = Functions.exp(-Math.abs(wrong));
      loss = Math.max(wrong, 0) + Functions.log1p(tail);
      error = OPERATIONS * (loss + Math.abs(z) * (wrong > 0 ? 1 : tail));
    }

    private void softmax(int own) {
      double largest = 0;
      for (int c = 0; c < high.length; c++) {
        largest = c == own ? largest : Math.max(largest, ahead(c, own));
      }
      double others = 0;
      double sizes = 0;
      for (int c = 0; c < high.length; c++) {
        if (c != own) {
          double ahead = ahead(c, own);
          double part = Functions.exp(ahead - largest);
          others += part;
          sizes = Math.fma(part, Math.abs(ahead) + Math.abs(largest - ahead), sizes);
        }
      }
      if (largest > 0) {
        double all = others + Functions.exp(-largest);
        loss = largest + Functions.log(all);
        error = OPERATIONS * (loss + high.length + sizes / all);
      } else {
        loss = Functions.log1p(others);
        error = OPERATIONS * (high.length * loss + sizes);
      }
    }

    private double ahead(int c, int own) {
      double difference = high[c] - high[own];
      return difference + (rest(high[c], -high[own], difference) + (low[c] - low[own]));
    }

    /** With {@code s = z - log y} it is {@code y (exp(s) - 1 - s)}. */
    private void poisson(double y) {
      if (y == 0) {
        double z = minus(0, 0);
        loss = Functions.exp(z);
        error = OPERATIONS * loss * (1 + Math.abs(z));
        return;
      }
      double log = Functions.log(y);
      double s = minus(0, log);
      double excess = excess(s);
      loss = y * excess;
      double slope = y * Math.abs(Functions.expm1(s));
      error = OPERATIONS * (loss + slope * (Math.abs(log) + Math.abs(s)));
      // What is left of the square where s is nothing but the rounding of log y.
      double off = OPERATIONS * Math.abs(log);
      error += y * off * off;
    }

    private void family(FamilyLoss g, double y) {
      double anchor = g.anchor(y);
      double s = minus(0, anchor);
      g.at(y, anchor + s, derivatives);
      loss = g.excess(y, s);
      double slope = Math.abs(derivatives[1]);
      double off = OPERATIONS * g.anchorRounded(y);
      error = OPERATIONS * (g.excessSize(y, s) + slope * Math.abs(s));
      error += off * (slope + Math.abs(derivatives[2]) * off);
    }
  }

  /** Returns {@code exp(s) - 1 - s}. */
  static double excess(double s) {
    if (Math.abs(s) > SMALL) {
      return Functions.expm1(s) - s;
    }
    double sum = 0;
    for (int k = TERMS; k >= 2; k--) {
      sum = (1 + sum) * s / k;
    }
    // sum = exp(s) - 1 - s over s.
    return s * sum;
  }
}
