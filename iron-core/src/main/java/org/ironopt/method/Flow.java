package org.ironopt.method;

import java.util.OptionalDouble;
import org.ironopt.io.internal.StableName;
import org.ironopt.linalg.internal.Require;
import org.ironopt.problem.Objective;
import org.ironopt.random.RandomStreams;

/**
 * A method that discretizes the accelerated flow with noise of the paper,
 *
 * <pre>
 *   x' = v - x,   gamma v' = mu (x - v) - grad f(x) + noise,   gamma' = mu - gamma,
 * </pre>
 *
 * so that its state is {@code (x, v, gamma)}. On an {@code Ensemble} each member follows the flow
 * on its own, in one sweep over all members.
 *
 * <p>Reference: V. Leplat, R. Hildebrand, "IRON: Implicit Resolvent Optimization under Noise",
 * Section 2.
 */
public interface Flow extends Method {
  /** What happens to the damping gamma from step to step. */
  enum Damping implements GammaRule {
    /** {@code gamma+ = (gamma + alpha mu)/(1 + alpha)}, which tends to mu. */
    UPDATED,
    /** gamma keeps its start value. */
    FROZEN
  }

  /** Starts at {@code (x0, v0)}; both are copied. */
  FlowStepper start(Objective objective, double[] x0, double[] v0, RandomStreams streams);

  /** Starts at rest, {@code v0 = x0}. */
  @Override
  default FlowStepper start(Objective objective, double[] x0, RandomStreams streams) {
    return start(objective, x0, x0, streams);
  }

  /** What becomes of gamma from step to step: a rule of the flow, or one that adapts lambda. */
  sealed interface GammaRule permits Damping, GammaSchedule, Adaptation {}

  /**
   * gamma by a schedule of its own; the flow's own law of gamma is given up.
   *
   * @param gamma of each step
   */
  record GammaSchedule(Schedule gamma) implements GammaRule {}

  /**
   * The numbers of the flow.
   *
   * @param mu strong convexity parameter
   * @param startGamma damping at the start; mu if empty
   * @param rule what becomes of gamma
   */
  record Parameters(double mu, OptionalDouble startGamma, @StableName("damping") GammaRule rule) {
    public Parameters {
      Require.nonNegative("mu", mu);
      startGamma.ifPresent(gamma -> Require.positive("gamma0", gamma));
    }

    /** Returns gamma at the start. */
    public double gamma0() {
      return startGamma.orElse(mu);
    }
  }
}
