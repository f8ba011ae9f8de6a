package org.ironopt.data;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;
import org.ironopt.linalg.internal.Require;
import org.ironopt.random.RandomStreams;

/**
 * A data set cut by a seeded permutation of its rows into disjoint views that together hold every
 * row: the first rows of the permutation are for training, the next for validation, the last for
 * the test. A stratified split gives each part the same mix of classes as the whole, to within one
 * row of each class.
 *
 * @param train never empty, and with a row of every class that the whole has
 * @param validation empty if no rows were requested
 * @param test empty if no rows were requested
 */
public record TrainTestSplit(Dataset train, Optional<Dataset> validation, Optional<Dataset> test) {
  private static final int TRAIN = 0;
  private static final int VALIDATION = 1;
  private static final int TEST = 2;

  /** A split that leaves a class without a row for training. */
  public static final class MissingClassException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final String missing;
    private final int rows;

    private MissingClassException(String missing, int rows, String advice) {
      super("class '" + missing + "' has no row among the " + rows + " for training" + advice);
      this.missing = missing;
      this.rows = rows;
    }

    /** Returns the name of the class. */
    public String missing() {
      return missing;
    }

    /** Returns the number of rows for training. */
    public int rows() {
      return rows;
    }
  }

  /** Returns a split with the given numbers of rows for validation and test. */
  public static TrainTestSplit random(Dataset data, long seed, int validation, int test) {
    int n = data.rows();
    int training = trainingRows(n, validation, test);
    int[] part = new int[n];
    Arrays.fill(part, training, n, VALIDATION);
    Arrays.fill(part, n - test, n, TEST);
    return cut(data, permutation(data, seed), part, "; a stratified split keeps every class");
  }

  /**
   * Returns a split with the given numbers of rows for validation and test, each class in the same
   * proportions; what is left of the rounding goes to the largest remainders.
   */
  public static TrainTestSplit stratified(Dataset data, long seed, int validation, int test) {
    int n = data.rows();
    trainingRows(n, validation, test);
    int[] counts = data.classCounts();
    int[] tests = shares(counts, test);
    int[] rest = counts.clone();
    for (int c = 0; c < rest.length; c++) {
      rest[c] -= tests[c];
    }
    int[] validations = shares(rest, validation);
    int[] order = permutation(data, seed);
    int[] part = new int[n];
    for (int i = n - 1; i >= 0; i--) {
      int c = data.label(order[i]);
      part[i] = tests[c]-- > 0 ? TEST : validations[c]-- > 0 ? VALIDATION : TRAIN;
    }
    return cut(data, order, part, "; give it more rows or leave it out");
  }

  /** Returns the number of rows nearest to a fraction of them, for use in the two splits. */
  public static int share(Dataset data, double fraction) {
    Require.that(
        fraction >= 0 && fraction < 1,
        "the fraction is %s, expected at least 0 and below 1",
        fraction);
    return (int) Math.round(fraction * data.rows());
  }

  private static int trainingRows(int n, int validation, int test) {
    long training = (long) n - validation - test;
    Require.that(
        validation >= 0 && test >= 0 && training >= 1,
        "a split of %d rows with %d for validation and %d for the test, expected at least one row"
            + " left for training",
        n,
        validation,
        test);
    return (int) training;
  }

  private static int[] permutation(Dataset data, long seed) {
    return new RandomStreams(seed).stream("split").permutation(0, data.rows());
  }

  /** Shares out {@code total} in proportion to the counts, ties to the first. */
  static int[] shares(int[] counts, int total) {
    long n = Arrays.stream(counts).asLongStream().sum();
    int[] shares = new int[counts.length];
    long[] remainders = new long[counts.length];
    int left = total;
    for (int c = 0; c < counts.length; c++) {
      long product = (long) counts[c] * total;
      shares[c] = (int) (product / n);
      remainders[c] = product % n;
      left -= shares[c];
    }
    for (; left > 0; left--) {
      int most = 0;
      for (int c = 1; c < counts.length; c++) {
        most = remainders[c] > remainders[most] ? c : most;
      }
      shares[most]++;
      remainders[most] = -1;
    }
    return shares;
  }

  private static TrainTestSplit cut(Dataset data, int[] order, int[] part, String advice) {
    Dataset train = rows(data, order, part, TRAIN).orElseThrow();
    for (String name : train.missingClasses()) {
      if (!data.missingClasses().contains(name)) {
        throw new MissingClassException(name, train.rows(), advice);
      }
    }
    return new TrainTestSplit(
        train, rows(data, order, part, VALIDATION), rows(data, order, part, TEST));
  }

  private static Optional<Dataset> rows(Dataset data, int[] order, int[] part, int which) {
    IntStream rows = IntStream.range(0, order.length).filter(i -> part[i] == which);
    int[] chosen = rows.map(i -> order[i]).toArray();
    return chosen.length == 0 ? Optional.empty() : Optional.of(data.subset(chosen));
  }
}
