package org.ironopt.run;

import org.ironopt.linalg.Vectors;
import org.ironopt.problem.Objective;
import org.ironopt.problem.Regularizer;

/**
 * {@code F = f + r} and the norm of {@code x - prox_r(x - grad f(x))} at a point, which is 0
 * exactly at stationary points and the norm of the gradient if {@code r = 0}; NaN where unknown. F
 * is infinite where r is, at a start outside the constraints for instance.
 */
record Measurement(double value, double gradientNorm) {
  /** Evaluates both; overwrites {@code gradient}. */
  static Measurement of(Objective f, Regularizer r, double[] x, double[] gradient) {
    double value = f.valueAndGradient(x, gradient);
    if (r.equals(Regularizer.none())) {
      return new Measurement(value, Vectors.norm(gradient));
    }
    Vectors.add(x, -1, gradient, gradient);
    r.prox(1, gradient, gradient);
    double norm = Vectors.distance(x, gradient);
    return new Measurement(Double.isFinite(value) ? value + r.value(x) : Double.NaN, norm);
  }

  boolean finite() {
    return Double.isFinite(value) && Double.isFinite(gradientNorm);
  }
}
