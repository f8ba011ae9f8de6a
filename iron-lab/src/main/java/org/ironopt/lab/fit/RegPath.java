package org.ironopt.lab.fit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A penalty chosen by cross-validation: for each fold a path from the largest penalty to the
 * smallest, each fit starting from the one before, and the loss on the rows left out. {@link
 * RegSearch} walks it.
 *
 * @param points one for each penalty, the largest first
 * @param best the point of the smallest mean loss
 */
public record RegPath(List<Point> points, Point best) {
  /** Decades from 10 down to 1e-6, two penalties each. */
  static final int POINTS = 15;

  /**
   * A penalty.
   *
   * @param reg its factor
   * @param loss mean loss on rows left out: log loss, or half the mean square error
   * @param error standard error of that mean over the folds
   * @param training mean training objective
   */
  public record Point(double reg, double loss, double error, double training) {}

  /** Puts the folds together; an array for each penalty, with a number for each fold. */
  static RegPath of(double[][] losses, double[][] training) {
    List<Point> points = new ArrayList<>();
    for (int k = 0; k < POINTS; k++) {
      points.add(point(reg(k), losses[k], training[k]));
    }
    Point best = points.stream().min(Comparator.comparingDouble(Point::loss)).orElseThrow();
    return new RegPath(List.copyOf(points), best);
  }

  static double reg(int k) {
    double decade = StrictMath.pow(10, 1 - k / 2);
    return k % 2 == 0 ? decade : Math.round(0.316 * decade * 1e9) / 1e9;
  }

  private static Point point(double reg, double[] losses, double[] training) {
    int n = losses.length;
    double mean = 0;
    double objective = 0;
    for (int f = 0; f < n; f++) {
      mean += losses[f] / n;
      objective += training[f] / n;
    }
    double squares = 0;
    for (double loss : losses) {
      squares += (loss - mean) * (loss - mean);
    }
    double error = n > 1 ? Math.sqrt(squares / (n - 1) / n) : 0;
    return new Point(reg, mean, error, objective);
  }
}
