package org.ironopt.data;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.ironopt.linalg.internal.Require;
import org.jspecify.annotations.Nullable;

/**
 * Samples to learn from: {@link Features}, {@link Targets} and, optionally, a weight for each row;
 * weight two means the same as the row twice. A data set may be a view of some of the stored rows
 * in any order ({@link #subset}), without a copy of the features: its row i is the stored row
 * {@link #position position(i)}, and {@code target}, {@code label} and {@code weight} refer to row
 * i. Immutable; the arrays handed in are kept and must not be changed.
 */
public final class Dataset {
  private final Features features;
  private final Targets targets;

  /** Weights by stored row; null when all are one, so that nothing is read for them. */
  private final double @Nullable [] weights;

  /** Exposures by stored row; null when all are one. */
  private final double @Nullable [] exposures;

  /** The stored row of each row; null when it is the row itself. */
  private final int @Nullable [] positions;

  private Dataset(
      Features features,
      Targets targets,
      double @Nullable [] weights,
      double @Nullable [] exposures,
      int @Nullable [] positions) {
    this.features = features;
    this.targets = targets;
    this.weights = weights;
    this.exposures = exposures;
    this.positions = positions;
  }

  /** Returns samples of any kind, all of weight one. */
  public static Dataset of(Features features, Targets targets) {
    Require.sameLength("features", features.rows(), "targets", targets.rows());
    return new Dataset(features, targets, null, null, null);
  }

  /** Returns samples with numbers to predict. */
  public static Dataset regression(Features features, double[] targets) {
    return of(features, new Targets.Numbers(targets));
  }

  /** Returns samples with numbers to predict; the rows are copied. */
  public static Dataset regression(double[][] rows, double[] targets) {
    return regression(DenseFeatures.of(rows), targets);
  }

  /**
   * Returns samples with classes to predict, named as they are written; the rows are copied. The
   * classes stand in the order of their names.
   */
  public static Dataset classification(double[][] rows, String... classes) {
    List<String> names = Arrays.stream(classes).distinct().sorted().toList();
    int[] labels = Arrays.stream(classes).mapToInt(names::indexOf).toArray();
    return classification(DenseFeatures.of(rows), labels, names);
  }

  /** Returns samples with class labels {@code 0 .. names.size() - 1} to predict. */
  public static Dataset classification(Features features, int[] labels, List<String> names) {
    return of(features, new Targets.Labels(labels, names));
  }

  /** Returns samples with class labels to predict; the classes are called by their numbers. */
  public static Dataset classification(Features features, int[] labels, int classes) {
    List<String> names = IntStream.range(0, classes).mapToObj(Integer::toString).toList();
    return classification(features, labels, names);
  }

  /** Returns these rows with weights {@code >= 0}, one for each, not all zero. */
  public Dataset weighted(double[] weights) {
    Require.length("weights", rows(), weights);
    double largest = 0;
    for (int i = 0; i < weights.length; i++) {
      largest = Math.max(largest, Require.nonNegative("the weight of row " + i, weights[i]));
    }
    Require.that(largest > 0, "all weights are zero, expected one above zero");
    if (positions == null) {
      return new Dataset(features, targets, weights, exposures, null);
    }
    double[] stored = new double[features.rows()];
    boolean[] taken = new boolean[features.rows()];
    for (int i = 0; i < weights.length; i++) {
      int p = positions[i];
      if (taken[p] && stored[p] != weights[i]) {
        throw Require.failed(
            "row %d is seen twice with weights %s and %s", i, stored[p], weights[i]);
      }
      taken[p] = true;
      stored[p] = weights[i];
    }
    return new Dataset(features, targets, stored, exposures, positions);
  }

  /**
   * Returns these rows with exposures {@code > 0}, one for each: how long, or over how much, the
   * count of a row was taken. A Poisson model then predicts counts for each unit of exposure.
   */
  public Dataset exposed(double[] exposures) {
    Require.length("exposures", rows(), exposures);
    Require.that(positions == null, "exposures belong to the stored rows, not to a view");
    for (int i = 0; i < exposures.length; i++) {
      Require.positive("the exposure of row " + i, exposures[i]);
    }
    return new Dataset(features, targets, weights, exposures, null);
  }

  /**
   * Returns the same rows as counts for each unit of exposure, with their weights multiplied by it:
   * a Poisson loss of these differs from that of the counts by a constant.
   */
  public Dataset rates() {
    if (exposures == null || !(targets instanceof Targets.Numbers numbers)) {
      return this;
    }
    double[] rates = new double[exposures.length];
    double[] products = new double[exposures.length];
    for (int i = 0; i < rates.length; i++) {
      rates[i] = numbers.values()[i] / exposures[i];
      products[i] = (weights == null ? 1 : weights[i]) * exposures[i];
    }
    return new Dataset(features, new Targets.Numbers(rates), products, null, positions);
  }

  /** Returns whether the rows have exposures. */
  public boolean hasExposures() {
    return exposures != null;
  }

  /** Returns the exposure of row i, one if there are none. */
  public double exposure(int i) {
    return exposures == null ? 1 : exposures[position(i)];
  }

  /**
   * Returns the same rows with each different target number as a class, in ascending order; the
   * classes are those of all stored rows, so that views of one data set agree on them.
   */
  public Dataset toClasses() {
    return targets instanceof Targets.Numbers numbers
        ? new Dataset(features, numbers.toLabels(), weights, exposures, positions)
        : this;
  }

