package org.ironopt.fit;

import org.ironopt.regression.LinearObjective;

/** The mean loss, without penalty, on rows that a fit does not learn from. */
final class Validation {
  private final LinearObjective loss;
  private final Coordinates coordinates;
  private final double[] w;

  Validation(LinearObjective loss, Coordinates coordinates) {
    this.loss = loss;
    this.coordinates = coordinates;
    w = new double[coordinates.dimension()];
  }

  double loss(double[] theta) {
    coordinates.expand(theta, w);
    return loss.value(w);
  }
}
