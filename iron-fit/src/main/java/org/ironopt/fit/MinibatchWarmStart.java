package org.ironopt.fit;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.stream.IntStream;
import org.ironopt.io.StateCodec;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.Batches;
import org.ironopt.method.Center;
import org.ironopt.method.Iron;
import org.ironopt.method.IterateAveraging;
import org.ironopt.method.Method;
import org.ironopt.method.StepReport;
import org.ironopt.method.Stepper;
import org.ironopt.method.proximal.Sppm;
import org.ironopt.problem.Curvature;
import org.ironopt.problem.Objective;
import org.ironopt.random.RandomStreams;
import org.ironopt.regression.internal.LinearTerms;
import org.jspecify.annotations.Nullable;

/**
 * Minibatches far from the optimum, all rows near it. EpochStepper of the first method are made as
 * long as each takes off a part of the objective that is worth its passes; then the second method
 * goes on from the best point so far, so that a first method that fails costs a round and nothing
 * else. The two may work in different variables of one fit.
 *
 * @param f the objective, in the variables of the second method
 * @param first in rounds, in the variables {@code early}
 * @param early variables of the first method
 * @param second for all rows
 */
record MinibatchWarmStart(FitObjective f, EpochStepper first, Coordinates early, Method second)
    implements Method {
  /** A round that takes off less of the objective was the last one. */
  private static final double WORTH = 0.01;

  private static final int MOST_ROUNDS = 6;

  /** Smallest batch. */
  private static final int ROWS = 256;

  /** A product of a batch has at least so many multiplications, so that threads can share it. */
  private static final double MULTIPLICATIONS = 1 << 17;

  /** And so many for each parameter: otherwise most of a step would be work on vectors. */
  private static final double PER_PARAMETER = 4;

  /** An epoch has at least so many batches. */
  private static final int FEWEST_BATCHES = 64;

  private static final int SAMPLE = 1000;
  private static final int POWERS = 12;

  /** Returns how many rows a batch has. */
  static int batch(FitObjective f) {
    LinearTerms terms = f.loss().terms;
    double row = Math.max(1, (double) terms.x().stored() / terms.x().rows());
    double work = MULTIPLICATIONS / (row * terms.outputs());
    double vectors = PER_PARAMETER * terms.columns() / row;
    double size = Math.max(ROWS, Math.max(work, vectors));
    int most = Math.max(1, f.loss().terms() / FEWEST_BATCHES);
    return Math.clamp((long) Math.ceil(size), 1, most);
  }

  /**
   * Returns the minibatch form of a fit: {@link Iron} with a {@link Center.Table} of residuals, its
   * iterates averaged. Nothing is to be set: with batches of b rows, M of them, the resolvent has
   * the length of Point-SAGA's accelerated rate, {@code lambda = (sqrt((M-1)^2 + 4 M L/mu) - (M-1))
   * / (2 L M)}, L the largest eigenvalue of the Hessian of a sample of rows at theta = 0, and alpha
   * is what gives that lambda with {@code mu = gamma = 1} in the flow.
   */
  static Method minibatches(FitProblem problem, int size) {
    int n = problem.terms().terms();
    int blocks = Math.ceilDiv(n, size);
    double mu = Math.max(problem.mu(), 1.0 / n);
    double lambda = Sppm.pointSagaStep(mu, Math.max(mu, smoothness(problem)), blocks);
    double alpha = lambda + Math.sqrt(Math.fma(lambda, lambda, lambda));
    Iron iron = Iron.step(alpha).batches(Batches.epochs(size)).center(Center.table().uncertified());
    return IterateAveraging.of(iron);
  }

  /** Returns the largest eigenvalue of a sample's Hessian at 0, nearly, by powers of it. */
  private static double smoothness(FitProblem problem) {
    int n = problem.terms().terms();
    int some = Math.min(n, SAMPLE);
    int[] rows = IntStream.range(0, some).map(k -> (int) ((long) k * n / some)).toArray();
    Curvature h = problem.terms().batch(rows, 0, rows.length).curvature();
    double[] v = new double[h.dimension()];
    h.at(new double[v.length], v);
    double[] hv = new double[v.length];
    double top = 0;
    for (int k = 0; k < POWERS && Vectors.norm(v) > 0; k++) {
      Vectors.scale(1 / Vectors.norm(v), v);
      h.apply(v, hv);
      top = Vectors.norm(hv);
      Vectors.copy(hv, v);
    }
    return top;
  }

  @Override
  public String name() {
    return "minibatch-iron";
  }

  @Override
  public String id() {
    return first.id() + ", then " + second.id();
  }

  @Override
  public Stepper start(Objective objective, double[] x0, RandomStreams streams) {
    return new Iteration(objective, x0, streams);
  }

  private final class Iteration implements Stepper {
    private final Objective objective;
    private final RandomStreams streams;

    /** The best point so far, in the variables of the second method. */
    private final double[] x;

    private double value = Double.NaN;
    private long rounds;
    private Stepper minibatches;

    /** Null in the first phase. */
    private @Nullable Stepper all;

    Iteration(Objective objective, double[] x0, RandomStreams streams) {
      this.objective = objective;
      this.streams = streams;
      x = x0.clone();
      minibatches = first.start(objective, translated(x0, f.coordinates(), early), streams);
    }

    private static double[] translated(double[] theta, Coordinates from, Coordinates to) {
      double[] out = new double[theta.length];
      to.reduce(from.expanded(theta), out);
      return out;
    }

    @Override
    public StepReport advance() {
      if (all != null) {
        return all.advance().numbered(step());
      }
      if (Double.isNaN(value)) {
        value = f.value(x);
      }
      // A round that was made, but whose point could not be looked at, is not made again.
      StepReport report =
          minibatches.step() == rounds
              ? minibatches.advance()
              : StepReport.explicit(rounds + 1, Double.NaN, 0);
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
      state(new StateCodec(out));
      (all == null ? minibatches : all).save(out);
    }

    @Override
    public void restore(DataInput in) throws IOException {
      if (state(new StateCodec(in))) {
        all = second.start(objective, x, streams);
        all.restore(in);
      } else {
        minibatches.restore(in);
      }
    }

    /** Returns whether the second phase has begun. */
    private boolean state(StateCodec archive) throws IOException {
      boolean later = archive.flag(all != null);
      rounds = archive.count(rounds);
      value = archive.number(value);
      archive.array(x);
      return later;
    }
  }
}
