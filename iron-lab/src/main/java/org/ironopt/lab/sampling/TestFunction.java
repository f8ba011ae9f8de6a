package org.ironopt.lab.sampling;

import java.util.Locale;
import java.util.OptionalDouble;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.SymmetricEigen;
import org.ironopt.linalg.Vectors;
import org.ironopt.problem.Curvature;
import org.ironopt.problem.Curved;
import org.ironopt.problem.analytic.LinearLeastSquares;

/**
 * A function on which the theorems without strong convexity are tried.
 *
 * @param name in figures
 * @param label in file names
 * @param f the function
 * @param start where chains begin
 * @param minimum its least value
 * @param hessian at the minimiser nearest to the origin
 * @param pl its PL constant, if it has one
 */
record TestFunction(
    String name,
    String label,
    Curved f,
    double[] start,
    double minimum,
    DenseMatrix hessian,
    OptionalDouble pl) {

  /** {@code x^2 + 3 sin^2 x}: f'' from -4 to 8; its PL constant was found numerically. */
  static final TestFunction SINE =
      of("x² + 3 sin² x", "sine", TestFunction::sine, OptionalDouble.of(0.17553), at(0), 2);

  /** {@code (xy - 1)^2/2}, a linear network of two layers: a saddle at 0, so not PL. */
  static final TestFunction NETWORK =
      of("(xy − 1)²/2", "network", TestFunction::network, OptionalDouble.empty(), at(1, 1), 1, -1);

  /** {@code log sum_i (exp x_i + exp -x_i)}: convex, without a modulus. */
  static final TestFunction LOG_SUM_EXP = convex("log-sum-exp", TestFunction::logSumExp);

  /** {@code sum_i huber(x_i)}: quadratic up to 1, linear beyond. */
  static final TestFunction HUBER = convex("Huber", TestFunction::huber);

  private static TestFunction convex(String name, Derivatives formula) {
    String label = name.toLowerCase(Locale.ROOT);
    return of(name, label, formula, OptionalDouble.empty(), at(0, 0, 0), 3, 3, 3);
  }

  private static TestFunction of(
      String name,
      String label,
      Derivatives formula,
      OptionalDouble pl,
      double[] minimizer,
      double... start) {
    int n = start.length;
    DenseMatrix hessian = DenseMatrix.zeros(n, n);
    double minimum = formula.at(minimizer, new double[n], hessian);
    return new TestFunction(name, label, new Formula(n, formula), start, minimum, hessian, pl);
  }

  private static double[] at(double... x) {
    return x;
  }

  /** Least squares with fewer rows than columns: a plane of minimisers, of value 0. */
  static TestFunction plane(DenseMatrix rows, double[] y) {
    DenseMatrix hessian = rows.transpose().multiply(rows).times(1.0 / rows.rows());
    hessian.symmetrize();
    double[] values = SymmetricEigen.of(hessian).values();
    return new TestFunction(
        "underdetermined least squares",
        "plane",
        LinearLeastSquares.of(rows, y, 0),
        new double[rows.columns()],
        0,
        hessian,
        OptionalDouble.of(values[rows.columns() - rows.rows()]));
  }

  /** Returns {@code f(x) - f*}. */
  double excess(double[] x) {
    return f.value(x) - minimum;
  }

  private static double sine(double[] x, double[] g, DenseMatrix h) {
    double sin = StrictMath.sin(x[0]);
    g[0] = 2 * x[0] + 3 * StrictMath.sin(2 * x[0]);
    h.set(0, 0, 2 + 6 * StrictMath.cos(2 * x[0]));
    return x[0] * x[0] + 3 * sin * sin;
  }

  private static double network(double[] x, double[] g, DenseMatrix h) {
    double r = x[0] * x[1] - 1;
    g[0] = r * x[1];
    g[1] = r * x[0];
    h.set(0, 0, x[1] * x[1]);
    h.set(0, 1, r + x[0] * x[1]);
    h.set(1, 0, r + x[0] * x[1]);
    h.set(1, 1, x[0] * x[0]);
    return r * r / 2;
  }

  private static double logSumExp(double[] x, double[] g, DenseMatrix h) {
    double top = Vectors.maxAbs(x);
    double[] both = new double[x.length];
    double sum = 0;
    for (int i = 0; i < x.length; i++) {
      double up = StrictMath.exp(x[i] - top);
      double down = StrictMath.exp(-x[i] - top);
      g[i] = up - down;
      both[i] = up + down;
      sum += both[i];
    }
    Vectors.scale(1 / sum, g);
    for (int i = 0; i < x.length; i++) {
      for (int j = 0; j < x.length; j++) {
        h.set(i, j, (i == j ? both[i] / sum : 0) - g[i] * g[j]);
      }
    }
    return top + StrictMath.log(sum);
  }

  private static double huber(double[] x, double[] g, DenseMatrix h) {
    double sum = 0;
    for (int i = 0; i < x.length; i++) {
      double size = Math.abs(x[i]);
      g[i] = Math.clamp(x[i], -1, 1);
      h.set(i, i, size <= 1 ? 1 : 0);
      sum += size <= 1 ? x[i] * x[i] / 2 : size - 0.5;
    }
    return sum;
  }

  /** Returns the value and overwrites gradient and Hessian. */
  private interface Derivatives {
    double at(double[] x, double[] gradient, DenseMatrix hessian);
  }

  /** Value, gradient and Hessian of a function of few variables by its formulas. */
  private record Formula(int dimension, Derivatives derivatives) implements Curved {
    @Override
    public double value(double[] x) {
      return curvature().at(x, new double[dimension]);
    }

    @Override
    public void gradient(double[] x, double[] gradient) {
      curvature().at(x, gradient);
    }

    @Override
    public Curvature curvature() {
      DenseMatrix h = DenseMatrix.zeros(dimension, dimension);
      return new Curvature() {
        @Override
        public int dimension() {
          return dimension;
        }

        @Override
        public double at(double[] x, double[] gradient) {
          return derivatives.at(x, gradient, h);
        }

        @Override
        public void apply(double[] v, double[] hv) {
          h.apply(v, hv);
        }
      };
    }
  }
}
