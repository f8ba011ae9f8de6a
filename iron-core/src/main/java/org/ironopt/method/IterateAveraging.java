package org.ironopt.method;

import java.io.IOException;
import org.ironopt.io.StateCodec;
import org.ironopt.linalg.Vectors;
import org.ironopt.linalg.internal.Require;
import org.ironopt.method.internal.DelegatingStepper;
import org.ironopt.problem.Objective;
import org.ironopt.problem.Regularizer;
import org.ironopt.random.RandomStreams;

/**
 * Any method with the average of its iterates in place of the last one. The steps are those of the
 * method; after every m-th one, number t = 1, 2, ..., the average moves by
 *
 * <pre>
 *   xbar = xbar + (eta + 1)/(t + eta) (x - xbar)
 * </pre>
 *
 * the polynomial-decay average, in which old iterates weigh less: {@code eta = 0} is the plain
 * mean, and the weight of iterate t grows like {@code t^eta}. Reports omit f and its gradient,
 * which belong to another point.
 *
 * <p>Needs what the method needs, and a vector more. Guarantee: none of its own. Known from the
 * paper, not tested here: on convex Lipschitz problems, with steps {@code c/sqrt(t)}, the average
 * of SGD has the error {@code O(1/sqrt(t))}, without the factor {@code log t} of the last iterate.
 *
 * <p>Reference: O. Shamir, T. Zhang, "Stochastic Gradient Descent for Non-smooth Optimization",
 * ICML 2013, arXiv:1212.1824. Deviation: any method is averaged, and perhaps only every m-th
 * iterate of it.
 *
 * @param method whose iterates are averaged
 * @param eta how fast the weight of an iterate grows
 * @param every m: only the iterate after every m-th step enters
 */
public record IterateAveraging(Method method, double eta, int every) implements Method {
  public IterateAveraging {
    Require.nonNegative("eta", eta);
    Require.atLeast("steps between averaged iterates", 1, every);
  }

  /** Returns the polynomial-decay average with eta = 3 over all iterates. */
  public static IterateAveraging of(Method method) {
    return new IterateAveraging(method, 3, 1);
  }

  /** Changes how fast the weight of an iterate grows. */
  public IterateAveraging eta(double eta) {
    return new IterateAveraging(method, eta, every);
  }

  /** Lets only the iterate after every m-th step enter. */
  public IterateAveraging every(int steps) {
    return new IterateAveraging(method, eta, steps);
  }

  @Override
  public String name() {
    return method.name() + "-averaged";
  }

  @Override
  public Regularizer regularizer() {
    return method.regularizer();
  }

  @Override
  public Stepper start(Objective objective, double[] x0, RandomStreams streams) {
    return new AveragedStepper(method.start(objective, x0, streams));
  }

  private final class AveragedStepper implements DelegatingStepper {
    private final Stepper stepper;
    private final double[] average;

    AveragedStepper(Stepper stepper) {
      this.stepper = stepper;
      average = stepper.x().clone();
    }

    @Override
    public StepReport advance() {
      StepReport report = stepper.advance();
      if (report.step() % every == 0) {
        double t = (double) (report.step() / every);
        double a = (eta + 1) / (t + eta);
        Vectors.interpolate(average, stepper.x(), a, average, 0, average.length);
      }
      return report.measured(Double.NaN, Double.NaN);
    }

    @Override
    public Stepper stepper() {
      return stepper;
    }

    @Override
    public double[] x() {
      return average;
    }

    @Override
    public void state(StateCodec archive) throws IOException {
      archive.array(average);
    }
  }
}
