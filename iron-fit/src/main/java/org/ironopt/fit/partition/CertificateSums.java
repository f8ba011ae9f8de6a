package org.ironopt.fit.partition;

import java.util.Arrays;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Parallel;
import org.ironopt.linalg.Vectors;
import org.ironopt.regression.internal.FamilyLoss;
import org.ironopt.regression.internal.LinearCurvature;
import org.ironopt.regression.internal.LinearObjective;
import org.ironopt.regression.internal.LogisticLoss;
import org.ironopt.regression.internal.Loss;
import org.ironopt.regression.internal.PoissonLoss;
import org.ironopt.regression.internal.SoftmaxCurvature;
import org.ironopt.regression.internal.SoftmaxLoss;

/**
 * Sums over rows at a point from which a certificate is computed without a further pass. With
 * {@code log(q/p) <= q/p - 1} the divergence of moved predictions is at most {@code sum_k (q_k -
 * p_k)^2 / p_k}, a quadratic form in what {@link BregmanDivergence} moves them by; its coefficients
 * are
 *
 * <pre>
 *   classes: sum over the rows of class k of omega / p_k, the same over all other rows,
 *   counts:  sum omega mu,  sum omega y^2 / mu,  sum omega (mu - y)^2.
 * </pre>
 *
 * Behind them stands the Hessian of the intercepts.
 *
 * @param loss of the rows
 * @param weight their total weight
 * @param sums the loss, then what stands above
 */
public record CertificateSums(Loss loss, double weight, double[] sums) {
  /** Blocks of rows in a task; the tasks depend on the data only. */
  private static final int BLOCKS = 64;

  /** Adds some rows to sums. */
  interface Rows {
    void add(int from, int to, double[] sums);
  }

  /** Returns sums over all rows, in tasks that depend on the data only. */
  static double[] sum(LinearObjective f, int length, Rows rows) {
    int n = f.terms();
    int size = BLOCKS * f.terms.capacity();
    double[][] sums = new double[Math.ceilDiv(n, size)][length];
    Parallel.forEach(sums.length, k -> rows.add(k * size, Math.min(n, (k + 1) * size), sums[k]));
    for (int k = 1; k < sums.length; k++) {
      Vectors.axpy(1, sums[k], sums[0]);
    }
    return sums[0];
  }

  /** Returns the weight of a row as it was given. */
  static double weight(LinearObjective f, int i) {
    double[] weights = f.terms.weights();
    return weights == null ? 1 : weights[f.selection.row(i)];
  }

  /** Returns the sums of some rows at the point where h stands. */
  static CertificateSums of(LinearObjective f, LinearCurvature h, double value) {
    double total = f.terms() * f.terms.meanWeight();
    double[] sums =
        switch (f.terms.loss()) {
          case LogisticLoss l -> logistic(f, h);
          case SoftmaxLoss s -> softmax(f, h, s.outputs(), total);
          case PoissonLoss p -> poisson(f, h);
          case FamilyLoss g -> family(f, h);
          default -> new double[1];
        };
    sums[0] = value * total;
    return new CertificateSums(f.terms.loss(), total, sums);
  }

  private static double inverse(double p) {
    return p < Double.MIN_NORMAL ? Double.POSITIVE_INFINITY : 1 / p;
  }

  private static double[] logistic(LinearObjective f, LinearCurvature h) {
    double[] all =
        sum(
            f,
            6,
            (from, to, sums) -> {
              for (int i = from; i < to; i++) {
                double weight = weight(f, i);
                if (weight > 0) {
                  double slope = Math.abs(h.slopes()[i]);
                  double wrong = slope / weight;
                  double right = wrong < 0.5 ? 1 - wrong : h.kept()[i] / slope;
                  int own = f.target(i) > 0 ? 1 : 0;
                  sums[1 + own] += weight * inverse(right);
                  sums[4 - own] += weight * inverse(wrong);
                }
              }
            });
    all[5] = Vectors.sum(Arrays.copyOf(h.kept(), f.terms()));
    return all;
  }

