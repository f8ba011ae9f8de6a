package org.ironopt.problem;

import java.util.OptionalDouble;
import org.ironopt.linalg.Vectors;
import org.ironopt.linalg.internal.Require;

/**
 * Derivatives that an objective does not implement, by nested central differences of fourth order
 * of the highest that it has: of its gradient, or of its Hessian products if it is {@link Curved}.
 * Along unit vectors
 *
 * <pre>{@code
 * D_v F(x) = (8 (F(x + h v) - F(x - h v)) - (F(x + 2 h v) - F(x - 2 h v)))/(12 h) + O(h^4)
 * }</pre>
 *
 * with {@code h = eps^(1/(4 + k)) max(1, |x|)} for k nested ones: about eleven digits of the first,
 * ten of the second and eight of the third, of functions that change on the scale of that maximum.
 */
public final class DifferencedDerivatives implements HigherDerivatives {
  private final Objective f;

  private DifferencedDerivatives(Objective f) {
    this.f = f;
  }

  /** Returns f itself if it has all derivatives. */
  public static HigherDerivatives of(Objective f) {
    return f instanceof HigherDerivatives all ? all : new DifferencedDerivatives(f);
  }

  private interface Field {
    void at(double[] x, double[] out);
  }

  @Override
  public int dimension() {
    return f.dimension();
  }

  @Override
  public double value(double[] x) {
    return f.value(x);
  }

  @Override
  public void gradient(double[] x, double[] gradient) {
    f.gradient(x, gradient);
  }

  @Override
  public OptionalDouble modulus() {
    return f.modulus();
  }

  @Override
  public Curvature curvature() {
    return f instanceof Curved curved ? curved.curvature() : new Differences();
  }

  private final class Differences implements Curvature {
    private double[] x = new double[f.dimension()];

    @Override
    public int dimension() {
      return f.dimension();
    }

    @Override
    public double at(double[] x, double[] gradient) {
      this.x = x.clone();
      return f.valueAndGradient(x, gradient);
    }

    @Override
    public void apply(double[] v, double[] hv) {
      derivative(f::gradient, x, hv, v);
    }
  }

  @Override
  public void third(double[] x, double[] u, double[] v, double[] out) {
    if (f instanceof Curved) {
      derivative(products(u), x, out, v);
    } else {
      derivative(f::gradient, x, out, u, v);
    }
  }

  @Override
  public void fourth(double[] x, double[] u, double[] v, double[] w, double[] out) {
    if (f instanceof Curved) {
      derivative(products(u), x, out, v, w);
    } else {
      derivative(f::gradient, x, out, u, v, w);
    }
  }

  /** Returns the field {@code H(x) u}. */
  private Field products(double[] u) {
    Curvature curvature = curvature();
    double[] gradient = new double[u.length];
    return (x, out) -> {
      curvature.at(x, gradient);
      curvature.apply(u, out);
    };
  }

  /** Overwrites {@code out} with the derivative of a field along all directions. */
  private static void derivative(Field field, double[] x, double[] out, double[]... along) {
    double step = StrictMath.pow(Math.ulp(1.0), 1.0 / (4 + along.length));
    nested(field, x.clone(), out, step * Math.max(1, Vectors.norm(x)), along, along.length);
  }

  private static void nested(
      Field field, double[] x, double[] out, double h, double[][] along, int left) {
    if (left == 0) {
      field.at(x, out);
      return;
    }
    double[] v = along[left - 1];
    double norm = Vectors.norm(Require.length("direction", x.length, v));
    Vectors.scale(0, out);
    if (norm == 0) {
      return;
    }
    double[] here = x.clone();
    double[] one = new double[out.length];
    for (int k : new int[] {-2, -1, 1, 2}) {
      Vectors.copy(here, x);
      Vectors.axpy(k * h / norm, v, x);
      nested(field, x, one, h, along, left - 1);
      // Weights 1, -8, 8, -1.
      Vectors.axpy((k * k == 4 ? -k / 2.0 : 8 * k) * norm / (12 * h), one, out);
    }
    Vectors.copy(here, x);
  }
}
