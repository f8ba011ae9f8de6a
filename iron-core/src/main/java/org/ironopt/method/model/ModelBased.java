package org.ironopt.method.model;

import java.util.Optional;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.AbstractStepper;
import org.ironopt.method.BatchSampler;
import org.ironopt.method.Batches;
import org.ironopt.method.Method;
import org.ironopt.method.Schedule;
import org.ironopt.method.StepReport;
import org.ironopt.method.Stepper;
import org.ironopt.method.internal.BatchResolvent;
import org.ironopt.problem.FiniteSum.AbsoluteResiduals;
import org.ironopt.problem.Objective;
import org.ironopt.problem.Regularizer;
import org.ironopt.random.NoiseModel;
import org.ironopt.random.RandomStreams;
import org.ironopt.resolvent.InnerReport;

/**
 * Stochastic model-based minimisation of {@code F = f + r} with weakly convex terms: a step
 * minimises r and a model of one term at x, and stays near x,
 *
 * <pre>
 *   x+ = argmin_y r(y) + model_x(y, i) + |y - x|^2 / (2 eta) ,
 * </pre>
 *
 * where the {@link Model} is the tangent, the absolute value of a tangent, or the term itself. The
 * first is {@code prox_{eta r}(x - eta g)}. For {@code f_i = |c_i|} the second is {@code y(s) =
 * prox_{eta r}(x - eta s grad c_i)} with the s in [-1, 1] that has the sign of {@code h(s) = c_i +
 * <grad c_i, y(s) - x>}, which falls with s; without r that is {@code x + clip(-c_i / (eta |grad
 * c_i|^2), -1, 1) eta grad c_i}. The third is the prox of the term without r, else found by
 * Douglas-Rachford splitting of the term and the rest.
 *
 * <p>The tangent needs a gradient of the batch; the second needs an {@link
 * org.ironopt.problem.FiniteSum.AbsoluteResiduals} and one term per step; the third the prox of one
 * term. Guarantee: for convex L-Lipschitz terms {@code E[F(mean) - F*] <= (|x0 - x*|^2 / 2 + 2 L^2
 * sum eta^2) / sum eta}. Known from the paper, not tested here: for rho-weakly convex terms {@code
 * 1/eta = 2 rho + c sqrt(T)} brings the gradient of the Moreau envelope, in the mean over T steps,
 * to {@code O(T^-1/4)}.
 *
 * <p>Reference: D. Davis, D. Drusvyatskiy, "Stochastic model-based minimization of weakly convex
 * functions", SIAM J. Optim. 29 (2019), DOI 10.1137/18M1178244. Deviations: x is the last iterate,
 * not one drawn at random or a mean; the proximal point with an r is found to a residual of 1e-10
 * only. The factor 2 of the convex bound is what the proof of that paper gives.
 *
 * @param eta step lengths, 1/beta in the paper
 * @param model what is minimised instead of a term
 * @param regularizer r
 * @param batches terms of a step
 */
