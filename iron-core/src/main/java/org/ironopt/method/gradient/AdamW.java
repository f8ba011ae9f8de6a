package org.ironopt.method.gradient;

import java.io.IOException;
import org.ironopt.io.StateCodec;
import org.ironopt.linalg.Parallel;
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
 * AdamW: Adam with decoupled weight decay. In step t = 1, 2, ... with {@code g = grad f_B(x) +
 * zeta}, element by element,
 *
 * <pre>
 *   m = beta1 m + (1 - beta1) g        w = beta2 w + (1 - beta2) g^2
 *   d = m/(1 - beta1^t) / (sqrt(w/(1 - beta2^t)) + eps)
 *   x+ = (1 - eta weightDecay) x - eta d           Order.TORCH
 *   x+ = (1 - eta weightDecay)(x - eta d)          Order.AUTHORS
 * </pre>
 *
 * Without bias correction the two divisors {@code 1 - beta^t} are 1. {@code eps = 0} is allowed and
 * makes the method invariant to the scale of f; it stands for the smallest normal number, so that
 * an element that never had a gradient stays where it is. {@code weightDecay = 0} is Adam. No
 * guarantee: there are convex problems on which Adam does not converge (S. Reddi et al., "On the
 * Convergence of Adam and Beyond", ICLR 2018).
 *
 * <p>Needs the gradient of the batch at the old point.
 *
 * <p>References: D. Kingma, J. Ba, arXiv:1412.6980; I. Loshchilov, F. Hutter, arXiv:1711.05101.
 * Deviation: none known in the update; a zero {@code eps} is replaced as above.
 *
 * @param eta step lengths
 * @param beta1 memory of the mean
 * @param beta2 memory of the mean square
 * @param eps added to the root
 * @param weightDecay decay of x, relative to eta
 * @param order when the decay is applied
 * @param biasCorrection whether the memories are corrected for their start at 0
 * @param noise noise of the gradient
 * @param batches terms of a step
 */
public record AdamW(
    Schedule eta,
    double beta1,
    double beta2,
    double eps,
    double weightDecay,
    Order order,
    boolean biasCorrection,
    GradientNoise noise,
    Batches batches)
    implements Method {

  /** When the decay is applied. */
  public enum Order {
    /** Before the step, as PyTorch does. */
    TORCH,
    /** After the step, as the code published with the IRON paper does. */
    AUTHORS
  }

  public AdamW {
    GradientStepper.fraction("beta1", beta1);
    GradientStepper.fraction("beta2", beta2);
    Require.nonNegative("eps", eps);
    Require.nonNegative("weight decay", weightDecay);
  }

  /** Returns the method with PyTorch's defaults: memories 0.9 and 0.999, eps 1e-8, decay 0.01. */
  public static AdamW step(double eta) {
    return steps(Schedule.constant(eta));
  }

  /** Returns the method with the steps of a schedule and PyTorch's defaults otherwise. */
  public static AdamW steps(Schedule eta) {
    GradientNoise none = new GradientNoise(new Noise.None());
    return new AdamW(eta, .9, .999, 1e-8, .01, Order.TORCH, true, none, Batches.all());
  }

  /** Changes the memories of the mean and of the mean square. */
  public AdamW betas(double beta1, double beta2) {
    return new AdamW(eta, beta1, beta2, eps, weightDecay, order, biasCorrection, noise, batches);
  }

  /** Changes what is added to the root. */
  public AdamW eps(double eps) {
    return new AdamW(eta, beta1, beta2, eps, weightDecay, order, biasCorrection, noise, batches);
  }

  /** Changes the decay. */
  public AdamW weightDecay(double weightDecay) {
    return new AdamW(eta, beta1, beta2, eps, weightDecay, order, biasCorrection, noise, batches);
  }

  /** Applies the decay after the step; the published runs of the IRON paper have none. */
  public AdamW authors() {
    return new AdamW(
        eta, beta1, beta2, eps, weightDecay, Order.AUTHORS, biasCorrection, noise, batches);
  }

  /** Leaves the memories biased to their start at 0. */
  public AdamW uncorrected() {
    return new AdamW(eta, beta1, beta2, eps, weightDecay, order, false, noise, batches);
  }

  /** Changes the noise of the gradient. */
  public AdamW noise(GradientNoise noise) {
    return new AdamW(eta, beta1, beta2, eps, weightDecay, order, biasCorrection, noise, batches);
  }

  /** Changes which terms a step sees. */
  public AdamW batches(Batches batches) {
    return new AdamW(eta, beta1, beta2, eps, weightDecay, order, biasCorrection, noise, batches);
  }

  @Override
  public String name() {
    return "adamw";
  }

  @Override
  public Stepper start(Objective objective, double[] x0, RandomStreams streams) {
    return new Iteration(objective, x0, streams);
  }

  /** One pass over x, its two memories and the gradient. */
  private final class Iteration extends GradientStepper {
    /** From this many elements on, other threads help; they take pieces of the second size. */
    private static final int PARALLEL = 1 << 17;

    private static final int PIECE = 1 << 14;

    private final double[] m = new double[x.length];
    private final double[] w = new double[x.length];

    Iteration(Objective objective, double[] x0, RandomStreams streams) {
      super(eta, batches, AdamW.this.noise, objective, x0, streams);
    }

    @Override
    protected void state(StateCodec archive) throws IOException {
      archive.arrays(m, w);
    }

    @Override
    void update(double eta) {
      double keep = 1 - eta * weightDecay;
      double rate = eta / correction(beta1);
      if (order == Order.AUTHORS) {
        rate *= keep;
      }
      double root = 1 / Math.sqrt(correction(beta2));
      move(keep, rate, root);
    }

    /** Returns {@code 1 - beta^t}. */
    private double correction(double beta) {
      return biasCorrection ? 1 - StrictMath.pow(beta, k + 1) : 1;
    }

    private void move(double keep, double rate, double root) {
      int n = x.length;
      if (n < PARALLEL || Parallel.threads() == 1) {
        move(keep, rate, root, 0, n);
      } else {
        Parallel.forEach(
            Math.ceilDiv(n, PIECE),
            t -> move(keep, rate, root, t * PIECE, Math.min(n, (t + 1) * PIECE)));
      }
    }

    /**
     * One plain loop over local arrays, which the compiler turns into SIMD without changing bits.
     */
    private void move(double keep, double rate, double root, int from, int to) {
      double[] g = gradient;
      double[] m = this.m;
      double[] w = this.w;
      double[] x = this.x;
      double b1 = beta1;
      double b2 = beta2;
      double c1 = 1 - b1;
      double c2 = 1 - b2;
      double least = Math.max(eps, Double.MIN_NORMAL);
      for (int i = from; i < to; i++) {
        double mean = Math.fma(b1, m[i], c1 * g[i]);
        double square = Math.fma(b2, w[i], c2 * (g[i] * g[i]));
        double d = mean / Math.fma(Math.sqrt(square), root, least);
        m[i] = mean;
        w[i] = square;
        x[i] = Math.fma(-rate, d, keep * x[i]);
      }
    }
  }
}
