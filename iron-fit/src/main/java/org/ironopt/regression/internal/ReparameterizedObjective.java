package org.ironopt.regression.internal;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;
import org.ironopt.data.Dataset;
import org.ironopt.linalg.Vectors;
import org.ironopt.linalg.internal.Require;
import org.ironopt.problem.Curvature;
import org.ironopt.problem.DualTerms;
import org.ironopt.problem.GaussNewton;
import org.ironopt.problem.LinearSum;
import org.ironopt.problem.TermProximable;
import org.ironopt.regression.Intercept;
import org.ironopt.regression.Softmax;

/**
 * A regression f in other parameters theta, {@code w = T theta}: {@code f(T theta) + reg/2 sum
 * theta_j^2}, the sum without intercepts. It is what scaled and centred features would give, but no
 * feature is touched, and sparse ones stay sparse. A batch is the same class on fewer rows.
 *
 * <p>{@link #centered} is the one with {@code b - m.w} in place of the intercepts b. Where these
 * are not penalised it is exact for any m, so the minimum is the same and {@link #original} undoes
 * it. Features far from zero tie the intercepts to all weights at once, which is one very large
 * eigenvalue of the Hessian; centring removes it.
 */
public sealed class ReparameterizedObjective implements LinearSum, GaussNewton {
  /** An invertible linear map T of the parameters. */
  public interface Variables {
    /** {@code w = T theta}. */
    void expand(double[] theta, double[] w);

    /** {@code theta = T^-1 w}. */
    void reduce(double[] w, double[] theta);

    /** {@code g = T' g}. */
    void pull(double[] g);
  }

  final LinearObjective f;
  final Variables x;

  final double reg;
  final LongConsumer reads;
  private final AtomicReference<double[]> scratch = new AtomicReference<>();

  private ReparameterizedObjective(LinearObjective f, Variables x, double reg, LongConsumer reads) {
    this.f = f;
    this.x = x;
    this.reg = reg;
    this.reads = reads;
  }

  /**
   * Returns f in other parameters; with what its terms can do if each has one prediction.
   *
   * @param reg factor of the squares of theta
   * @param reads is told how many rows are about to be read
   */
  public static ReparameterizedObjective of(
      LinearObjective f, Variables x, double reg, LongConsumer reads) {
    return f instanceof DualTerms && f instanceof TermProximable
        ? new TransformedTerms(f, x, reg, reads)
        : new ReparameterizedObjective(f, x, reg, reads);
  }

