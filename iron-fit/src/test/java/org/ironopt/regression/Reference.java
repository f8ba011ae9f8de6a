package org.ironopt.regression;

import java.util.Arrays;
import org.ironopt.data.Dataset;
import org.ironopt.model.ModelKind;

/**
 * An independent solver for tests: standardised copies of the rows, the textbook formulas of loss,
 * gradient and Hessian in plain loops, Newton's method with halving, Gaussian elimination. Only for
 * small data.
 */
public final class Reference {
  private final double[][] x;
  private final double[] weight;
  private final int[] label;
  private final double[] number;
  private final int outputs;
  private final int stride;
  private final boolean intercept;
  private final double[] penalty;
  private final ModelKind kind;

  public Reference(ModelKind kind, Dataset data, double reg, boolean scale, boolean intercept) {
    this.kind = kind;
    this.intercept = intercept;
    int n = data.rows();
    int d = data.columns();
    stride = intercept ? d + 1 : d;
    outputs = kind == ModelKind.SOFTMAX ? data.classes() : 1;
    x = new double[n][stride];
    weight = new double[n];
    label = new int[n];
    number = new double[n];
    for (int i = 0; i < n; i++) {
      data.features().copyRow(data.position(i), x[i], 0);
      weight[i] = data.weight(i) / data.totalWeight();
      number[i] = data.target(i);
      label[i] = (int) data.target(i);
    }
    penalty = new double[outputs * stride];
    for (int j = 0; j < d; j++) {
      standardize(j, scale, reg);
    }
    for (int i = 0; intercept && i < n; i++) {
      x[i][d] = 1;
    }
  }

  /** Divides a column by its spread and remembers what the penalty becomes. */
  private void standardize(int j, boolean scale, double reg) {
    double mean = 0;
    for (int i = 0; i < x.length; i++) {
      mean += weight[i] * x[i][j];
    }
    double center = intercept ? mean : 0;
    double square = 0;
    for (int i = 0; i < x.length; i++) {
      square += weight[i] * (x[i][j] - center) * (x[i][j] - center);
    }
    double spread = Math.sqrt(square);
    boolean constant = spread <= 1e-13 * Math.abs(mean);
    double s = constant ? 1 : spread;
    for (int i = 0; i < x.length; i++) {
      x[i][j] = constant ? 0 : (x[i][j] - center) / s;
    }
    for (int c = 0; c < outputs; c++) {
      penalty[c * stride + j] = scale || constant ? reg : reg / (s * s);
    }
  }

  /** Returns the smallest value of the objective. */
  public double minimum() {
    int size = outputs * stride;
    double[] w = new double[size];
    double[] g = new double[size];
    double[][] h = new double[size][size];
    double value = evaluate(w, g, h);
    for (int k = 0; k < 200; k++) {
      double[] s = solve(h, g);
      double slope = 0;
      for (int i = 0; i < size; i++) {
        slope += s[i] * g[i];
      }
      if (slope <= 1e-15 * value) {
        return value - 0.5 * slope;
      }
      double t = 1;
      double[] next = new double[size];
      double trial;
      do {
        for (int i = 0; i < size; i++) {
          next[i] = w[i] - t * s[i];
        }
        trial = evaluate(next, null, null);
        t /= 2;
      } while (!(trial <= value) && t > 1e-12);
      w = next;
      value = evaluate(w, g, h);
    }
    throw new AssertionError("no convergence");
  }

