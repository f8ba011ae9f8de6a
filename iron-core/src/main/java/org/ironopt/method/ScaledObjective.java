package org.ironopt.method;

import java.util.Optional;
import org.ironopt.linalg.Vectors;
import org.ironopt.problem.Curvature;
import org.ironopt.problem.Curved;
import org.ironopt.problem.GaussNewton;
import org.ironopt.problem.Objective;

/** {@code f(S z)} with a diagonal S, as much of it as f has. S may change between two steps. */
class ScaledObjective<F extends Objective> implements Objective {
  final F f;
  final double[] s;

  private ScaledObjective(F f, double[] s) {
    this.f = f;
    this.s = s;
  }

  /** Returns the view of f; the array s stays the caller's to change. */
  static ScaledObjective<?> of(Objective f, double[] s) {
    return switch (f) {
      case GaussNewton model -> new OfModel(model, s);
      case Curved curved -> new OfCurved<>(curved, s);
      default -> new ScaledObjective<>(f, s);
    };
  }

  final double[] times(double[] z) {
    double[] x = new double[z.length];
    Vectors.multiply(s, z, x);
    return x;
  }

  @Override
  public int dimension() {
    return f.dimension();
  }

  @Override
  public double value(double[] z) {
    return f.value(times(z));
  }

  @Override
  public void gradient(double[] z, double[] gradient) {
    valueAndGradient(z, gradient);
  }

  @Override
  public double valueAndGradient(double[] z, double[] gradient) {
    double value = f.valueAndGradient(times(z), gradient);
    Vectors.multiply(s, gradient, gradient);
    return value;
  }

  private static class OfCurved<F extends Curved> extends ScaledObjective<F> implements Curved {
    OfCurved(F f, double[] s) {
      super(f, s);
    }

    @Override
    public Curvature curvature() {
      return scaled(f.curvature());
    }

    final Curvature scaled(Curvature h) {
      return new Curvature() {
        @Override
        public int dimension() {
          return h.dimension();
        }

        @Override
        public double at(double[] z, double[] gradient) {
          double value = h.at(times(z), gradient);
          Vectors.multiply(s, gradient, gradient);
          return value;
        }

        @Override
        public void apply(double[] v, double[] hv) {
          h.apply(times(v), hv);
          Vectors.multiply(s, hv, hv);
        }
      };
    }
  }

  private static final class OfModel extends OfCurved<GaussNewton> implements GaussNewton {
    OfModel(GaussNewton f, double[] s) {
      super(f, s);
    }

    @Override
    public Curvature gaussNewton() {
      return scaled(f.gaussNewton());
    }

    @Override
    public boolean prefersGaussNewton() {
      return f.prefersGaussNewton();
    }

    /** Only the columns of J have units. */
    @Override
    public Optional<Tangent> tangent(double[] z) {
      return f.tangent(times(z))
          .map(t -> new Tangent(times(t.columns()), t.norm(), t.angle(), t.offset(), t.rounding()));
    }
  }
}
