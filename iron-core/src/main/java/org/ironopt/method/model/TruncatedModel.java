package org.ironopt.method.model;

import java.io.IOException;
import java.util.Arrays;
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
import org.ironopt.problem.FiniteSum;
import org.ironopt.problem.Objective;
import org.ironopt.random.NoiseModel;
import org.ironopt.random.RandomStreams;
import org.ironopt.resolvent.InnerReport;

/**
 * The truncated model of aProx: the tangent of a term, cut off at a lower bound of the term,
 *
 * <pre>
 *   x+ = argmin_y max(f_i(x) + g_i.(y - x), lower) + |y - x|^2 / (2 eta)
 *      = x - min(eta, (f_i(x) - lower) / |g_i|^2) g_i ,
 * </pre>
 *
 * a gradient step that is never longer than the one to the model's minimum, so that no eta is
 * unstable (on a parabola every {@code eta >= 1/(2 curvature)} halves the distance). For a batch of
 * b terms, {@link Batching} defines the average. With {@code adaGrad} lengths are measured by
 * {@code D = diag(sqrt(sum of g^2)) + 1e-10}, this step's gradient included: {@code x+ = x -
 * min(eta, (f - lower) / g'D^-1 g) D^-1 g}. A negative {@code f - lower} counts as 0, and a term
 * without gradient does not move x.
 *
 * <p>Needs value and gradient of the batch, or of each of its terms. Guarantee: the step is the
 * minimum of its model, and never longer than the gradient step. Known from the papers, not tested
 * here: for convex terms bounded below by {@code lower}, bounded iterates and convergence for every
 * step sequence of the usual decay, however large its first step; linear convergence where all
 * terms share a minimiser with value {@code lower}.
 *
 * <p>References: H. Asi, J. C. Duchi, "Stochastic (approximate) proximal point methods", SIAM J.
 * Optim. 29 (2019), DOI 10.1137/18M1230323; H. Asi, K. Chadha, G. Cheng, J. C. Duchi, "Minibatch
 * stochastic approximate proximal point methods", NeurIPS 2020. Deviation: of the minibatch paper
 * only the abstract was at hand; what its two algorithms average is named here in our own words.
 * AdaGrad's metric is combined with the average model only.
 *
 * @param eta step lengths
 * @param lower a lower bound of every term
 * @param batching what is averaged over a batch
 * @param adaGrad whether lengths are measured by past gradients
 * @param batches terms of a step
 */
