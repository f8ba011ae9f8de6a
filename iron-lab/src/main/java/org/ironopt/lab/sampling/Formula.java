package org.ironopt.lab.sampling;

import java.util.Arrays;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Vectors;
import org.ironopt.problem.Curvature;
import org.ironopt.problem.Curved;

/**
 * A function by its formulas.
 *
 * @param name of the function
 * @param start where chains begin
 * @param minimum its least value
 * @param valueAt the value
 * @param gradientAt overwrites its second argument with the gradient
 * @param hessianAt the Hessian
 */
record Formula(
    String name,
    double[] start,
    double minimum,
    ToDoubleFunction<double[]> valueAt,
    BiFunction<double[], double[], double[]> gradientAt,
    Function<double[], DenseMatrix> hessianAt)
    implements Curved {
  /** The PL constant of {@link #sine}, found numerically. */
  static final double SINE_PL = 0.17553;

  /** {@code x^2 + 3 sin^2 x}: PL and not convex, f'' from -4 to 8. */
  static Formula sine() {
    return new Formula(
        "x² + 3 sin² x",
        new double[] {2},
        0,
        x -> x[0] * x[0] + 3 * StrictMath.sin(x[0]) * StrictMath.sin(x[0]),
        (x, g) -> {
          g[0] = 2 * x[0] + 3 * StrictMath.sin(2 * x[0]);
          return g;
        },
        x -> DenseMatrix.diagonal(2 + 6 * StrictMath.cos(2 * x[0])));
  }

  /** {@code |A x - b|^2/2} with fewer rows than columns: a plane of minimisers. */
  static Formula underdetermined(DenseMatrix a, double[] b) {
    DenseMatrix hessian = a.transpose().multiply(a);
    return new Formula(
        "underdetermined least squares",
        new double[a.columns()],
        0,
        x -> {
          double[] r = b.clone();
          Vectors.scale(-1, r);
          Vectors.axpy(1, product(a, x), r);
          return Vectors.dot(r, r) / 2;
        },
        (x, g) -> {
          double[] r = product(a, x);
          Vectors.axpy(-1, b, r);
          a.applyTransposed(r, g);
          return g;
        },
        x -> hessian);
  }

  private static double[] product(DenseMatrix a, double[] x) {
    double[] y = new double[a.rows()];
    a.apply(x, y);
    return y;
  }

  /** {@code (x y - 1)^2/2}, a linear network with two layers: a saddle at 0, so not PL. */
  static Formula network() {
    return new Formula(
        "(xy − 1)²/2",
        new double[] {.01, -.01},
        0,
        x -> (x[0] * x[1] - 1) * (x[0] * x[1] - 1) / 2,
        (x, g) -> {
          double r = x[0] * x[1] - 1;
          g[0] = r * x[1];
          g[1] = r * x[0];
          return g;
        },
        x -> {
          double cross = 2 * x[0] * x[1] - 1;
          return DenseMatrix.of(2, 2, x[1] * x[1], cross, cross, x[0] * x[0]);
        });
  }

  /** {@code log sum_i (exp x_i + exp -x_i)}: convex, without a modulus, minimiser 0. */
  static Formula logSumExp(int d) {
    return new Formula(
        "log-sum-exp",
        start(d),
        StrictMath.log(2 * d),
        x -> {
          double top = Vectors.maxAbs(x);
          double sum = 0;
          for (double v : x) {
            sum += StrictMath.exp(v - top) + StrictMath.exp(-v - top);
          }
          return top + StrictMath.log(sum);
        },
        (x, g) -> {
          double[] p = weights(x);
          for (int i = 0; i < x.length; i++) {
            g[i] = p[2 * i] - p[2 * i + 1];
          }
          return g;
        },
        x -> {
          double[] p = weights(x);
          DenseMatrix h = DenseMatrix.zeros(x.length, x.length);
          for (int i = 0; i < x.length; i++) {
            for (int j = 0; j < x.length; j++) {
              double own = i == j ? p[2 * i] + p[2 * i + 1] : 0;
              double both = (p[2 * i] - p[2 * i + 1]) * (p[2 * j] - p[2 * j + 1]);
              h.set(i, j, own - both);
            }
          }
          return h;
        });
  }

  private static double[] weights(double[] x) {
    double top = Vectors.maxAbs(x);
    double[] p = new double[2 * x.length];
    for (int i = 0; i < x.length; i++) {
      p[2 * i] = StrictMath.exp(x[i] - top);
      p[2 * i + 1] = StrictMath.exp(-x[i] - top);
    }
    Vectors.scale(1 / Vectors.sum(p), p);
    return p;
  }

  /** {@code sum_i huber(x_i)}: quadratic up to 1, linear beyond, minimiser 0. */
  static Formula huber(int d) {
    return new Formula(
        "Huber",
        start(d),
        0,
        x -> {
          double sum = 0;
          for (double v : x) {
            double size = Math.abs(v);
            sum += size <= 1 ? v * v / 2 : size - 0.5;
          }
          return sum;
        },
        (x, g) -> {
          for (int i = 0; i < x.length; i++) {
            g[i] = Math.clamp(x[i], -1, 1);
          }
          return g;
        },
        x -> {
          DenseMatrix h = DenseMatrix.zeros(x.length, x.length);
          for (int i = 0; i < x.length; i++) {
            h.set(i, i, Math.abs(x[i]) <= 1 ? 1 : 0);
          }
          return h;
        });
  }

  private static double[] start(int d) {
    double[] x = new double[d];
    Arrays.fill(x, 3);
    return x;
  }

  @Override
  public int dimension() {
    return start.length;
  }

  @Override
  public double value(double[] x) {
    return valueAt.applyAsDouble(x);
  }

  @Override
  public void gradient(double[] x, double[] gradient) {
    gradientAt.apply(x, gradient);
  }

  @Override
  public Curvature curvature() {
    return new Curvature() {
      private DenseMatrix h;

      @Override
      public int dimension() {
        return start.length;
      }

      @Override
      public double at(double[] x, double[] g) {
        h = hessianAt.apply(x);
        gradientAt.apply(x, g);
        return valueAt.applyAsDouble(x);
      }

      @Override
      public void apply(double[] v, double[] hv) {
        h.apply(v, hv);
      }
    };
  }
}
