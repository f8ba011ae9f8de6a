package org.ironopt.fit;

import org.ironopt.data.Dataset;
import org.ironopt.fit.path.Penalty;
import org.ironopt.fit.path.SparseSolver;
import org.ironopt.fit.path.Standardized;
import org.ironopt.method.AbstractStepper;
import org.ironopt.method.Method;
import org.ironopt.method.StepReport;
import org.ironopt.method.Stepper;
import org.ironopt.model.ModelKind;
import org.ironopt.problem.Objective;
import org.ironopt.random.NoiseModel;
import org.ironopt.random.RandomStreams;

/**
 * A fit with l1 of rows in memory by the {@link SparseSolver}. A step begins with nothing but its
 * iterate and takes three more digits of the gap; the first goes down a few larger penalties.
 *
 * @param f the smooth part and the penalties
 */
record SparseSteps(FitObjective f, ModelKind kind, Dataset data) implements Method {
  /** Every step divides the relative gap to reach by this. */
  private static final double DIGITS = 1e-3;

  @Override
  public String name() {
    return "sparse-newton";
  }

  @Override
  public String id() {
    return "sparse-newton";
  }

  @Override
  public Stepper start(Objective objective, double[] x0, RandomStreams streams) {
    return new Iteration(objective, x0, streams);
  }

  private final class Iteration extends AbstractStepper {
    private final SparseSolver solver;
    private final Coordinates at = f.coordinates();

    Iteration(Objective objective, double[] x0, RandomStreams streams) {
      super(name(), objective, NoiseModel.none(), x0, streams);
      Standardized columns = at.standardized();
      Penalty penalty = Penalty.equal(at.columns(), at.intercept(), at.outputs());
      solver = SparseSolver.of(kind, f.rows().loss(), data, columns, penalty, 10);
      solver.check(() -> f.counter().read(0));
    }

    @Override
    public StepReport advance() {
      long reads = solver.passes();
      boolean zero = k == 0;
      double[] v = solver.v();
      double[] start = new double[v.length];
      for (int i = 0; i < v.length; i++) {
        zero &= x[i] == 0;
        start[i] = (x[i] - shift(i)) * length(i);
      }
      double l1 = f.l1();
      if (zero) {
        double top = solver.largest();
        for (double larger = 0.5 * top; larger > 2 * l1; larger *= 0.5) {
          solver.solve(larger, f.reg(), DIGITS * solver.value());
        }
      } else {
        solver.restart(start);
      }
      double gap = StrictMath.pow(DIGITS, k + 2.0) * solver.loss();
      solver.solve(l1, f.reg(), gap);
      for (int i = 0; i < v.length; i++) {
        x[i] = v[i] / length(i) + shift(i);
      }
      f.counter().read((solver.passes() - reads) * data.rows());
      k++;
      return StepReport.explicit(k, 1, 1);
    }

    /** Returns the length in the penalty of a variable of the fit. */
    private double length(int i) {
      int j = i % at.stride();
      return j < at.columns() ? at.p()[j] * at.t()[j] : 1;
    }

    private double shift(int i) {
      return i % at.stride() < at.columns() ? 0 : solver.shift();
    }
  }
}
