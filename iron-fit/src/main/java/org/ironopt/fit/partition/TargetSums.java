package org.ironopt.fit.partition;

import java.io.Serializable;
import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import org.ironopt.linalg.Functions;
import org.ironopt.linalg.Vectors;
import org.ironopt.regression.internal.FamilyLoss;
import org.ironopt.regression.internal.LinearObjective;
import org.ironopt.regression.internal.LogisticLoss;
import org.ironopt.regression.internal.PoissonLoss;
import org.ironopt.regression.internal.SoftmaxLoss;

/**
 * Sums over the targets of rows, the same at all points.
 *
 * @param rows number of rows
 * @param weight sum of their weights
 * @param additions that stand behind one another, at most, in a sum over the rows
 * @param targets weight of each class, or the weighted sum of numbers y
 * @param counts of counts sums of {@code y log y - y}, of the sizes of those terms, and of the
 *     weights of counts above zero; of a {@link FamilyLoss} the same of minus its smallest loss;
 *     zeros for other models
 */
public record TargetSums(long rows, double weight, int additions, double[] targets, double[] counts)
    implements Serializable {
  /** Returns the sums of some rows with weights, in any unit, whose sum is known. */
  static TargetSums of(
      LinearObjective f, IntToDoubleFunction weights, double weight, int additions) {
    boolean two = f.terms.loss() instanceof LogisticLoss;
    boolean classes = two || f.terms.loss() instanceof SoftmaxLoss;
    double[] targets = new double[two ? 2 : f.terms.outputs()];
    double[] counts = new double[3];
    for (int i = 0; i < f.terms(); i++) {
      double y = f.target(i);
      double w = weights.applyAsDouble(i);
      targets[two ? (y > 0 ? 1 : 0) : classes ? (int) y : 0] += classes ? w : w * y;
      if (f.terms.loss() instanceof PoissonLoss && y > 0) {
        double log = Functions.log(y);
        counts[0] += w * (y * log - y);
        counts[1] += w * (y * Math.abs(log) + y);
        counts[2] += w;
      } else if (f.terms.loss() instanceof FamilyLoss g) {
        counts[0] -= w * g.least(y);
        counts[1] += w * g.magnitude(y);
        counts[2] += y > 0 ? w : 0;
      }
    }
    return new TargetSums(f.terms(), weight, additions, targets, counts);
  }

  TargetSums plus(TargetSums later) {
    double[] sums = Arrays.copyOf(targets, Math.max(targets.length, later.targets.length));
    for (int k = 0; k < later.targets.length; k++) {
      sums[k] += later.targets[k];
    }
    Vectors.axpy(1, later.counts, counts);
    int depth = Math.max(additions, later.additions) + 1;
    return new TargetSums(rows + later.rows, weight + later.weight, depth, sums, counts);
  }

  /** Returns the same for sums that are added up in another way. */
  public TargetSums additions(int most) {
    return new TargetSums(rows, weight, most, targets, counts);
  }

  /** Returns the parts of the classes in the weight, or the mean of numbers in front of a zero. */
  public double[] shares() {
    double[] shares = Arrays.copyOf(targets, Math.max(2, targets.length));
    Vectors.scale(1 / weight, shares);
    return shares;
  }

  /** Returns what half a deviance adds to the mean loss, {@code y log y - y} for counts. */
  public double offset() {
    return counts[0] / weight;
  }

  /** Returns the mean of the sizes of those terms. */
  public double magnitude() {
    return counts[1] / weight;
  }
}
