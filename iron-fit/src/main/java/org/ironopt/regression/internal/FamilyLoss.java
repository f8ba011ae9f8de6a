package org.ironopt.regression.internal;

import java.util.function.DoublePredicate;
import org.ironopt.linalg.Functions;
import org.ironopt.linalg.internal.Require;
import org.ironopt.regression.rows.PredictionTile;

/**
 * A loss of one output as a family in the sense of generalized linear models: all that a fit, its
 * certificate, errors and paths ask of a loss, for one row with target y and prediction z. Its
 * derivatives u lie between {@link #lowest} and {@link #highest}, the domain of the conjugate; what
 * is kept of a row, {@code k(z)}, is the second derivative or, where that is zero, something
 * negative of use to the family alone.
 */
public abstract sealed class FamilyLoss implements Loss
    permits GammaLoss, NegativeBinomialLoss, HuberLoss {
  private final String targets;
  private final DoublePredicate taken;

  /** Takes what targets have to be, in a few words and as a condition. */
  FamilyLoss(String targets, DoublePredicate taken) {
    this.targets = targets;
    this.taken = taken;
  }

  /** Overwrites {@code out} with loss, derivative and k. */
  public abstract void at(double y, double z, double[] out);

  /** Returns the smallest loss of any prediction. */
  public abstract double least(double y);

  /** Returns the size of the terms that the smallest loss is a sum of. */
  public abstract double magnitude(double y);

  /** Returns the prediction of that loss; 0 if it is not finite. */
  public abstract double anchor(double y);

  /** Returns the loss at {@code anchor(y) + s} less the smallest one, s in all digits. */
  public abstract double excess(double y, double s);

  /** Returns the size of the terms of that difference. */
  double excessSize(double y, double s) {
    return excess(y, s);
  }

  /** Returns the size of the parts of the anchor that are rounded. */
  double anchorRounded(double y) {
    return Math.abs(anchor(y));
  }

  /** Returns the infimum of the derivatives, perhaps minus infinity; affine in y. */
  public abstract double lowest(double y);

  /** Returns their supremum, which is finite and affine in y. */
  public abstract double highest(double y);

  /**
   * Returns the Bregman divergence of the conjugate, {@code l*(u + delta) - l*(u) - z delta} with u
   * and k at z. What rounding takes out of the domain counts as its end; it may be too large by a
   * twentieth, never too small.
   */
  public abstract double divergence(double y, double u, double k, double delta);

  /**
   * Returns {@code q log(q / p) - q + p} with {@code q = p + delta}. With {@code u = delta / p} it
   * is {@code p ((1 + u) log(1 + u) - u)}, and {@code log(1 + u) <= u (6 + u) / (6 + 4u)} for all
   * u.
   */
  public static double kullbackLeibler(double p, double delta) {
    if (delta == 0) {
      return 0;
    }
    double u = delta / p;
    if (u > -0.7 && u < 1) {
      return delta * u * (3 + u) / (6 + 4 * u);
    }
    if (u <= -1) {
      return p;
    }
    return (p + delta) * StrictMath.log1p(u) - delta;
  }

  /** Returns the expected second derivative at z, or the one at hand if no law expects one. */
  abstract double information(double z, double k);

  /** Returns the square of a residual over its variance at dispersion one. */
  double pearson(double u, double information) {
    return u * u / information;
  }

  /** Returns the log-likelihood of a row; NaN if that takes a dispersion, too. */
  double logLikelihood(double y, double z) {
    return Double.NaN;
  }

  /** Returns about the largest mean second derivative, for targets of a mean. */
  public double curvature(double mean) {
    return 1;
  }

  /** Returns whether a number can be a target. */
  public final boolean takes(double y) {
    return taken.test(y);
  }

  /** Returns the prediction that belongs to a mean. */
  public double linked(double mean) {
    return Functions.log(mean);
  }

  /** Returns the best constant prediction for the first rows, with weights of the sum 1. */
  public double constant(double[] y, double[] omega, int rows, double mean) {
    return linked(mean);
  }

  /** Returns the targets, or refuses them. */
  double[] checked(double[] y, RowSelection rows) {
    for (int i = 0; i < rows.count(); i++) {
      double target = y[rows.row(i)];
      Require.that(takes(target), "the target of row %d is %s, expected %s", i, target, targets);
    }
    return y;
  }

  @Override
  public final int outputs() {
    return 1;
  }

  @Override
  public final int kept() {
    return 1;
  }

  @Override
  public final double evaluate(PredictionTile tile, int at, boolean value, double[] kept) {
    double[] out = new double[3];
    for (int k = 0; k < tile.rows; k++) {
      at(tile.target[k], tile.z[at + k], out);
      tile.scratch[k] = out[0];
      tile.z[at + k] = out[1];
      if (kept != null) {
        kept[tile.from + k] = tile.weight == null ? out[2] : tile.weight[k] * out[2];
      }
    }
    tile.weigh(at, 1);
    return value ? tile.total(tile.scratch, 0) : 0;
  }

  @Override
  public final void product(PredictionTile tile, int at, double[] kept) {
    for (int k = 0; k < tile.rows; k++) {
      tile.z[at + k] *= Math.max(0, kept[tile.from + k]);
    }
  }

  @Override
  public final void diagonal(PredictionTile tile, double[] kept) {
    for (int k = 0; k < tile.rows; k++) {
      tile.z[k] = Math.max(0, kept[tile.from + k]);
    }
  }
}
