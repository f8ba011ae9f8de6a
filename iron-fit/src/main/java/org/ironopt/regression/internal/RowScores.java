package org.ironopt.regression.internal;

import java.util.Arrays;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Functions;
import org.ironopt.linalg.Parallel;
import org.ironopt.linalg.Vectors;

/**
 * What single rows say of a fitted model: derivatives of their losses in the variables theta of
 * centred and scaled columns {@code u = ((x - m) t, 1)}. A row stands for {@code count} equal
 * observations, each of the weight {@code weight / count}.
 */
public final class RowScores {
  private static final int TASKS = 16;

  /** A leverage nearer to one leaves no residual to judge the noise by. */
  private static final double FULL = 1e-10;

  private final LinearObjective f;
  private final double[] theta;
  private final double[] m;
  private final double[] t;
  private final double[] counts;
  private final int d;
  private final int stride;
  private final int outputs;

  /**
   * Takes the rows of an objective.
   *
   * @param theta parameters, outputs one after another
   * @param m centers of the columns
   * @param t factors of the columns
   * @param counts observations that each row stands for
   */
  public RowScores(LinearObjective f, double[] theta, double[] m, double[] t, double[] counts) {
    this.f = f;
    this.theta = theta;
    this.m = m;
    this.t = t;
    this.counts = counts;
    d = f.terms.columns();
    stride = f.terms.stride();
    outputs = f.terms.outputs();
  }

  /** A row at the point, made anew for each. */
  private final class Row {
    final double[] u = new double[stride];
    final double[] z = new double[outputs];

    /** First derivatives of the loss, and second ones, of families expected ones. */
    final double[] slope = new double[outputs];

    final double[][] curvature = new double[outputs][outputs];
    double y;
    double count;

    /** Weight of one of the observations that the row stands for. */
    double weight;

    void load(int i) {
      int stored = f.selection.row(i);
      double[] weights = f.terms.weights();
      double all = weights == null ? 1 : weights[stored];
      count = counts[i];
      weight = count > 0 ? all / count : 0;
      y = f.terms.targets()[stored];
      f.terms.x().copyRow(stored, u, 0);
      for (int j = 0; j < d; j++) {
        u[j] = (u[j] - m[j]) * t[j];
      }
      if (stride > d) {
        u[d] = 1;
      }
      for (int c = 0; c < outputs; c++) {
        z[c] = Vectors.dot(theta, c * stride, u, 0, stride);
      }
      switch (f.terms.loss()) {
        case SquaredLoss s -> set(z[0] - y, 1);
        case PoissonLoss p -> set(Functions.exp(z[0]) - y, Functions.exp(z[0]));
        case FamilyLoss g -> {
          double[] at = new double[3];
          g.at(y, z[0], at);
          set(at[1], g.information(z[0], Math.max(0, at[2])));
        }
        case LogisticLoss l -> {
          double p = Functions.sigmoid(z[0]);
          set(y > 0 ? -Functions.sigmoid(-z[0]) : p, p * Functions.sigmoid(-z[0]));
        }
        default -> softmax();
      }
    }

    private void set(double first, double second) {
      slope[0] = first;
      curvature[0][0] = second;
    }

    private void softmax() {
      double largest = Arrays.stream(z).max().orElse(0);
      double sum = 0;
      for (int c = 0; c < outputs; c++) {
        slope[c] = Functions.exp(z[c] - largest);
        sum += slope[c];
      }
      for (int c = 0; c < outputs; c++) {
        slope[c] /= sum;
      }
      for (int c = 0; c < outputs; c++) {
        for (int e = 0; e < outputs; e++) {
          curvature[c][e] = (c == e ? slope[c] : 0) - slope[c] * slope[e];
        }
      }
      slope[(int) y] -= 1;
    }
  }

  /** Adds a row to sums. */
  private interface Step {
    void add(Row row, double[] sums);
  }

