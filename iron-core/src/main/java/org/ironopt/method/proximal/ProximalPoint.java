package org.ironopt.method.proximal;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.ironopt.io.StateCodec;
import org.ironopt.linalg.Vectors;
import org.ironopt.linalg.internal.Require;
import org.ironopt.method.AbstractStepper;
import org.ironopt.method.BatchSampler;
import org.ironopt.method.Batches;
import org.ironopt.method.Method;
import org.ironopt.method.Schedule;
import org.ironopt.method.StepReport;
import org.ironopt.method.Stepper;
import org.ironopt.method.internal.BatchResolvent;
import org.ironopt.problem.FiniteSum;
import org.ironopt.problem.Objective;
import org.ironopt.problem.Regularizer;
import org.ironopt.random.GradientNoise;
import org.ironopt.random.Noise;
import org.ironopt.random.RandomStreams;
import org.ironopt.resolvent.InnerMethod;
import org.ironopt.resolvent.InnerReport;

/**
 * The stochastic proximal point method (SPP), also known as implicit stochastic gradient descent:
 * {@code x+ = x - eta grad f_B(x+)}, the gradient at the new point. In full, with its options,
 *
 * <pre>
 *   c  = x + beta (x - x_before) - eta zeta        beta: momentum (SPPAM), x_before = x0 at first
 *   y  = argmin f_B(y) + |y - c|^2 / (2 eta)       or the mean of the terms' own minimisers
 *   x+ = prox_{eta r}(y)                           a projection if r is a constraint
 * x+ = the projection of y on X_i                instead, if every term has a set of its own
 *   xbar+ = (1 - 1/n) xbar + x+ / n                reported instead of x+ if averaged (AI-SGD)
 * </pre>
 *
 * One term of a generalized linear model costs a scalar root; any other objective an inner solve.
 * {@link #restarted} halves a constant step after every epoch of so many steps. With {@link
 * #constraints} a step projects on one set only; the iterates satisfy all of them in the limit, and
 * a run measures f.
 *
 * <p>Stable on convex terms for every eta: {@code E|x_K - x*|^2 <= (1 + eta mu)^{-2K} |x_0 - x*|^2
 * + eta s^2 / (eta mu^2 + 2 mu)} with {@code s^2 = E|grad f_i(x*)|^2} if all f_i are mu-strongly
 * convex. With momentum it is stable along an eigenvalue a iff {@code beta < 1 + eta a}. With
 * constant parameters and {@code v0 = x0}, IRON is this method with {@code eta = lambda} and {@code
 * beta = 1/(alpha s)}, docs/reference/theory.md (5).
 *
 * <p>Needs the resolvent of a term, of a batch or of f, and the proximal map of r or of the sets.
 * The guarantee is the bound above.
 *
 * <p>References: D. P. Bertsekas, DOI 10.1007/s10107-011-0472-0; P. Toulis, E. M. Airoldi, DOI
 * 10.1214/16-AOS1506 (implicit SGD); P. Toulis, D. Tran, E. M. Airoldi, "Towards stability and
 * optimality in stochastic gradient descent" (AISTATS 2016, AI-SGD); A. Patrascu, I. Necoara,
 * "Nonasymptotic convergence of stochastic proximal point methods for constrained convex
 * optimization" (JMLR 18(198), 2018; constrained, restarted); J. L. Kim, P. Toulis, A. Kyrillidis,
 * "Convergence and stability of the stochastic proximal point algorithm with momentum" (L4DC 2022,
 * SPPAM). Deviations: {@code r} may be any regularizer, not a constraint only; the restarted
 * variant continues from its last point. The step with momentum, and the projection after a step
 * that knows one set only, are reconstructed from general knowledge of the methods, not from the
 * printed texts; the condition on beta and the bound are derived here and tested.
 *
 * @param eta step lengths
 * @param momentum beta, possibly above 1
 * @param minibatch what is averaged over a batch
 * @param averaged whether x is the average of all iterates
 * @param regularizer r, after the resolvent
 * @param noise noise of the gradient
 * @param inner how a resolvent is solved; if empty, by a formula if there is one
 * @param batches terms of a step
 * @param constraints the set X_i of each term, empty for none
 */
