package org.ironopt.resolvent.newton;

/** {@code s = -g / (1 + nu + lambda diag H)}. */
public final class DiagonalDirection implements DirectionSolver {
  private final boolean descends;
  private final double[] diagonal;

  /**
   * @param descends whether negative entries are refused; Newton's own direction, which decreases
   *     |g| but may climb phi, keeps them
   */
  public DiagonalDirection(int n, boolean descends) {
    this.descends = descends;
    diagonal = new double[n];
  }

  @Override
  public void linearize(Equation equation) {
    equation.current().curvature().diagonal(diagonal);
  }

  @Override
  public boolean solve(Equation equation, double nu) {
    double lambda = equation.lambda();
    double[] g = equation.current().g;
    for (int i = 0; i < diagonal.length; i++) {
      double entry = Math.fma(lambda, diagonal[i], 1 + nu);
      boolean usable = entry > 0 || (!descends && entry < 0);
      if (!usable || Double.isInfinite(entry)) {
        return false;
      }
      equation.s[i] = -g[i] / entry;
    }
    return true;
  }
}