  /** Returns sums over the rows, in tasks that depend on their number only. */
  private double[] sum(int length, Step step) {
    int n = f.terms();
    int tasks = Math.clamp((long) n * stride / length, 1, Math.min(n, TASKS));
    double[][] sums = new double[tasks][length];
    Parallel.forEach(
        tasks,
        k -> {
          Row row = new Row();
          int end = (int) ((long) (k + 1) * n / tasks);
          for (int i = (int) ((long) k * n / tasks); i < end; i++) {
            row.load(i);
            if (row.weight > 0) {
              step.add(row, sums[k]);
            }
          }
        });
    for (int k = 1; k < tasks; k++) {
      Vectors.axpy(1, sums[k], sums[0]);
    }
    return sums[0];
  }

  /** Adds {@code factor_ab u u'} to the blocks of a matrix, its lower half. */
  private void addBlocks(Row row, double[][] factor, int n, double[] out) {
    for (int a = 0; a < factor.length; a++) {
      for (int b = 0; b <= a; b++) {
        for (int i = 0; i < stride; i++) {
          double scaled = factor[a][b] * row.u[i];
          int at = (a * stride + i) * n + b * stride;
          int count = a == b ? i + 1 : stride;
          for (int j = 0; j < count; j++) {
            out[at + j] = Math.fma(scaled, row.u[j], out[at + j]);
          }
        }
      }
    }
  }