public record ProximalPoint(
    Schedule eta,
    double momentum,
    Minibatch minibatch,
    boolean averaged,
    Regularizer regularizer,
    GradientNoise noise,
    Optional<InnerMethod> inner,
    Batches batches,
    List<Regularizer> constraints)
    implements Method {

  /** What is averaged over a batch. */
  public enum Minibatch {
    /** The model: one resolvent, of the average of the terms. */
    MODEL,
    /** The iterate: the average of the resolvents of the terms. */
    ITERATE
  }

  public ProximalPoint {
    Require.nonNegative("momentum", momentum);
    constraints = List.copyOf(constraints);
    Require.that(
        constraints.isEmpty() || regularizer.equals(Regularizer.none()),
        "give one regularizer or a constraint for each term, not both");
  }

  /** Returns the plain method with a constant step. */
  public static ProximalPoint step(double eta) {
    return steps(Schedule.constant(eta));
  }

  /** Returns the plain method with the steps of a schedule. */
  public static ProximalPoint steps(Schedule eta) {
    Regularizer free = Regularizer.none();
    GradientNoise none = new GradientNoise(new Noise.None());
    Batches all = Batches.all();
    return new ProximalPoint(
        eta, 0, Minibatch.MODEL, false, free, none, Optional.empty(), all, List.of());
  }

  /** Returns the method with a step that is halved after every epoch of so many steps (RSPP). */
  public static ProximalPoint restarted(double eta, int epoch) {
    return steps(Schedule.halving(eta, epoch));
  }

  /** Adds momentum (SPPAM). */
  public ProximalPoint momentum(double beta) {
    return new ProximalPoint(
        eta, beta, minibatch, averaged, regularizer, noise, inner, batches, constraints);
  }

  /** Averages over a batch the resolvents of its terms, not the terms. */
  public ProximalPoint iterateAverage() {
    Minibatch average = Minibatch.ITERATE;
    return new ProximalPoint(
        eta, momentum, average, averaged, regularizer, noise, inner, batches, constraints);
  }

  /** Reports the average of all iterates (AI-SGD). */
  public ProximalPoint average() {
    return new ProximalPoint(
        eta, momentum, minibatch, true, regularizer, noise, inner, batches, constraints);
  }

  /** Adds the proximal map of r, or the projection on a constraint, to every step. */
  public ProximalPoint regularizer(Regularizer r) {
    return new ProximalPoint(
        eta, momentum, minibatch, averaged, r, noise, inner, batches, constraints);
  }

  /**
   * Projects every step on the set of its term: minimises f over the intersection of all sets, such
   * as {@link Regularizer#halfSpace}s. One term per step.
   */
  public ProximalPoint constraints(List<Regularizer> sets) {
    return new ProximalPoint(
        eta, momentum, minibatch, averaged, regularizer, noise, inner, batches, sets);
  }

  /** Changes the noise of the gradient, which moves the center by {@code -eta zeta}. */
  public ProximalPoint noise(GradientNoise noise) {
    return new ProximalPoint(
        eta, momentum, minibatch, averaged, regularizer, noise, inner, batches, constraints);
  }

  /** Changes how a resolvent is solved. */
  public ProximalPoint inner(InnerMethod inner) {
    Optional<InnerMethod> own = Optional.of(inner);
    return new ProximalPoint(
        eta, momentum, minibatch, averaged, regularizer, noise, own, batches, constraints);
  }

  /** Changes which terms a step sees. */
  public ProximalPoint batches(Batches batches) {
    return new ProximalPoint(
        eta, momentum, minibatch, averaged, regularizer, noise, inner, batches, constraints);
  }

  @Override
  public String name() {
    return momentum > 0 ? "sppam" : averaged ? "ai-sgd" : "spp";
  }

  @Override
  public Stepper start(Objective objective, double[] x0, RandomStreams streams) {
    return new Iteration(objective, x0, streams);
  }

  private final class Iteration extends AbstractStepper {
    private final Regularizer ofAll;
    private final BatchResolvent prox;
    private final BatchSampler sampler;
    private final int[] term = new int[1];

    /** Whether an inner solve tells f at x. */
    private final boolean whole;

    /** The iterate, which is x unless that is the average. */
    private double[] point = averaged ? x.clone() : x;

    /** The iterate before; empty without momentum. */
    private final double[] before = momentum > 0 ? x.clone() : new double[0];

    private final double[] c = new double[x.length];
    private double[] u = new double[x.length];

    Iteration(Objective objective, double[] x0, RandomStreams streams) {
      super(objective, ProximalPoint.this.noise, x0, streams);
      sampler = BatchSampler.of(batches, objective, streams);
      boolean ofTerms = minibatch == Minibatch.ITERATE;
      prox =
          ofTerms
              ? BatchResolvent.averageOfTerms(name(), objective, sampler, inner)
              : BatchResolvent.of(objective, sampler, inner);
      ofAll = Regularizer.of(objective, regularizer);
      if (!constraints.isEmpty()) {
        int terms = objective instanceof FiniteSum sum ? sum.terms() : 0;
        Require.sameLength("constraints", constraints.size(), "the list of terms", terms);
        sampler.requireSingle("a constraint of each term", terms);
      }
      boolean plain = regularizer.equals(Regularizer.none()) && !averaged;
      whole = plain && constraints.isEmpty() && !ofTerms && sampler.whole();
    }

    @Override
    protected void state(StateCodec archive) throws IOException {
      if (averaged) {
        archive.array(point);
      }
      archive.array(before);
    }

    @Override
    public StepReport advance() {
      double step = eta.checked(k);
      center(step);
      InnerReport inner = prox.solve(k, step, c, point, u);
      if (constraints.isEmpty()) {
        ofAll.prox(step, u, u);
      } else {
        sampler.terms(k, term);
        constraints.get(term[0]).prox(step, u, u);
      }
      move();
      k++;
      StepReport report = StepReport.implicit(k, step, inner, StepReport.Counts.NONE);
      return whole ? report.ofWholeObjective() : report;
    }

    private void center(double eta) {
      if (before.length == 0) {
        Vectors.copy(point, c);
      } else {
        Vectors.interpolate(point, before, -momentum, c, 0, c.length);
      }
      noise.add(k, -eta, c);
    }

    private void move() {
      if (before.length > 0) {
        Vectors.copy(point, before);
      }
      double[] old = point;
      point = u;
      u = old;
      if (averaged) {
        Vectors.interpolate(x, point, 1. / (k + 1), x, 0, x.length);
      } else {
        x = point;
      }
    }
  }
}
