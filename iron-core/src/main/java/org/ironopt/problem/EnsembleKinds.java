package org.ironopt.problem;

import java.util.Arrays;
import java.util.function.Supplier;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Require;

/** Ensembles by capability of their base, so that {@code instanceof} tells the truth. */
final class EnsembleKinds {
  private EnsembleKinds() {}

  static sealed class OfCurved extends Ensemble implements Curved
      permits OfGaussNewton, OfProximableCurved {
    OfCurved(Curved base, int members) {
      super(base, members);
    }

    @Override
    public Curvature curvature() {
      return new Members(this, ((Curved) base)::curvature);
    }
  }

  static sealed class OfGaussNewton extends OfCurved implements GaussNewton
      permits OfProximableGaussNewton {
    OfGaussNewton(GaussNewton base, int members) {
      super(base, members);
    }

    @Override
    public Curvature gaussNewton() {
      return new Members(this, ((GaussNewton) base)::gaussNewton);
    }
  }

  static final class OfProximable extends Ensemble implements Proximable {
    OfProximable(Objective base, int members) {
      super(base, members);
    }

    @Override
    public void prox(double lambda, double[] c, double[] u) {
      prox(new double[] {lambda}, c, u);
    }
  }

  static final class OfProximableCurved extends OfCurved implements Proximable {
    OfProximableCurved(Curved base, int members) {
      super(base, members);
    }

    @Override
    public void prox(double lambda, double[] c, double[] u) {
      prox(new double[] {lambda}, c, u);
    }
  }

  static final class OfProximableGaussNewton extends OfGaussNewton implements Proximable {
    OfProximableGaussNewton(GaussNewton base, int members) {
      super(base, members);
    }

    @Override
    public void prox(double lambda, double[] c, double[] u) {
      prox(new double[] {lambda}, c, u);
    }
  }

  /** A block-diagonal matrix: one workspace of the base per member. */
  private static final class Members implements Curvature {
    private final Ensemble f;
    private final Curvature[] members;

    Members(Ensemble f, Supplier<Curvature> base) {
      this.f = f;
      this.members = new Curvature[f.m];
      Arrays.setAll(members, j -> base.get());
    }

    @Override
    public int dimension() {
      return f.dimension();
    }

    @Override
    public double at(double[] x, double[] gradient) {
      Require.length("x", dimension(), x);
      Require.length("gradient", dimension(), gradient);
      double[] values = new double[f.m];
      each(
          (j, in, out) -> {
            f.gather(x, j, in);
            values[j] = members[j].at(in, out);
            f.scatter(out, j, gradient);
          });
      return Ensemble.sum(values);
    }

    @Override
    public void apply(double[] v, double[] hv) {
      Require.length("v", dimension(), v);
      Require.length("hv", dimension(), hv);
      each(
          (j, in, out) -> {
            f.gather(v, j, in);
            members[j].apply(in, out);
            f.scatter(out, j, hv);
          });
    }

    @Override
    public void diagonal(double[] diagonal) {
      Require.length("diagonal", dimension(), diagonal);
      each(
          (j, in, out) -> {
            members[j].diagonal(out);
            f.scatter(out, j, diagonal);
          });
    }

    @Override
    public void block(int from, DenseMatrix block) {
      int size = block.rows();
      Arrays.fill(block.data(), 0);
      double[] unit = new double[f.n];
      double[] column = new double[f.n];
      for (int k = from; k < from + size; k++) {
        int j = k % f.m;
        unit[k / f.m] = 1;
        members[j].apply(unit, column);
        unit[k / f.m] = 0;
        for (int i = 0; i < f.n; i++) {
          int row = i * f.m + j - from;
          if (row >= 0 && row < size) {
            block.set(row, k - from, column[i]);
          }
        }
      }
    }

    private interface Member {
      void at(int j, double[] in, double[] out);
    }

    private void each(Member body) {
      f.blocks(
          block -> {
            double[] in = new double[f.n];
            double[] out = new double[f.n];
            for (int j = block * Ensemble.TASK; j < f.end(block); j++) {
              body.at(j, in, out);
            }
          });
    }
  }
}
