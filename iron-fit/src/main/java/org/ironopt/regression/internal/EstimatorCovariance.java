package org.ironopt.regression.internal;

import java.util.Arrays;
import java.util.Optional;
import org.ironopt.linalg.Cholesky;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Parallel;
import org.ironopt.linalg.Vectors;

/**
 * The covariance of a penalised estimate and a correction of its bias. With H the mean Hessian of
 * the losses, L that of the penalty and A = H + L, the estimate of theta is off by about {@code -B
 * theta}, {@code B = A^-1 L}.
 */
public final class EstimatorCovariance {
  /** Pivots of a matrix of unit diagonal below this are rounding: columns depend on others. */
  private static final double DEPENDENT = 1e-10;

  /**
   * The standard error of an estimated bias may be so much of that of the estimate. Two corrections
   * then leave about 1 / 27000 of the coefficient. The rule looks at the design only: one by the
   * size of the bias would choose samples by their estimates, and their intervals would not cover.
   */
  private static final double SHRINKAGE = 1.0 / 30;

  /** The bias is about linear in theta while predictions move by less, in units of the noise. */
  private static final double LINEAR = 0.05;

  /** The inverse of a matrix of more rows is worth several threads. */
  private static final int SHARED = 100;

  private final DenseMatrix h;
  private final DenseMatrix inverse;
  private final DenseMatrix hat;
  private final double[] ridge;
  private final int outputs;
  private final boolean quadratic;

  /** Set by {@link #classical} or {@link #robust}; that of the noise is about phi A^-1 / total. */
  private DenseMatrix covariance;

  private DenseMatrix noise;
  private double dispersion;

  private EstimatorCovariance(
      DenseMatrix h, DenseMatrix inverse, double[] ridge, int outputs, boolean quadratic) {
    this.h = h;
    this.inverse = inverse;
    hat = h.multiply(inverse);
    this.ridge = ridge;
    this.outputs = outputs;
    this.quadratic = quadratic;
  }

  /**
   * Prepares it; empty if rounding makes A singular.
   *
   * @param h mean Hessian
   * @param ridge diagonal of the penalty
   * @param outputs in which a common shift of the variables is not seen; 1 if there is none
   * @param quadratic whether the losses are, so that the bias is linear in theta
   */
  public static Optional<EstimatorCovariance> of(
      DenseMatrix h, double[] ridge, int outputs, boolean quadratic) {
    int n = ridge.length;
    DenseMatrix a = h.copy();
    for (int i = 0; i < n; i++) {
      a.set(i, i, a.get(i, i) + ridge[i]);
    }
    int stride = n / outputs;
    if (outputs > 1 && ridge[stride - 1] == 0) {
      // A common shift of all intercepts changes nothing; H does not see what it is given here.
      for (int i = stride - 1; i < n; i += stride) {
        for (int k = stride - 1; k < n; k += stride) {
          a.set(i, k, a.get(i, k) + 1);
        }
      }
    }
    return inverse(a).map(i -> new EstimatorCovariance(h, i, ridge, outputs, quadratic));
  }

  /** Returns the inverse of a positive definite matrix; empty if rounding makes it singular. */
  private static Optional<DenseMatrix> inverse(DenseMatrix a) {
    int n = a.rows();
    double[] root = new double[n];
    for (int i = 0; i < n; i++) {
      root[i] = Math.sqrt(a.get(i, i));
      if (!(root[i] > 0)) {
        return Optional.empty();
      }
    }
    DenseMatrix unit = DenseMatrix.zeros(n, n);
    for (int i = 0; i < n; i++) {
      for (int k = 0; k < n; k++) {
        unit.set(i, k, a.get(i, k) / root[i] / root[k]);
      }
    }
    Cholesky cholesky = new Cholesky(n);
    if (!cholesky.factor(unit)) {
      return Optional.empty();
    }
    DenseMatrix lower = cholesky.lower();
    for (int i = 0; i < n; i++) {
      if (!(lower.get(i, i) * lower.get(i, i) > DEPENDENT)) {
        return Optional.empty();
      }
    }
    DenseMatrix inverse = DenseMatrix.zeros(n, n);
    Parallel.forEach(
        n,
        n > SHARED,
        i -> {
          double[] column = new double[n];
          column[i] = 1;
          cholesky.solve(column, column);
          for (int k = 0; k < n; k++) {
            inverse.set(k, i, column[k] / (root[i] * root[k]));
          }
        });
    return Optional.of(inverse);
  }

