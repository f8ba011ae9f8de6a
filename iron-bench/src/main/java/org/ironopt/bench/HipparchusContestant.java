package org.ironopt.bench;

import java.util.Arrays;
import org.hipparchus.optim.InitialGuess;
import org.hipparchus.optim.MaxEval;
import org.hipparchus.optim.MaxIter;
import org.hipparchus.optim.SimpleValueChecker;
import org.hipparchus.optim.nonlinear.scalar.GoalType;
import org.hipparchus.optim.nonlinear.scalar.ObjectiveFunction;
import org.hipparchus.optim.nonlinear.scalar.ObjectiveFunctionGradient;
import org.hipparchus.optim.nonlinear.scalar.gradient.NonLinearConjugateGradientOptimizer;
import org.hipparchus.optim.nonlinear.scalar.gradient.NonLinearConjugateGradientOptimizer.Formula;
import org.ironopt.problem.Objective;
import org.ironopt.regression.Intercept;
import org.ironopt.regression.Logistic;
import org.ironopt.regression.Poisson;
import org.ironopt.regression.Ridge;
import org.ironopt.regression.Softmax;

/**
 * The nonlinear conjugate gradients of Hipparchus. It brings no objectives, so it gets those of
 * this library; the tolerance is the relative change of the value at which it stops.
 */
record HipparchusContestant() implements Contestant {
  /** In nanoseconds; where it needs more it has lost anyway. */
  private static final long LONGEST = 10_000_000_000L;

  @Override
  public String name() {
    return "hipparchus cg";
  }

  @Override
  public boolean applies(BenchSet set) {
    return true;
  }

  @Override
  public Solve prepare(BenchSet set) {
    Objective f =
        switch (set.kind()) {
          case LOGISTIC -> Logistic.of(set.data(), set.reg(), Intercept.NONE);
          case SOFTMAX -> Softmax.of(set.data(), set.reg(), Intercept.NONE);
          case RIDGE -> Ridge.of(set.data(), set.reg(), Intercept.NONE);
          case POISSON -> Poisson.of(set.data(), set.reg(), Intercept.NONE);
        };
    return tolerance -> {
      long deadline = System.nanoTime() + LONGEST;
      SimpleValueChecker small = new SimpleValueChecker(tolerance, 0);
      NonLinearConjugateGradientOptimizer optimizer =
          new NonLinearConjugateGradientOptimizer(
              Formula.POLAK_RIBIERE,
              (step, before, after) ->
                  small.converged(step, before, after) || System.nanoTime() > deadline);
      double[] x =
          optimizer
              .optimize(
                  MaxEval.unlimited(),
                  MaxIter.unlimited(),
                  new ObjectiveFunction(f::value),
                  new ObjectiveFunctionGradient(
                      point -> {
                        double[] gradient = new double[point.length];
                        f.gradient(point, gradient);
                        return gradient;
                      }),
                  GoalType.MINIMIZE,
                  new InitialGuess(new double[f.dimension()]))
              .getPoint();
      double[][] w = new double[set.outputs()][];
      int columns = set.data().columns();
      for (int c = 0; c < w.length; c++) {
        w[c] = Arrays.copyOfRange(x, c * columns, (c + 1) * columns);
      }
      return w;
    };
  }
}