public record TruncatedModel(
    Schedule eta, double lower, Batching batching, boolean adaGrad, Batches batches)
    implements Method {
  /** What is averaged over a batch of b terms. */
  public enum Batching {
    /** The tangents, and the average is truncated: one value and one gradient of the batch. */
    TANGENTS,
    /**
     * The truncated models (PMA): {@code argmin (1/b) sum_i max(f_i + g_i.(y - x), lower) + |y -
     * x|^2 / (2 eta)}, by its dual, a quadratic program in the box {@code [0, 1/b]^b}.
     */
    MODELS,
    /** The points that the single steps lead to (PIA). */
    POINTS
  }

  public TruncatedModel {
    Require.finite("lower", lower);
    Require.that(
        !adaGrad || batching == Batching.TANGENTS,
        "AdaGrad's metric needs Batching.TANGENTS, got Batching.%s",
        batching);
  }

  /** Returns the method with a constant step, for terms {@code >= 0}. */
  public static TruncatedModel step(double eta) {
    return steps(Schedule.constant(eta));
  }

  /** Returns the method with the steps of a schedule, for terms {@code >= 0}. */
  public static TruncatedModel steps(Schedule eta) {
    return new TruncatedModel(eta, 0, Batching.TANGENTS, false, Batches.all());
  }

  /** Changes the lower bound of the terms. */
  public TruncatedModel lower(double lower) {
    return new TruncatedModel(eta, lower, batching, adaGrad, batches);
  }

  /** Changes what is averaged over a batch. */
  public TruncatedModel batching(Batching batching) {
    return new TruncatedModel(eta, lower, batching, adaGrad, batches);
  }

  /** Measures lengths by past gradients. */
  public TruncatedModel withAdaGrad() {
    return new TruncatedModel(eta, lower, batching, true, batches);
  }

  /** Changes which terms a step sees. */
  public TruncatedModel batches(Batches batches) {
    return new TruncatedModel(eta, lower, batching, adaGrad, batches);
  }

  @Override
  public String name() {
    return switch (batching) {
      case TANGENTS -> adaGrad ? "truncated-adagrad" : "truncated";
      case MODELS -> "truncated-pma";
      case POINTS -> "truncated-pia";
    };
  }

  @Override
  public Stepper start(Objective objective, double[] x0, RandomStreams streams) {
    return new Iteration(objective, x0, streams);
  }

  private final class Iteration extends AbstractStepper {
    private static final double EPS = 1e-10;

    private final BatchSampler sampler;

    /** The terms of a batch, and each as an objective of its own; empty for their average. */
    private final int[] indices;

    private final Objective[] terms;

    /** Sums of squared gradients; empty without AdaGrad. */
    private final double[] squares = new double[adaGrad ? x.length : 0];

    private final double[] gradient = new double[x.length];
    private final double[] direction = new double[x.length];
    private double[][] gradients = {};

    Iteration(Objective objective, double[] x0, RandomStreams streams) {
      super(name(), objective, NoiseModel.none(), x0, streams);
      sampler = BatchSampler.of(batches, objective, streams);
      if (batching == Batching.TANGENTS) {
        indices = new int[0];
        terms = new Objective[0];
      } else {
        FiniteSum sum = BatchSampler.requireTerms(name(), objective);
        indices = new int[sampler.largest(sum.terms())];
        terms = new Objective[indices.length];
        Arrays.setAll(terms, l -> sum.batch(indices, l, l + 1));
      }
    }

    @Override
    protected void state(StateCodec archive) throws IOException {
      archive.array(squares);
    }

    @Override
    public StepReport advance() {
      double step = eta.checked(k);
      StepReport report = StepReport.explicit(k + 1, step, 1);
      Arrays.fill(direction, 0);
      switch (batching) {
        case TANGENTS -> average(step);
        case MODELS -> report = report.solved(step, averageOfModels(step));
        case POINTS -> averageOfPoints(step);
      }
      Vectors.axpy(-1, direction, x);
      k++;
      return report;
    }

    /** Returns how far to go along a gradient whose squared length is {@code square}. */
    private static double length(double eta, double excess, double square) {
      return square == 0 ? 0 : Math.min(eta, Math.max(0, excess) / square);
    }

    private void average(double eta) {
      double value = sampler.objective(k).valueAndGradient(x, gradient);
      double excess = Math.fma(-sampler.weight(), lower, value);
      if (!adaGrad) {
        Vectors.axpy(length(eta, excess, Vectors.dot(gradient, gradient)), gradient, direction);
        return;
      }
      for (int j = 0; j < x.length; j++) {
        squares[j] = Math.fma(gradient[j], gradient[j], squares[j]);
        direction[j] = gradient[j] / (Math.sqrt(squares[j]) + EPS);
      }
      Vectors.scale(length(eta, excess, Vectors.dot(gradient, direction)), direction);
    }

    private void averageOfPoints(double eta) {
      int b = sampler.terms(k, indices);
      double step = eta * sampler.weight();
      for (int l = 0; l < b; l++) {
        double excess = terms[l].valueAndGradient(x, gradient) - lower;
        double length = length(step, excess, Vectors.dot(gradient, gradient));
        Vectors.axpy(length / b, gradient, direction);
      }
    }

    /**
     * The dual of the averaged models is {@code max_l l.(f - lower) - (eta/2) |G'l|^2} with {@code
     * 0 <= l_i <= 1/b}, and {@code x+ = x - eta G'l}.
     */
    private InnerReport averageOfModels(double step) {
      int b = sampler.terms(k, indices);
      double eta = step * sampler.weight();
      if (gradients.length < b) {
        gradients = new double[b][x.length];
      }
      double[] excess = new double[b];
      for (int l = 0; l < b; l++) {
        excess[l] = terms[l].valueAndGradient(x, gradients[l]) - lower;
      }
      double[][] gram = new double[b][b];
      for (int l = 0; l < b; l++) {
        for (int m = 0; m <= l; m++) {
          gram[l][m] = eta * Vectors.dot(gradients[l], gradients[m]);
          gram[m][l] = gram[l][m];
        }
      }
      BoxDual dual = BoxDual.solve(gram, excess, 1. / b);
      for (int l = 0; l < b; l++) {
        Vectors.axpy(eta * dual.solution()[l], gradients[l], direction);
      }
      return dual.report();
    }
  }

  /**
   * The maximum of {@code c.l - l'Ql/2} over the box {@code [0, top]^b} for a positive semidefinite
   * Q, by coordinate ascent in a fixed order until no coordinate moves by more than rounding.
   *
   * @param solution l
   * @param report the residual is the largest move of the last sweep, the Newton steps are sweeps
   */
  record BoxDual(double[] solution, InnerReport report) {
    private static final int SWEEPS = 20_000;
    private static final double ROUNDING = 1e-15;

    static BoxDual solve(double[][] q, double[] c, double top) {
      int b = c.length;
      double[] l = new double[b];
      double[] slope = c.clone();
      double moved = Double.POSITIVE_INFINITY;
      int sweeps = 0;
      while (moved > ROUNDING * top && sweeps < SWEEPS) {
        moved = 0;
        for (int i = 0; i < b; i++) {
          double best = q[i][i] > 0 ? l[i] + slope[i] / q[i][i] : slope[i] > 0 ? top : 0;
          double move = Math.min(top, Math.max(0, best)) - l[i];
          if (move != 0) {
            l[i] += move;
            for (int j = 0; j < b; j++) {
              slope[j] = Math.fma(-move, q[i][j], slope[j]);
            }
            moved = Math.max(moved, Math.abs(move));
          }
        }
        sweeps++;
      }
      InnerReport.Ending ending =
          moved <= ROUNDING * top
              ? InnerReport.Ending.CONVERGED
              : Double.isNaN(moved) ? InnerReport.Ending.NOT_FINITE : InnerReport.Ending.STEP_LIMIT;
      InnerReport.Counter counts = new InnerReport.Counter();
      counts.newtonSteps = sweeps;
      counts.evaluations = 1;
      double none = Double.NaN;
      return new BoxDual(l, counts.report(ending, moved, none, none, none));
    }
  }
}
