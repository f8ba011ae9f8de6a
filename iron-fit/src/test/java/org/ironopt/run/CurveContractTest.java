package org.ironopt.run;

import java.util.List;
import org.ironopt.curve.LevenbergMarquardt;
import org.ironopt.curve.ResidualFunction;
import org.ironopt.curve.SumOfSquares;
import org.ironopt.method.Method;
import org.ironopt.problem.Objective;

/** Levenberg-Marquardt on Wood's function, in the residuals of its paper. */
class CurveContractTest extends MethodContract {
  @Override
  Method method() {
    return LevenbergMarquardt.DEFAULT;
  }

  @Override
  Method other() {
    double[] none = {};
    return new LevenbergMarquardt(List.of(), none, none, none, 1, 1e-12);
  }

  @Override
  boolean random() {
    return false;
  }

  @Override
  Objective objective() {
    return SumOfSquares.of(
        ResidualFunction.of(
            4,
            6,
            (x, r) -> {
              r[0] = 10 * (x[1] - x[0] * x[0]);
              r[1] = 1 - x[0];
              r[2] = Math.sqrt(90) * (x[3] - x[2] * x[2]);
              r[3] = 1 - x[2];
              r[4] = Math.sqrt(10) * (x[1] + x[3] - 2);
              r[5] = (x[1] - x[3]) / Math.sqrt(10);
            }));
  }

  @Override
  Objective nan() {
    return SumOfSquares.of(ResidualFunction.of(4, 6, (x, r) -> java.util.Arrays.fill(r, 0 / 0.0)));
  }
}
