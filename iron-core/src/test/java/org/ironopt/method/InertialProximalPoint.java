package org.ironopt.method;

import java.io.DataInput;
import java.io.DataOutput;
import org.ironopt.linalg.Vectors;
import org.ironopt.problem.Objective;
import org.ironopt.problem.Proximable;
import org.ironopt.random.Streams;

/**
 * The recursion {@code x+ = prox_{eta f}(x + beta (x - x_before))} from {@code x_before = x0},
 * known as the inertial (momentum) proximal point method. Only here to be compared with.
 */
record InertialProximalPoint(double eta, double beta) implements Method {
  @Override
  public String name() {
    return "inertial-proximal-point";
  }

  @Override
  public Stepper start(Objective objective, double[] x0, Streams streams) {
    return new Stepper() {
      private double[] x = x0.clone();
      private double[] before = x0.clone();
      private long k;

      @Override
      public StepReport advance() {
        double[] y = new double[x.length];
        Vectors.subtract(x, before, y);
        Vectors.add(x, beta, y, y);
        ((Proximable) objective).prox(eta, y, y);
        before = x;
        x = y;
        return StepReport.explicit(++k, Double.NaN, Double.NaN, Double.NaN, 1);
      }

      @Override
      public long step() {
        return k;
      }

      @Override
      public double[] x() {
        return x;
      }

      @Override
      public void save(DataOutput out) {
        throw new AssertionError("never saved");
      }

      @Override
      public void restore(DataInput in) {
        throw new AssertionError("never saved");
      }
    };
  }
}
