package org.ironopt.fit.adversary;

/**
 * Weighted mean and spread of the columns by their definition: the spread is that around the mean
 * where there is an intercept and around zero elsewhere, also for a constant column, and one where
 * it would be zero.
 */
record Spread(Dd[] mean, Dd[] lengths, Dd[] variances) {
  /** A column with a smaller variance, relative to its squared mean, is constant to a fit. */
  private static final double CONSTANT = 1e-28;

  static Spread of(double[][] rows, Dd[] shares, boolean intercept) {
    int d = rows[0].length;
    Spread s = new Spread(new Dd[d], new Dd[d], new Dd[d]);
    for (int j = 0; j < d; j++) {
      Dd mean = Dd.ZERO;
      for (int i = 0; i < rows.length; i++) {
        mean = mean.plus(shares[i].times(rows[i][j]));
      }
      Dd variance = Dd.ZERO;
      for (int i = 0; i < rows.length; i++) {
        variance = variance.plus(shares[i].times(Dd.of(rows[i][j]).minus(mean).square()));
      }
      boolean constant = variance.hi() <= CONSTANT * mean.hi() * mean.hi();
      Dd square = intercept && !constant ? variance : variance.plus(mean.square());
      s.mean[j] = mean;
      s.variances[j] = variance;
      s.lengths[j] = square.hi() > 0 ? square.sqrt() : Dd.ONE;
    }
    return s;
  }

  /**
   * Returns whether a double knows the spread: where a column varies in rows of nearly no weight
   * only, its spread is a matter of rounding, and so is the penalty of scaled columns. Of a sparse
   * column, the weight of the zeros is a difference.
   */
  static boolean certain(double[][] rows, Dd[] shares, boolean intercept, boolean sparse) {
    Spread s = of(rows, shares, intercept);
    for (int j = 0; j < s.mean.length && intercept; j++) {
      double part = s.variances[j].hi() / (s.mean[j].hi() * s.mean[j].hi());
      if (sparse ? part < 1e-4 : part > 1e-60 && part < 1e-16) {
        return false;
      }
    }
    return true;
  }

  /** Returns weights whose sum is one. */
  static Dd[] shares(int n, double[] weights) {
    Dd[] shares = new Dd[n];
    Dd total = Dd.ZERO;
    for (int i = 0; i < n; i++) {
      shares[i] = Dd.of(weights == null ? 1 : weights[i]);
      total = total.plus(shares[i]);
    }
    for (int i = 0; i < n; i++) {
      shares[i] = shares[i].over(total);
    }
    return shares;
  }
}
