package org.ironopt.problem;

import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.function.Supplier;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Parallel;
import org.ironopt.linalg.internal.Require;
import org.ironopt.problem.analytic.Quadratic;

/**
 * Many independent copies of one objective as one objective: {@code F(x^1, ..., x^m) = f(x^1) + ...
 * + f(x^m)} on R^{nm}. The layout is coordinate-major: coordinate i of member j is at {@code i * m
 * + j}, so that a row over the members is contiguous. An ensemble is {@link Curved}, {@link
 * GaussNewton} and {@link Proximable} exactly if its base is. Members are worked on in parallel in
 * fixed blocks and sums run in member order, so no result depends on the number of threads, and
 * each member has the bits of a run of its own.
 */
public class Ensemble implements Objective {
  /** Members per task. */
  private static final int TASK = 64;

  private final Objective base;
  private final int n;
  private final int m;

  private Ensemble(Objective base, int members) {
    this.base = base;
    this.n = base.dimension();
    this.m = Require.atLeast("members", 1, members);
    Require.that(
        (long) n * m <= Integer.MAX_VALUE - 8,
        "an ensemble of %d members of dimension %d does not fit one array",
        m,
        n);
  }

  /** Returns the ensemble of {@code members} copies, with the capabilities of {@code base}. */
  public static Ensemble of(Objective base, int members) {
    boolean closed = base instanceof Proximable;
    return switch (base) {
      case GaussNewton f ->
          closed ? new ProximableGaussNewton(f, members) : new OfGaussNewton(f, members);
      case Curved f -> closed ? new ProximableCurved(f, members) : new OfCurved(f, members);
      default -> closed ? new OfProximable(base, members) : new Ensemble(base, members);
    };
  }

  // The methods of all capabilities are in Ensemble; its kinds only say which of them it has.

  private static final class OfCurved extends Ensemble implements Curved {
    OfCurved(Curved base, int members) {
      super(base, members);
    }
  }

  private static final class OfGaussNewton extends Ensemble implements GaussNewton {
    OfGaussNewton(GaussNewton base, int members) {
      super(base, members);
    }
  }

  private static final class OfProximable extends Ensemble implements Proximable {
    OfProximable(Objective base, int members) {
      super(base, members);
    }
  }

  private static final class ProximableCurved extends Ensemble implements Curved, Proximable {
    ProximableCurved(Curved base, int members) {
      super(base, members);
    }
  }

  private static final class ProximableGaussNewton extends Ensemble
      implements GaussNewton, Proximable {
    ProximableGaussNewton(GaussNewton base, int members) {
      super(base, members);
    }
  }

  /** Returns f. */
  public Objective base() {
    return base;
  }

  /** Returns m. */
  public int members() {
    return m;
  }

  @Override
  public int dimension() {
    return n * m;
  }

  /** Returns the modulus of f: the Hessian of the sum is that of f, block by block. */
  @Override
  public OptionalDouble modulus() {
    return base.modulus();
  }

  /** Copies member {@code j} of {@code all} into {@code x}. */
  public void gather(double[] all, int j, double[] x) {
    for (int i = 0; i < n; i++) {
      x[i] = all[i * m + j];
    }
  }

  /** Copies {@code x} over member {@code j} of {@code all}. */
  public void scatter(double[] x, int j, double[] all) {
    for (int i = 0; i < n; i++) {
      all[i * m + j] = x[i];
    }
  }

  /** Returns a point whose members all are {@code x}. */
  public double[] replicate(double[] x) {
    Require.length("x", n, x);
    double[] all = new double[dimension()];
    for (int i = 0; i < n; i++) {
      Arrays.fill(all, i * m, (i + 1) * m, x[i]);
    }
    return all;
  }

  /** Overwrites {@code values} with f at every member. */
  public void memberValues(double[] all, double[] values) {
    Require.length("x", dimension(), all);
    Require.length("values", m, values);
    each(
        (j, x, unused) -> {
          gather(all, j, x);
          values[j] = base.value(x);
        });
  }

  @Override
  public double value(double[] x) {
    double[] values = new double[m];
    memberValues(x, values);
    return sum(values);
  }

  @Override
  public void gradient(double[] x, double[] gradient) {
    Require.lengths(dimension(), "x", x, "gradient", gradient);
    map(x, gradient, (j, in, out) -> base.gradient(in, out));
  }

  @Override
  public double valueAndGradient(double[] x, double[] gradient) {
    Require.lengths(dimension(), "x", x, "gradient", gradient);
    double[] values = new double[m];
    map(x, gradient, (j, in, out) -> values[j] = base.valueAndGradient(in, out));
    return sum(values);
  }

  /** Returns the numbers added in order. */
  public static double sum(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum;
  }

  /** Work on member j with two arrays of its dimension. */
  @FunctionalInterface
  private interface Member {
    void run(int j, double[] in, double[] out);
  }

