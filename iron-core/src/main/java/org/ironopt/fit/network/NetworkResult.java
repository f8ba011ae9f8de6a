package org.ironopt.fit.network;

import org.ironopt.fit.FitResult;
import org.ironopt.model.LossComparison;

/**
 * What the fit of a network found, beside the linear model of the same rows.
 *
 * @param network the network; its certificate is {@code NONE}
 * @param linear the linear model with the same penalty, on scaled coefficients
 * @param epoch after which the network is handed back, that of the smallest validation loss
 * @param epochs that were made
 * @param comparison losses of the network (first) and of the linear model on the validation rows,
 *     which the network was chosen by: it is a little favoured
 */
public record NetworkResult(
    FitResult network, FitResult linear, long epoch, long epochs, LossComparison comparison) {
  /** Returns whether the network is better on the validation rows by more than chance. */
  public boolean beatsLinear() {
    return comparison.firstWins();
  }

  @Override
  public String toString() {
    return (network.ending().sentence() + "; validation loss " + comparison.first())
        + (", of the linear model " + comparison.second() + "\n" + network.model());
  }
}