  private boolean penalized() {
    return Arrays.stream(ridge).anyMatch(r -> r > 0);
  }

  /** Returns tr(H A^-1), the number of parameters without a penalty. */
  public double parameters() {
    return penalized() ? hat.trace() : ridge.length;
  }

  /** Takes {@code phi A^-1 H A^-1 / total}. */
  public void classical(double phi, double total) {
    dispersion = phi;
    noise = inverse.times(phi / total);
    covariance = penalized() ? noise.multiply(hat) : noise;
  }

  /** Takes {@code A^-1 M A^-1 / total^2}; returns whether it is finite. */
  public boolean robust(RowScores scores, int first, double phi, double total) {
    dispersion = phi;
    DenseMatrix outer = inverse.times(1 / total);
    covariance = outer.multiply(scores.meat(outer, first)).multiply(outer);
    noise = inverse.times(phi / total);
    return Double.isFinite(covariance.trace());
  }

  /**
   * The law of the estimate of {@code a . theta}.
   *
   * @param error standard error
   * @param correction what a correction of its bias adds; NaN if the bias is too large for one
   * @param corrected standard error with the correction
   */
  public record EstimateError(double error, double correction, double corrected) {}

  /**
   * Returns the law of a linear function. The bias is corrected by {@code (B + B^2) theta}, the
   * first terms of the series of {@code H^-1 L theta}: one Newton step without the penalty.
   *
   * @param theta the estimate
   */
  public EstimateError law(double[] a, double[] theta) {
    double error = Math.sqrt(form(covariance, a));
    if (!penalized()) {
      return new EstimateError(error, 0, error);
    }
    double[] back = backward(a);
    boolean linear = quadratic || moved(theta) <= LINEAR * Math.sqrt(dispersion);
    if (!linear || Math.sqrt(form(noise, back)) > SHRINKAGE * error) {
      return new EstimateError(error, Double.NaN, Double.NaN);
    }
    double[] twice = backward(back);
    double correction = Vectors.dot(back, theta) + Vectors.dot(twice, theta);
    Vectors.axpy(1, a, twice);
    Vectors.axpy(1, back, twice);
    return new EstimateError(error, correction, Math.sqrt(form(covariance, twice)));
  }

  /** Returns the root mean square of what the bias does to the predictions. */
  private double moved(double[] theta) {
    double[] pulled = new double[theta.length];
    for (int i = 0; i < pulled.length; i++) {
      pulled[i] = ridge[i] * theta[i];
    }
    double[] bias = new double[theta.length];
    inverse.apply(pulled, bias);
    return Math.sqrt(Math.max(0, form(h, bias)));
  }

  /** Returns {@code B' a}, less what is common to all outputs. */
  private double[] backward(double[] a) {
    double[] out = new double[a.length];
    inverse.apply(a, out);
    int stride = a.length / outputs;
    for (int j = 0; j < stride; j++) {
      double mean = 0;
      for (int c = j; c < a.length; c += stride) {
        out[c] *= ridge[c];
        mean += out[c] / outputs;
      }
      for (int c = j; outputs > 1 && c < a.length; c += stride) {
        out[c] -= mean;
      }
    }
    return out;
  }

  private static double form(DenseMatrix m, double[] a) {
    double[] product = new double[a.length];
    m.apply(a, product);
    return Vectors.dot(a, product);
  }
}
