package org.ironopt.method.proximal;

import java.util.Optional;
import java.util.OptionalInt;
import org.ironopt.linalg.Vectors;
import org.ironopt.linalg.internal.Require;
import org.ironopt.method.AbstractStepper;
import org.ironopt.method.BatchSampler;
import org.ironopt.method.Batches;
import org.ironopt.method.Method;
import org.ironopt.method.NoiseSampler;
import org.ironopt.method.Schedule;
import org.ironopt.method.StepReport;
import org.ironopt.method.Stepper;
import org.ironopt.problem.Objective;
import org.ironopt.random.GradientNoise;
import org.ironopt.random.Noise;
import org.ironopt.random.RandomStreams;
import org.ironopt.resolvent.InnerMethod;
import org.ironopt.resolvent.InnerReport;
import org.ironopt.resolvent.Resolvent;

/**
 * The proximal Robbins-Monro method: a stochastic gradient step with the gradient taken at the
 * point p where an implicit step on f itself would end.
 *
 * <pre>
 *   p  = x - eta grad f(p)                         the resolvent of f, without noise
 *   x+ = x - eta W(p),   W(p) = grad f_B(p) + zeta
 * </pre>
 *
 * so {@code x+ = p - eta zeta} if the step sees all of f: the noise is not contracted, unlike in
 * {@link ProximalPoint}. The resolvent of f is seldom available; the approximate method finds p by
 * K explicit steps with noisy gradients,
 *
 * <pre>
 *   w = x;   w = w - a_j (eta W(w) + w - x),  j = 0 ... K-1;   x+ = x - eta W(w)
 * </pre>
 *
 * Stable on a quadratic for every eta (the ideal method), with the variance of
 * docs/reference/theory.md (48), which grows like eta. Known from the paper, not tested here: with
 * {@code eta_k = c/k} it has the limit law of Robbins and Monro's method without that method's
 * sensitivity to c.
 *
 * <p>Needs the resolvent of f and a gradient of the batch; the approximate method K + 1 gradients
 * of batches. The guarantee is the stability above.
 *
 * <p>Reference: P. Toulis, T. Horel, E. M. Airoldi, "The proximal Robbins-Monro method", DOI
 * 10.1111/rssb.12405. Deviation: the pair of equations is reconstructed from the abstract and from
 * how the method is used, not copied from the printed text.
 *
 * @param eta step lengths
 * @param approximate number of inner steps K, empty for the ideal method
 * @param innerSteps their lengths a_j
 * @param noise noise of every gradient
 * @param inner how the resolvent of the ideal method is solved; if empty, by a formula if there is
 *     one
 * @param batches terms of a gradient
 */
public record ProximalRobbinsMonro(
    Schedule eta,
    OptionalInt approximate,
    Schedule innerSteps,
    GradientNoise noise,
    Optional<InnerMethod> inner,
    Batches batches)
    implements Method {

  public ProximalRobbinsMonro {
    approximate.ifPresent(count -> Require.atLeast("inner steps", 1, count));
  }

  /** Returns the ideal method with a constant step. */
  public static ProximalRobbinsMonro step(double eta) {
    return steps(Schedule.constant(eta));
  }

  /** Returns the ideal method with the steps of a schedule. */
  public static ProximalRobbinsMonro steps(Schedule eta) {
    Schedule inner = Schedule.power(1, 1);
    GradientNoise none = new GradientNoise(new Noise.None());
    return new ProximalRobbinsMonro(
        eta, OptionalInt.empty(), inner, none, Optional.empty(), Batches.all());
  }

  /** Looks for p by so many explicit steps of the given lengths. */
  public ProximalRobbinsMonro approximate(int count, Schedule lengths) {
    return new ProximalRobbinsMonro(eta, OptionalInt.of(count), lengths, noise, inner, batches);
  }

  /** Changes the noise of every gradient. */
  public ProximalRobbinsMonro noise(GradientNoise noise) {
    return new ProximalRobbinsMonro(eta, approximate, innerSteps, noise, inner, batches);
  }

  /** Changes how the resolvent of f is solved. */
  public ProximalRobbinsMonro inner(InnerMethod inner) {
    return new ProximalRobbinsMonro(
        eta, approximate, innerSteps, noise, Optional.of(inner), batches);
  }

  /** Changes which terms a gradient sees. */
  public ProximalRobbinsMonro batches(Batches batches) {
    return new ProximalRobbinsMonro(eta, approximate, innerSteps, noise, inner, batches);
  }

  @Override
  public String name() {
    return "proximal-robbins-monro";
  }

  @Override
  public Stepper start(Objective objective, double[] x0, RandomStreams streams) {
    BatchSampler sampler = BatchSampler.of(batches, objective, streams);
    return new Iteration(objective, sampler, NoiseSampler.of(objective, noise, streams), x0);
  }

  final class Iteration extends AbstractStepper {
    private final BatchSampler sampler;

    /** None in the approximate method. */
    private final Optional<Resolvent> resolvent;

    /** Gradients, and so draws, in a step. */
    private final int draws = approximate.orElse(0) + 1;

    private final double[] w = new double[x.length];
    private final double[] gradient = new double[x.length];

    Iteration(Objective objective, BatchSampler sampler, NoiseSampler noise, double[] x0) {
      super(objective, noise, x0);
      this.sampler = sampler;
      if (approximate.isPresent()) {
        resolvent = Optional.empty();
      } else {
        InnerMethod solver = inner.orElseGet(() -> InnerMethod.automatic(objective));
        resolvent = Optional.of(Resolvent.of(objective, solver).forgetful(name()));
      }
    }

    @Override
    public StepReport advance() {
      double step = eta.checked(k);
      return resolvent.map(solver -> ideal(step, solver)).orElseGet(() -> approximate(step));
    }

    private StepReport ideal(double step, Resolvent solver) {
      InnerReport inner = solver.solve(step, x, x, w);
      StepReport.Counts more = StepReport.Counts.NONE;
      if (sampler.whole()) {
        noise.add(k, -step, w);
        Vectors.copy(w, x);
      } else {
        noisyGradient(k);
        Vectors.axpy(-step, gradient, x);
        more = StepReport.Counts.gradients(1);
      }
      k++;
      return StepReport.implicit(k, step, inner, more);
    }

    private StepReport approximate(double step) {
      Vectors.copy(x, w);
      for (int j = 0; j < draws - 1; j++) {
        double a = innerSteps.checked(j);
        noisyGradient(k * draws + j);
        Vectors.interpolate(w, x, a, w, 0, w.length);
        Vectors.axpy(-a * step, gradient, w);
      }
      noisyGradient(k * draws + draws - 1);
      Vectors.axpy(-step, gradient, x);
      k++;
      return StepReport.explicit(k, step, (long) draws * members);
    }

    /** W(w) in its own draw. */
    private void noisyGradient(long draw) {
      sampler.objective(draw).gradient(w, gradient);
      noise.add(draw, 1, gradient);
    }
  }
}
