package org.ironopt.method.flow;

import org.ironopt.linalg.Functions;
import org.ironopt.linalg.Vectors;
import org.ironopt.linalg.internal.Require;
import org.ironopt.method.BatchSampler;
import org.ironopt.method.Batches;
import org.ironopt.method.Flow;
import org.ironopt.method.FlowStepper;
import org.ironopt.method.NoiseSampler;
import org.ironopt.method.StepReport;
import org.ironopt.problem.Objective;
import org.ironopt.problem.Regularizer;
import org.ironopt.random.GradientNoise;
import org.ironopt.random.Noise;
import org.ironopt.random.RandomStreams;

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
 * is the region in which the authors certify descent of their energy. v has the zeros that r
 * produces, and x tends to them. On an ensemble each member is clipped by its own norm.
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
 * @param batches terms of a step
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
    Require.that(a > 0 && a < 1, "a is %s, expected a number > 0 and < 1", a);
    Require.positive("muHat", muHat);
  }

  /** Returns the method without r and without clipping. */
  public static ProxNagGs step(double a, double muHat) {
    RobustMap identity = new RobustMap.Identity();
    GradientNoise none = new GradientNoise(new Noise.None());
    return new ProxNagGs(a, muHat, identity, Regularizer.none(), none, Batches.all());
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
  public FlowStepper start(Objective objective, double[] x0, double[] v0, RandomStreams streams) {
    BatchSampler sampler = BatchSampler.of(batches, objective, streams);
    return new Iteration(objective, sampler, NoiseSampler.of(objective, noise, streams), x0, v0);
  }

  private final class Iteration extends FlowStepper {
    private final BatchSampler sampler;
    private final Regularizer ofAll;
    private final double[] gradient = new double[x.length];

    /** One member's gradient; empty if there is but one. */
    private final double[] own = new double[members == 1 ? 0 : n];

    private double[] next = new double[x.length];

    Iteration(
        Objective objective, BatchSampler sampler, NoiseSampler noise, double[] x0, double[] v0) {
      super(objective, noise, x0, v0, muHat);
      this.sampler = sampler;
      ofAll = Regularizer.of(objective, regularizer);
    }

    @Override
    public StepReport advance() {
      double t = a / muHat;
      Vectors.interpolate(x, v, a, next, 0, next.length);
      sampler.objective(k).gradient(next, gradient);
      noise.add(k, 1, gradient);
      clip();
      Vectors.interpolate(v, next, a, v, 0, v.length);
      Vectors.axpy(-t, gradient, v);
      ofAll.prox(t, v, v);
      next = moveTo(next);
      k++;
      return StepReport.explicit(k, a / (1 - a), gamma[0], Double.NaN, members);
    }

    private void clip() {
      if (own.length == 0 || robust instanceof RobustMap.Identity) {
        robust.apply(gradient);
        return;
      }
      for (int j = 0; j < members; j++) {
        for (int i = 0; i < n; i++) {
          own[i] = gradient[i * members + j];
        }
        robust.apply(own);
        for (int i = 0; i < n; i++) {
          gradient[i * members + j] = own[i];
        }
      }
    }
  }

  /** A map applied to gradients with heavy-tailed noise. */
  public sealed interface RobustMap {
    /** Replaces a gradient. */
    void apply(double[] g);

    /** Nothing. */
    record Identity() implements RobustMap {
      @Override
      public void apply(double[] g) {}
    }

    /** {@code g min(1, limit/|g|)}. */
    record NormClip(double limit) implements RobustMap {
      public NormClip {
        Require.positive("limit", limit);
      }

      @Override
      public void apply(double[] g) {
        double norm = Vectors.norm(g);
        if (norm > limit) {
          Vectors.scale(limit / norm, g);
        }
      }
    }

    /** Each coordinate to {@code [-limit, limit]}. */
    record CoordinateClip(double limit) implements RobustMap {
      public CoordinateClip {
        Require.positive("limit", limit);
      }

      @Override
      public void apply(double[] g) {
        for (int i = 0; i < g.length; i++) {
          g[i] = Math.max(-limit, Math.min(limit, g[i]));
        }
      }
    }

    /** {@code limit tanh(g/limit)}, coordinate by coordinate. */
    record Tanh(double limit) implements RobustMap {
      public Tanh {
        Require.positive("limit", limit);
      }

      @Override
      public void apply(double[] g) {
        Vectors.scale(1 / limit, g);
        Functions.tanh(g, g);
        Vectors.scale(limit, g);
      }
    }
  }
}
