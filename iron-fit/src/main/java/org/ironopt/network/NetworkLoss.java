package org.ironopt.network;

import org.ironopt.linalg.Functions;
import org.ironopt.linalg.kernel.Kernels;

/**
 * The loss of a row of outputs z for the target t. Each is the negative log-likelihood of a law of
 * t with natural parameters z and mean p(z), so the gradient is {@code p - t}, the second
 * derivative is the covariance of t, and the Gauss-Newton matrix is that of Fisher.
 */
public enum NetworkLoss {
  /** {@code log sum_c exp(z_c) - <t, z>} with t the unit vector of a class. */
  SOFTMAX,
  /** {@code sum_c log(1 + exp(z_c)) - t_c z_c} with every t in [0, 1]. */
  LOGISTIC,
  /** {@code |z - t|^2 / 2}. */
  SQUARES;

  private static final Kernels K = Kernels.get();

  /**
   * Returns the loss of a row and overwrites z with p.
   *
   * @param z n outputs
   * @param t the targets from {@code at} on
   * @param scratch n numbers
   */
  double evaluate(double[] z, float[] t, int at, double[] scratch, int n) {
    double sum = 0;
    switch (this) {
      case SQUARES -> {
        for (int c = 0; c < n; c++) {
          double d = z[c] - t[at + c];
          sum = Math.fma(0.5 * d, d, sum);
        }
      }
      case LOGISTIC -> {
        for (int c = 0; c < n; c++) {
          sum += Math.max(z[c], 0) - t[at + c] * z[c];
          scratch[c] = -Math.abs(z[c]);
        }
        K.exp(scratch, 0, scratch, 0, n);
        for (int c = 0; c < n; c++) {
          double e = scratch[c];
          z[c] = (z[c] >= 0 ? 1 : e) / (1 + e);
        }
        K.log1p(scratch, 0, scratch, 0, n);
        sum += K.sum(scratch, 0, n);
      }
      case SOFTMAX -> {
        double largest = z[0];
        for (int c = 1; c < n; c++) {
          largest = Math.max(largest, z[c]);
        }
        for (int c = 0; c < n; c++) {
          sum -= t[at + c] * (z[c] - largest);
          z[c] -= largest;
        }
        K.exp(z, 0, z, 0, n);
        double total = K.sum(z, 0, n);
        K.scale(1 / total, z, 0, z, 0, n);
        sum += Functions.log(total);
      }
    }
    return sum;
  }

  /** Overwrites r with {@code scale C r}, C the covariance of t at the means p. */
  void covariance(float[] p, int at, float[] r, int ro, float scale, int n) {
    switch (this) {
      case SQUARES -> {
        for (int c = 0; c < n; c++) {
          r[ro + c] *= scale;
        }
      }
      case LOGISTIC -> {
        for (int c = 0; c < n; c++) {
          r[ro + c] *= scale * p[at + c] * (1 - p[at + c]);
        }
      }
      case SOFTMAX -> {
        double mean = 0;
        for (int c = 0; c < n; c++) {
          mean += (double) p[at + c] * r[ro + c];
        }
        for (int c = 0; c < n; c++) {
          r[ro + c] = (float) (scale * p[at + c] * (r[ro + c] - mean));
        }
      }
    }
  }

  /** Returns {@code <r, C r>}, C the covariance of t at the means p. */
  double form(float[] p, int at, float[] r, int ro, int n) {
    double squares = 0;
    double mean = 0;
    switch (this) {
      case SQUARES -> {
        for (int c = 0; c < n; c++) {
          squares += (double) r[ro + c] * r[ro + c];
        }
      }
      case LOGISTIC -> {
        for (int c = 0; c < n; c++) {
          squares += (double) (p[at + c] * (1 - p[at + c])) * r[ro + c] * r[ro + c];
        }
      }
      case SOFTMAX -> {
        for (int c = 0; c < n; c++) {
          squares += (double) p[at + c] * r[ro + c] * r[ro + c];
          mean += (double) p[at + c] * r[ro + c];
        }
      }
    }
    return Math.max(0, squares - mean * mean);
  }

  /**
   * Overwrites d with {@code scale (p - t)} for a t drawn from its law.
   *
   * @param random n numbers: uniform, or normal for squares; the first decides about a class
   */
  void draw(float[] p, int at, double[] random, float scale, float[] d, int dp, int n) {
    double rest = random[0];
    boolean drawn = false;
    for (int c = 0; c < n; c++) {
      double difference;
      switch (this) {
        case SQUARES -> difference = random[c];
        case LOGISTIC -> difference = random[c] < p[at + c] ? p[at + c] - 1 : p[at + c];
        default -> {
          rest -= p[at + c];
          boolean hit = !drawn && (rest < 0 || c == n - 1);
          drawn |= hit;
          difference = hit ? p[at + c] - 1 : p[at + c];
        }
      }
      d[dp + c] = scale * (float) difference;
    }
  }
}
