package org.ironopt.method;

import java.util.Locale;
import org.ironopt.linalg.Vectors;
import org.ironopt.problem.Objective;
import org.ironopt.problem.Regularizer;
import org.ironopt.random.Noise;
import org.ironopt.random.Stream;
import org.ironopt.random.Streams;

/** {@link ForwardBackward} at work. */
final class ForwardBackwardStepper extends GradientStepper {
  private static final Noise DIRECTION = new Noise.Isotropic(1);

  private final ForwardBackward method;
  private final Regularizer regularizer;

  /** Where errors of proximal maps come from, and the last one; empty if there are none. */
  private final Stream stream;

  private final double[] error;

  ForwardBackwardStepper(
      ForwardBackward method, Objective objective, double[] x0, Streams streams) {
    super(method.eta(), method.batches(), method.noise(), objective, x0, streams);
    this.method = method;
    regularizer = Regularizer.of(objective, method.regularizer());
    stream = streams.stream("prox errors");
    error = new double[method.proxErrors().isPresent() ? x.length : 0];
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
    if (error.length > 0) {
      disturb(method.proxErrors().orElseThrow().checked(k), y);
    }
    if (relax == 1) {
      Vectors.copy(y, x);
    } else {
      Vectors.interpolate(x, y, relax, x, 0, x.length);
    }
  }

  /** Adds a vector of the given length to the point of each member. */
  private void disturb(double length, double[] y) {
    int members = layout.members;
    DIRECTION.draw(stream, k, layout.n, members, error);
    for (int j = 0; j < members; j++) {
      double square = 0;
      for (int i = j; i < error.length; i += members) {
        square = Math.fma(error[i], error[i], square);
      }
      double scale = length / Math.sqrt(square);
      for (int i = j; i < error.length; i += members) {
        y[i] = Math.fma(scale, error[i], y[i]);
      }
    }
  }

  private double relaxation() {
    double relax = method.relaxation().checked(k);
    if (relax > 1) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT, "relaxation_%d is %s, expected a number > 0 and <= 1", k, relax));
    }
    return relax;
  }
}
