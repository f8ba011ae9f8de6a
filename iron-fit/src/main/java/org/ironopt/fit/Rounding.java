package org.ironopt.fit;

import java.util.OptionalInt;
import org.ironopt.run.Ending;

/**
 * How large the rounding errors behind a certificate can be. The errors of a sum of s numbers, one
 * behind another, have random signs: they stay below {@code 8 sqrt(s)} units but once in 1e13 sums
 * (N. Higham, T. Mary, "A new approach to probabilistic rounding error analysis", DOI
 * 10.1137/18M1226312). Sums over rows go by blocks and tasks, so that s is far below the number of
 * rows.
 */
final class Rounding {
  private static final double UNIT = 0x1p-53;

  /** A remedy names a column that is so many times as large as its spread. */
  private static final double LARGE_MEAN = 1e5;

  private final FitObjective f;
  private final double sums;
  private final double dots;

  /** Bounds on the columns in the penalised coordinates, before centering. */
  private final double[] columns;

  private final double norm;

  Rounding(FitObjective f) {
    this.f = f;
    Coordinates x = f.coordinates();
    sums = 8 * UNIT * Math.sqrt(f.targets().additions());
    dots = 8 * UNIT * Math.sqrt(x.columns() + 2);
    columns = new double[x.columns()];
    double squares = 0;
    for (int j = 0; j < columns.length; j++) {
      columns[j] = (x.size()[j] + Math.abs(x.m()[j])) / x.p()[j];
      squares = Math.fma(columns[j], columns[j], squares);
    }
    norm = Math.sqrt(squares);
  }

  /** Returns the ending of a fit that rounding keeps from its goal. */
  Ending.RoundingFloor floor(long step) {
    int worst = 0;
    for (int j = 1; j < columns.length; j++) {
      worst = columns[j] > columns[worst] ? j : worst;
    }
    return columns[worst] > LARGE_MEAN
        ? new Ending.RoundingFloor(step, OptionalInt.of(worst), columns[worst])
        : new Ending.RoundingFloor(step, OptionalInt.empty(), Double.NaN);
  }

  /** Returns the relative error of a sum over the rows without cancellation. */
  double sums() {
    return sums;
  }

  /** Returns the error of the derivative by coefficient j, for derivatives of losses of a size. */
  double slope(int j, double size) {
    return sums * columns[j] * size;
  }

  /** Returns the length of the errors of all these derivatives. */
  double slopes(double size) {
    return sums * norm * size;
  }

  /**
   * Returns what the errors of the predictions change in the dual gap, which they enter by their
   * squares.
   *
   * @param w parameters in the user's units
   * @param curvature largest second derivative of the loss
   */
  double predictions(double[] w, double curvature) {
    double sum = 0;
    for (int c = 0; c < w.length; c += f.coordinates().stride()) {
      double error = dots * predicted(w, c);
      sum = Math.fma(error, error, sum);
    }
    return 0.5 * curvature * sum;
  }

  /**
   * Returns what the errors of the predictions change in the value of F, which they enter as they
   * are.
   *
   * @param size of the derivatives of the losses
   */
  double value(double[] w, double size) {
    return dots * predicted(w) * size;
  }

  /** Returns a bound on the weighted mean of the sizes of the predictions, over all outputs. */
  double predicted(double[] w) {
    double sum = 0;
    for (int c = 0; c < w.length; c += f.coordinates().stride()) {
      sum += predicted(w, c);
    }
    return sum;
  }

  private double predicted(double[] w, int from) {
    Coordinates x = f.coordinates();
    double size = x.intercept() ? Math.abs(w[from + x.columns()]) : 0;
    for (int j = 0; j < x.columns(); j++) {
      size = Math.fma(Math.abs(w[from + j]), x.size()[j], size);
    }
    return size;
  }
}
