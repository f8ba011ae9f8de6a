package org.ironopt.curve;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.ironopt.io.StateCodec;
import org.ironopt.linalg.Vectors;

/** Which variables ran away from the data, and the best of the places where that happened. */
final class RunawayParameters {
  /** Radii of further tries from the start, over the first one. */
  private static final double[] TRIES = {1, 0.3, 3, 0.03, 30};

  /** Where all tries start. */
  final double[] start;

  /** The best plateau of all tries. */
  final double[] best;

  private final int residuals;
  private double cost = Double.POSITIVE_INFINITY;
  private int tried;

  RunawayParameters(double[] start, int residuals) {
    this.start = start.clone();
    this.residuals = residuals;
    best = start.clone();
  }

  void state(StateCodec archive) throws IOException {
    archive.array(best);
    cost = archive.number(cost);
    tried = (int) archive.count(tried);
  }

  /** Returns the cost there. */
  double cost() {
    return cost;
  }

  /** Returns the radius of this try over the first one. */
  double radius() {
    return TRIES[tried];
  }

  /** Remembers where this try ended; returns whether there is another one. */
  boolean again(double[] x, double cost) {
    if (cost < this.cost) {
      this.cost = cost;
      Vectors.copy(x, best);
    }
    return ++tried < TRIES.length;
  }

  /**
   * Returns the variables that ran away: to where the cost hardly depends on them, though it did on
   * the way, or beyond ten thousand times their start without being determined there.
   */
  List<Integer> lost(double[] x, TrustModel local) {
    List<Integer> lost = new ArrayList<>();
    GaussNewtonModel model = local.model();
    double[] errors = model.relativeErrors(x, residuals);
    for (int j = 0; j < x.length; j++) {
      double norm = model.columns[j];
      double largest = local.largest(j);
      double size = Math.max(Math.abs(x[j]), Math.abs(start[j]));
      boolean unseen = norm <= 1e-6 * largest && norm * size <= 1e-6 * model.norm;
      boolean far = start[j] != 0 && Math.abs(x[j]) > 1e4 * Math.abs(start[j]);
      if (largest > 0 && !model.held(j) && (unseen || (far && !(errors[j] < 0.5)))) {
        lost.add(j);
      }
    }
    return lost;
  }
}