  private void each(Member body) {
    Parallel.forEach(
        (m + TASK - 1) / TASK,
        task -> {
          double[] in = new double[n];
          double[] out = new double[n];
          for (int j = task * TASK; j < Math.min(m, (task + 1) * TASK); j++) {
            body.run(j, in, out);
          }
        });
  }

  /** Takes each member's part of {@code x} to its part of {@code y}. */
  private void map(double[] x, double[] y, Member body) {
    each(
        (j, in, out) -> {
          gather(x, j, in);
          body.run(j, in, out);
          scatter(out, j, y);
        });
  }

  private <T> T capability(Class<T> type, String missing) {
    Require.that(
        type.isInstance(base),
        "%s is not %s: it has no %s",
        base.getClass().getSimpleName(),
        type.getSimpleName(),
        missing);
    return type.cast(base);
  }

  /** Returns a workspace of every member's curvature, if the base is {@link Curved}. */
  public Curvature curvature() {
    return new Members(capability(Curved.class, "Hessian products")::curvature);
  }

  /** Returns the same for the Gauss-Newton matrices, if the base is {@link GaussNewton}. */
  public Curvature gaussNewton() {
    return new Members(capability(GaussNewton.class, "Gauss-Newton products")::gaussNewton);
  }

  /** Overwrites {@code u} with the resolvent of every member, if the base has it. */
  public void prox(double lambda, double[] c, double[] u) {
    prox(new double[] {lambda}, c, u);
  }

  /**
   * Overwrites {@code u} with the resolvent of every member; {@code u} may be {@code c}.
   *
   * @param lambda one number per member, or a single one for all
   * @throws IllegalArgumentException if the base is not {@link Proximable}
   */
  public void prox(double[] lambda, double[] c, double[] u) {
    prox(lambda, c, u, new double[m], new double[m], new double[m]);
  }

  /**
   * As {@link #prox(double[], double[], double[])}, and measures each member's equation in the same
   * pass, as {@link Proximable#residual} does for one.
   *
   * @param norms overwritten with the norm of each member's residual
   * @param sizes overwritten with the size of its terms
   * @param gradients overwritten with the norm of each member's gradient, NaN if it is not known
   */
  public void prox(
      double[] lambda, double[] c, double[] u, double[] norms, double[] sizes, double[] gradients) {
    Proximable p = capability(Proximable.class, "closed-form resolvent");
    if (lambda.length != 1) {
      Require.length("lambda", m, lambda);
    }
    Require.lengths(dimension(), "c", c, "u", u);
    Require.lengths(m, "norms", norms, "sizes", sizes);
    Require.length("gradients", m, gradients);
    if (base instanceof Quadratic f) {
      f.prox(lambda, c, u, norms, sizes, gradients);
      return;
    }
    each(
        (j, cj, uj) -> {
          double l = lambda[lambda.length == 1 ? 0 : j];
          double[] measure = {0, 0, Double.NaN};
          gather(c, j, cj);
          p.prox(l, cj, uj);
          p.residual(l, cj, uj, measure);
          norms[j] = measure[0];
          sizes[j] = measure[1];
          gradients[j] = measure[2];
          scatter(uj, j, u);
        });
  }

  /** A block-diagonal matrix: one workspace of the base per member. */
  private final class Members implements Curvature {
    private final Curvature[] members = new Curvature[m];

    Members(Supplier<Curvature> base) {
      Arrays.setAll(members, j -> base.get());
    }

    @Override
    public int dimension() {
      return n * m;
    }

    @Override
    public double at(double[] x, double[] gradient) {
      Require.lengths(dimension(), "x", x, "gradient", gradient);
      double[] values = new double[m];
      map(x, gradient, (j, in, out) -> values[j] = members[j].at(in, out));
      return sum(values);
    }

    @Override
    public void apply(double[] v, double[] hv) {
      Require.lengths(dimension(), "v", v, "hv", hv);
      map(v, hv, (j, in, out) -> members[j].apply(in, out));
    }

    @Override
    public void diagonal(double[] diagonal) {
      Require.length("diagonal", dimension(), diagonal);
      each(
          (j, in, out) -> {
            members[j].diagonal(out);
            scatter(out, j, diagonal);
          });
    }

    @Override
    public void block(int from, DenseMatrix block) {
      int size = block.rows();
      Arrays.fill(block.data(), 0);
      double[] unit = new double[n];
      double[] column = new double[n];
      for (int k = from; k < from + size; k++) {
        int j = k % m;
        unit[k / m] = 1;
        members[j].apply(unit, column);
        unit[k / m] = 0;
        for (int i = 0; i < n; i++) {
          int row = i * m + j - from;
          if (row >= 0 && row < size) {
            block.set(row, k - from, column[i]);
          }
        }
      }
    }
  }
}
