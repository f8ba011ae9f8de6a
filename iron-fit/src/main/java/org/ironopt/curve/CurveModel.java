package org.ironopt.curve;

import java.util.Arrays;
import org.ironopt.linalg.internal.Require;
import org.jspecify.annotations.Nullable;

/**
 * A function {@code y = f(x; p)} of inputs x and parameters p, with its derivatives by p, for
 * fitting and for prediction. A {@link Formula} is one; {@link #of} makes one from code written
 * with {@link Dual} numbers.
 */
public interface CurveModel {
  /** Returns how many parameters there are. */
  int parameters();

  /**
   * Evaluates the model at rows {@code from .. to-1}.
   *
   * @param p the parameters
   * @param x the inputs by columns
   * @param values overwritten, row i in {@code values[i - from]}
   * @param j null, or overwritten with derivatives as in {@link ResidualFunction#rows}
   */
  void rows(double[] p, double[][] x, int from, int to, double[] values, double @Nullable [] j);

  /** A model in code: the parameters come as numbers that carry their derivatives. */
  @FunctionalInterface
  interface Code {
    Dual at(Dual[] p, double[] x);
  }

  /** Returns the model that some code describes, with exact derivatives. */
  static CurveModel of(int parameters, Code code) {
    Require.atLeast("parameters", 1, parameters);
    record Coded(int parameters, Code code) implements CurveModel {
      @Override
      public void rows(
          double[] p, double[][] x, int from, int to, double[] values, double @Nullable [] j) {
        Dual[] duals = new Dual[parameters];
        Arrays.setAll(
            duals, k -> j == null ? Dual.constant(p[k]) : Dual.parameter(p[k], k, parameters));
        double[] inputs = new double[x.length];
        for (int i = from; i < to; i++) {
          for (int c = 0; c < inputs.length; c++) {
            inputs[c] = x[c][i];
          }
          Dual value = code.at(duals, inputs);
          values[i - from] = value.value();
          for (int k = 0; j != null && k < parameters; k++) {
            j[(i - from) * parameters + k] = value.derivative(k);
          }
        }
      }
    }

    return new Coded(parameters, code);
  }
}