  private double evaluate(double[] w, double[] g, double[][] h) {
    double value = 0;
    if (g != null) {
      Arrays.fill(g, 0);
      for (double[] row : h) {
        Arrays.fill(row, 0);
      }
    }
    double[] z = new double[outputs];
    double[] slope = new double[outputs];
    double[][] curvature = new double[outputs][outputs];
    for (int i = 0; i < x.length; i++) {
      for (int c = 0; c < outputs; c++) {
        z[c] = 0;
        for (int j = 0; j < stride; j++) {
          z[c] += x[i][j] * w[c * stride + j];
        }
      }
      value += weight[i] * loss(i, z, slope, curvature);
      for (int c = 0; g != null && c < outputs; c++) {
        for (int j = 0; j < stride; j++) {
          g[c * stride + j] += weight[i] * slope[c] * x[i][j];
          for (int e = 0; e < outputs; e++) {
            double a = weight[i] * curvature[c][e] * x[i][j];
            for (int l = 0; l < stride; l++) {
              h[c * stride + j][e * stride + l] += a * x[i][l];
            }
          }
        }
      }
    }
    for (int j = 0; j < w.length; j++) {
      value += 0.5 * penalty[j] * w[j] * w[j];
      if (g != null) {
        g[j] += penalty[j] * w[j];
        h[j][j] += penalty[j];
      }
    }
    return value;
  }

  private double loss(int i, double[] z, double[] slope, double[][] curvature) {
    switch (kind) {
      case RIDGE -> {
        slope[0] = z[0] - number[i];
        curvature[0][0] = 1;
        return 0.5 * slope[0] * slope[0];
      }
      case POISSON -> {
        double mean = StrictMath.exp(z[0]);
        double y = number[i];
        slope[0] = mean - y;
        curvature[0][0] = mean;
        return mean - y - (y > 0 ? y * (z[0] - StrictMath.log(y)) : 0);
      }
      case LOGISTIC -> {
        double y = label[i] == 1 ? 1 : -1;
        double e = StrictMath.exp(-Math.abs(z[0]));
        double p = y * z[0] > 0 ? e / (1 + e) : 1 / (1 + e);
        slope[0] = -y * p;
        curvature[0][0] = e / ((1 + e) * (1 + e));
        return Math.max(0, -y * z[0]) + StrictMath.log1p(e);
      }
      default -> {
        int first = 0;
        for (int c = 1; c < outputs; c++) {
          first = z[c] > z[first] ? c : first;
        }
        double rest = 0;
        for (int c = 0; c < outputs; c++) {
          rest += c == first ? 0 : StrictMath.exp(z[c] - z[first]);
        }
        double[] p = new double[outputs];
        double others = 0;
        for (int c = 0; c < outputs; c++) {
          p[c] = StrictMath.exp(z[c] - z[first]) / (1 + rest);
          others += c == label[i] ? 0 : p[c];
        }
        for (int c = 0; c < outputs; c++) {
          slope[c] = label[i] == c ? -others : p[c];
          for (int e = 0; e < outputs; e++) {
            curvature[c][e] = p[c] * ((c == e ? 1 : 0) - p[e]);
          }
        }
        return StrictMath.log1p(rest) + (z[first] - z[label[i]]);
      }
    }
  }

  /** Solves by elimination with pivots; a direction without curvature is left alone. */
  private static double[] solve(double[][] matrix, double[] rhs) {
    int n = rhs.length;
    double[][] a = new double[n][];
    double largest = 0;
    for (int i = 0; i < n; i++) {
      a[i] = Arrays.copyOf(matrix[i], n + 1);
      a[i][n] = rhs[i];
      largest = Math.max(largest, matrix[i][i]);
    }
    double[] s = new double[n];
    int[] pivotRow = new int[n];
    Arrays.fill(pivotRow, -1);
    boolean[] used = new boolean[n];
    for (int j = 0; j < n; j++) {
      int best = -1;
      for (int i = 0; i < n; i++) {
        if (!used[i] && (best < 0 || Math.abs(a[i][j]) > Math.abs(a[best][j]))) {
          best = i;
        }
      }
      if (Math.abs(a[best][j]) <= 1e-15 * largest) {
        continue;
      }
      used[best] = true;
      pivotRow[j] = best;
      for (int i = 0; i < n; i++) {
        double factor = i == best ? 0 : a[i][j] / a[best][j];
        for (int l = j; factor != 0 && l <= n; l++) {
          a[i][l] -= factor * a[best][l];
        }
      }
    }
    for (int j = 0; j < n; j++) {
      s[j] = pivotRow[j] < 0 ? 0 : a[pivotRow[j]][n] / a[pivotRow[j]][j];
    }
    return s;
  }
}
