package org.ironopt.fit;

import org.ironopt.problem.Residuals;
import org.ironopt.regression.ChangedResiduals;

/** The residuals of a {@link ScaledSum}: those of its loss behind the change of variables. */
final class ScaledResiduals extends ChangedResiduals<Residuals> {
  private final Coordinates x;
  private final Meter meter;
  private final double[] w;
  private int count;

  ScaledResiduals(Residuals r, Coordinates x, Meter meter) {
    super(r);
    this.x = x;
    this.meter = meter;
    w = new double[x.dimension()];
  }

  private double[] expanded(double[] theta) {
    x.expand(theta, w);
    return w;
  }

  @Override
  public void select(int[] terms, int from, int to) {
    super.select(terms, from, to);
    count = to - from;
  }

  @Override
  public void at(double[] z, double[] memory, double[] rho, double[] q) {
    meter.read(count);
    r.at(expanded(z), memory, rho, q);
    x.pull(q);
  }

  @Override
  public void curve(double[] y, double[] t, double[] ht) {
    meter.read(count);
    r.curve(expanded(y), t, ht);
  }

  @Override
  public void transpose(double[] v, double[] q) {
    meter.read(count);
    r.transpose(v, q);
    x.pull(q);
  }
}
