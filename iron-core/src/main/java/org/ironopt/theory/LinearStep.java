package org.ironopt.theory;

import org.ironopt.linalg.internal.Require;
import org.ironopt.theory.internal.SumOfSteps;

/**
 * One step on an eigendirection of a quadratic, {@code z+ = M z + g eta} with eta of variance 1,
 * for diffusion noise of variance 1; what all schemes have in common. {@code z = (e, u)} with
 * {@code u = w - e}: there the drift of the flow is {@code [[0, 1], [-a/gamma, -m/gamma]]}, and no
 * entry is a difference in which a or gamma loses its digits.
 *
 * @param step M, less and plus the identity
 * @param g what a unit of noise adds to {@code (e, u)}
 */
record LinearStep(SumOfSteps.Step step, double[] g) {
  /** Returns the step of a scheme. */
  static LinearStep of(Scheme scheme, IronParameters p, double a) {
    Require.positive("eigenvalue", a);
    double alpha = p.alpha();
    double gamma = p.gamma();
    double m = gamma + p.mu();
    return switch (scheme) {
      case IRON -> relaxed(1, p, a);
      case EXPLICIT_EULER ->
          new LinearStep(
              SumOfSteps.Step.of(0, alpha, -alpha * (a / gamma), -alpha * (m / gamma)),
              new double[] {0, Math.sqrt(alpha)});
      case NAG_GS -> {
        double mass = gamma + alpha * p.mu();
        double share = alpha / (1 + alpha);
        double drag = (m + alpha * (p.mu() + a)) / mass;
        yield new LinearStep(
            SumOfSteps.Step.of(0, share, -alpha * (a / mass), -share * drag),
            new double[] {0, Math.sqrt(alpha) * (gamma / mass)});
      }
    };
  }

  /** Returns the relaxed step: {@code M - I} and the noise of the leg, over theta. */
  static LinearStep relaxed(double theta, IronParameters p, double a) {
    IronParameters leg = p.leg(theta);
    double d = new TransitionMatrix(Scheme.IRON, leg, Require.positive("eigenvalue", a)).d();
    double beta = leg.alpha();
    double gamma = p.gamma();
    double m = gamma + p.mu();
    double c = p.alpha() / d;
    double[] less = {-c * (beta * a), c * gamma, -c * a, -c * (m + beta * a)};
    // M + I is (2 theta - 1) I and the leg, over theta.
    double rest = (2 * theta - 1) / theta;
    double[] plus = {
      rest + (gamma + beta * m) / d / theta, less[1], less[2], rest + gamma / d / theta
    };
    // theta sqrt(alpha)/s is sqrt(theta) times the sqrt(beta)/s of the leg.
    double noise = Contraction.resolvent(leg.lambda(), a) * leg.noiseScale() / Math.sqrt(theta);
    return new LinearStep(
        new SumOfSteps.Step(less, plus), new double[] {noise, noise / leg.alpha()});
  }

  /** Returns {@code M z}. */
  double[] apply(double[] z) {
    double[] n = step.less();
    return new double[] {z[0] + (n[0] * z[0] + n[1] * z[1]), z[1] + (n[2] * z[0] + n[3] * z[1])};
  }
}
