package org.ironopt.learn;

import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.SmallCholesky;

/**
 * How far a point is from the optimum. With the free intercepts b minimised out, {@code phi(w) =
 * min_b F(w, b)} is reg-strongly convex in the penalised coefficients {@code p_j w_j}, and its
 * gradient is that of F at the best b, so that
 *
 * <pre>
 *   F(w, b(w)) - F* &lt;= |grad_w F(w, b(w))|^2 / (2 reg).
 * </pre>
 *
 * {@link #solveIntercept} moves to b(w) by Newton's method.
 */
final class Certificate {
  private static final int STEPS = 30;

  private final FitObjective f;
  private final Coordinates x;
  private final double[] gradient;

  Certificate(FitObjective f) {
    this.f = f;
    this.x = f.coordinates();
    gradient = new double[f.dimension()];
  }

  /**
   * Bounds on the gap at one point.
   *
   * @param value F there
   * @param gap of the coefficients, absolute; infinite without a penalty
   * @param intercept size of the gradient of the intercepts
   */
  record Bound(double value, double gap, double intercept) {
    /** Returns the gap relative to the smallest value that it allows for the optimum. */
    double relative() {
      return gap < value ? gap / (value - gap) : gap == 0 ? 0 : Double.POSITIVE_INFINITY;
    }

    /** Returns a bound that charges the intercepts as if the penalty held them. */
    Bound charged(double reg) {
      return new Bound(value, gap + intercept * intercept / (2 * reg), 0);
    }
  }

  Bound at(double[] theta) {
    return bound(f.valueAndGradient(theta, gradient));
  }

  private Bound bound(double value) {
    double squares = 0;
    double constants = 0;
    int d = x.columns();
    for (int c = 0; c < gradient.length; c += x.stride()) {
      for (int j = 0; j < d; j++) {
        double g = gradient[c + j] / (x.p()[j] * x.t()[j]);
        squares = Math.fma(g, g, squares);
      }
      if (x.intercept()) {
        constants = Math.fma(gradient[c + d], gradient[c + d], constants);
      }
    }
    double gap = f.reg() > 0 ? squares / (2 * f.reg()) : Double.POSITIVE_INFINITY;
    return new Bound(value, squares == 0 ? 0 : gap, Math.sqrt(constants));
  }

  /**
   * Replaces the intercepts by the best ones for the coefficients, until what they are still off by
   * is nothing beside the gap or the rounding of F, and returns the bound there.
   */
  Bound solveIntercept(double[] theta) {
    Bound best = at(theta);
    if (!x.intercept()) {
      return best;
    }
    FitObjective.FitCurvature h = f.curvature();
    double[] trial = theta.clone();
    best = bound(h.at(trial, gradient));
    for (int k = 0; k < STEPS; k++) {
      double left = step(h, trial);
      if (!(left > 1e-3 * Math.min(best.gap(), best.value()) + 1e-17 * best.value())) {
        return best;
      }
      Bound next = bound(h.at(trial, gradient));
      // Newton's method squares the error; half of it gone is the least before rounding rules.
      if (!(next.intercept() <= 0.5 * best.intercept())) {
        return best;
      }
      best = next;
      System.arraycopy(trial, 0, theta, 0, theta.length);
    }
    return best;
  }

  /**
   * Makes a Newton step in the intercepts, the common shift of all classes left alone, and returns
   * the decrease of F that it promises; NaN if there is none.
   */
  private double step(FitObjective.FitCurvature h, double[] theta) {
    int outputs = x.outputs();
    double[] s = new double[outputs];
    DenseMatrix block = DenseMatrix.zeros(outputs, outputs);
    h.interceptBlock(block);
    double trace = 0;
    for (int c = 0; c < outputs; c++) {
      trace += block.get(c, c);
      s[c] = -gradient[at(c)];
    }
    for (int c = 0; outputs > 1 && c < outputs; c++) {
      for (int e = 0; e < outputs; e++) {
        block.set(c, e, block.get(c, e) + trace / outputs);
      }
    }
    if (!SmallCholesky.factor(block)) {
      return Double.NaN;
    }
    SmallCholesky.solve(block, s);
    double promise = 0;
    for (int c = 0; c < outputs; c++) {
      theta[at(c)] += s[c];
      promise -= 0.5 * s[c] * gradient[at(c)];
    }
    return promise;
  }

  private int at(int output) {
    return output * x.stride() + x.columns();
  }
}
