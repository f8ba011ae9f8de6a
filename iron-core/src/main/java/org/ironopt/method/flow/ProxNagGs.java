package org.ironopt.method.flow;

import java.util.Locale;
import org.ironopt.linalg.Require;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.Batches;
import org.ironopt.method.Draws;
import org.ironopt.method.Flow;
import org.ironopt.method.FlowState;
import org.ironopt.method.FlowStepper;
import org.ironopt.method.Layout;
import org.ironopt.method.Perturbation;
import org.ironopt.method.Sampler;
import org.ironopt.method.StepReport;
import org.ironopt.method.Words;
import org.ironopt.method.model.RobustMap;
import org.ironopt.problem.Objective;
import org.ironopt.problem.Regularizer;
import org.ironopt.random.GradientNoise;
import org.ironopt.random.Noise;
import org.ironopt.random.Streams;

/**
 * Robust Prox-NAG-GS for {@code F = f + r}: NAG-GS with {@code gamma = mu}, a proximal map in the
 * velocity and gradients that may be clipped against heavy tails.
 *
 * <pre>
 *   x+ = (1 - a) x + a v
 *   z  = (1 - a) v + a x+
 *   v+ = prox_{t r}(z - t R(grad f_B(x+) + zeta)),   t = a/muHat
 * </pre>
 *
 * Without r and R it is {@link NagGs} with {@code alpha = a/(1 - a)} and {@code mu = gamma =
 * muHat}. With exact gradients a fixed point {@code x = v} is a minimiser of F; {@code muHat >= L}
 * is the region in which the authors certify descent of their energy. Zeros that r asks for are in
 * v; x tends to them. On an ensemble the norm is clipped of each member by itself.
 *
 * <p>Needs one gradient, at the new point, and the proximal map of r. The guarantee is the descent
 * of that energy, which is checked numerically here and not proved.
 *
 * <p>Reference: the code published by V. Leplat (robust-prox-nag-gs); V. Leplat et al., "NAG-GS:
 * Semi-Implicit, Accelerated and Robust Stochastic Optimizer", arXiv:2209.14937. Deviation: none in
 * the update; the report of a step has no gradient, because x moves before v.
 *
 * @param a part of the way, between 0 and 1
 * @param muHat curvature of the model
 * @param robust the map R
 * @param regularizer r
 * @param noise noise of the gradient
 * @param batches terms that a step sees
 */
public record ProxNagGs(
    double a,
    double muHat,
    RobustMap robust,
    Regularizer regularizer,
    GradientNoise noise,
    Batches batches)
    implements Flow {

  public ProxNagGs {
    if (!(a > 0 && a < 1)) {
      throw new IllegalArgumentException("a is " + a + ", expected a number > 0 and < 1");
    }
    Require.positive("muHat", muHat);
  }

  /** Returns the method without r and without clipping. */
  public static ProxNagGs step(double a, double muHat) {
    return new ProxNagGs(
        a,
        muHat,
        new RobustMap.Identity(),
        Regularizer.none(),
        new GradientNoise(new Noise.None()),
        Batches.all());
  }

  /** Changes what is done to a gradient. */
  public ProxNagGs robust(RobustMap robust) {
    return new ProxNagGs(a, muHat, robust, regularizer, noise, batches);
  }

  /** Changes r, which is 0 if never set. */
  public ProxNagGs regularizer(Regularizer r) {
    return new ProxNagGs(a, muHat, robust, r, noise, batches);
  }

  /** Changes the noise of the gradient. */
  public ProxNagGs noise(GradientNoise noise) {
    return new ProxNagGs(a, muHat, robust, regularizer, noise, batches);
  }

  /** Changes which terms a step sees. */
  public ProxNagGs batches(Batches batches) {
    return new ProxNagGs(a, muHat, robust, regularizer, noise, batches);
  }

  @Override
  public String name() {
    return "prox-nag-gs";
  }

  @Override
  public String description() {
    return String.format(
        Locale.ROOT,
        "prox-nag-gs(a: %s; muHat: %s; robust: %s; regularizer: %s; noise: %s; batches: %s)",
        a,
        muHat,
        robust,
        regularizer.description(),
        Words.of(noise),
        Words.of(batches));
  }

  @Override
  public FlowStepper start(Objective objective, double[] x0, double[] v0, Streams streams) {
    Layout layout = Layout.of(objective);
    Sampler sampler = Sampler.of(batches, objective, streams);
    Draws draws = Draws.of(layout, noise, streams);
    return new ProxNagGsStepper(this, objective, sampler, layout, draws, x0, v0);
  }

  /** {@link ProxNagGs} at work. */
  private static final class ProxNagGsStepper extends FlowState {
    private final ProxNagGs method;
    private final Sampler sampler;
    private final Regularizer regularizer;
    private final double[] gradient;

    /** One member's gradient; empty if there is but one. */
    private final double[] own;

    private double[] next;

    ProxNagGsStepper(
        ProxNagGs method,
        Objective objective,
        Sampler sampler,
        Layout layout,
        Perturbation noise,
        double[] x0,
        double[] v0) {
      super(objective, layout, noise, x0, v0, new double[] {method.muHat()});
      this.method = method;
      this.sampler = sampler;
      regularizer = Regularizer.of(objective, method.regularizer());
      gradient = new double[x.length];
      own = new double[layout.members == 1 ? 0 : layout.n];
      next = new double[x.length];
    }

    @Override
    public StepReport advance() {
      double a = method.a();
      double t = a / method.muHat();
      Vectors.interpolate(x, v, a, next, 0, next.length);
      sampler.objective(k).gradient(next, gradient);
      noise.add(0, k, 1, gradient);
      clip();
      Vectors.interpolate(v, next, a, v, 0, v.length);
      Vectors.axpy(-t, gradient, v);
      regularizer.prox(t, v, v);
      double[] old = x;
      x = next;
      next = old;
      k++;
      return StepReport.explicit(k, a / (1 - a), gamma[0], Double.NaN, layout.members);
    }

    private void clip() {
      if (own.length == 0 || method.robust() instanceof RobustMap.Identity) {
        method.robust().apply(gradient);
        return;
      }
      for (int j = 0; j < layout.members; j++) {
        for (int i = 0; i < layout.n; i++) {
          own[i] = gradient[i * layout.members + j];
        }
        method.robust().apply(own);
        for (int i = 0; i < layout.n; i++) {
          gradient[i * layout.members + j] = own[i];
        }
      }
    }
  }
}
