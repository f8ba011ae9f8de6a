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
 * With a penalty |w|_1 the subgradient nearest to zero takes the gradient's place. {@link
 * #solveIntercept} moves to b(w) by Newton's method.
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
   * @param slope size of the gradient of the penalised coefficients
   */
  record Bound(double value, double gap, double intercept, double slope) {
    /** Returns the gap relative to the smallest value that it allows for the optimum. */
    double relative() {
      return gap < value ? gap / (value - gap) : gap == 0 ? 0 : Double.POSITIVE_INFINITY;
    }

    /** Returns a bound that charges the intercepts as if the penalty held them. */
    Bound charged(double reg) {
      return new Bound(value, gap + intercept * intercept / (2 * reg), 0, slope);
    }
  }

  Bound at(double[] theta) {
    return bound(f.valueAndGradient(theta, gradient), theta);
  }

  /** Bounds the gap by the gradient, or where F has kinks by its subgradient nearest to zero. */
  private Bound bound(double smooth, double[] theta) {
    double[] slopes = new double[gradient.length];
    for (int i = 0; i < slopes.length; i++) {
      slopes[i] = f.slope(i, theta[i], gradient[i]);
    }
    x.push(slopes);
    double squares = 0;
    double constants = 0;
    int d = x.columns();
    for (int c = 0; c < slopes.length; c += x.stride()) {
      for (int j = 0; j < d; j++) {
        squares = Math.fma(slopes[c + j], slopes[c + j], squares);
      }
      if (x.intercept()) {
        constants = Math.fma(slopes[c + d], slopes[c + d], constants);
      }
    }
    double value = smooth + f.kinks(theta);
    double gap = f.reg() > 0 ? squares / (2 * f.reg()) : Double.POSITIVE_INFINITY;
    return new Bound(value, squares == 0 ? 0 : gap, Math.sqrt(constants), Math.sqrt(squares));
  }

  /**
   * Replaces the intercepts by the best ones for the coefficients, until what they are still off by
   * is nothing beside the gap or the rounding of F, and returns the bound there.
   */
  Bound solveIntercept(double[] theta) {
    Bound best = at(theta);
    if (!x.intercept() || negligible(best, charge(best, f.reg()))) {
      return best;
    }
    double[] trial = theta.clone();
    for (int k = 0; k < STEPS; k++) {
      FitObjective.FitCurvature h = f.curvatureAt(trial);
      best = bound(h.at(trial, gradient), trial);
      DenseMatrix block = factor(h);
      if (block == null || negligible(best, move(block, trial))) {
        return best;
      }
      Bound next = bound(h.at(trial, gradient), trial);
      // Newton's method squares the error; half of it gone is the least before rounding rules.
      if (!(next.intercept() <= 0.5 * best.intercept())) {
        return best;
      }
      best = next;
      System.arraycopy(trial, 0, theta, 0, theta.length);
      if (negligible(best, move(block, trial.clone()))) {
        return best;
      }
    }
    return best;
  }

  private static double charge(Bound bound, double reg) {
    return reg > 0 ? bound.intercept() * bound.intercept() / (2 * reg) : Double.NaN;
  }

  private static boolean negligible(Bound bound, double left) {
    return left <= 1e-3 * Math.min(bound.gap(), bound.value()) + 1e-17 * bound.value();
  }

  /** Returns the factored Hessian of the intercepts, null if it is singular. */
  private DenseMatrix factor(FitObjective.FitCurvature h) {
    int outputs = x.outputs();
    DenseMatrix block = DenseMatrix.zeros(outputs, outputs);
    h.interceptBlock(block);
    double trace = 0;
    for (int c = 0; c < outputs; c++) {
      trace += block.get(c, c);
    }
    // The common shift of all classes changes nothing; it gets a curvature and so no step.
    for (int c = 0; outputs > 1 && c < outputs; c++) {
      for (int e = 0; e < outputs; e++) {
        block.set(c, e, block.get(c, e) + trace / outputs);
      }
    }
    return SmallCholesky.factor(block) ? block : null;
  }

  /** Makes a Newton step in the intercepts and returns the decrease of F that it promises. */
  private double move(DenseMatrix factored, double[] theta) {
    double[] s = new double[x.outputs()];
    for (int c = 0; c < s.length; c++) {
      s[c] = -gradient[at(c)];
    }
    SmallCholesky.solve(factored, s);
    double promise = 0;
    for (int c = 0; c < s.length; c++) {
      theta[at(c)] += s[c];
      promise -= 0.5 * s[c] * gradient[at(c)];
    }
    return promise;
  }

  private int at(int output) {
    return output * x.stride() + x.columns();
  }
}
