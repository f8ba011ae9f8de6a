package org.ironopt.fit.partition;

import java.io.Serializable;
import java.util.Arrays;
import org.ironopt.regression.internal.FamilyLoss;
import org.ironopt.regression.internal.LinearCurvature;
import org.ironopt.regression.internal.LinearObjective;
import org.ironopt.regression.internal.LogisticLoss;
import org.ironopt.regression.internal.PoissonLoss;
import org.ironopt.regression.internal.SoftmaxLoss;

/**
 * How far moved predictions are from those of the model, for the dual objective: the sum over the
 * rows of {@code sum_k D(p_k + delta_k | p_k)} with {@code D(q | p) = q log(q/p) - q + p}, the
 * Bregman divergence of the conjugate loss and for probabilities that of Kullback and Leibler.
 * Nothing cancels, since it is computed from delta; it may be too large by a twentieth, never too
 * small. No pass over the features: the rows kept their predictions when the point was evaluated.
 *
 * @param tau part by which derivatives of the loss are scaled towards zero
 * @param t part by which they are mixed with something else
 * @param mixed what is mixed into each class, t included; of a {@link FamilyLoss} what t mixes in
 */
public record BregmanDivergence(double tau, double t, double[] mixed) implements Serializable {
  /**
   * Returns the weighted sum over the rows, and behind it how many probabilities are too small for
   * a number.
   *
   * @param f what the rows belong to
   * @param rows what they kept
   */
  double[] sum(LinearObjective f, LinearCurvature rows) {
    CertificateSums.Rows part =
        switch (f.terms.loss()) {
          case LogisticLoss l -> (from, to, sums) -> logistic(f, rows, from, to, sums);
          case SoftmaxLoss s -> (from, to, sums) -> softmax(f, rows, from, to, sums);
          case PoissonLoss p -> (from, to, sums) -> poisson(f, rows, from, to, sums);
          case FamilyLoss g -> (from, to, sums) -> family(g, f, rows, from, to, sums);
          default -> throw new IllegalStateException("a loss with a closed form");
        };
    return CertificateSums.sum(f, 2, part);
  }

  /**
   * Returns what probabilities that are too small for a number add to the mean, at most: D is then
   * below {@code -log p} times what is mixed in.
   *
   * @param logarithm bound on the weighted mean of {@code -log p}
   */
  public double unseen(double logarithm) {
    double largest = Math.max(0, Arrays.stream(mixed).max().orElse(0));
    return mixed.length * largest * logarithm;
  }

  /** Returns the part of what a class has that is taken away. */
  private double taken() {
    return tau + t - tau * t;
  }

  private void logistic(LinearObjective f, LinearCurvature rows, int from, int to, double[] sums) {
    double taken = taken();
    double sum = 0;
    for (int i = from; i < to; i++) {
      double weight = CertificateSums.weight(f, i);
      if (weight > 0) {
        double slope = Math.abs(rows.slopes()[i]);
        double wrong = slope / weight;
        double right = wrong < 0.5 ? 1 - wrong : rows.kept()[i] / slope;
        double delta = (1 - tau) * mixed[f.target(i) > 0 ? 0 : 1] - taken * wrong;
        sum += weight * (of(counted(wrong, sums), delta) + of(counted(right, sums), -delta));
      }
    }
    sums[0] = sum;
  }

  private void softmax(LinearObjective f, LinearCurvature rows, int from, int to, double[] sums) {
    double taken = taken();
    double sum = 0;
    for (int i = from; i < to; i++) {
      double weight = CertificateSums.weight(f, i);
      int own = (int) f.target(i);
      int at = f.terms.keptAt(f.terms(), i, 0);
      int stride = f.terms.keptAt(f.terms(), i, 1) - at;
      double all = 0;
      double row = 0;
      for (int c = 0; weight > 0 && c < mixed.length; c++) {
        double p = rows.kept()[at + c * stride];
        double delta = c == own ? 0 : (1 - tau) * mixed[c] - taken * p;
        all += delta;
        row += c == own ? 0 : of(counted(p, sums), delta);
      }
      row += weight > 0 ? of(counted(rows.kept()[at + own * stride], sums), -all) : 0;
      sum += weight * row;
    }
    sums[0] = sum;
  }

  private void poisson(LinearObjective f, LinearCurvature rows, int from, int to, double[] sums) {
    double taken = taken();
    double sum = 0;
    for (int i = from; i < to; i++) {
      double weight = CertificateSums.weight(f, i);
      if (weight > 0) {
        double mean = rows.kept()[i] / weight;
        sum += weight * of(mean, tau * f.target(i) - taken * mean);
      }
    }
    sums[0] = sum;
  }

  /** What is mixed into a derivative u is affine in y, given by its values at 0 and 1. */
  private void family(
      FamilyLoss g, LinearObjective f, LinearCurvature rows, int from, int to, double[] sums) {
    double sum = 0;
    for (int i = from; i < to; i++) {
      double weight = CertificateSums.weight(f, i);
      if (weight > 0) {
        double y = f.target(i);
        double u = rows.slopes()[i] / weight;
        double end = Math.fma(mixed[1] - mixed[0], y, mixed[0]);
        double delta = Math.fma(-taken(), u, (1 - tau) * t * end);
        sum += weight * g.divergence(y, u, rows.kept()[i] / weight, delta);
      }
    }
    sums[0] = sum;
  }

  private static double counted(double p, double[] sums) {
    if (p < Double.MIN_NORMAL) {
      sums[1]++;
      return Double.MIN_NORMAL;
    }
    return p;
  }

  /** Returns {@code D(p + delta | p)}. */
  public static double of(double p, double delta) {
    return FamilyLoss.kullbackLeibler(p, delta);
  }
}
