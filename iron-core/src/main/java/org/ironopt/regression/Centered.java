package org.ironopt.regression;

import java.util.concurrent.atomic.AtomicReference;
import org.ironopt.data.Dataset;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Require;
import org.ironopt.linalg.Vectors;
import org.ironopt.problem.Curvature;
import org.ironopt.problem.Curved;
import org.ironopt.problem.LinearSum;
import org.ironopt.problem.Residuals;
import org.ironopt.problem.SampleSpace;

/**
 * A {@link Softmax} in the parameters of centred features {@code a - m}: {@code f(w, b - m.w)} as a
 * function of (w, b), class by class. With intercepts that are not penalised this is an exact
 * change of variables for any m, so the minimum is the same and {@link #original} undoes it; no
 * feature is touched, and sparse ones stay sparse. Features far from zero tie the intercepts to all
 * weights at once, which is one very large eigenvalue of the Hessian; centring removes it.
 */
public final class Centered implements LinearSum {
  private final Softmax f;
  private final double[] mean;
  private final int stride;
  private final AtomicReference<double[]> scratch = new AtomicReference<>();

  private Centered(Softmax f, double[] mean) {
    this.f = f;
    this.mean = mean;
    stride = f.classParameters();
  }

  /** Returns f in the parameters of features less {@code mean}. */
  public static Centered of(Softmax f, double[] mean) {
    if (f.intercept() != Intercept.FREE) {
      throw new IllegalArgumentException(
          "centring needs intercepts without penalty, the intercept is " + f.intercept());
    }
    Require.length("mean", f.classParameters() - 1, Require.finite("mean", mean));
    return new Centered(f, mean.clone());
  }

  /**
   * Returns the mean of at most so many rows of a data set, evenly spaced: centring is exact
   * whatever the mean, so that a few rows will do.
   */
  public static double[] mean(Dataset data, int rows) {
    int count = Math.min(data.rows(), Require.atLeast("rows", 1, rows));
    double[] mean = new double[data.columns()];
    for (int k = 0; k < count; k++) {
      int row = data.position((int) ((long) k * data.rows() / count));
      data.features().addRow(row, 1.0 / count, mean, 0);
    }
    return mean;
  }

  /** Returns the parameters of f that mean the same as w. */
  public double[] original(double[] w) {
    double[] out = Require.length("w", dimension(), w).clone();
    shift(out, -1);
    return out;
  }

  /** Returns {@link #original} in an array that is used again; give it back to scratch. */
  private double[] take(double[] w) {
    double[] free = scratch.getAndSet(null);
    double[] out = free == null ? new double[dimension()] : free;
    Vectors.copy(Require.length("w", out.length, w), out);
    shift(out, -1);
    return out;
  }

  /** Returns the parameters of this that mean the same as the w of f. */
  public double[] centered(double[] w) {
    double[] out = Require.length("w", dimension(), w).clone();
    shift(out, 1);
    return out;
  }

  /** {@code b += sign (m.w)} for every class. */
  private void shift(double[] w, double sign) {
    int d = mean.length;
    for (int c = 0; c < w.length; c += stride) {
      w[c + d] = Math.fma(sign, Vectors.dot(mean, 0, w, c, d), w[c + d]);
    }
  }

  /** The transposed change of variables: what belongs to w loses {@code m} times that of b. */
  private void pull(double[] gradient) {
    int d = mean.length;
    for (int c = 0; c < gradient.length; c += stride) {
      double b = gradient[c + d];
      for (int j = 0; j < d; j++) {
        gradient[c + j] = Math.fma(-b, mean[j], gradient[c + j]);
      }
    }
  }

  @Override
  public int dimension() {
    return f.dimension();
  }

  @Override
  public int terms() {
    return f.terms();
  }

  @Override
  public int outputs() {
    return f.outputs();
  }

  @Override
  public long stored() {
    return f.stored();
  }

  @Override
  public void ridge(double[] ridge) {
    f.ridge(ridge);
  }

  @Override
  public double value(double[] w) {
    return f.value(original(w));
  }

  @Override
  public void gradient(double[] w, double[] gradient) {
    double[] shifted = take(w);
    f.gradient(shifted, gradient);
    scratch.set(shifted);
    pull(gradient);
  }

  @Override
  public double valueAndGradient(double[] w, double[] gradient) {
    double value = f.valueAndGradient(original(w), gradient);
    pull(gradient);
    return value;
  }

  @Override
  public Curved batch(int[] indices, int from, int to) {
    return new Centered(f.batch(indices, from, to), mean);
  }

  @Override
  public Curvature curvature() {
    Curvature h = f.curvature();
    return new Curvature() {
      @Override
      public int dimension() {
        return h.dimension();
      }

      @Override
      public double at(double[] x, double[] gradient) {
        double value = h.at(original(x), gradient);
        pull(gradient);
        return value;
      }

      @Override
      public void apply(double[] v, double[] hv) {
        h.apply(original(v), hv);
        pull(hv);
      }
    };
  }

  @Override
  public Residuals residuals() {
    return new CenteredResiduals(f.residuals());
  }

  private final class CenteredResiduals extends ChangedResiduals<LinearResiduals>
      implements SampleSpace {
    private final double[] kept = new double[f.classes()];

    CenteredResiduals(LinearResiduals r) {
      super(r);
    }

    /** Shifts the intercepts of z, which {@link #unshift} undoes to the last bit. */
    private double[] shifted(double[] z) {
      for (int c = 0; c < kept.length; c++) {
        kept[c] = z[(c + 1) * stride - 1];
      }
      shift(z, -1);
      return z;
    }

    private void unshift(double[] z) {
      for (int c = 0; c < kept.length; c++) {
        z[(c + 1) * stride - 1] = kept[c];
      }
    }

    @Override
    public void at(double[] z, double[] memory, double[] rho, double[] q) {
      r.at(shifted(z), memory, rho, q);
      unshift(z);
      pull(q);
    }

    @Override
    public void curve(double[] y, double[] t, double[] ht) {
      r.curve(shifted(y), t, ht);
      unshift(y);
    }

    @Override
    public void bend(double[] t, double[] ht) {
      r.bend(t, ht);
    }

    @Override
    public double standardError(double[] v, double[] q) {
      return r.standardError(v, q, mean);
    }

    @Override
    public DenseMatrix gram(double lambda) {
      return r.gram(lambda, mean);
    }

    @Override
    public void throughGram(double[] v, double[] t) {
      r.throughGram(v, t);
    }

    @Override
    public void transpose(double[] v, double[] q) {
      r.transpose(v, q);
      pull(q);
    }
  }
}
