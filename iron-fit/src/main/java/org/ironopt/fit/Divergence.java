package org.ironopt.fit;

import java.util.Arrays;
import org.ironopt.linalg.Parallel;
import org.ironopt.regression.LinearCurvature;
import org.ironopt.regression.LinearObjective;
import org.ironopt.regression.Logistic.LogisticLoss;
import org.ironopt.regression.Poisson.PoissonLoss;
import org.ironopt.regression.Softmax.SoftmaxLoss;

/**
 * How far moved predictions are from those of the model, for the dual objective: the weighted mean
 * over the rows of {@code sum_k D(p_k + delta_k | p_k)} with {@code D(q | p) = q log(q/p) - q + p},
 * the Kullback-Leibler divergence for probabilities. Nothing cancels, since it is computed from
 * delta; it may be too large by a twentieth, never too small. No pass over the features: the rows
 * kept their predictions when the point was evaluated.
 */
final class Divergence {
  /** Blocks of rows in a task; the tasks depend on the data only. */
  private static final int BLOCKS = 64;

  private final LinearObjective terms;
  private final LinearCurvature rows;
  private final double tau;
  private final double t;
  private final double[] mixed;

  /** Set by tasks, in any order. */
  private volatile boolean underflow;

  /**
   * Prepares the sum.
   *
   * @param terms what the rows belong to
   * @param rows what they kept
   * @param tau part by which derivatives of the loss are scaled towards zero
   * @param t part by which they are mixed with something else
   * @param mixed what is mixed into each class, t included
   */
  Divergence(LinearObjective terms, LinearCurvature rows, double tau, double t, double[] mixed) {
    this.terms = terms;
    this.rows = rows;
    this.tau = tau;
    this.t = t;
    this.mixed = mixed;
  }

  /**
   * Returns the weighted mean over the rows. Where a probability p is too small for a number, D is
   * below {@code -log p} times what is mixed in.
   *
   * @param logarithm bound on the weighted mean of {@code -log p}
   */
  double mean(double logarithm) {
    double mean = mean();
    return underflow ? mean + unseen(mixed, logarithm) : mean;
  }

  /** Returns what probabilities that are too small for a number add, at most. */
  static double unseen(double[] mixed, double logarithm) {
    double largest = Math.max(0, Arrays.stream(mixed).max().orElse(0));
    return mixed.length * largest * logarithm;
  }

  /** Returns whether there were such. */
  boolean underflow() {
    return underflow;
  }

  /** Returns the same but for probabilities that are too small for a number. */
  double mean() {
    return switch (terms.terms.loss()) {
      case LogisticLoss l -> mean(this::logistic);
      case SoftmaxLoss s -> mean(this::softmax);
      case PoissonLoss p -> mean(this::poisson);
      default -> throw new IllegalStateException("a loss with a closed form");
    };
  }

  /** Returns the weighted mean of the squared derivatives of a Poisson loss. */
  static double squares(LinearObjective terms, LinearCurvature rows) {
    Divergence all = new Divergence(terms, rows, 0, 0, null);
    return all.mean(
        (from, to) -> {
          double sum = 0;
          for (int i = from; i < to; i++) {
            double weight = terms.weight(i) * terms.terms.meanWeight();
            double e = weight > 0 ? rows.kept()[i] / weight - terms.target(i) : 0;
            sum = Math.fma(weight * e, e, sum);
          }
          return sum;
        });
  }

  /** The sum over some rows. */
  private interface Rows {
    double sum(int from, int to);
  }

  private double mean(Rows part) {
    int n = terms.terms();
    int size = BLOCKS * terms.terms.capacity();
    double[] sums = new double[Math.ceilDiv(n, size)];
    Parallel.forEach(sums.length, k -> sums[k] = part.sum(k * size, Math.min(n, (k + 1) * size)));
    double sum = 0;
    for (double s : sums) {
      sum += s;
    }
    return sum / (n * terms.terms.meanWeight());
  }

  /** Returns the part of what a class has that is taken away. */
  private double taken() {
    return tau + t - tau * t;
  }

  private double target(int i) {
    return terms.terms.targets()[terms.selection.row(i)];
  }

  private double logistic(int from, int to) {
    double taken = taken();
    double sum = 0;
    for (int i = from; i < to; i++) {
      double weight = Tally.weight(terms, i);
      if (weight > 0) {
        double slope = Math.abs(rows.slopes()[i]);
        double wrong = slope / weight;
        double right = wrong < 0.5 ? 1 - wrong : rows.kept()[i] / slope;
        double delta = (1 - tau) * mixed[target(i) > 0 ? 0 : 1] - taken * wrong;
        sum += weight * (of(counted(wrong), delta) + of(counted(right), -delta));
      }
    }
    return sum;
  }

  private double softmax(int from, int to) {
    double taken = taken();
    double sum = 0;
    for (int i = from; i < to; i++) {
      double weight = Tally.weight(terms, i);
      int own = (int) target(i);
      int at = terms.terms.keptAt(terms.terms(), i, 0);
      int stride = terms.terms.keptAt(terms.terms(), i, 1) - at;
      double all = 0;
      double row = 0;
      for (int c = 0; weight > 0 && c < mixed.length; c++) {
        double p = rows.kept()[at + c * stride];
        double delta = c == own ? 0 : (1 - tau) * mixed[c] - taken * p;
        all += delta;
        row += c == own ? 0 : of(counted(p), delta);
      }
      row += weight > 0 ? of(counted(rows.kept()[at + own * stride]), -all) : 0;
      sum += weight * row;
    }
    return sum;
  }

  private double counted(double p) {
    underflow |= p < Double.MIN_NORMAL;
    return Math.max(p, Double.MIN_NORMAL);
  }

  private double poisson(int from, int to) {
    double taken = taken();
    double sum = 0;
    for (int i = from; i < to; i++) {
      double weight = Tally.weight(terms, i);
      if (weight > 0) {
        double mean = rows.kept()[i] / weight;
        sum += weight * of(mean, tau * target(i) - taken * mean);
      }
    }
    return sum;
  }

  /**
   * Returns {@code D(p + delta | p)}. With {@code u = delta / p} it is {@code p ((1 + u) log(1 + u)
   * - u)}, and {@code log(1 + u) <= u (6 + u) / (6 + 4u)} for all u.
   */
  static double of(double p, double delta) {
    if (delta == 0) {
      return 0;
    }
    double u = delta / p;
    if (u > -0.7 && u < 1) {
      return delta * u * (3 + u) / (6 + 4 * u);
    }
    if (u <= -1) {
      return p;
    }
    return (p + delta) * StrictMath.log1p(u) - delta;
  }
}