  private static DenseMatrix symmetric(int n, double[] lower) {
    DenseMatrix all = DenseMatrix.zeros(n, n);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j <= i; j++) {
        all.set(i, j, lower[i * n + j]);
        all.set(j, i, lower[i * n + j]);
      }
    }
    return all;
  }

  /** Returns the mean Hessian of the losses, by centred rows: no mean costs digits. */
  public DenseMatrix hessian() {
    int n = outputs * stride;
    double total = sum(1, (row, sums) -> sums[0] += row.count * row.weight)[0];
    double[] sums =
        sum(
            n * n,
            (row, out) -> {
              double[][] factor = new double[outputs][outputs];
              for (int a = 0; a < outputs; a++) {
                for (int b = 0; b < outputs; b++) {
                  factor[a][b] = row.count * row.weight / total * row.curvature[a][b];
                }
              }
              addBlocks(row, factor, n, out);
            });
    return symmetric(n, sums);
  }

  /**
   * Returns the sum over the observations of the squared scores, each residual corrected for its
   * leverage: {@code sum s s'} with {@code s = (I - V K)^-1 r (x) u}, r and V first and second
   * derivatives by the predictions, {@code K = U A^-1 U'} and A the summed Hessian with penalty. Of
   * one output this is HC3, {@code r^2 / (1 - h)^2 u u'}.
   *
   * <p>Reference: J. MacKinnon, H. White, "Some heteroskedasticity-consistent covariance matrix
   * estimators with improved finite sample properties", DOI 10.1016/0304-4076(85)90158-7.
   *
   * @param inverse of A
   * @param first output that A begins with
   */
  public DenseMatrix meat(DenseMatrix inverse, int first) {
    int n = inverse.rows();
    int size = outputs - first;
    double[] sums =
        sum(
            n * n,
            (row, out) -> {
              double[] s = corrected(row, inverse, first);
              double[][] factor = new double[size][size];
              for (int a = 0; a < size; a++) {
                for (int b = 0; b < size; b++) {
                  factor[a][b] = row.count * s[a] * s[b];
                }
              }
              addBlocks(row, factor, n, out);
            });
    return symmetric(n, sums);
  }

  /** Returns residuals as they would be if the row had not been fitted, about; NaN if none. */
  private double[] corrected(Row row, DenseMatrix inverse, int first) {
    int size = outputs - first;
    double[][] k = new double[size][size];
    for (int a = 0; a < size; a++) {
      for (int b = 0; b < size; b++) {
        for (int i = 0; i < stride; i++) {
          int from = (a * stride + i) * inverse.columns() + b * stride;
          double dot = Vectors.dot(inverse.data(), from, row.u, 0, stride);
          k[a][b] = Math.fma(row.u[i], dot, k[a][b]);
        }
      }
    }
    double[][] system = new double[size][size + 1];
    for (int a = 0; a < size; a++) {
      for (int b = 0; b < size; b++) {
        double product = 0;
        for (int c = 0; c < size; c++) {
          product = Math.fma(row.curvature[first + a][first + c], k[c][b], product);
        }
        system[a][b] = (a == b ? 1 : 0) - row.weight * product;
      }
      system[a][size] = row.weight * row.slope[first + a];
    }
    return solved(system);
  }

  /** Solves a small system by elimination; NaN if it is singular to rounding. */
  private static double[] solved(double[][] a) {
    int n = a.length;
    for (int k = 0; k < n; k++) {
      int pivot = k;
      for (int i = k + 1; i < n; i++) {
        pivot = Math.abs(a[i][k]) > Math.abs(a[pivot][k]) ? i : pivot;
      }
      double[] swap = a[k];
      a[k] = a[pivot];
      a[pivot] = swap;
      for (int i = k + 1; i < n; i++) {
        double factor = a[i][k] / a[k][k];
        for (int j = k; j <= n; j++) {
          a[i][j] = Math.fma(-factor, a[k][j], a[i][j]);
        }
      }
    }
    double[] x = new double[n];
    for (int i = n - 1; i >= 0; i--) {
      double rest = a[i][n];
      for (int j = i + 1; j < n; j++) {
        rest = Math.fma(-a[i][j], x[j], rest);
      }
      x[i] = Math.abs(a[i][i]) > FULL ? rest / a[i][i] : Double.NaN;
    }
    return x;
  }

  /**
   * Sums over the observations.
   *
   * @param pearson squares of residuals, each over its variance at dispersion one
   * @param spread variance of that sum for counts, less its mean
   * @param logLikelihood of classes or counts, or of least squares half the logarithms of weights;
   *     NaN of families that have none without a dispersion
   */
  public record Fitness(double pearson, double spread, double logLikelihood) {}

  /** Returns how well the model fits. */
  public Fitness fitness() {
    double[] sums =
        sum(
            3,
            (row, out) -> {
              double w = row.weight;
              double residual = row.slope[0];
              switch (f.terms.loss()) {
                case SquaredLoss s -> {
                  out[0] += row.count * w * residual * residual;
                  out[2] += 0.5 * row.count * StrictMath.log(w);
                }
                case PoissonLoss p -> {
                  double mean = row.curvature[0][0];
                  out[0] += row.count * w * residual * residual / mean;
                  out[1] += row.count / (w * mean);
                  // One observation counts y w in an exposure of w.
                  double y = row.y * w;
                  double log = y == 0 ? 0 : y * (row.z[0] + StrictMath.log(w));
                  out[2] += row.count * (log - mean * w - logFactorial(y));
                }
                case FamilyLoss g -> {
                  out[0] += row.count * w * g.pearson(residual, row.curvature[0][0]);
                  out[2] += row.count * w * g.logLikelihood(row.y, row.z[0]);
                }
                case LogisticLoss l -> {
                  double margin = row.y > 0 ? row.z[0] : -row.z[0];
                  out[0] += row.count * w * Functions.exp(-margin);
                  out[2] += row.count * w * Functions.log(Functions.sigmoid(margin));
                }
                default -> {
                  double own = 1 + row.slope[(int) row.y];
                  out[0] += row.count * w * (1 / own - 1);
                  out[2] += row.count * w * Functions.log(own);
                }
              }
            });
    return new Fitness(sums[0], sums[1], sums[2]);
  }

  /** Returns log y!, by Stirling's series after so many steps that it has all digits. */
  static double logFactorial(double y) {
    double x = y + 1;
    double product = 1;
    while (x < 12) {
      product *= x;
      x++;
    }
    double r = 1 / (x * x);
    double series = (1.0 / 12 - r * (1.0 / 360 - r * (1.0 / 1260 - r * (1.0 / 1680)))) / x;
    return (x - 0.5) * StrictMath.log(x)
        - x
        + 0.5 * StrictMath.log(2 * Math.PI)
        + series
        - StrictMath.log(product);
  }
}
