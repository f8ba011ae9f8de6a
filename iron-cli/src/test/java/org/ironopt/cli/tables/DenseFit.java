package org.ironopt.cli.tables;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.ironopt.model.ModelKind;

/**
 * A linear model of one output by Newton's method and Gaussian elimination in the units of the
 * data, the intercept last, and the covariances of its coefficients as textbooks write them.
 */
final class DenseFit {
  private final ModelKind kind;
  private final double[][] rows;
  private final double[] y;
  private final double[] weights;
  private final double total;
  private final double[] penalty;
  private final int size;

  /** Coefficients, the intercept last. */
  final double[] w;

  /** Fits columns with weights; reg acts on columns of unit variance. */
  DenseFit(ModelKind kind, double[][] x, double[] y, double[] weights, double reg) {
    this.kind = kind;
    this.y = y;
    this.weights = weights;
    size = x[0].length + 1;
    rows = Arrays.stream(x).map(row -> Arrays.copyOf(row, size)).toArray(double[][]::new);
    Arrays.stream(rows).forEach(row -> row[size - 1] = 1);
    total = Arrays.stream(weights).sum();
    penalty = new double[size];
    for (int j = 0; j < size - 1; j++) {
      int column = j;
      double mean = mean(i -> rows[i][column]);
      penalty[j] = reg * mean(i -> (rows[i][column] - mean) * (rows[i][column] - mean));
    }
    w = new double[size];
    for (int step = 0; step < 50; step++) {
      double[] change = solve(hessian(true), gradient());
      Arrays.setAll(w, j -> w[j] - change[j]);
    }
  }

  private double mean(IntToDoubleFunction value) {
    return IntStream.range(0, rows.length)
            .mapToDouble(i -> weights[i] * value.applyAsDouble(i))
            .sum()
        / total;
  }

  private double predicted(int i) {
    double z = IntStream.range(0, size).mapToDouble(j -> w[j] * rows[i][j]).sum();
    return switch (kind) {
      case POISSON -> Math.exp(z);
      case LOGISTIC -> 1 / (1 + Math.exp(-z));
      default -> z;
    };
  }

  /** The variance of a row, but for the dispersion. */
  private double variance(int i) {
    double mean = predicted(i);
    return kind == ModelKind.POISSON ? mean : kind == ModelKind.LOGISTIC ? mean * (1 - mean) : 1;
  }

  private double[] gradient() {
    double[] g = new double[size];
    Arrays.setAll(g, j -> mean(i -> (predicted(i) - y[i]) * rows[i][j]) + penalty[j] * w[j]);
    return g;
  }

  private double[][] hessian(boolean penalized) {
    double[][] h = new double[size][size];
    for (int j = 0; j < size; j++) {
      int row = j;
      Arrays.setAll(h[j], k -> mean(i -> variance(i) * rows[i][row] * rows[i][k]));
      h[j][j] += penalized ? penalty[j] : 0;
    }
    return h;
  }

  /** Pearson's squares over the degrees of freedom. */
  double dispersion(double observations) {
    double sum = mean(i -> (y[i] - predicted(i)) * (y[i] - predicted(i)) / variance(i)) * total;
    return sum / (observations - size);
  }

  /** Returns the standard errors {@code sqrt(phi A^-1 H A^-1 / total)}. */
  double[] errors(double phi) {
    double[] errors = new double[size];
    for (int j = 0; j < size; j++) {
      double[] column = solve(hessian(true), unit(j));
      errors[j] = Math.sqrt(phi / total * form(hessian(false), column));
    }
    return errors;
  }

  /** Returns those of MacKinnon and White, HC3, for rows of weight one. */
  double[] robustErrors() {
    double[] errors = new double[size];
    for (int j = 0; j < size; j++) {
      double[] column = solve(hessian(false), unit(j));
      for (int i = 0; i < rows.length; i++) {
        double[] inverse = solve(hessian(false), rows[i]);
        double leverage = dot(inverse, rows[i]) * variance(i) / total;
        double score = (y[i] - predicted(i)) / (1 - leverage) * dot(column, rows[i]) / total;
        errors[j] += score * score;
      }
      errors[j] = Math.sqrt(errors[j]);
    }
    return errors;
  }

  private double[] unit(int j) {
    double[] unit = new double[size];
    unit[j] = 1;
    return unit;
  }

  private static double dot(double[] a, double[] b) {
    return IntStream.range(0, a.length).mapToDouble(j -> a[j] * b[j]).sum();
  }

  private static double form(double[][] m, double[] a) {
    return IntStream.range(0, a.length).mapToDouble(j -> a[j] * dot(m[j], a)).sum();
  }

  /** Gaussian elimination with pivots from the largest entries of a column. */
  private static double[] solve(double[][] matrix, double[] right) {
    int n = right.length;
    double[][] m = new double[n][];
    for (int i = 0; i < n; i++) {
      m[i] = Arrays.copyOf(matrix[i], n + 1);
      m[i][n] = right[i];
    }
    for (int k = 0; k < n; k++) {
      int pivot = k;
      for (int i = k + 1; i < n; i++) {
        pivot = Math.abs(m[i][k]) > Math.abs(m[pivot][k]) ? i : pivot;
      }
      double[] row = m[pivot];
      m[pivot] = m[k];
      m[k] = row;
      for (int i = 0; i < n; i++) {
        double factor = i == k ? 0 : m[i][k] / row[k];
        for (int j = k; j <= n; j++) {
          m[i][j] -= factor * row[j];
        }
      }
    }
    double[] solution = new double[n];
    Arrays.setAll(solution, i -> m[i][n] / m[i][i]);
    return solution;
  }
}