  private static double[] softmax(LinearObjective f, LinearCurvature h, int classes, double total) {
    double[] all =
        sum(
            f,
            1 + 2 * classes + classes * classes,
            (from, to, sums) -> {
              for (int i = from; i < to; i++) {
                double weight = weight(f, i);
                int own = (int) f.target(i);
                for (int c = 0; weight > 0 && c < classes; c++) {
                  int at = 1 + (c == own ? 0 : classes) + c;
                  sums[at] += weight * inverse(h.kept()[f.terms.keptAt(f.terms(), i, c)]);
                }
              }
            });
    double[] block = ((SoftmaxCurvature) h).outputMoments().data();
    for (int k = 0; k < block.length; k++) {
      all[1 + 2 * classes + k] = total * block[k];
    }
    return all;
  }

  private static double[] poisson(LinearObjective f, LinearCurvature h) {
    return sum(
        f,
        4,
        (from, to, sums) -> {
          double squares = 0;
          for (int i = from; i < to; i++) {
            double weight = weight(f, i);
            if (weight > 0) {
              double y = f.target(i);
              double mean = h.kept()[i] / weight;
              sums[1] += h.kept()[i];
              sums[2] += y > 0 ? weight * y * y * inverse(mean) : 0;
              squares = Math.fma(weight * (mean - y), mean - y, squares);
            }
          }
          sums[3] = squares;
        });
  }

  /** Second derivatives and squares of first ones where counts have them. */
  private static double[] family(LinearObjective f, LinearCurvature h) {
    return sum(
        f,
        4,
        (from, to, sums) -> {
          for (int i = from; i < to; i++) {
            double weight = weight(f, i);
            sums[1] += Math.max(0, h.kept()[i]);
            sums[3] += weight > 0 ? h.slopes()[i] / weight * h.slopes()[i] : 0;
          }
        });
  }

  /** Returns the mean loss. */
  public double value() {
    return sums[0] / weight;
  }

  /** Overwrites a matrix with the Hessian of the intercepts. */
  public void interceptBlock(DenseMatrix block) {
    int from =
        switch (loss) {
          case LogisticLoss l -> 5;
          case SoftmaxLoss s -> 1 + 2 * s.outputs();
          default -> 1;
        };
    double[] out = block.data();
    for (int k = 0; k < out.length; k++) {
      out[k] = sums.length > 1 ? sums[from + k] / weight : 1;
    }
  }

  /** Returns the mean of the squared derivatives of a Poisson loss, or one of a family. */
  public double squares() {
    return sums[3] / weight;
  }

  /**
   * Returns at least the mean divergence, perhaps infinity.
   *
   * @param mean of counts
   * @param unit relative error of the sums
   */
  public double divergence(double tau, double t, double[] mixed, double mean, double unit) {
    double taken = tau + t - tau * t;
    double plus = 0;
    double minus;
    if (loss instanceof PoissonLoss) {
      plus = times(tau, sums[2]) + times(taken, sums[1]);
      minus = 2 * tau * taken * mean * weight;
    } else {
      double all = (1 - tau) * Arrays.stream(mixed).sum();
      for (int k = 0; k < mixed.length; k++) {
        double a = (1 - tau) * mixed[k];
        double own = taken - (all - a);
        plus += times(own, sums[1 + k]) + times(a, sums[1 + mixed.length + k]);
      }
      minus = taken * taken * weight;
    }
    // Neither sum cancels; their difference is off by what both are.
    return (Math.max(0, plus - minus) + unit * (plus + minus)) / weight;
  }

  /** Returns {@code a^2 s}, nothing of an infinite s if there is none to be taken. */
  private static double times(double a, double s) {
    return a == 0 ? 0 : a * a * s;
  }
}
