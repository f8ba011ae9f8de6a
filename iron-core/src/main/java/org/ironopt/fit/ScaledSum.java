package org.ironopt.fit;

import org.ironopt.linalg.Require;
import org.ironopt.problem.Curvature;
import org.ironopt.problem.Curved;
import org.ironopt.problem.GaussNewton;
import org.ironopt.problem.LinearSum;
import org.ironopt.problem.Residuals;
import org.ironopt.regression.LinearObjective;
import org.ironopt.regression.Logistic;
import org.ironopt.regression.Ridge;

/**
 * A regression in the variables theta of its {@link Coordinates}, with the penalty {@code reg/2 sum
 * theta_j^2} of all of them but the intercepts: {@code f(theta) = (1/N) sum_i (loss_i(theta) +
 * reg/2 sum theta_j^2)}. The rows are those of scaled and centred columns, and none of them is
 * copied: sparse ones stay sparse. Rows read are counted.
 */
sealed class ScaledSum implements LinearSum, GaussNewton permits ScaledRows {
  final LinearObjective loss;
  final Coordinates x;
  final double reg;
  final Meter meter;

  /** Takes a loss without penalty and coordinates without whitening. */
  ScaledSum(LinearObjective loss, Coordinates x, double reg, Meter meter) {
    this.loss = loss;
    this.x = x;
    this.reg = reg;
    this.meter = meter;
  }

  /** Returns the sum, with what its terms can do if each has one prediction. */
  static ScaledSum of(LinearObjective loss, Coordinates x, double reg, Meter meter) {
    return loss instanceof Logistic || loss instanceof Ridge
        ? new ScaledRows(loss, x, reg, meter)
        : new ScaledSum(loss, x, reg, meter);
  }

  /** Returns the parameters of the loss that mean the same as theta. */
  final double[] expand(double[] theta) {
    double[] w = new double[Require.length("theta", dimension(), theta).length];
    x.expand(theta, w);
    return w;
  }

  final void read() {
    meter.read(terms());
  }

  /** Returns {@code reg/2 sum theta_j^2}. */
  private double penalty(double[] theta) {
    double squares = 0;
    for (int c = 0; c < theta.length; c += x.stride()) {
      for (int j = c; j < c + x.columns(); j++) {
        squares = Math.fma(theta[j], theta[j], squares);
      }
    }
    return 0.5 * reg * squares;
  }

  /** Turns a vector of the loss's parameters into one of theta, and adds {@code reg v}. */
  private void pull(double[] v, double[] out) {
    x.pull(out);
    for (int c = 0; reg > 0 && c < v.length; c += x.stride()) {
      for (int j = c; j < c + x.columns(); j++) {
        out[j] = Math.fma(reg, v[j], out[j]);
      }
    }
  }

  @Override
  public final int dimension() {
    return loss.dimension();
  }

  @Override
  public final int terms() {
    return loss.terms();
  }

  @Override
  public final int outputs() {
    return loss.outputs();
  }

  @Override
  public final void ridge(double[] ridge) {
    Require.length("ridge", dimension(), ridge);
    for (int i = 0; i < ridge.length; i++) {
      ridge[i] = i % x.stride() < x.columns() ? reg : 0;
    }
  }

  @Override
  public final double value(double[] theta) {
    read();
    return loss.value(expand(theta)) + penalty(theta);
  }

  @Override
  public final void gradient(double[] theta, double[] gradient) {
    read();
    loss.gradient(expand(theta), gradient);
    pull(theta, gradient);
  }

  @Override
  public final double valueAndGradient(double[] theta, double[] gradient) {
    read();
    double value = loss.valueAndGradient(expand(theta), gradient) + penalty(theta);
    pull(theta, gradient);
    return value;
  }

  @Override
  public final Curved batch(int[] indices, int from, int to) {
    return of((LinearObjective) loss.batch(indices, from, to), x, reg, meter);
  }

  @Override
  public final Curvature gaussNewton() {
    return curvature();
  }

  @Override
  public final Curvature curvature() {
    Curvature h = loss.curvature();
    return new Curvature() {
      @Override
      public int dimension() {
        return h.dimension();
      }

      @Override
      public double at(double[] theta, double[] gradient) {
        read();
        double value = h.at(expand(theta), gradient) + penalty(theta);
        pull(theta, gradient);
        return value;
      }

      @Override
      public void apply(double[] v, double[] hv) {
        read();
        h.apply(expand(v), hv);
        pull(v, hv);
      }
    };
  }

  @Override
  public final Residuals residuals() {
    return new ScaledResiduals(loss.residuals(), x, meter);
  }
}
