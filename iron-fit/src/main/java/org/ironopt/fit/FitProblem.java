package org.ironopt.fit;

import java.util.stream.IntStream;
import org.ironopt.data.SparseFeatures;
import org.ironopt.linalg.Parallel;
import org.ironopt.method.Method;
import org.ironopt.problem.LinearSum;
import org.ironopt.problem.Regularizer;
import org.ironopt.regression.internal.LinearObjective;
import org.ironopt.regression.internal.ReparameterizedObjective;

/**
 * A fit as a problem for any method of this library: with {@code theta_j = p_j w_j} (p the spread
 * of the columns, or one), columns centred where there is an intercept, and the intercepts behind
 * their output's coefficients,
 *
 * <pre>
 *   F(theta) = (1/N) sum_i loss_i(theta) + reg/2 |theta|^2 + l1 |theta|_1
 * </pre>
 *
 * without penalty on the intercepts. It is split in one of two ways, which the regularizer of the
 * method selects: {@link #terms} plus {@link #regularizer}, the way of most methods, or {@link
 * #losses} plus {@link #penalty}, for methods that take the whole penalty by its proximal map.
 * Losses are never negative. Terms with one prediction (logistic, ridge) have their proximal map
 * and their conjugate. No row is copied, centred or scaled in memory.
 *
 * @param terms losses with the ridge in each of them
 * @param regularizer {@code l1 |theta|_1} without the intercepts, none if l1 is 0
 * @param losses losses alone
 * @param penalty {@code reg/2 |theta|^2 + l1 |theta|_1} without the intercepts
 * @param mu strong convexity of F in the penalised variables, which is reg
 * @param smoothness of F: a bound on the largest eigenvalue of the Hessian of the terms
 * @param largestSmoothness the same for every single term
 */
public record FitProblem(
    LinearSum terms,
    Regularizer regularizer,
    LinearSum losses,
    Regularizer penalty,
    double mu,
    double smoothness,
    double largestSmoothness) {

  static FitProblem of(
      LinearObjective loss, Coordinates x, double reg, double l1, RowCounter counter) {
    int[] free =
        x.intercept()
            ? IntStream.range(0, x.outputs()).map(c -> c * x.stride() + x.columns()).toArray()
            : new int[0];
    Regularizer kinks = l1 > 0 ? Regularizer.l1(l1).except(free) : Regularizer.none();
    Regularizer both =
        l1 > 0
            ? Regularizer.elasticNet(l1, reg).except(free)
            : reg > 0 ? Regularizer.squaredL2(reg).except(free) : kinks;
    RowNorms norms = RowNorms.of(loss, x, counter);
    LinearSum terms = ReparameterizedObjective.of(loss, x, reg, counter::read);
    LinearSum losses = ReparameterizedObjective.of(loss, x, 0, counter::read);
    return new FitProblem(
        terms, kinks, losses, both, reg, norms.mean() + reg, norms.largest() + reg);
  }

  /** Returns the sum that a method is meant to work on, or explains what its regularizer lacks. */
  LinearSum objective(Method method) {
    if (method.regularizer().equals(regularizer)) {
      return terms;
    }
    if (method.regularizer().equals(penalty)) {
      return losses;
    }
    String has =
        method.regularizer().equals(Regularizer.none())
            ? "has no regularizer"
            : "has the regularizer " + method.regularizer().description();
    String wanted =
        regularizer.equals(Regularizer.none())
            ? "expected none, or that of FitProblem.penalty()"
            : "a fit with l1 needs that of FitProblem.regularizer() or penalty(): choose a method"
                + " that takes a regularizer, or leave l1 at 0";
    throw new IllegalArgumentException(method.name() + " " + has + "; " + wanted);
  }

  /**
   * How much the losses of single rows can curve: {@code L_i = weight_i c |a_i|^2} with the row a_i
   * of the variables of a fit, its constant one included, and c the largest second derivative of
   * the loss. Their mean bounds the curvature of the mean loss.
   *
   * @param mean of the L_i
   * @param largest of the L_i
   */
  record RowNorms(double mean, double largest) {
    private static final int TASKS = 32;

    static RowNorms of(LinearObjective loss, Coordinates x, RowCounter counter) {
      int n = loss.terms();
      counter.read(n);
      double[] sums = new double[TASKS];
      double[] tops = new double[TASKS];
      double[] zero = zeroRow(x);
      Parallel.forEach(
          TASKS,
          t -> {
            double[] row = new double[x.columns() + 1];
            int end = (int) ((long) (t + 1) * n / TASKS);
            for (int i = (int) ((long) t * n / TASKS); i < end; i++) {
              double l = loss.weight(i) * square(loss, x, i, zero, row);
              sums[t] += l;
              tops[t] = Math.max(tops[t], l);
            }
          });
      double sum = 0;
      double top = 0;
      for (int t = 0; t < TASKS; t++) {
        sum += sums[t];
        top = Math.max(top, tops[t]);
      }
      double c = loss.terms.loss().largestCurvature();
      return new RowNorms(c * sum / n, c * top);
    }

    /** The squared elements of a row of zeros, and their sum behind them. */
    private static double[] zeroRow(Coordinates x) {
      int d = x.columns();
      double[] zero = new double[d + 1];
      for (int j = 0; j < d; j++) {
        double e = x.t()[j] * x.m()[j];
        zero[j] = e * e;
        zero[d] += zero[j];
      }
      return zero;
    }

    private static double square(
        LinearObjective loss, Coordinates x, int i, double[] zero, double[] row) {
      int d = x.columns();
      int stored = loss.selection.row(i);
      double constant = x.intercept() ? 1 : 0;
      double sum = 0;
      if (loss.terms.x() instanceof SparseFeatures sparse) {
        int[] starts = sparse.matrix().rowPointers();
        for (int p = starts[stored]; p < starts[stored + 1]; p++) {
          int j = sparse.matrix().columnIndices()[p];
          double e = x.t()[j] * (sparse.matrix().values()[p] - x.m()[j]);
          sum += Math.fma(e, e, -zero[j]);
        }
        return Math.max(0, sum + zero[d]) + constant;
      }
      loss.terms.x().copyRow(stored, row, 0);
      for (int j = 0; j < d; j++) {
        double e = x.t()[j] * (row[j] - x.m()[j]);
        sum = Math.fma(e, e, sum);
      }
      return sum + constant;
    }
  }
}
