package org.ironopt.method;

import org.ironopt.linalg.Vectors;
import org.ironopt.problem.Objective;
import org.ironopt.random.Streams;

/** {@link Sgd} at work. */
final class SgdStepper extends GradientStepper {
  private final Sgd method;

  /** The direction; empty without momentum. */
  final double[] b;

  SgdStepper(Sgd method, Objective objective, double[] x0, Streams streams) {
    super(method.eta(), method.batches(), method.noise(), objective, x0, streams);
    this.method = method;
    b = new double[method.momentum() > 0 ? x.length : 0];
  }

  @Override
  double[][] arrays() {
    return new double[][] {x, b};
  }

  @Override
  void update(double eta) {
    if (method.weightDecay() > 0) {
      Vectors.axpy(method.weightDecay(), x, gradient);
    }
    if (b.length == 0) {
      Vectors.axpy(-eta, gradient, x);
      return;
    }
    direction();
    if (method.nesterov()) {
      Vectors.add(gradient, method.momentum(), b, gradient);
      Vectors.axpy(-eta, gradient, x);
    } else {
      Vectors.axpy(-eta, b, x);
    }
  }

  private void direction() {
    if (k == 0) {
      Vectors.copy(gradient, b);
      return;
    }
    if (method.dampening() > 0) {
      Vectors.scale(1 - method.dampening(), gradient);
    }
    Vectors.add(gradient, method.momentum(), b, b);
  }
}
