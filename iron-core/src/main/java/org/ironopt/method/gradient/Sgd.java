package org.ironopt.method.gradient;

import java.io.IOException;
import org.ironopt.io.StateCodec;
import org.ironopt.linalg.Vectors;
import org.ironopt.linalg.internal.Require;
import org.ironopt.method.Batches;
import org.ironopt.method.Method;
import org.ironopt.method.Schedule;
import org.ironopt.method.Stepper;
import org.ironopt.problem.Objective;
import org.ironopt.random.GradientNoise;
import org.ironopt.random.Noise;
import org.ironopt.random.RandomStreams;

/**
 * Stochastic gradient descent, plain, with momentum (heavy ball) or with Nesterov's momentum, in
 * the convention of PyTorch:
 *
 * <pre>
 *   g  = grad f_B(x) + zeta + weightDecay x
 *   b  = g in the first step, then  momentum b + (1 - dampening) g
 *   x+ = x - eta b                                 or x - eta (g + momentum b), Nesterov
 * </pre>
 *
 * On a quadratic along an eigenvalue a: plain and heavy ball (beta = momentum) are stable iff
 * {@code 0 < eta a < 2 (1 + beta)}, Nesterov iff {@code |beta q| < 1} and {@code 1 + q + 2 beta q >
 * 0} with {@code q = 1 - eta a}. Nesterov's x is here the point where gradients are taken (often
 * called y); the other sequence is {@code x + eta beta b}. The report has no gradient norm: the
 * gradient at the new point is not known.
 *
 * <p>Needs the gradient of the batch at the old point. Guarantee: with constant steps the stability
 * above and the spread of docs/reference/theory.md (44)-(46). Known, not tested here: with steps
 * {@code c/sqrt(k)} on convex Lipschitz problems the error is of order {@code 1/sqrt(k)}.
 *
 * <p>References: H. Robbins, S. Monro, DOI 10.1214/aoms/1177729586; B. T. Polyak, DOI
 * 10.1016/0041-5553(64)90137-5; I. Sutskever et al., "On the importance of initialization and
 * momentum in deep learning" (ICML 2013). Deviation: momentum is that of PyTorch, in which the
 * first direction is the gradient itself.
 *
 * @param eta step lengths
 * @param momentum factor of the old direction, 0 for none
 * @param dampening part of a gradient that does not enter the direction
 * @param nesterov whether to look ahead
 * @param weightDecay factor of x added to the gradient
 * @param noise noise of the gradient
 * @param batches terms of a step
 */
public record Sgd(
    Schedule eta,
    double momentum,
    double dampening,
    boolean nesterov,
    double weightDecay,
    GradientNoise noise,
    Batches batches)
    implements Method {

  public Sgd {
    GradientStepper.fraction("momentum", momentum);
    GradientStepper.fraction("dampening", dampening);
    Require.nonNegative("weight decay", weightDecay);
    Require.that(
        !nesterov || momentum != 0 && dampening == 0,
        "Nesterov needs a momentum > 0 and no dampening, got momentum %s and dampening %s",
        momentum,
        dampening);
  }

  /** Returns plain gradient descent with a constant step. */
  public static Sgd step(double eta) {
    return steps(Schedule.constant(eta));
  }

  /** Returns plain gradient descent with the steps of a schedule. */
  public static Sgd steps(Schedule eta) {
    return new Sgd(eta, 0, 0, false, 0, new GradientNoise(new Noise.None()), Batches.all());
  }

  /** Adds momentum (heavy ball). */
  public Sgd momentum(double beta) {
    return new Sgd(eta, beta, dampening, false, weightDecay, noise, batches);
  }

  /** Adds Nesterov's momentum. */
  public Sgd nesterov(double beta) {
    return new Sgd(eta, beta, dampening, true, weightDecay, noise, batches);
  }

  /** Lets only a part {@code 1 - dampening} of a gradient into the direction. */
  public Sgd dampening(double dampening) {
    return new Sgd(eta, momentum, dampening, nesterov, weightDecay, noise, batches);
  }

  /** Adds a multiple of x to every gradient. */
  public Sgd weightDecay(double weightDecay) {
    return new Sgd(eta, momentum, dampening, nesterov, weightDecay, noise, batches);
  }

  /** Changes the noise of the gradient. */
  public Sgd noise(GradientNoise noise) {
    return new Sgd(eta, momentum, dampening, nesterov, weightDecay, noise, batches);
  }

  /** Changes which terms a step sees. */
  public Sgd batches(Batches batches) {
    return new Sgd(eta, momentum, dampening, nesterov, weightDecay, noise, batches);
  }

  @Override
  public String name() {
    return nesterov ? "nesterov" : momentum > 0 ? "momentum" : "sgd";
  }

  @Override
  public Stepper start(Objective objective, double[] x0, RandomStreams streams) {
    return new Iteration(objective, x0, streams);
  }

  final class Iteration extends GradientStepper {
    /** The direction; empty without momentum. */
    final double[] b = new double[momentum > 0 ? x.length : 0];

    Iteration(Objective objective, double[] x0, RandomStreams streams) {
      super(eta, batches, Sgd.this.noise, objective, x0, streams);
    }

    @Override
    protected void state(StateCodec archive) throws IOException {
      archive.array(b);
    }

    @Override
    void update(double eta) {
      if (weightDecay > 0) {
        Vectors.axpy(weightDecay, x, gradient);
      }
      if (b.length == 0) {
        Vectors.axpy(-eta, gradient, x);
        return;
      }
      direction();
      if (nesterov) {
        Vectors.add(gradient, momentum, b, gradient);
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
      if (dampening > 0) {
        Vectors.scale(1 - dampening, gradient);
      }
      Vectors.add(gradient, momentum, b, b);
    }
  }
}
