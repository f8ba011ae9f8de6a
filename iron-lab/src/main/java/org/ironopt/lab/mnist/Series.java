package org.ironopt.lab.mnist;

import java.util.List;
import java.util.Optional;
import org.ironopt.lab.experiment.Outcome;
import org.ironopt.lab.file.Columns;
import org.ironopt.lab.statistics.Sample;

/**
 * The final runs of one configuration, one for each seed.
 *
 * @param configuration method, batch size and step
 * @param runs what they left
 * @param clocks seconds by epoch, empty where a clock file is missing
 */
record Series(Configuration configuration, List<Outcome> runs, List<Columns> clocks) {
  int epochs() {
    return runs.getFirst().trace().rows().size() - 1;
  }

  /** Returns a column of the trace over the seeds after an epoch. */
  Sample at(String column, int epoch) {
    return Sample.of(runs.stream().mapToDouble(r -> r.trace().column(column)[epoch]).toArray());
  }

  /** Returns a column of the trace over the seeds at the end. */
  Sample last(String column) {
    return at(column, epochs());
  }

  /** Returns a column of the trace at the end, by seed. */
  double[] ends(String column) {
    return runs.stream().mapToDouble(r -> r.trace().column(column)[epochs()]).toArray();
  }

  Sample accuracy() {
    return last("accuracy");
  }

  /** Returns the mean growth of a column per step of the method, during an epoch. */
  Sample perStep(String column, int epoch, int stepsPerEpoch) {
    return Sample.of(
        runs.stream()
            .mapToDouble(
                r -> {
                  double[] sums = r.trace().column(column);
                  return (sums[epoch] - sums[epoch - 1]) / stepsPerEpoch;
                })
            .toArray());
  }

  /** Returns the seconds over the seeds after an epoch, if every run was timed. */
  Optional<Sample> seconds(int epoch) {
    return clocks.size() < runs.size()
        ? Optional.empty()
        : Optional.of(
            Sample.of(clocks.stream().mapToDouble(c -> c.column("seconds")[epoch]).toArray()));
  }

  Optional<Sample> seconds() {
    return seconds(epochs());
  }

  boolean finite() {
    return runs.stream().allMatch(r -> Boolean.TRUE.equals(r.values().asMap().get("finite")));
  }
}
