package org.ironopt.lab.methods;

import java.util.OptionalDouble;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleUnaryOperator;

/**
 * A step found by trying some: decades from 1e-3 to 1e3, more of them while the best is the last on
 * its side, and then doubles or halves of the best. The smaller of two equally good ones is taken.
 */
public final class StepSearch {
  private static final int DECADES = 3;
  private static final int MOST_DECADES = 6;
  private static final int HALVES = 2;

  private final DoubleUnaryOperator score;
  private final BooleanSupplier over;
  private int tried;
  private double best = Double.NaN;
  private double lowest;

  /**
   * Prepares a search.
   *
   * @param score what a step leads to, the smaller the better
   * @param worst a score that is no success
   * @param over whether there is no more time
   */
  public StepSearch(DoubleUnaryOperator score, double worst, BooleanSupplier over) {
    this.score = score;
    this.over = over;
    lowest = worst;
  }

  /** Returns the best step, if any is a success. */
  public OptionalDouble run() {
    for (int d = -DECADES; d <= DECADES; d++) {
      improves(decade(d));
    }
    boolean falls = best == decade(-DECADES);
    boolean rises = best == decade(DECADES);
    for (int d = DECADES + 1; d <= MOST_DECADES && (falls || rises); d++) {
      if (!improves(decade(falls ? -d : d))) {
        break;
      }
    }
    if (Double.isNaN(best)) {
      return OptionalDouble.empty();
    }
    double from = best;
    if (!walk(from, .5)) {
      walk(from, 2);
    }
    return OptionalDouble.of(best);
  }

  /** Returns how many steps were tried. */
  public int tried() {
    return tried;
  }

  private static double decade(int d) {
    return Double.parseDouble("1e" + d);
  }

  private boolean walk(double from, double factor) {
    double step = from;
    for (int i = 0; i < HALVES; i++) {
      step *= factor;
      if (!improves(step)) {
        return i > 0;
      }
    }
    return true;
  }

  private boolean improves(double step) {
    if (over.getAsBoolean()) {
      return false;
    }
    tried++;
    double value = score.applyAsDouble(step);
    // Not >=: a score may be no number.
    if (!(value < lowest || value == lowest && step < best)) {
      return false;
    }
    lowest = value;
    best = step;
    return true;
  }
}
