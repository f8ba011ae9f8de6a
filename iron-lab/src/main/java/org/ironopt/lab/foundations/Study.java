package org.ironopt.lab.foundations;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.CellResult;
import org.ironopt.lab.experiment.CellResults;
import org.ironopt.lab.experiment.SlicedTask;
import org.ironopt.lab.file.NamedValues;
import org.ironopt.lab.file.NumericColumns;
import org.ironopt.lab.statistics.ConfidenceInterval;
import org.ironopt.linalg.Functions;

/**
 * A check on random instances: each instance gives one row of numbers and depends on nothing but
 * the seed and its number. A study is one cell.
 *
 * @param label short and safe as a file name
 * @param columns names of the numbers of a row
 * @param count how many instances are worth their time when this many are asked for
 * @param row makes the numbers of one instance, NaN where a statement does not apply to it
 */
record Study(
    String label,
    List<String> columns,
    IntUnaryOperator count,
    Function<InstanceRandom, double[]> row) {
  /** For instances that are long runs. */
  static final IntUnaryOperator FEW = asked -> Math.max(8, asked / 8);

  /**
   * A study with columns separated by commas.
   *
   * @param columns such as {@code "alpha, position"}
   */
  Study(
      String label,
      String columns,
      IntUnaryOperator count,
      Function<InstanceRandom, double[]> row) {
    this(label, List.of(columns.split(", ")), count, row);
  }

  /** A study with as many instances as are asked for. */
  Study(String label, String columns, Function<InstanceRandom, double[]> row) {
    this(label, columns, IntUnaryOperator.identity(), row);
  }

  Cell cell(FoundationsExperiment.Settings settings) {
    int instances = count.applyAsInt(settings.instances());
    long seed = settings.seed();
    NamedValues values =
        new NamedValues()
            .with("experiment", FoundationsExperiment.CHAPTER.name())
            .with("study", label)
            .with("instances", (long) instances)
            .with("seed", seed);
    return Cell.of(
        label,
        values,
        () ->
            SlicedTask.parallel(
                instances, i -> row.apply(new InstanceRandom(seed, label, i)), this::outcome));
  }

  private CellResult outcome(List<double[]> rows) {
    CellResult outcome = CellResult.of(columns, rows);
    NamedValues values = outcome.values().with("instances", (long) rows.size());
    Found found = new Found(label, outcome.trace());
    for (String column : columns) {
      if (found.count(column) > 0) {
        values.with("smallest_" + column, found.smallest(column));
        values.with("largest_" + column, found.largest(column));
      }
    }
    return outcome;
  }

  /** Returns what this study found, or nothing if it has not finished. */
  Optional<Found> in(CellResults<Study> outcomes) {
    return outcomes.at(this).map(outcome -> new Found(label, outcome.trace()));
  }

  /**
   * What a study found. Numbers that do not apply (NaN) are left out everywhere; the extremes of a
   * column without any other are NaN, which no claim accepts.
   *
   * @param label the study
   * @param rows one row per instance
   */
  record Found(String label, NumericColumns rows) {
    private DoubleStream applicable(String column) {
      return Arrays.stream(rows.column(column)).filter(value -> !Double.isNaN(value));
    }

    int count(String column) {
      return (int) applicable(column).count();
    }

    double largest(String column) {
      return applicable(column).max().orElse(Double.NaN);
    }

    double smallest(String column) {
      return applicable(column).min().orElse(Double.NaN);
    }

    /** Returns Student's t interval for the mean over the instances. */
    ConfidenceInterval mean(String column) {
      return ConfidenceInterval.ofMeans(applicable(column).toArray());
    }
  }

  /** Returns a row made of several parts. */
  static double[] join(double[]... parts) {
    return Stream.of(parts).flatMapToDouble(Arrays::stream).toArray();
  }

  /** Returns a value over its bound, NaN where there is no bound. */
  static double ratio(double value, OptionalDouble bound) {
    return bound.isPresent() ? value / bound.getAsDouble() : Double.NaN;
  }

  /** Returns n points from low to high with equal ratios. */
  static double[] grid(double low, double high, int n) {
    double[] x = new double[n];
    Arrays.setAll(x, i -> low * Functions.exp(Functions.log(high / low) * i / (n - 1)));
    return x;
  }

  /** Returns the order of y in x over eight points between low and high. */
  static double order(double low, double high, DoubleUnaryOperator y) {
    double[] x = grid(low, high, 8);
    return order(x, Arrays.stream(x).map(y).toArray());
  }

  /** Returns the order of y in x: the least-squares slope of log y against log x. */
  static double order(double[] x, double[] y) {
    double meanX = 0;
    double meanY = 0;
    for (int i = 0; i < x.length; i++) {
      meanX += Functions.log(x[i]) / x.length;
      meanY += Functions.log(y[i]) / x.length;
    }
    double across = 0;
    double along = 0;
    for (int i = 0; i < x.length; i++) {
      double dx = Functions.log(x[i]) - meanX;
      across += dx * (Functions.log(y[i]) - meanY);
      along += dx * dx;
    }
    return across / along;
  }
}