  /** Returns the same rows with known classes in their order, such as those of a model. */
  public Dataset toClasses(List<String> names) {
    Dataset own = toClasses();
    for (String name : own.classNames()) {
      Require.that(names.contains(name), "the label '%s' is none of %s", name, names);
    }
    int[] places = own.classNames().stream().mapToInt(names::indexOf).toArray();
    int[] labels = ((Targets.Labels) own.targets).labels();
    int[] known = Arrays.stream(labels).map(label -> places[label]).toArray();
    return new Dataset(features, new Targets.Labels(known, names), weights, exposures, positions);
  }

  /**
   * Returns a view of some rows of this one, in the order given; a row may be named more than once.
   * The list is copied, the data is not.
   */
  public Dataset subset(int... rows) {
    Require.that(rows.length > 0, "a subset of no rows, expected one or more");
    int[] stored = new int[rows.length];
    for (int i = 0; i < rows.length; i++) {
      stored[i] = position(Require.index("subset: row", rows[i], rows()));
    }
    return new Dataset(features, targets, weights, exposures, stored);
  }

  /** Returns these rows and then others, if both are views of the same stored rows. */
  public Optional<Dataset> union(Dataset other) {
    if (features != other.features
        || targets != other.targets
        || weights != other.weights
        || exposures != other.exposures) {
      return Optional.empty();
    }
    IntStream rows = IntStream.concat(Arrays.stream(positions()), Arrays.stream(other.positions()));
    return Optional.of(new Dataset(features, targets, weights, exposures, rows.toArray()));
  }

  /** Returns the same rows with other numbers in their columns, by stored row. */
  public Dataset withFeatures(Features others) {
    Require.sameLength("rows", features.rows(), "rows of other features", others.rows());
    return new Dataset(others, targets, weights, exposures, positions);
  }

  /** Returns a view of the rows {@code from .. to - 1}. */
  public Dataset range(int from, int to) {
    return subset(IntStream.range(from, to).toArray());
  }

  /** Returns the number of rows of this view. */
  public int rows() {
    return positions == null ? features.rows() : positions.length;
  }

  public int columns() {
    return features.columns();
  }

  /** Returns the number of classes, 0 if the targets are numbers. */
  public int classes() {
    return targets instanceof Targets.Labels labels ? labels.names().size() : 0;
  }

  /** Returns what the classes are called; empty if the targets are numbers. */
  public List<String> classNames() {
    return targets instanceof Targets.Labels labels ? labels.names() : List.of();
  }

  /** Returns the stored features, all of them, by stored row. */
  public Features features() {
    return features;
  }

  /** Returns the stored targets, all of them, by stored row. */
  public Targets targets() {
    return targets;
  }

  /** Returns the live array of weights by stored row, if not all are one. */
  public Optional<double[]> weights() {
    return Optional.ofNullable(weights);
  }

  /** Returns whether row i is the stored row i, for all stored rows. */
  public boolean whole() {
    return positions == null;
  }

  /** Returns the stored row of row i. */
  public int position(int i) {
    return positions == null ? i : positions[i];
  }

  /** Returns the stored rows of all rows, in order. */
  public int[] positions() {
    return positions == null ? IntStream.range(0, rows()).toArray() : positions.clone();
  }

  /** Returns the number to predict for row i, or its class number as a number. */
  public double target(int i) {
    return switch (targets) {
      case Targets.Numbers numbers -> numbers.values()[position(i)];
      case Targets.Labels labels -> labels.labels()[position(i)];
    };
  }

  /** Returns the class of row i; the targets are labels. */
  public int label(int i) {
    if (targets instanceof Targets.Labels labels) {
      return labels.labels()[position(i)];
    }
    throw new IllegalArgumentException("the targets are numbers, expected class labels");
  }

  /** Returns the weight of row i. */
  public double weight(int i) {
    return weights == null ? 1 : weights[position(i)];
  }

  /** Returns the sum of the weights, the number of rows if there are none. */
  public double totalWeight() {
    if (weights == null) {
      return rows();
    }
    double sum = 0;
    for (int i = 0; i < rows(); i++) {
      sum += weight(i);
    }
    return sum;
  }

  /** Returns how many rows each class has. */
  public int[] classCounts() {
    int[] counts = new int[classes()];
    for (int i = 0; i < rows(); i++) {
      counts[label(i)]++;
    }
    return counts;
  }

  /** Returns the names of the classes without a row. */
  public List<String> missingClasses() {
    if (classes() == 0) {
      return List.of();
    }
    int[] counts = classCounts();
    return IntStream.range(0, counts.length)
        .filter(c -> counts[c] == 0)
        .mapToObj(classNames()::get)
        .toList();
  }

  @Override
  public String toString() {
    String kind = classes() == 0 ? "numbers" : classes() + " classes";
    return (positions == null ? "" : "view of " + rows() + " rows of ") + features + ", " + kind;
  }

  /**
   * Statistics of columns that are computed before a model is fitted, such as means for missing
   * values. A split or a fold computes them on its training rows only, so that held-out rows never
   * influence the model.
   */
  @FunctionalInterface
  public interface Preprocessing {
    /** Leaves rows as they are. */
    Preprocessing NONE = (data, training) -> data;

    /**
     * Returns the same rows, in their order and with their stored positions, targets and weights,
     * as they are once everything is learnt on some of them.
     *
     * @param data all rows; may be a view
     * @param training the rows to learn on, as stored ({@link Dataset#position})
     */
    Dataset apply(Dataset data, int[] training);
  }
}
