package org.ironopt.method.gradient;

import java.io.IOException;
import java.util.OptionalDouble;
import org.ironopt.io.StateCodec;
import org.ironopt.linalg.Vectors;
import org.ironopt.linalg.internal.Require;
import org.ironopt.method.AbstractStepper;
import org.ironopt.method.BatchSampler;
import org.ironopt.method.Batches;
import org.ironopt.method.Method;
import org.ironopt.method.StepReport;
import org.ironopt.method.Stepper;
import org.ironopt.problem.Objective;
import org.ironopt.problem.Regularizer;
import org.ironopt.random.NoiseModel;
import org.ironopt.random.RandomStreams;

/**
 * Prox-SVRG for {@code F = f + r}: forward-backward steps whose gradient is corrected by a snapshot
 * z, so that its noise vanishes with the distance to the minimiser.
 *
 * <pre>
 *   every m steps:  z = mean of the last m iterates (x0 at first),  G = grad f(z),  x = z
 *   each step:      g  = (grad f_i(x) - grad f_i(z)) / (N q_i) + G        i drawn with probability q_i
 *                   x+ = prox_{eta r}(x - eta g)
 * </pre>
 *
 * so x is the snapshot after every m-th step. Batches of several terms use their average and {@code
 * q_i = 1/N}; {@code Batches.weighted} draws single terms with their q_i. Needs a full gradient
 * every m steps and two of the batch in each. Known guarantee: with {@code L_Q = max_i L_i/(N
 * q_i)}, F mu-strongly convex and {@code 4 L_Q eta < 1}, {@code E F(z_s) - F*} falls by the factor
 * of {@link #rate} each m steps if that is below 1. On terms of equal Hessians g is the gradient of
 * f whatever was drawn.
 *
 * <p>Reference: L. Xiao, T. Zhang, "A proximal stochastic gradient method with progressive variance
 * reduction", DOI 10.1137/140961791. Deviation: the first step after a snapshot counts as any
 * other, there is no outer loop. The update is that of published code; the constants of the rate
 * are from general knowledge of the method, not from the printed text.
 *
 * @param eta step length
 * @param m steps between snapshots
 * @param regularizer r
 * @param batches terms of a step
 */
public record ProxSvrg(double eta, int m, Regularizer regularizer, Batches batches)
    implements Method {

  public ProxSvrg {
    Require.positive("eta", eta);
    Require.atLeast("m", 1, m);
  }

  /** Returns the method with one term per step. */
  public static ProxSvrg step(double eta, int m) {
    return new ProxSvrg(eta, m, Regularizer.none(), Batches.withReplacement(1));
  }

  /**
   * Returns {@code eta = 0.1/L_Q}, {@code m = ceil(100 L_Q/mu)}, for which the rate is about 5/6.
   */
  public static ProxSvrg recommended(double lq, double mu) {
    Require.positive("L_Q", lq);
    Require.positive("mu", mu);
    return step(.1 / lq, Math.toIntExact((long) Math.ceil(100 * lq / mu)));
  }

  /** Changes r, which is 0 if never set. */
  public ProxSvrg regularizer(Regularizer r) {
    return new ProxSvrg(eta, m, r, batches);
  }

  /** Changes which terms a step sees. */
  public ProxSvrg batches(Batches batches) {
    return new ProxSvrg(eta, m, regularizer, batches);
  }

  /**
   * Returns {@code 1/(mu eta (1 - 4 L_Q eta) m) + 4 L_Q eta (m + 1)/((1 - 4 L_Q eta) m)}, the
   * factor from snapshot to snapshot; empty unless {@code 4 L_Q eta < 1}.
   */
  public OptionalDouble rate(double lq, double mu) {
    double free = 1 - 4 * Require.positive("L_Q", lq) * eta;
    Require.positive("mu", mu);
    return free > 0
        ? OptionalDouble.of(1 / (mu * eta * free * m) + 4 * lq * eta * (m + 1) / (free * m))
        : OptionalDouble.empty();
  }

  @Override
  public String name() {
    return "prox-svrg";
  }

  @Override
  public Stepper start(Objective objective, double[] x0, RandomStreams streams) {
    return new Iteration(objective, x0, streams);
  }

  private final class Iteration extends AbstractStepper {
    private final Objective objective;
    private final BatchSampler sampler;
    private final Regularizer ofAll;

    /** The snapshot, the gradient of f there, and the sum of the iterates since. */
    private final double[] z = new double[x.length];

    private final double[] full = new double[x.length];
    private final double[] sum = new double[x.length];
    private final double[] g = new double[x.length];
    private final double[] at = new double[x.length];

    Iteration(Objective objective, double[] x0, RandomStreams streams) {
      super(objective, NoiseModel.none(), x0, streams);
      this.objective = objective;
      sampler = BatchSampler.of(batches, objective, streams);
      ofAll = Regularizer.of(objective, regularizer);
    }

    @Override
    protected void state(StateCodec archive) throws IOException {
      archive.arrays(z, full, sum);
    }

    @Override
    public StepReport advance() {
      int j = (int) (k % m);
      Objective batch = sampler.objective(k);
      batch.gradient(x, g);
      if (j == 0) {
        // x is the new snapshot, where the correction of a batch is its own gradient.
        objective.gradient(x, full);
        Vectors.copy(x, z);
        Vectors.copy(g, at);
      } else {
        batch.gradient(z, at);
      }
      Vectors.subtract(g, at, g);
      Vectors.axpy(1, full, g);
      Vectors.add(x, -eta, g, x);
      ofAll.prox(eta, x, x);
      Vectors.add(x, j == 0 ? 0 : 1, sum, sum);
      k++;
      if (j == m - 1) {
        Vectors.copy(sum, x);
        Vectors.scale(1. / m, x);
      }
      return StepReport.explicit(k, eta, 2L * members);
    }
  }
}
