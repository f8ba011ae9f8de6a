package org.ironopt.problem.testing;

import java.util.function.Function;
import org.ironopt.linalg.DenseMatrix;

/**
 * One problem of Mor&eacute;, Garbow and Hillstrom, "Testing unconstrained optimization software"
 * (DOI 10.1145/355934.355936): a sum of squares, its standard start and the values of f that a
 * minimiser may end in, the global minimum first (15 digits or more unless {@code digits} says
 * less).
 *
 * @param number its number in the paper
 * @param digits how many digits of the minima are known
 */
public record MghProblem(
    int number, String name, DenseSquares objective, double[] start, int digits, double... minima) {

  /** Returns the global minimum. */
  public double minimum() {
    return minima[0];
  }

  @Override
  public String toString() {
    return number + " " + name;
  }

  /** Wraps residuals written with {@link Jet} into an objective with exact second derivatives. */
  static DenseSquares squares(int n, int m, Function<Jet[], Jet[]> residuals) {
    return new DenseSquares(n, m) {
      @Override
      public void residuals(double[] x, double[] r) {
        Jet[] jets = residuals.apply(Jet.variables(x));
        for (int i = 0; i < m; i++) {
          r[i] = jets[i].value;
        }
      }

      @Override
      public void jacobian(double[] x, DenseMatrix j) {
        Jet[] jets = residuals.apply(Jet.variables(x));
        for (int i = 0; i < m; i++) {
          System.arraycopy(jets[i].gradient, 0, j.data(), i * n, n);
        }
      }

      @Override
      public void addResidualHessians(double[] x, double[] weights, DenseMatrix sum) {
        Jet[] jets = residuals.apply(Jet.variables(x));
        for (int i = 0; i < m; i++) {
          for (int k = 0; k < n; k++) {
            for (int l = 0; l < n; l++) {
              sum.set(k, l, sum.get(k, l) + weights[i] * jets[i].hessian[k][l]);
            }
          }
        }
      }
    };
  }
}
