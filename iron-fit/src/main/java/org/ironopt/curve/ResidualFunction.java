package org.ironopt.curve;

import java.util.Arrays;
import org.ironopt.linalg.internal.Require;
import org.jspecify.annotations.Nullable;

/**
 * Residuals {@code r_i(p)}, i = 0 .. m-1, of n parameters, and their derivatives. They are
 * evaluated by ranges of rows, so that several threads can share a large problem; an implementation
 * must not keep state between calls.
 */
public interface ResidualFunction {
  /** Returns n. */
  int parameters();

  /** Returns m. */
  int residuals();

  /**
   * Evaluates residuals {@code from .. to-1}. What is not finite marks a point outside of the
   * domain: a fit turns back before it.
   *
   * @param p the parameters; not to be changed
   * @param r overwritten: residual i in {@code r[i - from]}
   * @param j null if derivatives are not wanted; else overwritten, row by row: {@code dr_i/dp_k} in
   *     {@code j[(i - from) * n + k]}
   */
  void rows(double[] p, int from, int to, double[] r, double @Nullable [] j);

  /** Returns whether {@link #rows} gives derivatives; where it does not, differences are taken. */
  default boolean differentiable() {
    return true;
  }

  /** All residuals at once, without derivatives. */
  @FunctionalInterface
  interface Values {
    /** Overwrites all of {@code r}. */
    void at(double[] p, double[] r);
  }

  /** Returns a function of all residuals at once whose derivatives are differences. */
  static ResidualFunction of(int parameters, int residuals, Values values) {
    record Differences(int parameters, int residuals, boolean differentiable, Values values)
        implements ResidualFunction {
      @Override
      public void rows(double[] p, int from, int to, double[] r, double @Nullable [] j) {
        if (from == 0 && to == residuals && r.length == residuals) {
          values.at(p, r);
          return;
        }
        double[] all = new double[residuals];
        values.at(p, all);
        System.arraycopy(all, from, r, 0, to - from);
      }
    }

    return new Differences(parameters, residuals, false, values);
  }

  /** Returns the residuals {@code f(x; p) - y} of a model over rows of data, x by columns. */
  static ResidualFunction of(CurveModel model, double[][] x, double[] y) {
    for (double[] column : x) {
      Require.length("column of inputs", y.length, column);
    }
    record OfModel(int parameters, int residuals, CurveModel model, double[][] x, double[] y)
        implements ResidualFunction {
      @Override
      public void rows(double[] p, int from, int to, double[] r, double @Nullable [] j) {
        model.rows(p, x, from, to, r, j);
        for (int i = from; i < to; i++) {
          r[i - from] -= y[i];
        }
      }
    }

    return new OfModel(model.parameters(), y.length, model, x, y);
  }

  /**
   * One of several data sets that are fitted together.
   *
   * @param function its residuals
   * @param parameters which of all parameters its own ones are
   */
  record Part(ResidualFunction function, int... parameters) {
    public Part {
      Require.sameLength(
          "parameters of a part", parameters.length, "its function", function.parameters());
    }
  }

  /** Returns the residuals of several data sets, one after the other, with shared parameters. */
  static ResidualFunction together(int parameters, Part... parts) {
    int[] first = new int[parts.length + 1];
    boolean exact = true;
    for (int k = 0; k < parts.length; k++) {
      first[k + 1] = first[k] + parts[k].function().residuals();
      exact &= parts[k].function().differentiable();
    }
    record Together(
        int parameters, int residuals, boolean differentiable, Part[] parts, int[] first)
        implements ResidualFunction {
      @Override
      public void rows(double[] p, int from, int to, double[] r, double @Nullable [] j) {
        if (j != null) {
          Arrays.fill(j, 0, (to - from) * parameters, 0);
        }
        for (int k = 0; k < parts.length; k++) {
          int start = Math.max(from, first[k]);
          int end = Math.min(to, first[k + 1]);
          if (start < end) {
            rows(parts[k], p, start - first[k], end - first[k], r, j, start - from);
          }
        }
      }

      @SuppressWarnings("NullAway")
      private void rows(
          Part part, double[] p, int from, int to, double[] r, double @Nullable [] j, int at) {
        int[] own = part.parameters();
        double[] q = Arrays.stream(own).mapToDouble(k -> p[k]).toArray();
        double[] values = new double[to - from];
        double[] slopes = j == null ? null : new double[(to - from) * own.length];
        part.function().rows(q, from, to, values, slopes);
        System.arraycopy(values, 0, r, at, values.length);
        for (int i = 0; j != null && i < values.length; i++) {
          for (int c = 0; c < own.length; c++) {
            j[(at + i) * parameters + own[c]] += slopes[i * own.length + c];
          }
        }
      }
    }

    return new Together(parameters, first[parts.length], exact, parts, first);
  }
}
