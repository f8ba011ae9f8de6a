package org.ironopt.model;

import java.util.Arrays;
import org.ironopt.linalg.internal.Require;

/**
 * The class predicted from probabilities p: the one with the largest {@code v_c p_c}, the first of
 * equals. Equal v give the most probable class; for two classes {@code v = (t, 1 - t)} gives the
 * second where its probability is above the threshold t; and if an error in class c costs v_c, the
 * expected cost is smallest. Probabilities are not changed.
 *
 * @param weights the v, one for each class, {@code >= 0} and not all zero
 */
public record DecisionRule(double... weights) {
  /** Checks the weights. */
  public DecisionRule {
    for (double weight : weights) {
      Require.nonNegative("the weight of a class", weight);
    }
    Require.that(Arrays.stream(weights).max().orElse(0) > 0, "the weights of all classes are zero");
    weights = weights.clone();
  }

  /** Names the most probable of so many classes. */
  public static DecisionRule likeliest(int classes) {
    double[] ones = new double[classes];
    Arrays.fill(ones, 1);
    return new DecisionRule(ones);
  }

  /** Names the second of two classes where its probability is above a number from 0 to 1. */
  public static DecisionRule threshold(double threshold) {
    Require.that(
        threshold >= 0 && threshold <= 1, "the threshold is %s, expected 0 to 1", threshold);
    return new DecisionRule(threshold, 1 - threshold);
  }

  /** Returns the threshold for the second of two classes, NaN if there are more. */
  public double threshold() {
    return weights.length == 2 ? weights[0] / (weights[0] + weights[1]) : Double.NaN;
  }

  /** Returns the class for the probabilities that begin at a place. */
  public int of(double[] p, int from) {
    int best = 0;
    for (int c = 1; c < weights.length; c++) {
      best = weights[c] * p[from + c] > weights[best] * p[from + best] ? c : best;
    }
    return best;
  }
}
