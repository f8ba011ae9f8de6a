package org.ironopt.method;

import org.ironopt.linalg.Vectors;
import org.ironopt.problem.Objective;
import org.ironopt.problem.Regularizer;
import org.ironopt.random.Streams;

/** {@link ForwardBackward} at work. */
final class ForwardBackwardStepper extends GradientStepper {
  private final ForwardBackward method;
  private final Regularizer regularizer;

  ForwardBackwardStepper(
      ForwardBackward method, Objective objective, double[] x0, Streams streams) {
    super(method.eta(), method.batches(), method.noise(), objective, x0, streams);
    this.method = method;
    regularizer = Regularizer.of(objective, method.regularizer());
  }

  @Override
  double[][] arrays() {
    return new double[][] {x};
  }

  @Override
  void update(double eta) {
    double relax = relaxation();
    double t = method.nextStep() ? method.eta().checked(k + 1) : eta;
    double[] y = gradient;
    Vectors.add(x, -eta, gradient, y);
    regularizer.prox(t, y, y);
    if (relax == 1) {
      Vectors.copy(y, x);
    } else {
      Vectors.interpolate(x, y, relax, x, 0, x.length);
    }
  }

  private double relaxation() {
    double relax = method.relaxation().checked(k);
    if (relax > 1) {
      throw new IllegalArgumentException(
          "relaxation_%d is %s, expected a number > 0 and <= 1".formatted(k, relax));
    }
    return relax;
  }
}
