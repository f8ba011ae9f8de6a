package org.ironopt.bench.mnist;

import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.ironopt.lab.file.NumericColumns;
import org.ironopt.lab.statistics.ConfidenceInterval;

/**
 * A training run as it was looked at.
 *
 * @param looks in order
 */
record TrainingCurve(List<Measurement> looks) {
  /**
   * A look at a run.
   *
   * @param seconds on the clock so far
   * @param epochs of data seen so far
   * @param products with all rows so far: a gradient takes two
   * @param gradients of batches so far
   * @param cgSteps so far
   * @param objective full training objective
   * @param accuracy on held-out rows, NaN if not asked for
   */
  record Measurement(
      double seconds,
      double epochs,
      double products,
      double gradients,
      double cgSteps,
      double objective,
      double accuracy) {
    /** What a look says apart from the clock. */
    static final List<String> COLUMNS =
        List.of("epochs", "products", "gradients", "cg_steps", "objective", "accuracy");

    /** Returns the numbers of {@link #COLUMNS}. */
    double[] row() {
      return new double[] {epochs, products, gradients, cgSteps, objective, accuracy};
    }

    private static Measurement of(double seconds, double[] row) {
      return new Measurement(seconds, row[0], row[1], row[2], row[3], row[4], row[5]);
    }

    /** Returns how often the rows were read; a gradient of all of them is one pass. */
    double passes() {
      return 0.5 * products;
    }
  }

  /** Reads a run from the rows of its looks. */
  static TrainingCurve of(NumericColumns rows, double[] seconds) {
    return new TrainingCurve(
        IntStream.range(0, seconds.length)
            .mapToObj(i -> Measurement.of(seconds[i], rows.rows().get(i)))
            .toList());
  }

  /** Returns the first look at or below an objective. */
  Optional<Measurement> reached(double objective) {
    return looks.stream().filter(c -> c.objective() <= objective).findFirst();
  }

  Measurement last() {
    return looks.getLast();
  }

  /** Returns the lowest objective seen, a large number if the run was never finite. */
  double lowest() {
    return looks.stream()
        .mapToDouble(Measurement::objective)
        .filter(Double::isFinite)
        .min()
        .orElse(Double.MAX_VALUE / 1e9);
  }

  /**
   * Returns the products at which the objective was crossed, between two looks on the line of the
   * two; infinity if it was not.
   */
  double crossing(double objective) {
    Measurement before = null;
    for (Measurement look : looks) {
      if (look.objective() <= objective) {
        if (before == null) {
          return look.products();
        }
        double part = (before.objective() - objective) / (before.objective() - look.objective());
        return before.products() + part * (look.products() - before.products());
      }
      before = look;
    }
    return Double.POSITIVE_INFINITY;
  }

  /**
   * The seconds of some runs to an objective over those of others, paired by seed: the geometric
   * mean with its 95 % interval.
   *
   * @param timeToObjectiveRatio NaN if one of the first runs did not get there
   * @param interval its ends, none without a ratio
   * @param bound whether one of the others did not get there, so that the time it was given stands
   *     in: the true ratio is smaller
   */
  record SpeedRatio(
      double objective, double timeToObjectiveRatio, List<Double> interval, boolean bound) {
    static SpeedRatio of(List<TrainingCurve> mine, List<TrainingCurve> others, double objective) {
      boolean bound = others.stream().anyMatch(run -> run.reached(objective).isEmpty());
      double[] logs = new double[mine.size()];
      for (int s = 0; s < logs.length; s++) {
        double ours = mine.get(s).reached(objective).map(Measurement::seconds).orElse(Double.NaN);
        double theirs = others.get(s).reached(objective).orElse(others.get(s).last()).seconds();
        logs[s] = StrictMath.log(ours / theirs);
      }
      if (DoubleStream.of(logs).anyMatch(Double::isNaN)) {
        return new SpeedRatio(objective, Double.NaN, List.of(), bound);
      }
      ConfidenceInterval i =
          logs.length > 1
              ? ConfidenceInterval.ofMeans(logs)
              : new ConfidenceInterval(logs[0], 0, logs[0], logs[0], 1);
      return new SpeedRatio(
          objective,
          StrictMath.exp(i.mean()),
          List.of(StrictMath.exp(i.low()), StrictMath.exp(i.high())),
          bound);
    }
  }
}
