package org.ironopt.fit.network;

import java.util.Optional;
import org.ironopt.fit.FitResult;
import org.ironopt.model.Evaluation.LossComparison;

/**
 * The result of the fit of a network, with the linear model that it is compared with.
 *
 * @param network the network; its certificate is {@code NONE}
 * @param linear a linear model whose penalty was chosen by cross-validation
 * @param epoch after which the network is handed back, that of the smallest validation loss
 * @param epochs that were made
 * @param comparison losses of the network (first) and of the linear model on the test rows, which
 *     neither has used; empty without such rows or if time ran out
 */
public record NetworkResult(
    FitResult network,
    FitResult linear,
    long epoch,
    long epochs,
    Optional<LossComparison> comparison) {
  /** Returns whether there are enough test rows to judge the two. */
  public boolean judged() {
    return comparison.filter(LossComparison::judges).isPresent();
  }

  /**
   * Returns whether the network is better on the test rows by more than chance. One that no epoch
   * has changed is random and never better.
   */
  public boolean beatsLinear() {
    return epoch > 0 && comparison.filter(LossComparison::firstWins).isPresent();
  }

  @Override
  public String toString() {
    String losses =
        comparison
            .map(c -> "; loss " + c.first() + ", of the linear model " + c.second())
            .orElse("");
    return network.ending().sentence() + losses + "\n" + network.model();
  }
}
