package org.ironopt.method.proximal;

import java.util.OptionalDouble;
import org.ironopt.resolvent.InnerEnding;
import org.ironopt.resolvent.InnerReport;

/**
 * The maximum of {@code c.l - l'Ql/2} over the box {@code [0, top]^b} for a positive semidefinite
 * Q, by coordinate ascent in a fixed order until no coordinate moves by more than rounding.
 *
 * @param solution l
 * @param report the residual is the largest move of the last sweep, the Newton steps are sweeps
 */
public record BoxDual(double[] solution, InnerReport report) {
  private static final int SWEEPS = 20_000;
  private static final double ROUNDING = 1e-15;

  public static BoxDual solve(double[][] q, double[] c, double top) {
    int b = c.length;
    double[] l = new double[b];
    double[] slope = c.clone();
    double moved = Double.POSITIVE_INFINITY;
    int sweeps = 0;
    while (moved > ROUNDING * top && sweeps < SWEEPS) {
      moved = 0;
      for (int i = 0; i < b; i++) {
        double best = q[i][i] > 0 ? l[i] + slope[i] / q[i][i] : slope[i] > 0 ? top : 0;
        double move = Math.min(top, Math.max(0, best)) - l[i];
        if (move != 0) {
          l[i] += move;
          for (int j = 0; j < b; j++) {
            slope[j] = Math.fma(-move, q[i][j], slope[j]);
          }
          moved = Math.max(moved, Math.abs(move));
        }
      }
      sweeps++;
    }
    InnerEnding ending =
        moved <= ROUNDING * top
            ? InnerEnding.CONVERGED
            : Double.isNaN(moved) ? InnerEnding.NOT_FINITE : InnerEnding.STEP_LIMIT;
    double none = Double.NaN;
    return new BoxDual(
        l, new InnerReport(ending, sweeps, 0, 0, moved, OptionalDouble.empty(), none, none, 1, 0));
  }
}