public record ModelBased(Schedule eta, Model model, Regularizer regularizer, Batches batches)
    implements Method {
  /** The model that replaces a term. */
  public enum Model {
    /** The tangent: the stochastic subgradient method. */
    SUBGRADIENT,
    /** The absolute value of the tangent of what is inside: the prox-linear method. */
    PROX_LINEAR,
    /** The term itself: the stochastic proximal point method. */
    PROX_POINT
  }

  /** Returns the method with a constant step and one term per step. */
  public static ModelBased step(double eta) {
    return steps(Schedule.constant(eta));
  }

  /** Returns the method with the steps of a schedule and one term per step. */
  public static ModelBased steps(Schedule eta) {
    return new ModelBased(eta, Model.PROX_LINEAR, Regularizer.none(), Batches.epochs(1));
  }

  /** Changes the model. */
  public ModelBased model(Model model) {
    return new ModelBased(eta, model, regularizer, batches);
  }

  /** Changes r, which is 0 if never set. */
  public ModelBased regularizer(Regularizer r) {
    return new ModelBased(eta, model, r, batches);
  }

  /** Changes which terms a step sees. */
  public ModelBased batches(Batches batches) {
    return new ModelBased(eta, model, regularizer, batches);
  }

  @Override
  public String name() {
    return switch (model) {
      case SUBGRADIENT -> "subgradient";
      case PROX_LINEAR -> "prox-linear";
      case PROX_POINT -> "prox-point";
    };
  }

  @Override
  public Stepper start(Objective objective, double[] x0, RandomStreams streams) {
    return new Iteration(objective, x0, streams);
  }

  private final class Iteration extends AbstractStepper {
    private static final int ROOT_STEPS = 200;
    private static final double ROUNDING = 0x1p-51;

    private final Objective objective;
    private final BatchSampler sampler;
    private final Regularizer r = regularizer;

    /** The step of {@link Model#PROX_POINT}. */
    private final BatchResolvent prox;

    private final int[] term = new int[1];
    private final double[] gradient = new double[x.length];
    private final double[] shifted = new double[x.length];
    private double[] next = new double[x.length];

    Iteration(Objective objective, double[] x0, RandomStreams streams) {
      super(name(), objective, NoiseModel.none(), x0, streams);
      this.objective = objective;
      sampler = BatchSampler.of(batches, objective, streams);
      prox = BatchResolvent.of(objective, sampler).plus(r);
      if (model == Model.PROX_LINEAR) {
        String needs = "prox-linear needs terms |c_i(x)| (AbsoluteResiduals)";
        var sum = BatchSampler.require(AbsoluteResiduals.class, objective, needs);
        sampler.requireSingle("prox-linear", sum.terms());
      }
    }

    @Override
    public StepReport advance() {
      double step = eta.checked(k);
      Optional<InnerReport> inner = Optional.empty();
      switch (model) {
        case SUBGRADIENT -> {
          sampler.objective(k).gradient(x, gradient);
          Vectors.axpy(-step, gradient, x);
          r.prox(step, x, x);
        }
        case PROX_LINEAR -> {
          sampler.terms(k, term);
          double c = ((AbsoluteResiduals) objective).residual(term[0], x, gradient);
          proxLinear(step, sampler.weight(), c);
        }
        case PROX_POINT -> {
          inner = Optional.of(prox.solve(k, step, x, x, next));
          next = moveTo(next);
        }
      }
      k++;
      return inner
          .map(solve -> StepReport.implicit(k, step, solve, StepReport.Counts.NONE))
          .orElseGet(() -> StepReport.explicit(k, step, 1));
    }

    /**
     * Moves x to {@code y(s) = prox_{eta r}(x - eta s g)}, s being a slope of {@code w |.|} where
     * {@code h(s) = c + <g, y(s) - x>} is: at an end of [-w, w], or a root of h, which falls.
     */
    private void proxLinear(double eta, double w, double c) {
      double square = Vectors.dot(gradient, gradient);
      double s = square == 0 ? 0 * c : Math.max(-w, Math.min(w, c / (eta * square)));
      if (!r.equals(Regularizer.none())) {
        s = root(eta, w, c, s);
      }
      Vectors.axpy(-eta * s, gradient, x);
      r.prox(eta, x, x);
    }

    /** Newton's method in a bracket, which for a piecewise linear h ends after a few pieces. */
    private double root(double eta, double w, double c, double first) {
      if (model(eta, w, c) >= 0) {
        return w;
      }
      if (model(eta, -w, c) <= 0) {
        return -w;
      }
      double low = -w;
      double high = w;
      double s = first;
      for (int j = 0; j < ROOT_STEPS && !Double.isNaN(s); j++) {
        double h = model(eta, s, c);
        if (h == 0) {
          return s;
        }
        low = h > 0 ? s : low;
        high = h < 0 ? s : high;
        r.jacobian(eta, shifted, gradient, next);
        double newton = s + h / (eta * Vectors.dot(gradient, next));
        double middle = low + 0.5 * (high - low);
        double better = newton > low && newton < high ? newton : middle;
        if (Math.abs(better - s) <= ROUNDING * w) {
          return better;
        }
        s = better;
      }
      return s;
    }

    /** Returns h(s). */
    private double model(double eta, double s, double c) {
      Vectors.add(x, -eta * s, gradient, shifted);
      r.prox(eta, shifted, next);
      Vectors.subtract(next, x, next);
      return c + Vectors.dot(gradient, next);
    }
  }
}
