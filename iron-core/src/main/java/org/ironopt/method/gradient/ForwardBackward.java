package org.ironopt.method.gradient;

import java.util.Optional;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.Batches;
import org.ironopt.method.Method;
import org.ironopt.method.Schedule;
import org.ironopt.method.Stepper;
import org.ironopt.problem.Objective;
import org.ironopt.problem.Regularizer;
import org.ironopt.random.GradientNoise;
import org.ironopt.random.Noise;
import org.ironopt.random.RandomStream;
import org.ironopt.random.RandomStreams;

/**
 * Stochastic forward-backward splitting for {@code F = f + r}: a gradient step on f, then the
 * proximal map of r, then relaxation. FOBOS is the method without relaxation.
 *
 * <pre>
 *   g  = grad f_B(x) + zeta
 *   y  = prox_{eta r}(x - eta g)                   FOBOS may use the next step in the prox
 *   x+ = x + relax (y + a - x)                     relax at most 1; a: error of the proximal map
 * </pre>
 *
 * A fixed point without noise is a minimiser, for every eta. On convex problems with {@code eta <
 * 2/L} and exact gradients it converges. Known from the first paper, not tested here: with steps
 * {@code c/sqrt(k)} the average of FOBOS has the regret {@code O(sqrt(k))}, with {@code 1/(mu k)}
 * and strong convexity {@code O(log k)}. A proximal map that is only known approximately is studied
 * with {@link #proxErrors}, vectors of given lengths and random directions: for {@code eta <= 2/L}
 * they move no iterate by more than {@code sum_k relax_k |a_k|}, so that summable errors keep the
 * convergence; if f is mu-strongly convex, old errors decay by the factor {@code 1 - relax (1 -
 * max(|1 - eta mu|, |1 - eta L|))} a step.
 *
 * <p>Needs the gradient of the batch at the old point and the proximal map of r. The guarantee is
 * in the words above.
 *
 * <p>References: J. Duchi, Y. Singer, "Efficient online and batch learning using forward backward
 * splitting" (JMLR 10, 2009; FOBOS); P. L. Combettes, J.-C. Pesquet, "Stochastic approximations and
 * perturbations in forward-backward splitting for monotone operators", DOI
 * 10.48550/arXiv.1507.07095. Deviations: the update of the second paper and which step scales the
 * proximal map in the first are reconstructed from general knowledge of the methods, not from the
 * printed texts, and so are the regrets; the bounds on errors of the proximal map are derived here
 * and tested.
 *
 * @param eta step lengths
 * @param relaxation factors of the step, at most 1
 * @param nextStep whether the proximal map has the step of the next iteration
 * @param regularizer r
 * @param noise noise of the gradient
 * @param batches terms of a step
 * @param proxErrors lengths of the errors a of the proximal maps, empty for none
 */
public record ForwardBackward(
    Schedule eta,
    Schedule relaxation,
    boolean nextStep,
    Regularizer regularizer,
    GradientNoise noise,
    Batches batches,
    Optional<Schedule> proxErrors)
    implements Method {

  private static final Schedule ONE = Schedule.constant(1);

  /** Returns FOBOS with a constant step. */
  public static ForwardBackward step(double eta) {
    return steps(Schedule.constant(eta));
  }

  /** Returns FOBOS with the steps of a schedule. */
  public static ForwardBackward steps(Schedule eta) {
    GradientNoise none = new GradientNoise(new Noise.None());
    return new ForwardBackward(
        eta, ONE, false, Regularizer.none(), none, Batches.all(), Optional.empty());
  }

  /** Goes only a part of the way, {@code 0 < relax <= 1}. */
  public ForwardBackward relaxation(Schedule relax) {
    return new ForwardBackward(eta, relax, nextStep, regularizer, noise, batches, proxErrors);
  }

  /** Uses the step of the next iteration in the proximal map. */
  public ForwardBackward withNextStep() {
    return new ForwardBackward(eta, relaxation, true, regularizer, noise, batches, proxErrors);
  }

  /** Changes r, which is 0 if never set. */
  public ForwardBackward regularizer(Regularizer r) {
    return new ForwardBackward(eta, relaxation, nextStep, r, noise, batches, proxErrors);
  }

  /** Changes the noise of the gradient. */
  public ForwardBackward noise(GradientNoise noise) {
    return new ForwardBackward(eta, relaxation, nextStep, regularizer, noise, batches, proxErrors);
  }

  /** Changes which terms a step sees. */
  public ForwardBackward batches(Batches batches) {
    return new ForwardBackward(eta, relaxation, nextStep, regularizer, noise, batches, proxErrors);
  }

  /** Adds an error of length {@code lengths.at(k)}, in a random direction, to proximal map k. */
  public ForwardBackward proxErrors(Schedule lengths) {
    return new ForwardBackward(
        eta, relaxation, nextStep, regularizer, noise, batches, Optional.of(lengths));
  }

  @Override
  public String name() {
    return relaxation.equals(ONE) ? "fobos" : "forward-backward";
  }

  @Override
  public Stepper start(Objective objective, double[] x0, RandomStreams streams) {
    return new Iteration(objective, x0, streams);
  }

  private final class Iteration extends GradientStepper {
    private static final Noise DIRECTION = new Noise.Isotropic(1);

    private final Regularizer ofAll;

    /** Where errors of proximal maps come from, and the last one; empty if there are none. */
    private final RandomStream stream;

    private final double[] error = new double[proxErrors.isPresent() ? x.length : 0];

    Iteration(Objective objective, double[] x0, RandomStreams streams) {
      super(eta, batches, ForwardBackward.this.noise, objective, x0, streams);
      ofAll = Regularizer.of(objective, regularizer);
      stream = streams.stream("prox errors");
    }

    @Override
    void update(double step) {
      double relax = relaxation();
      double t = nextStep ? eta.checked(k + 1) : step;
      double[] y = gradient;
      Vectors.add(x, -step, gradient, y);
      ofAll.prox(t, y, y);
      if (error.length > 0) {
        disturb(proxErrors.orElseThrow().checked(k), y);
      }
      if (relax == 1) {
        Vectors.copy(y, x);
      } else {
        Vectors.interpolate(x, y, relax, x, 0, x.length);
      }
    }

    /** Adds a vector of the given length to the point of each member. */
    private void disturb(double length, double[] y) {
      DIRECTION.draw(stream, k, n, members, error);
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
      double relax = relaxation.checked(k);
      if (relax > 1) {
        throw new IllegalArgumentException(
            "relaxation_" + k + " is " + relax + ", expected a number > 0 and <= 1");
      }
      return relax;
    }
  }
}
