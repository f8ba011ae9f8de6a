package org.ironopt.fit;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.ironopt.fit.CrossValidation.Search;

/**
 * The penalties that a cross-validation tries, and the order of its fits. A path begins with one
 * part and may get more, at either end; each part is walked fold by fold, from its largest penalty
 * to its smallest. A point of it is one number, the strength, from which both penalties follow.
 */
final class SearchPath {
  /** Points of the first part for l1, and points in a decade of it. */
  private static final int L1_POINTS = 25;

  private static final int L1_DECADE = 6;

  /** Points of the first part of quadratic penalties: 10 to 1e-6, two in a decade. */
  private static final int REG_POINTS = 15;

  /** How often a path is made longer, and by how many quadratic penalties. */
  private static final int LONGER = 3;

  private static final int REG_MORE = 4;

  private final Search search;
  private final FitTask task;
  private final double ratio;
  private final int folds;
  private final List<double[]> parts = new ArrayList<>();

  /**
   * Makes the first part.
   *
   * @param task with the penalties that are not looked for
   * @param ratio share of l1 in the strength of both
   */
  SearchPath(Search search, FitTask task, double ratio, int folds) {
    this.search = search;
    this.task = task;
    this.ratio = ratio;
    this.folds = folds;
    parts.add(search == Search.REG ? decades(0, REG_POINTS) : fall(largest(), 0, L1_POINTS));
  }

  /** Returns the strength from which on every coefficient is zero. */
  private double largest() {
    double top = task.largestL1() / (search == Search.BOTH ? ratio : 1);
    if (!(top > 0)) {
      throw new UnfitDataException(
          "no column goes with the target, so that every l1 penalty makes all coefficients zero:"
              + " give the penalty as a number");
    }
    return top;
  }

  double reg(double strength) {
    return switch (search) {
      case REG -> strength;
      case L1 -> task.reg();
      case BOTH -> (1 - ratio) * strength;
    };
  }

  double l1(double strength) {
    return switch (search) {
      case REG -> task.l1();
      case L1 -> strength;
      case BOTH -> ratio * strength;
    };
  }

  /** Returns the number of fits. */
  int fits() {
    return folds * parts.stream().mapToInt(p -> p.length).sum();
  }

  /** Returns whether there is more than the first part. */
  boolean extended() {
    return parts.size() > 1;
  }

  /**
   * Where a fit stands.
   *
   * @param first whether no fit of its fold and part comes before it
   */
  record Place(int fold, boolean first, double strength) {}

  /** Returns the place of a fit, counted from 0. */
  Place place(int number) {
    int rest = number;
    int part = 0;
    while (rest >= folds * parts.get(part).length) {
      rest -= folds * parts.get(part).length;
      part++;
    }
    double[] points = parts.get(part);
    int point = rest % points.length;
    return new Place(rest / points.length, point == 0, points[point]);
  }

  /** Adds a part at the end where the best point is, if it may be moved; returns whether it did. */
  boolean extend(boolean bestIsLargest, boolean bestIsSmallest) {
    if (parts.size() > LONGER || !bestIsSmallest && !(bestIsLargest && search == Search.REG)) {
      return false;
    }
    double top = parts.getFirst()[0];
    int larger = parts.stream().filter(p -> p[0] > top).mapToInt(p -> p.length).sum();
    int smaller = parts.stream().filter(p -> p[0] <= top).mapToInt(p -> p.length).sum();
    parts.add(
        search != Search.REG
            ? fall(top, smaller, L1_DECADE)
            : decades(bestIsSmallest ? smaller : -larger - REG_MORE, REG_MORE));
    return true;
  }

  /** Returns quadratic penalties: place 0 is 10, and each decade has two. */
  private static double[] decades(int from, int count) {
    return IntStream.range(from, from + count).mapToDouble(SearchPath::decade).toArray();
  }

  private static double decade(int k) {
    int exponent = 1 - Math.floorDiv(k, 2);
    return k % 2 == 0 ? StrictMath.pow(10, exponent) : Double.parseDouble("3.16e" + (exponent - 1));
  }

  /** Returns strengths from a top one down, with three digits, so that they can be typed again. */
  private static double[] fall(double top, int from, int count) {
    return IntStream.range(from, from + count)
        .mapToDouble(k -> top * StrictMath.pow(10, -(double) k / L1_DECADE))
        .map(strength -> Double.parseDouble(String.format(Locale.ROOT, "%.2e", strength)))
        .toArray();
  }
}
