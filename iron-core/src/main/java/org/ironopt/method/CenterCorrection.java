package org.ironopt.method;

import java.io.IOException;
import org.ironopt.io.StateCodec;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.internal.ResidualTable;
import org.ironopt.problem.Objective;

/** A {@link Center} at work: moves the center of a step before the solve. This one leaves it. */
class CenterCorrection {
  /** Moves c in step k from x, and returns the lambda to solve with. */
  double move(long k, double lambda, double[] c, double[] x) {
    return lambda;
  }

  /** Takes in the solution, and returns what the correction of this step cost. */
  StepReport.Counts remember(double[] u) {
    return StepReport.Counts.NONE;
  }

  /** Names what is remembered from step to step. */
  void state(StateCodec archive) throws IOException {}

  /** {@link Center.Snapshot}. */
  static final class BySnapshot extends CenterCorrection {
    private final Objective objective;
    private final BatchSampler sampler;
    private final int every;

    /** The point x~ and the gradient of f there. */
    private final double[] snapshot;

    private final double[] whole;
    private final double[] part;
    private long spent;

    BySnapshot(Objective objective, BatchSampler sampler, int every) {
      this.objective = objective;
      this.sampler = sampler;
      this.every = every;
      snapshot = new double[objective.dimension()];
      whole = new double[objective.dimension()];
      part = new double[objective.dimension()];
    }

    @Override
    double move(long k, double lambda, double[] c, double[] x) {
      spent = 1;
      if (k % every == 0) {
        objective.gradient(x, whole);
        Vectors.copy(x, snapshot);
        spent += sampler.stepsPerEpoch();
      }
      sampler.objective(k).gradient(snapshot, part);
      Vectors.axpy(lambda, part, c);
      Vectors.axpy(-lambda, whole, c);
      return lambda;
    }

    @Override
    StepReport.Counts remember(double[] u) {
      return StepReport.Counts.gradients(spent);
    }

    @Override
    void state(StateCodec archive) throws IOException {
      archive.arrays(snapshot, whole);
    }
  }

  /** {@link Center.Table}, where an inner solver solves the resolvent of the batch. */
  static final class ByTable extends CenterCorrection {
    private final ResidualTable table;
    private final double[] rho;
    private final double[] q;

    ByTable(ResidualTable table) {
      this.table = table;
      rho = new double[table.capacity()];
      q = new double[table.mean.length];
    }

    @Override
    double move(long k, double lambda, double[] c, double[] x) {
      table.begin(k, x);
      table.select(k);
      double shorter = table.firstVisit() * lambda;
      table.residuals.recall(table.r, rho);
      table.residuals.transpose(rho, q);
      Vectors.axpy(shorter * table.residuals.scale(), q, c);
      Vectors.axpy(-shorter, table.mean, c);
      return shorter;
    }

    @Override
    StepReport.Counts remember(double[] u) {
      table.residuals.at(u, table.r, rho, q);
      Vectors.axpy(table.scale(), q, table.mean);
      table.remember(1, rho);
      return StepReport.Counts.gradients(2);
    }

    @Override
    void state(StateCodec archive) throws IOException {
      table.state(archive);
    }
  }
}
