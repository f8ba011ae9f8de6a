package org.ironopt.lab.bench.mnist;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.ironopt.lab.statistics.Interval;

/**
 * IRON's seconds to an objective over those of another family, paired by seed: the geometric mean
 * with its 95 % interval.
 *
 * @param family the other
 * @param objective what was to be reached
 * @param value the ratio; empty if IRON itself did not get there with every seed
 * @param low lower end of the interval
 * @param high upper end of it
 * @param bound whether the other one did not get there with some seed, so that the ratio to the
 *     time it was given stands in: the true ratio is smaller
 */
record Ratio(
    Family family, double objective, OptionalDouble value, double low, double high, boolean bound) {
  static Ratio of(List<Track> mine, List<Track> other, Family family, double objective) {
    List<Double> logs = new ArrayList<>();
    boolean bound = false;
    boolean complete = true;
    for (int s = 0; s < mine.size(); s++) {
      var reached = mine.get(s).reached(objective);
      var theirs = other.get(s).reached(objective);
      complete &= reached.isPresent();
      bound |= theirs.isEmpty();
      double seconds = theirs.orElse(other.get(s).last()).seconds();
      reached.ifPresent(check -> logs.add(StrictMath.log(check.seconds() / seconds)));
    }
    if (!complete) {
      return new Ratio(family, objective, OptionalDouble.empty(), Double.NaN, Double.NaN, bound);
    }
    double[] values = logs.stream().mapToDouble(Double::doubleValue).toArray();
    if (values.length < 2) {
      double only = StrictMath.exp(values[0]);
      return new Ratio(family, objective, OptionalDouble.of(only), only, only, bound);
    }
    Interval interval = Interval.ofMeans(values);
    return new Ratio(
        family,
        objective,
        OptionalDouble.of(StrictMath.exp(interval.mean())),
        StrictMath.exp(interval.low()),
        StrictMath.exp(interval.high()),
        bound);
  }
}
