package org.ironopt.method;

import java.util.Locale;
import org.ironopt.problem.Objective;
import org.ironopt.problem.Regularizer;
import org.ironopt.random.Streams;

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
 * org.ironopt.problem.AbsoluteResiduals} and one term per step; the third the prox of one term.
 * Guarantee: for terms that are rho-weakly convex and L-Lipschitz, {@code 1/eta = 2 rho + c
 * sqrt(T)} brings the gradient of the Moreau envelope, in the mean over T steps, to {@code
 * O(T^-1/4)}; for convex terms {@code E[F(mean) - F*] <= (|x0 - x*|^2 / 2 + 2 L^2 sum eta^2) / sum
 * eta}.
 *
 * <p>Reference: D. Davis, D. Drusvyatskiy, "Stochastic model-based minimization of weakly convex
 * functions", SIAM J. Optim. 29 (2019), DOI 10.1137/18M1178244. Deviations: x is the last iterate,
 * not one drawn at random or a mean; the proximal point with an r is found to a residual of 1e-10
 * only. The factor 2 of the convex bound is what the proof of that paper gives.
 *
 * @param eta step lengths, 1/beta in the paper
 * @param model what is minimised instead of a term
 * @param regularizer r
 * @param batches terms that a step sees
 */
public record ModelBased(Schedule eta, Model model, Regularizer regularizer, Batches batches)
    implements Method {
  /** What is minimised instead of a term. */
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
  public String description() {
    return String.format(
        Locale.ROOT,
        "%s(eta: %s; regularizer: %s; batches: %s)",
        name(),
        eta.description(),
        regularizer.description(),
        Words.of(batches));
  }

  @Override
  public Stepper start(Objective objective, double[] x0, Streams streams) {
    return new ModelBasedStepper(this, objective, x0, streams);
  }
}
