package org.ironopt.method.proximal;

import java.io.IOException;
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
import org.ironopt.problem.DualTerms;
import org.ironopt.problem.Objective;
import org.ironopt.problem.Regularizer;
import org.ironopt.random.NoiseModel;
import org.ironopt.random.RandomStreams;
import org.ironopt.resolvent.InnerReport;

/**
 * SNSPP: the stochastic proximal point method for {@code F = f + r} on batches S of b terms {@code
 * phi_i(<a_i, x>)}, with variance reduction by a snapshot {@code xt} of the iterate,
 *
 * <pre>
 *   x+ = prox_{eta r}(x - eta [grad f_S(x+) - grad f_S(xt) + grad f(xt)]) ,
 * </pre>
 *
 * or without it (the two terms of xt dropped). The step is solved through its dual in b unknowns:
 * with {@code z(s) = x - (eta/b) A_S's + d} the root of {@code V(s) = phi*'(s) - A_S prox_{eta
 * r}(z(s))} gives {@code x+ = prox_{eta r}(z(s))}. Semismooth Newton, {@code (diag phi*''(s) +
 * (eta/b) A_S U A_S') ds = -V} with U in the Clarke Jacobian of the prox, by conjugate gradients,
 * and Armijo's rule on the dual objective. A ridge in the terms joins r. Where {@code phi_i} is
 * only weakly convex, the step has {@code phi_i(<a_i, x+>) + gamma_i <a_i, x+ - x>^2/2} in its
 * place, which is convex; its fixed points are the same.
 *
 * <p>Needs a {@link org.ironopt.problem.DualTerms}: rows, slopes and conjugates. A report's
 * residual is |V|. Guarantee: every step solves its equation to the tolerance; with variance
 * reduction and a small constant step the iterates tend to a stationary point, the minimiser if F
 * is convex. Known from the paper, not tested here: the rate is linear for strongly convex F and
 * steps below a bound of order {@code 1/L}; without variance reduction, convergence for steps
 * {@code eta / (k+1)^0.51}.
 *
 * <p>Reference: A. Milzarek, F. Schaipp, M. Ulbrich, "A semismooth Newton stochastic proximal point
 * algorithm with variance reduction", SIAM J. Optim. 34 (2024), DOI 10.1137/22M1488181. Deviations:
 * the Newton matrix is not shifted by 1e-4; a Newton step that halves |V| is taken even if rounding
 * hides the descent; the tolerance is 1e-6, not 1e-3.
 *
 * @param eta step lengths
 * @param snapshotEvery steps from one snapshot to the next, 0 for no variance reduction
 * @param tolerance of |V|
 * @param regularizer r
 * @param batches terms of a step
 */
public record Snspp(
    Schedule eta, int snapshotEvery, double tolerance, Regularizer regularizer, Batches batches)
    implements Method {
  public Snspp {
    Require.atLeast("steps between snapshots", 0, snapshotEvery);
    Require.positive("tolerance", tolerance);
  }

  /** Returns the method with a constant step, a snapshot every ten steps, and r = 0. */
  public static Snspp step(double eta) {
    return steps(Schedule.constant(eta));
  }

  /** Returns the method with the steps of a schedule, a snapshot every ten steps, and r = 0. */
  public static Snspp steps(Schedule eta) {
    return new Snspp(eta, 10, 1e-6, Regularizer.none(), Batches.withReplacement(1));
  }

  /** Takes a snapshot every so many steps. */
  public Snspp snapshotEvery(int steps) {
    return new Snspp(eta, Require.atLeast("steps", 1, steps), tolerance, regularizer, batches);
  }

  /** Drops the variance reduction. */
  public Snspp withoutSnapshots() {
    return new Snspp(eta, 0, tolerance, regularizer, batches);
  }

  /** Changes when a dual solve is accurate enough. */
  public Snspp tolerance(double tolerance) {
    return new Snspp(eta, snapshotEvery, tolerance, regularizer, batches);
  }

  /** Changes r. */
  public Snspp regularizer(Regularizer r) {
    return new Snspp(eta, snapshotEvery, tolerance, r, batches);
  }

  /** Changes which terms a step sees. */
  public Snspp batches(Batches batches) {
    return new Snspp(eta, snapshotEvery, tolerance, regularizer, batches);
  }

  @Override
  public String name() {
    return snapshotEvery > 0 ? "snspp" : "snspp-plain";
  }

  @Override
  public Stepper start(Objective objective, double[] x0, RandomStreams streams) {
    return new Iteration(objective, x0, streams);
  }

  private final class Iteration extends AbstractStepper {
    private final DualTerms sum;
    private final double ridge;
    private final BatchSampler sampler;
    private final int[] batch;
    private final SemismoothNewton newton;

    /**
     * The snapshot and the gradient of the losses, without ridge, there; empty without snapshots.
     */
    private final double[] snapshot = new double[snapshotEvery > 0 ? x.length : 0];

    private final double[] slope = snapshot.clone();
    private final double[] center = new double[x.length];

    Iteration(Objective objective, double[] x0, RandomStreams streams) {
      super(name(), objective, NoiseModel.none(), x0, streams);
      sampler = BatchSampler.of(batches, objective, streams);
      String needs = name() + " needs terms with conjugates (DualTerms)";
      sum = BatchSampler.require(DualTerms.class, objective, needs);
      ridge = sum.ridge();
      batch = new int[sampler.largest(sum.terms())];
      newton = new SemismoothNewton(sum, regularizer, batch.length);
    }

    @Override
    protected void state(StateCodec archive) throws IOException {
      archive.arrays(snapshot, slope);
    }

    @Override
    public StepReport advance() {
      double step = eta.checked(k);
      StepReport.Counts work = StepReport.Counts.NONE;
      if (snapshot.length > 0 && k % snapshotEvery == 0) {
        sum.gradient(x, slope);
        Vectors.axpy(-ridge, x, slope);
        Vectors.copy(x, snapshot);
        work = StepReport.Counts.gradients(1);
      }
      int count = sampler.terms(k, batch);
      newton.load(batch, count, sampler.weight());
      Vectors.copy(x, center);
      if (snapshot.length > 0) {
        Vectors.axpy(-step, slope, center);
        newton.addSlopes(snapshot, step, center);
      }
      newton.addWeakness(x, step, center);
      InnerReport report = newton.solve(step, center, tolerance, x);
      k++;
      return StepReport.implicit(k, step, report, work);
    }
  }
}
