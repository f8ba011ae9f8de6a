package org.ironopt.data;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.ironopt.linalg.internal.Require;

/** What is to be predicted for each row: a number or one of several classes. */
public sealed interface Targets {
  /** Returns the number of rows. */
  int rows();

  /**
   * Numbers, for regression.
   *
   * @param values the live array of finite numbers
   */
  record Numbers(double[] values) implements Targets {
    /** Checks every number. */
    public Numbers {
      for (int i = 0; i < values.length; i++) {
        if (!Double.isFinite(values[i])) {
          Require.finite("the target of row " + i, values[i]);
        }
      }
    }

    @Override
    public int rows() {
      return values.length;
    }

    /** Returns each different number as a class, in ascending order and called by its text. */
    public Labels toLabels() {
      double[] different = different();
      int[] labels = new int[values.length];
      for (int i = 0; i < labels.length; i++) {
        labels[i] = Arrays.binarySearch(different, values[i] + 0.0);
      }
      return new Labels(labels, Arrays.stream(different).mapToObj(Numbers::text).toList());
    }

    /** Returns the values, each once, from the smallest to the largest; both zeros are one. */
    private double[] different() {
      double[] sorted = values.clone();
      for (int i = 0; i < sorted.length; i++) {
        sorted[i] += 0.0;
      }
      Arrays.sort(sorted);
      int count = 0;
      for (double value : sorted) {
        if (count == 0 || Double.compare(value, sorted[count - 1]) != 0) {
          sorted[count++] = value;
        }
      }
      return Arrays.copyOf(sorted, count);
    }

    private static String text(double value) {
      return value == (long) value ? Long.toString((long) value) : Double.toString(value);
    }
  }

  /**
   * Classes, for classification.
   *
   * @param labels the live array of class numbers, {@code 0 .. names.size() - 1}
   * @param names what the classes are called, no two alike; with two of them the second is the
   *     positive one
   */
  record Labels(int[] labels, List<String> names) implements Targets {
    /** Checks every label. */
    public Labels {
      names = List.copyOf(names);
      Require.that(
          Set.copyOf(names).size() == names.size(), "two classes have one name: %s", names);
      for (int i = 0; i < labels.length; i++) {
        if (labels[i] < 0 || labels[i] >= names.size()) {
          throw Require.failed(
              "the label of row %d is %d, expected 0 to %d for %d classes",
              i, labels[i], names.size() - 1, names.size());
        }
      }
    }

    @Override
    public int rows() {
      return labels.length;
    }
  }
}
