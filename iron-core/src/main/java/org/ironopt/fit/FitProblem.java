package org.ironopt.fit;

import java.util.stream.IntStream;
import org.ironopt.method.Method;
import org.ironopt.problem.LinearSum;
import org.ironopt.problem.Regularizer;
import org.ironopt.regression.LinearObjective;

/**
 * A fit as a problem for any method of this library: with {@code theta_j = p_j w_j} (p the spread
 * of the columns, or one), columns centred where there is an intercept, and the intercepts behind
 * their output's coefficients,
 *
 * <pre>
 *   F(theta) = (1/N) sum_i loss_i(theta) + reg/2 |theta|^2 + l1 |theta|_1
 * </pre>
 *
 * without penalty on the intercepts. It can be taken apart in two ways, and the regularizer of the
 * method says which is meant: {@link #terms} plus {@link #regularizer}, the way of most methods, or
 * {@link #losses} plus {@link #penalty}, for methods that take the whole penalty by its proximal
 * map. Losses are never negative. Terms with one prediction (logistic, ridge) have their proximal
 * map and their conjugate. No row is copied, centred or scaled in memory.
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

  static FitProblem of(LinearObjective loss, Coordinates x, double reg, double l1, Meter meter) {
    int[] free =
        x.intercept()
            ? IntStream.range(0, x.outputs()).map(c -> c * x.stride() + x.columns()).toArray()
            : new int[0];
    Regularizer kinks = l1 > 0 ? Regularizer.l1(l1).except(free) : Regularizer.none();
    Regularizer both =
        l1 > 0
            ? Regularizer.elasticNet(l1, reg).except(free)
            : reg > 0 ? Regularizer.squaredL2(reg).except(free) : kinks;
    RowNorms norms = RowNorms.of(loss, x, meter);
    return new FitProblem(
        ScaledSum.of(loss, x, reg, meter),
        kinks,
        ScaledSum.of(loss, x, 0, meter),
        both,
        reg,
        norms.mean() + reg,
        norms.largest() + reg);
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
}
