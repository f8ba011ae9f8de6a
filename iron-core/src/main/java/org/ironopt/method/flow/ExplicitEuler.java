package org.ironopt.method.flow;

import java.util.OptionalDouble;
import org.ironopt.linalg.Vectors;
import org.ironopt.linalg.internal.Require;
import org.ironopt.method.Flow;
import org.ironopt.method.FlowStepper;
import org.ironopt.method.NoiseSampler;
import org.ironopt.method.Schedule;
import org.ironopt.method.StepReport;
import org.ironopt.problem.Objective;
import org.ironopt.random.CenterNoise;
import org.ironopt.random.GradientNoise;
import org.ironopt.random.NoiseModel;
import org.ironopt.random.RandomStreams;

/**
 * Explicit Euler on the flow of the paper, with all right-hand sides at the old point.
 *
 * <pre>
 *   x+ = x + alpha (v - x)
 *   v+ = v + alpha (mu (x - v) - grad f(x))/gamma + sqrt(alpha) zeta
 *   gamma+ = gamma + alpha (mu - gamma)           or gamma, if frozen
 * </pre>
 *
 * Gradient noise adds zeta to the gradient instead. Along an eigenvalue a of a quadratic it is
 * stable iff {@code alpha < (gamma + mu)/a} and {@code 4 gamma - 2 alpha (gamma + mu) + alpha^2 a >
 * 0}. With {@code alpha > 1} an updated gamma may leave the positive numbers; the run then ends as
 * diverged.
 *
 * <p>Needs a gradient at the old point. Guarantee: none beyond that region of stability.
 *
 * <p>Reference: V. Leplat, R. Hildebrand, "IRON: Implicit Resolvent Optimization under Noise",
 * Section 2 (the flow). Deviation: the paper has no explicit scheme; this one is here to be
 * compared with.
 *
 * @param alpha step lengths
 * @param mu strong convexity parameter of the flow
 * @param startGamma damping at the start; mu if empty
 * @param damping whether gamma is updated
 * @param noise where noise enters, and its law
 */
public record ExplicitEuler(
    Schedule alpha, double mu, OptionalDouble startGamma, Damping damping, NoiseModel noise)
    implements Flow {

  public ExplicitEuler {
    Require.nonNegative("mu", mu);
    startGamma.ifPresent(gamma -> Require.positive("gamma0", gamma));
  }

  /** Returns the method with a constant step, {@code mu = gamma0 = 1}, updated gamma, no noise. */
  public static ExplicitEuler step(double alpha) {
    return steps(Schedule.constant(alpha));
  }

  /** Returns the method with the steps of a schedule, {@code mu = gamma0 = 1} and no noise. */
  public static ExplicitEuler steps(Schedule alpha) {
    return new ExplicitEuler(alpha, 1, OptionalDouble.empty(), Damping.UPDATED, NoiseModel.none());
  }

  /** Changes the strong convexity parameter. */
  public ExplicitEuler mu(double mu) {
    return new ExplicitEuler(alpha, mu, startGamma, damping, noise);
  }

  /** Changes the damping at the start, which is mu if never set. */
  public ExplicitEuler gamma(double gamma0) {
    return new ExplicitEuler(alpha, mu, OptionalDouble.of(gamma0), damping, noise);
  }

  /** Keeps gamma at its start value. */
  public ExplicitEuler frozen() {
    return new ExplicitEuler(alpha, mu, startGamma, Damping.FROZEN, noise);
  }

  /** Changes the noise. */
  public ExplicitEuler noise(NoiseModel noise) {
    return new ExplicitEuler(alpha, mu, startGamma, damping, noise);
  }

  /** Returns gamma at the start. */
  public double gamma0() {
    return startGamma.orElse(mu);
  }

  @Override
  public String name() {
    return "explicit-euler";
  }

  @Override
  public FlowStepper start(Objective objective, double[] x0, double[] v0, RandomStreams streams) {
    Require.positive("gamma0", gamma0());
    return new Iteration(objective, NoiseSampler.of(objective, noise, streams), x0, v0);
  }

  /** Elementwise but for the gradient. */
  private final class Iteration extends FlowStepper {
    private final Objective objective;
    private final double[] gradient = new double[x.length];
    private double[] next = new double[x.length];

    Iteration(Objective objective, NoiseSampler noise, double[] x0, double[] v0) {
      super(objective, noise, x0, v0, gamma0());
      this.objective = objective;
    }

    @Override
    public StepReport advance() {
      double a = alpha.checked(k);
      double g = gamma[0];

      objective.gradient(x, gradient);
      Vectors.interpolate(x, v, a, next, 0, next.length);
      Vectors.interpolate(v, x, a * mu / g, v, 0, v.length);
      Vectors.axpy(-a / g, gradient, v);
      noise.add(k, noiseFactor(a, g), v);

      next = moveTo(next);
      gamma[0] = damping == Damping.FROZEN ? g : g + a * (mu - g);
      k++;
      return StepReport.explicit(k, a, g, Double.NaN, members);
    }

    private double noiseFactor(double a, double g) {
      return switch (ExplicitEuler.this.noise) {
        case CenterNoise c -> c.noise().increment(a);
        case GradientNoise _ -> -a / g;
      };
    }
  }
}
