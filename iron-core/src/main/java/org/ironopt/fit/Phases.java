package org.ironopt.fit;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.Method;
import org.ironopt.method.StepReport;
import org.ironopt.method.Stepper;
import org.ironopt.problem.Objective;
import org.ironopt.random.Streams;

/**
 * Minibatches far from the optimum, all rows near it. Rounds of the first method are made as long
 * as each takes off a part of the objective that is worth its passes; then the second method goes
 * on from the best point so far, so that a first method that fails costs a round and nothing else.
 * The two may work in different variables of one fit.
 *
 * @param f the objective, in the variables of the second method
 * @param first in rounds, in the variables {@code early}
 * @param early variables of the first method
 * @param second for all rows
 */
record Phases(FitObjective f, Rounds first, Coordinates early, Method second) implements Method {
  /** A round that takes off less of the objective was the last one. */
  private static final double WORTH = 0.01;

  private static final int MOST_ROUNDS = 6;

  @Override
  public String name() {
    return "minibatch-iron";
  }

  @Override
  public String description() {
    return first.description() + ", then " + second.description();
  }

  @Override
  public Stepper start(Objective objective, double[] x0, Streams streams) {
    return new AtWork(objective, x0, streams);
  }

  private final class AtWork implements Stepper {
    private final Objective objective;
    private final Streams streams;

    /** The best point so far, in the variables of the second method. */
    private final double[] x;

    private double value = Double.NaN;
    private long rounds;
    private Stepper minibatches;

    /** Null in the first phase. */
    private Stepper all;

    AtWork(Objective objective, double[] x0, Streams streams) {
      this.objective = objective;
      this.streams = streams;
      x = x0.clone();
      minibatches = first.start(objective, translated(x0, f.coordinates(), early), streams);
    }

    private static double[] translated(double[] theta, Coordinates from, Coordinates to) {
      double[] w = new double[theta.length];
      double[] out = new double[theta.length];
      from.expand(theta, w);
      to.reduce(w, out);
      return out;
    }

    @Override
    public StepReport advance() {
      if (all != null) {
        return all.advance().numbered(step() + 1);
      }
      if (Double.isNaN(value)) {
        value = f.value(x);
      }
      // A round that was made, but whose point could not be looked at, is not made again.
      StepReport report =
          minibatches.step() == rounds
              ? minibatches.advance()
              : StepReport.explicit(rounds + 1, Double.NaN, Double.NaN, Double.NaN, 0);
      double[] next = translated(minibatches.x(), early, f.coordinates());
      double there = Vectors.allFinite(next) ? f.value(next) : Double.NaN;
      boolean worth = there <= (1 - WORTH) * value;
      if (there < value) {
        Vectors.copy(next, x);
        value = there;
      }
      rounds++;
      if (!worth || rounds == MOST_ROUNDS) {
        all = second.start(objective, x, streams);
        minibatches = null;
      }
      return report;
    }

    @Override
    public long step() {
      return all == null ? rounds : rounds + all.step();
    }

    @Override
    public double[] x() {
      return all == null ? x : all.x();
    }

    @Override
    public void save(DataOutput out) throws IOException {
      out.writeBoolean(all != null);
      out.writeLong(rounds);
      out.writeDouble(value);
      for (double a : x) {
        out.writeDouble(a);
      }
      (all == null ? minibatches : all).save(out);
    }

    @Override
    public void restore(DataInput in) throws IOException {
      boolean later = in.readBoolean();
      rounds = in.readLong();
      value = in.readDouble();
      for (int i = 0; i < x.length; i++) {
        x[i] = in.readDouble();
      }
      if (later) {
        minibatches = null;
        all = second.start(objective, x, streams);
        all.restore(in);
      } else {
        minibatches.restore(in);
      }
    }
  }
}
