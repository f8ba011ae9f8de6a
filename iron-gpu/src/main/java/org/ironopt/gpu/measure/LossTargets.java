package org.ironopt.gpu.measure;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * Losses that a run is to reach, the largest first, whatever order they were given in, and when it
 * did: on the line between two looks.
 */
final class LossTargets {
  /** A loss and the seconds after which it was reached. */
  record Crossing(double loss, double seconds) {}

  private final List<Double> left;
  private double lastSeconds;
  private double lastLoss = Double.POSITIVE_INFINITY;

  LossTargets(double... targets) {
    left =
        new ArrayList<>(
            DoubleStream.of(targets).boxed().sorted(Comparator.reverseOrder()).toList());
  }

  /** Returns whether any is left. */
  boolean open() {
    return !left.isEmpty();
  }

  /** Returns what was reached since the last look; a loss that is no number reaches nothing. */
  List<Crossing> look(double seconds, double loss) {
    List<Crossing> reached = new ArrayList<>();
    while (open() && loss <= left.getFirst()) {
      double target = left.removeFirst();
      double part = Double.isInfinite(lastLoss) ? 1 : (lastLoss - target) / (lastLoss - loss);
      reached.add(new Crossing(target, lastSeconds + part * (seconds - lastSeconds)));
    }
    lastSeconds = seconds;
    lastLoss = Double.isNaN(loss) ? Double.POSITIVE_INFINITY : loss;
    return reached;
  }
}
