package org.ironopt.lab.foundations;

import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.CellResult;
import org.ironopt.lab.experiment.SlicedTask;
import org.ironopt.lab.file.NamedValues;
import org.ironopt.lab.statistics.PowerLaw;
import org.ironopt.linalg.Functions;
import org.ironopt.linalg.Vectors;
import org.ironopt.theory.IronParameters;

/**
 * A check on random instances: each instance gives one row of numbers and depends on nothing but
 * the seed and its number. A study is one cell.
 *
 * @param label short and safe as a file name
 * @param columns names of the numbers of a row, such as {@code "alpha, position"}
 * @param count how many instances are worth their time when this many are asked for
 * @param measure makes the numbers of one instance
 */
record Study(
    String label, String columns, IntUnaryOperator count, BiConsumer<InstanceRandom, Row> measure) {
  /** For instances that are long runs. */
  static final IntUnaryOperator FEW = asked -> Math.max(8, asked / 8);

  /** A study with as many instances as are asked for. */
  Study(String label, String columns, BiConsumer<InstanceRandom, Row> measure) {
    this(label, columns, IntUnaryOperator.identity(), measure);
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
    IntFunction<double[]> slice = i -> numbers(seed, i);
    return Cell.of(
        label,
        values,
        () -> SlicedTask.parallel(instances, slice, rows -> CellResult.of(columns, rows)));
  }

  /** Returns the row of an instance. */
  double[] numbers(long seed, int instance) {
    Row row = new Row();
    measure.accept(new InstanceRandom(seed, label, instance), row);
    return row.numbers(List.of(columns.split(", ")));
  }

  /** Returns the vector with elements f(i). */
  static double[] vector(int n, IntToDoubleFunction f) {
    return IntStream.range(0, n).mapToDouble(f).toArray();
  }

  /** Returns the center {@code (v + tau x)/s}. */
  static double[] center(IronParameters p, double[] x, double[] v) {
    return vector(x.length, i -> (v[i] + p.tau() * x[i]) / p.s());
  }

  /** Returns {@code x + a y}. */
  static double[] sum(double[] x, double a, double[] y) {
    double[] sum = x.clone();
    Vectors.axpy(a, y, sum);
    return sum;
  }

  /** Returns {@code |x - y|^2}. */
  static double square(double[] x, double[] y) {
    double distance = Vectors.distance(x, y);
    return distance * distance;
  }

  /** Returns the distance to a point, relative to 1 plus its size. */
  static double gap(double[] x, double[] expected) {
    return Vectors.distance(x, expected) / (1 + Vectors.norm(expected));
  }

  /** Returns n points from low to high with equal ratios. */
  static double[] grid(double low, double high, int n) {
    return vector(n, i -> low * Functions.exp(Functions.log(high / low) * i / (n - 1)));
  }

  /** Returns the order of y in x over eight points between low and high. */
  static double order(double low, double high, DoubleUnaryOperator y) {
    double[] x = grid(low, high, 8);
    return PowerLaw.exponent(x, Arrays.stream(x).map(y).toArray());
  }
}