  /** Returns f in the parameters of features less {@code mean}. */
  public static ReparameterizedObjective centered(Softmax f, double[] mean) {
    Require.that(
        f.intercept() == Intercept.FREE,
        "centring needs intercepts without penalty, the intercept is %s",
        f.intercept());
    Require.length("mean", f.classParameters() - 1, Require.finite("mean", mean));
    return of(f, new Center(mean.clone()), 0, rows -> {});
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

  /** {@code b - m.w} in place of b. */
  record Center(double[] mean) implements Variables {
    @Override
    public void expand(double[] theta, double[] w) {
      shift(theta, -1, w);
    }

    @Override
    public void reduce(double[] w, double[] theta) {
      shift(w, 1, theta);
    }

    private void shift(double[] from, double sign, double[] to) {
      int d = mean.length;
      Vectors.copy(from, to);
      for (int c = 0; c < to.length; c += d + 1) {
        to[c + d] = Math.fma(sign, Vectors.dot(mean, 0, to, c, d), to[c + d]);
      }
    }

    @Override
    public void pull(double[] g) {
      int d = mean.length;
      for (int c = 0; c < g.length; c += d + 1) {
        double b = g[c + d];
        for (int j = 0; j < d; j++) {
          g[c + j] = Math.fma(-b, mean[j], g[c + j]);
        }
      }
    }
  }

  /** Returns the parameters of f that mean the same as theta. */
  public final double[] original(double[] theta) {
    double[] w = new double[Require.length("theta", dimension(), theta).length];
    x.expand(theta, w);
    return w;
  }

  /** Returns the parameters of this that mean the same as the w of f. */
  public final double[] transformed(double[] w) {
    double[] theta = new double[Require.length("w", dimension(), w).length];
    x.reduce(w, theta);
    return theta;
  }

  /** Returns {@link #original} in an array that is used again, for {@link #give}. */
  private double[] take(double[] theta) {
    double[] free = scratch.getAndSet(null);
    double[] w = free == null ? new double[dimension()] : free;
    x.expand(Require.length("theta", w.length, theta), w);
    return w;
  }

  private void give(double[] w) {
    scratch.set(w);
  }

  /** Returns {@code reg/2 sum theta_j^2}. */
  private double penalty(double[] theta) {
    double squares = 0;
    for (int c = 0; reg > 0 && c < theta.length; c += f.terms.stride()) {
      for (int j = c; j < c + f.terms.columns(); j++) {
        squares = Math.fma(theta[j], theta[j], squares);
      }
    }
    return 0.5 * reg * squares;
  }

  /** Turns a vector of the parameters of f into one of theta, and adds {@code reg v}. */
  private void pull(double[] v, double[] out) {
    x.pull(out);
    for (int c = 0; reg > 0 && c < v.length; c += f.terms.stride()) {
      for (int j = c; j < c + f.terms.columns(); j++) {
        out[j] = Math.fma(reg, v[j], out[j]);
      }
    }
  }

  @Override
  public final int dimension() {
    return f.dimension();
  }

  @Override
  public final int terms() {
    return f.terms();
  }

  @Override
  public final int outputs() {
    return f.outputs();
  }

  /** Returns the numbers of the rows if they are centred only, else those of dense ones. */
  @Override
  public final long stored() {
    return x instanceof Center ? f.stored() : LinearSum.super.stored();
  }

  @Override
  public final void ridge(double[] ridge) {
    f.ridge(ridge);
    for (int i = 0; i < ridge.length; i++) {
      ridge[i] += i % f.terms.stride() < f.terms.columns() ? reg : 0;
    }
  }

  @Override
  public final double value(double[] theta) {
    reads.accept(terms());
    return f.value(original(theta)) + penalty(theta);
  }

  @Override
  public final void gradient(double[] theta, double[] gradient) {
    reads.accept(terms());
    double[] w = take(theta);
    f.gradient(w, gradient);
    give(w);
    pull(theta, gradient);
  }

  @Override
  public final double valueAndGradient(double[] theta, double[] gradient) {
    reads.accept(terms());
    double value = f.valueAndGradient(original(theta), gradient) + penalty(theta);
    pull(theta, gradient);
    return value;
  }

  @Override
  public final ReparameterizedObjective batch(int[] indices, int from, int to) {
    return of((LinearObjective) f.batch(indices, from, to), x, reg, reads);
  }

  @Override
  public final Curvature gaussNewton() {
    return curvature();
  }

  @Override
  public final Curvature curvature() {
    Curvature h = f.curvature();
    return new Curvature() {
      @Override
      public int dimension() {
        return h.dimension();
      }

      @Override
      public double at(double[] theta, double[] gradient) {
        reads.accept(terms());
        double value = h.at(original(theta), gradient) + penalty(theta);
        pull(theta, gradient);
        return value;
      }

      @Override
      public void apply(double[] v, double[] hv) {
        reads.accept(terms());
        h.apply(original(v), hv);
        pull(v, hv);
      }
    };
  }

  @Override
  public final LinearSum.BatchResiduals residuals() {
    return x instanceof Center center
        ? new LinearResiduals.Shared(f.terms, f.selection, center)
        : new LinearResiduals(f.terms, f.selection, x, reads);
  }

  /** A sum whose terms see theta through one number each. */
  private static final class TransformedTerms extends ReparameterizedObjective
      implements TermProximable, DualTerms {
    TransformedTerms(LinearObjective f, Variables x, double reg, LongConsumer reads) {
      super(f, x, reg, reads);
    }

    @Override
    public double prox(int i, double eta, double[] u, double[] y) {
      double[] row = new double[dimension()];
      row(i, row);
      LinearTermProx.Scalar loss = (LinearTermProx.Scalar) f.terms.loss();
      return new LinearTermProx(loss, row, f.target(i), f.weight(i), f.terms.columns(), reg, eta)
          .solve(u, y);
    }

    @Override
    public double ridge() {
      Require.that(
          !(reg > 0) || !f.terms.hasIntercept(),
          "the dual needs a ridge on all coordinates or none, got reg %s and a free intercept: give"
              + " the method the whole penalty as its regularizer",
          reg);
      return reg;
    }

    @Override
    public void row(int i, double[] row) {
      reads.accept(1);
      f.row(i, row);
      x.pull(row);
    }

    @Override
    public DualTerms.ScalarLoss loss(int i) {
      return ((DualTerms) f).loss(i);
    }
  }
}
