package org.ironopt.method.gradient;

import java.io.IOException;
import org.ironopt.io.StateCodec;
import org.ironopt.method.AbstractStepper;
import org.ironopt.method.BatchSampler;
import org.ironopt.method.Batches;
import org.ironopt.method.Center;
import org.ironopt.method.Iron;
import org.ironopt.method.Method;
import org.ironopt.method.Schedule;
import org.ironopt.method.StepReport;
import org.ironopt.method.Stepper;
import org.ironopt.method.internal.ResidualTable;
import org.ironopt.problem.LinearSum;
import org.ironopt.problem.Objective;
import org.ironopt.random.NoiseModel;
import org.ironopt.random.RandomStreams;

/**
 * SAGA for linear models: the explicit sibling of {@link Iron} with {@link Center#table}. With the
 * residuals R_B that the terms of the batch had when they were last seen and the mean gradient G of
 * all of them,
 *
 * <pre>
 *   rho = r(A_B x) - R_B,  q = A_B' rho
 *   x+  = (x - eta (scale q + G)) / (1 + eta ridge)
 *   R_B += rho,  G += q/N
 * </pre>
 *
 * The ridge is taken implicitly, as the proximal part of the method. The table starts empty, and
 * the first visit of a batch has half the step, as in {@link Center.Table}.
 *
 * <p>Needs a {@link LinearSum}: residuals of the batch at the old point, a table of N K numbers.
 * Guarantee: its only fixed point is the minimiser. Known from the paper, not tested here: linear
 * convergence on strongly convex sums for {@code eta <= 1/(2 (mu N + L))} and single terms drawn
 * independently.
 *
 * <p>Reference: A. Defazio, F. Bach, S. Lacoste-Julien, "SAGA: A Fast Incremental Gradient Method
 * With Support for Non-Strongly Convex Composite Objectives", NIPS 2014, arXiv:1407.0202.
 * Deviation: batches, fresh orders and the empty table are ours, and the bound is not proved for
 * them.
 *
 * @param eta step lengths
 * @param batches terms of a step
 */
public record Saga(Schedule eta, Batches batches) implements Method {
  /** Returns the method with a constant step and one term a step. */
  public static Saga step(double eta) {
    return steps(Schedule.constant(eta));
  }

  /** Returns the method with the steps of a schedule and one term a step. */
  public static Saga steps(Schedule eta) {
    return new Saga(eta, Batches.epochs(1));
  }

  /** Changes which terms a step sees. */
  public Saga batches(Batches batches) {
    return new Saga(eta, batches);
  }

  @Override
  public String name() {
    return "saga";
  }

  @Override
  public Stepper start(Objective objective, double[] x0, RandomStreams streams) {
    return new Iteration(objective, x0, streams);
  }

  private final class Iteration extends AbstractStepper {
    private final ResidualTable table;
    private final double[] rho;
    private final double[] q = new double[x.length];

    Iteration(Objective f, double[] x0, RandomStreams streams) {
      super(f, NoiseModel.none(), x0, streams);
      table = ResidualTable.of("SAGA", f, BatchSampler.of(batches, f, streams), false);
      rho = new double[table.capacity()];
    }

    @Override
    protected void state(StateCodec archive) throws IOException {
      table.state(archive);
    }

    @Override
    public StepReport advance() {
      table.select(k);
      double step = eta.checked(k);
      double t = table.firstVisit() * step;
      table.residuals.at(x, table.r, rho, q);
      double scale = table.residuals.scale();
      double[] mean = table.mean;
      table.forEach(
          t,
          (from, to, shrink) -> {
            for (int j = from; j < to; j++) {
              double gradient = Math.fma(scale, q[j], mean[j]);
              x[j] = shrink * Math.fma(-t, gradient, x[j]);
              mean[j] = Math.fma(table.scale(), q[j], mean[j]);
            }
          });
      table.remember(1, rho);
      k++;
      return StepReport.explicit(k, step, 1);
    }
  }
}
