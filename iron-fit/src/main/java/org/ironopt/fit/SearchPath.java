package org.ironopt.fit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.ironopt.fit.CrossValidation.Made;
import org.ironopt.fit.CrossValidation.Point;

/**
 * The quadratic penalties that a cross-validation tries, and the order of its fits. A path begins
 * with one part and may get more, at either end; each part is walked fold by fold, from its largest
 * penalty to its smallest.
 */
final class SearchPath {
  /** Points of the first part of quadratic penalties: 10 to 1e-6, two in a decade. */
  private static final int REG_POINTS = 15;

  /** How often a path is made longer, and by how many quadratic penalties. */
  private static final int LONGER = 3;

  private static final int REG_MORE = 4;

  private final double l1;
  private final int folds;
  private final List<double[]> parts = new ArrayList<>();

  /**
   * Makes the first part.
   *
   * @param l1 the other penalty, which stays
   */
  SearchPath(double l1, int folds) {
    this.l1 = l1;
    this.folds = folds;
    parts.add(decades(0, REG_POINTS));
  }

  double l1() {
    return l1;
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

  /** Returns the finished points, the largest penalty first. */
  List<Point> points(List<Made> made) {
    Map<Double, List<Made>> folds = new LinkedHashMap<>();
    for (int i = 0; i < made.size(); i++) {
      folds.computeIfAbsent(place(i).strength(), _ -> new ArrayList<>()).add(made.get(i));
    }
    return folds.entrySet().stream()
        .map(point -> point(point.getKey(), point.getValue()))
        .sorted(Comparator.comparingDouble((Point p) -> p.reg() + p.l1()).reversed())
        .toList();
  }

  private Point point(double strength, List<Made> fits) {
    int n = fits.size();
    double mean = 0;
    double training = 0;
    double gap = 0;
    double used = 0;
    for (Made one : fits) {
      mean += one.loss() / n;
      training += one.training() / n;
      gap = Math.max(gap, one.gap());
      used += (double) one.used() / n;
    }
    double squares = 0;
    for (Made one : fits) {
      squares += (one.loss() - mean) * (one.loss() - mean);
    }
    double error = n > 1 ? Math.sqrt(squares / (n - 1) / n) : 0;
    return new Point(strength, l1, mean, error, training, gap, used);
  }

  /** Adds a part at the end where the best point is, if it may be moved; returns whether it did. */
  boolean extend(boolean bestIsLargest, boolean bestIsSmallest) {
    if (parts.size() > LONGER || !bestIsSmallest && !bestIsLargest) {
      return false;
    }
    double top = parts.getFirst()[0];
    int larger = parts.stream().filter(p -> p[0] > top).mapToInt(p -> p.length).sum();
    int smaller = parts.stream().filter(p -> p[0] <= top).mapToInt(p -> p.length).sum();
    parts.add(decades(bestIsSmallest ? smaller : -larger - REG_MORE, REG_MORE));
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
}
