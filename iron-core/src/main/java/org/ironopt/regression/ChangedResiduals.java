package org.ironopt.regression;

import org.ironopt.problem.Residuals;

/**
 * Residuals behind a change of variables: what lives on predictions is that of the residuals in the
 * old ones.
 *
 * @param <R> the type of those
 */
public abstract class ChangedResiduals<R extends Residuals> implements Residuals {
  public final R r;

  public ChangedResiduals(R r) {
    this.r = r;
  }

  @Override
  public void select(int[] terms, int from, int to) {
    r.select(terms, from, to);
  }

  @Override
  public final int length() {
    return r.length();
  }

  @Override
  public final double scale() {
    return r.scale();
  }

  @Override
  public final void along(double s, double[] t, double[] memory, double[] rho) {
    r.along(s, t, memory, rho);
  }

  @Override
  public final void move(double s, double[] t, double[] v) {
    r.move(s, t, v);
  }

  @Override
  public final void recall(double[] memory, double[] v) {
    r.recall(memory, v);
  }

  @Override
  public final void remember(double a, double[] rho, double[] memory) {
    r.remember(a, rho, memory);
  }
}
