package org.ironopt.linalg.internal;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Vectors;

/**
 * Argument checks whose messages say what was seen and what was expected. A violated check is a
 * programmer's error and throws {@link IllegalArgumentException}; numerical failure is never
 * reported this way.
 */
public final class Require {
  /** How far, relative to its largest element, a matrix may be from symmetric. */
  private static final double SYMMETRY = 1e-12;

  private Require() {}

  /**
   * Checks a condition of any kind.
   *
   * @param sentence says what was seen and what was expected, as a format of the things seen
   */
  public static void that(boolean holds, String sentence, Object... seen) {
    if (!holds) {
      throw failed(sentence, seen);
    }
  }

  /** Returns what to throw where a condition does not hold that is looked at very often. */
  public static IllegalArgumentException failed(String sentence, Object... seen) {
    return new IllegalArgumentException(String.format(Locale.ROOT, sentence, seen));
  }

  /** Checks that {@code array} has the given length. */
  public static double[] length(String name, int expected, double[] array) {
    if (array.length != expected) {
      throw new IllegalArgumentException(
          name + ": expected length " + expected + ", got " + array.length);
    }
    return array;
  }

  /** Checks that two arrays have the given length. */
  public static void lengths(int expected, String a, double[] first, String b, double[] second) {
    length(a, expected, first);
    length(b, expected, second);
  }

  /** Checks that two lengths agree. */
  public static void sameLength(String a, int lengthA, String b, int lengthB) {
    if (lengthA != lengthB) {
      throw new IllegalArgumentException(
          a + " and " + b + " must have one length, got " + lengthA + " and " + lengthB);
    }
  }

  /** Checks that every element is finite and names the first that is not. */
  public static double[] finite(String name, double[] array) {
    if (Vectors.allFinite(array)) {
      return array;
    }
    for (int i = 0; i < array.length; i++) {
      if (!Double.isFinite(array[i])) {
        throw failed("%s[%d] is %s, expected a finite number", name, i, array[i]);
      }
    }
    return array;
  }

  /** Checks that no two names are equal. */
  public static List<String> distinct(String what, List<String> names) {
    Set<String> seen = new HashSet<>();
    for (String name : names) {
      if (!seen.add(name)) {
        String cut = name.length() > 40 ? name.substring(0, 40) + "..." : name;
        throw failed("the %s '%s' comes twice", what, cut.replaceAll("\\p{Cntrl}", "?"));
      }
    }
    return names;
  }

  /** Checks that a number is finite. */
  public static double finite(String name, double value) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException(name + " is " + value + ", expected a finite number");
    }
    return value;
  }

  /** Checks that a number is finite and {@code > 0}. */
  public static double positive(String name, double value) {
    if (!(value > 0) || value == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException(name + " is " + value + ", expected a number > 0");
    }
    return value;
  }

  /** Checks that a number is finite and {@code >= 0}. */
  public static double nonNegative(String name, double value) {
    if (!(value >= 0) || value == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException(name + " is " + value + ", expected a number >= 0");
    }
    return value;
  }

  /** Checks that a count is at least {@code least}. */
  public static int atLeast(String name, int least, int value) {
    if (value < least) {
      throw new IllegalArgumentException(name + " is " + value + ", expected at least " + least);
    }
    return value;
  }

  /** Checks {@code 0 <= i < count}. */
  public static int index(String name, int i, int count) {
    if (i < 0 || i >= count) {
      throw new IllegalArgumentException(name + " " + i + ", expected 0 to " + (count - 1));
    }
    return i;
  }

  /** Checks the shape of a matrix. */
  public static DenseMatrix shape(String name, int rows, int columns, DenseMatrix m) {
    if (m.rows() != rows || m.columns() != columns) {
      throw failed("%s: expected %d x %d, got %d x %d", name, rows, columns, m.rows(), m.columns());
    }
    return m;
  }

  /** Checks that a matrix is square, finite and, up to rounding, symmetric. */
  public static DenseMatrix symmetric(String name, DenseMatrix m) {
    shape(name, m.rows(), m.rows(), m);
    double largest = Vectors.maxAbs(finite(name, m).data());
    for (int i = 0; i < m.rows(); i++) {
      for (int j = i + 1; j < m.rows(); j++) {
        if (Math.abs(m.get(i, j) - m.get(j, i)) > SYMMETRY * largest) {
          throw failed(
              "%s is not symmetric: (%d, %d) is %s and (%3$d, %2$d) is %5$s",
              name, i, j, m.get(i, j), m.get(j, i));
        }
      }
    }
    return m;
  }

  /** Checks that every element is finite and names the first that is not. */
  public static DenseMatrix finite(String name, DenseMatrix m) {
    for (int i = 0; i < m.rows(); i++) {
      for (int j = 0; j < m.columns(); j++) {
        if (!Double.isFinite(m.get(i, j))) {
          throw failed("%s(%d, %d) is %s, expected a finite number", name, i, j, m.get(i, j));
        }
      }
    }
    return m;
  }
}
