package org.ironopt.method;

import java.util.Arrays;
import org.ironopt.linalg.Require;
import org.ironopt.linalg.Vectors;
import org.ironopt.problem.Objective;
import org.ironopt.random.Streams;

/** {@link Sppm} at work, on batches. */
final class SppmStepper extends CorrectedStepper {
  private final Sppm.Variant variant;

  /** x*, if it is known. */
  private final double[] star;

  private final double[] gradient;

  SppmStepper(Sppm method, Objective objective, double[] x0, Streams streams) {
    super(method.name(), method.eta(), method.batches(), objective, x0, streams);
    variant = method.variant();
    star =
        variant instanceof Sppm.Variant.Star(var known)
            ? known.stream().mapToDouble(Double::doubleValue).toArray()
            : x.clone();
    Require.finite("minimizer", Require.length("minimizer", x.length, star));
    gradient = new double[x.length];
  }

  @Override
  double[][] arrays() {
    return new double[][] {x};
  }

  @Override
  Work correct() {
    return switch (variant) {
      case Sppm.Variant.Star s -> {
        sampler.objective(k).gradient(star, h);
        yield Work.gradients(1);
      }
      case Sppm.Variant.Corrected c -> {
        objective.gradient(x, gradient);
        sampler.objective(k).gradient(x, h);
        Vectors.axpy(-1, gradient, h);
        yield Work.gradients(2);
      }
      default -> {
        Arrays.fill(h, 0);
        yield Work.NONE;
      }
    };
  }

  @Override
  Work remember(double step, double[] next) {
    return Work.NONE;
  }
}
