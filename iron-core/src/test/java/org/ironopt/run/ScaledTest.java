package org.ironopt.run;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.ironopt.linalg.DenseMatrix;
import org.ironopt.method.DiagonalScaling;
import org.ironopt.method.Iron;
import org.ironopt.method.Method;
import org.ironopt.method.gradient.Lbfgs;
import org.ironopt.method.gradient.TruncatedNewton;
import org.ironopt.method.proximal.ProximalPoint;
import org.ironopt.problem.Objective;
import org.ironopt.problem.analytic.Quadratic;
import org.ironopt.problem.analytic.Rosenbrock;
import org.ironopt.resolvent.InnerMethod;
import org.ironopt.resolvent.InnerTolerance;
import org.junit.jupiter.api.Test;

/** The scaled walk is the walk on scaled data. */
class ScaledTest extends MethodContract {
  private static final double[] SIZES = {2, 0.5, 4, 0.25};

  @Override
  Method method() {
    return DiagonalScaling.of(Iron.step(3), SIZES);
  }

  @Override
  Method other() {
    return DiagonalScaling.of(Iron.step(3), 1, 1, 1, 1);
  }

  @Override
  boolean random() {
    return false;
  }

  @Override
  Objective objective() {
    return new Rosenbrock(4);
  }

  /** With one size for all, the proximal term is another lambda: gradient flow makes that exact. */
  @Test
  void oneSizeIsAnotherStepLength() {
    InnerMethod inner = InnerMethod.NEWTON_CHOLESKY.tolerance(InnerTolerance.absolute(1e-14));
    Objective f = new Rosenbrock(2);
    double[] x0 = {-1.2, 1};
    Method plain = ProximalPoint.step(4).inner(inner);
    Method scaled = DiagonalScaling.of(ProximalPoint.step(1).inner(inner), 2, 2);
    Stop stop = Stop.steps(6);
    double[] expected = Run.of(plain, f).from(x0).stop(stop).go().x();
    assertArrayEquals(expected, Run.of(scaled, f).from(x0).stop(stop).go().x(), 1e-12);
  }

  /** Sizes 1e-7 and 1e7 in one problem: with its sizes each method makes its usual steps. */
  @Test
  void sizesMakeABadProblemAGoodOne() {
    double[] sizes = {1e7, 1e-7};
    DenseMatrix h = DenseMatrix.of(new double[][] {{2e-14, 0.5}, {0.5, 1e14}});
    Objective f = Quadratic.ofSymmetric(h, new double[] {1.5e-7, -0.5e7});
    for (Method method : new Method[] {new Lbfgs(10), new TruncatedNewton(1, 1000)}) {
      RunResult result =
          Run.of(DiagonalScaling.of(method, sizes), f)
              .from(new double[2])
              .stop(Stop.any(Stop.change(1e-10), Stop.rounding(), Stop.steps(60)))
              .go();
      assertTrue(result.ending().goal(), () -> method.name() + ": " + result);
      assertArrayEquals(
          new double[] {1, -1}, new double[] {result.x()[0] / 1e7, result.x()[1] * 1e7}, 1e-6);
    }
  }
}
