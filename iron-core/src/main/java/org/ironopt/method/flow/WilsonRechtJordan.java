package org.ironopt.method.flow;

import java.io.IOException;
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
import org.ironopt.problem.Objective;
import org.ironopt.random.NoiseModel;
import org.ironopt.random.RandomStreams;
import org.ironopt.resolvent.InnerMethod;
import org.ironopt.resolvent.InnerReport;

/**
 * Implicit Euler on the accelerated flows of Wilson, Recht and Jordan. Strongly convex ({@code mu >
 * 0}), with steps t:
 *
 * <pre>
 *   x+ - x = t (z+ - x+),   z+ - z = t (x+ - z+ - grad f(x+)/mu)
 * </pre>
 *
 * which is IRON with {@code alpha = t, gamma = mu}. Convex, with numbers {@code 0 = A_0 < A_1 <
 * ...} that may grow at any rate and {@code a = A_{k+1} - A_k}:
 *
 * <pre>
 *   z+ = z - a grad f(x+),   x+ = (A_k x + a z+)/A_{k+1}
 * </pre>
 *
 * Both are one resolvent: {@code lambda = t^2/(mu (1 + 2t))} at {@code ((1 + t) x + t z)/(1 + 2t)},
 * and {@code lambda = a^2/A_{k+1}} at {@code (A_k x + a z)/A_{k+1}}. It starts at {@code z0 = x0}.
 *
 * <p>Guarantees without noise, for exact solves: {@code E+ <= E/(1 + t)} for {@code E = f - f* + mu
 * |z - x*|^2/2} and every t; {@code A_k (f(x_k) - f*) <= |z_0 - x*|^2/2} for every growth of A.
 *
 * <p>Needs the resolvent of f, or of the batch.
 *
 * <p>Reference: A. C. Wilson, B. Recht, M. I. Jordan, "A Lyapunov analysis of accelerated methods
 * in optimization" (JMLR 22(113), 2021; arXiv:1611.02635). Deviation: the formulas are derived anew
 * from the flows; batches are ours.
 *
 * @param schedule the steps t_k, or in the convex case the numbers {@code A_{k+1}}
 * @param mu strong convexity; 0 is the convex case
 * @param inner how the resolvent is solved; if empty, by a formula if there is one
 * @param batches terms of a step
 */
public record WilsonRechtJordan(
    Schedule schedule, double mu, Optional<InnerMethod> inner, Batches batches) implements Method {

  public WilsonRechtJordan {
    Require.nonNegative("mu", mu);
  }

  /** Returns the method for strongly convex f with a constant step. */
  public static WilsonRechtJordan stronglyConvex(double t, double mu) {
    return stronglyConvex(Schedule.constant(t), mu);
  }

  /** Returns the method for strongly convex f. */
  public static WilsonRechtJordan stronglyConvex(Schedule t, double mu) {
    return new WilsonRechtJordan(t, Require.positive("mu", mu), Optional.empty(), Batches.all());
  }

  /** Returns the method for convex f with {@code A_k = k^power}. */
  public static WilsonRechtJordan convex(double power) {
    Require.positive("power", power);
    return convex(Schedule.of("(k + 1)^" + power, k -> StrictMath.pow(k + 1.0, power)));
  }

  /** Returns the method for convex f; step k ends with {@code A_{k+1} = growth.at(k)}. */
  public static WilsonRechtJordan convex(Schedule growth) {
    return new WilsonRechtJordan(growth, 0, Optional.empty(), Batches.all());
  }

  /** Changes how the resolvent is solved. */
  public WilsonRechtJordan inner(InnerMethod inner) {
    return new WilsonRechtJordan(schedule, mu, Optional.of(inner), batches);
  }

  /** Solves the resolvent of the step's batch instead of that of f. */
  public WilsonRechtJordan batches(Batches batches) {
    return new WilsonRechtJordan(schedule, mu, inner, batches);
  }

  @Override
  public String name() {
    return mu > 0 ? "wilson-recht-jordan" : "wilson-recht-jordan-convex";
  }

  @Override
  public Stepper start(Objective objective, double[] x0, RandomStreams streams) {
    return new Iteration(objective, x0, streams);
  }

  final class Iteration extends AbstractStepper {
    private final BatchResolvent prox;
    private final boolean whole;
    final double[] z = x.clone();
    private final double[] c = new double[x.length];
    private double[] u = new double[x.length];

    Iteration(Objective objective, double[] x0, RandomStreams streams) {
      super(objective, NoiseModel.none(), x0, streams);
      BatchSampler sampler = BatchSampler.of(batches, objective, streams);
      prox = BatchResolvent.of(objective, sampler, inner);
      whole = sampler.whole();
    }

    @Override
    protected void state(StateCodec archive) throws IOException {
      archive.array(z);
    }

    @Override
    public StepReport advance() {
      double at = schedule.checked(k);
      return mu > 0 ? move(at, at / (1 + 2 * at), at * at / (mu * (1 + 2 * at)), at) : convex(at);
    }

    private StepReport convex(double next) {
      double now = k == 0 ? 0 : schedule.checked(k - 1);
      double a = next - now;
      Require.that(a > 0, "A_%d is %s, expected more than A_%d = %s", k + 1, next, k, now);
      return move(a, a / next, a * a / next, a / now);
    }

    /**
     * Solves from the point between x and z at {@code weight}, then {@code z+ = x+ + (x+ - x)/t},
     * which for an infinite t is x+.
     */
    private StepReport move(double step, double weight, double lambda, double t) {
      Vectors.interpolate(x, z, weight, c, 0, c.length);
      InnerReport inner = prox.solve(k, lambda, c, x, u);
      Vectors.velocity(u, x, t, z, 0, z.length);
      u = moveTo(u);
      k++;
      StepReport report =
          StepReport.implicit(k, step, Double.NaN, lambda, inner, StepReport.Counts.NONE);
      return whole ? report.ofWholeObjective() : report;
    }
  }
}
