package org.ironopt.fit;

import java.util.List;
import java.util.Optional;
import org.ironopt.data.Dataset;
import org.ironopt.model.ModelKind;
import org.ironopt.regression.internal.EstimatorCovariance;
import org.ironopt.regression.internal.Loss;
import org.ironopt.regression.internal.RowScores;
import org.ironopt.regression.internal.SquaredLoss;

/**
 * Standard errors of the coefficients of a fit. With H the Hessian of the summed loss at the model,
 * L the penalty's, A = H + L, and phi the dispersion, the covariance of the coefficients is {@code
 * phi A^-1 H A^-1}. phi is 1; of least squares, and with precision weights, it is the sum of
 * Pearson's squares over {@code observations - tr(H A^-1)}. Robust errors replace phi H by the sum
 * of squared scores with the correction HC3 for leverage ({@link RowScores#meat}).
 *
 * <p>Without a penalty there are z (t for least squares), two-sided p and 95 % intervals. With a
 * ridge the estimates are pulled towards zero by about {@code b = A^-1 L w}: there is no p-value,
 * and an interval, corrected for b, only where L is small compared with H ({@link
 * EstimatorCovariance}). With l1 there are no errors. Of several classes without a penalty the
 * coefficients are relative to the first class, as only differences are determined. Class weights
 * do not describe a sample, so there are no errors with them.
 *
 * <p>Reference: P. McCullagh, J. A. Nelder, "Generalized Linear Models", sections 2.2, 4.4, 4.5.
 *
 * @param kind what the errors are
 * @param basis what they rest on, or why there are none
 * @param coefficients by output, each with its columns in order and then its intercept
 * @param zeros how many coefficients are exactly zero, without intercepts
 * @param dispersion phi, NaN if it was not computed
 * @param freedom degrees of freedom of t; infinite where z is normal, NaN if not computed
 * @param likelihood how well the model fits, and with how many parameters
 * @param aliases columns that are combinations of others; their coefficients are not determined one
 *     by one, whatever their errors say
 */
public record Inference(
    Kind kind,
    Basis basis,
    List<Coefficient> coefficients,
    int zeros,
    double dispersion,
    double freedom,
    Likelihood likelihood,
    List<Alias> aliases) {
  /** The name of a constant term. */
  public static final String INTERCEPT = "(intercept)";

  /** What errors may cost that nobody asked for: a second or two. */
  public static final double MOST_MULTIPLICATIONS = 2e9;

  /** Kinds of standard errors. */
  public enum Kind {
    /** Those of maximum likelihood. */
    LIKELIHOOD,
    /** Those that hold whatever the variance of single rows is. */
    ROBUST,
    /** Those of a penalised estimate. */
    CONDITIONAL,
    /** There are none. */
    NONE
  }

  /** What standard errors rest on, or why there are none and what would give them. */
  public sealed interface Basis {
    /**
     * There are errors.
     *
     * @param penalized whether they are those of a penalised estimate
     * @param robust whether they hold whatever the variance of single rows is
     * @param squares whether the estimate is one of least squares
     * @param freedom degrees of freedom of t; infinite where z is normal
     * @param reference the class that coefficients are relative to, of several
     */
    record Estimated(
        boolean penalized,
        boolean robust,
        boolean squares,
        double freedom,
        WeightKind weights,
        Optional<String> reference)
        implements Basis {}

    /** With l1 the choice of columns would be missing in them. */
    record L1Penalty() implements Basis {}

    /** Class weights describe no sample. */
    record ClassWeights() implements Basis {}

    /** The fit ended before the optimum. */
    record BeforeOptimum() implements Basis {}

    /** Some columns are nearly combinations of others. */
    record DependentColumns() implements Basis {}

    /** A row alone determines a coefficient, which leaves no robust errors. */
    record DecisiveRow() implements Basis {}

    /**
     * The weights count fewer observations than coefficients.
     *
     * @param observations their sum
     */
    record FewObservations(double observations) implements Basis {}

    /** There are as many coefficients as rows. */
    record FewRows() implements Basis {}

    /** Nobody computed them. */
    record NotComputed() implements Basis {}

    /** A model file says it so. */
    record Recorded(String text) implements Basis {}

    /** Returns it in a sentence, empty where nothing was computed. */
    default String sentence() {
      String none = "no standard errors: ";
      return switch (this) {
        case Estimated e -> estimated(e);
        case L1Penalty _ -> "no standard errors with l1: the choice of columns is not in them";
        case ClassWeights _ ->
            "no standard errors with class weights: they are no property of a sample";
        case BeforeOptimum _ -> none + "the fit ended before the optimum";
        case DependentColumns _ ->
            none
                + "some columns are (nearly) combinations of others, so that single coefficients"
                + " are not determined; a penalty, or fewer columns, gives errors";
        case DecisiveRow _ -> "no robust standard errors: a row alone determines a coefficient";
        case FewObservations e ->
            none
                + "the weights sum to "
                + (float) e.observations
                + ", fewer observations than coefficients; weights that are no counts are"
                + " precisions";
        case FewRows _ -> none + "as many coefficients as rows leave nothing to see the noise in";
        case NotComputed _ -> "";
        case Recorded r -> r.text;
      };
    }

    private static String estimated(Estimated e) {
      boolean normal = Double.isInfinite(e.freedom);
      String law = normal ? "" : " with " + Math.round(e.freedom) + " degrees of freedom";
      String name = e.robust ? "robust (HC3)" : e.squares ? "least squares" : "maximum likelihood";
      String meaning =
          e.penalized
              ? (e.robust ? "robust (HC3), " : "")
                  + "conditional on the penalty, without its shrinkage bias; no p-values with a"
                  + " penalty; 95 % intervals are corrected for the bias and given only where the"
                  + " penalty is small beside the data"
              : name
                  + ": "
                  + (normal ? "z" : "t")
                  + " = value / error"
                  + law
                  + ", two-sided p, 95 % intervals";
      return meaning
          + e.reference.map(first -> "; relative to class '" + first + "'").orElse("")
          + (e.weights == WeightKind.FREQUENCY
              ? "; a row of weight two counts as two rows"
              : "; a row of weight two has half the variance");
    }
  }

  /** Estimators of standard errors. */
  public enum Errors {
    /** The variance that the model says. */
    CLASSICAL,
    /** The squares of the residuals, row by row (HC3). */
    ROBUST
  }

  /** Meanings of row weights. */
  public enum WeightKind {
    /** How many equal observations a row stands for. */
    FREQUENCY,
    /** How precise the row is: its variance is the dispersion over the weight. */
    PRECISION
  }

  /**
   * A coefficient; numbers that do not exist are NaN.
   *
   * @param output its class, empty if the model has one output
   * @param column its column, or {@link #INTERCEPT}
   * @param value in the units of the data
   * @param standardized for one standard deviation of the column; NaN for an intercept
   * @param error standard error of the value
   * @param z value over error
   * @param p probability of a larger |z| if the coefficient were zero
   * @param low lower end of the 95 % interval, corrected for a penalty's bias; NaN where it is
   *     large
   * @param high upper end
   * @param inflation of the variance by other columns, 1 / (1 - R^2); infinite for aliases
   */
  public record Coefficient(
      String output,
      String column,
      double value,
      double standardized,
      double error,
      double z,
      double p,
      double low,
      double high,
      double inflation) {}

  /** Returns the multiplications that errors cost, about. */
  static double cost(FitTask task, Errors errors) {
    if (task.l1() > 0) {
      return 0;
    }
    Dataset rows = task.data().here("inference");
    double stored = rows.features().stored();
    int outputs = task.kind() == ModelKind.SOFTMAX ? rows.classes() : 1;
    double size = (rows.columns() + 1.0) * outputs;
    double products = outputs == 1 ? stored * stored / rows.rows() : 2.0 * stored * size;
    double scores = errors == Errors.ROBUST ? 2 * rows.rows() * size * size : 0;
    return products + scores + size * size * size;
  }

  /** Returns the coefficients of what a fit found, with errors where there are any. */
  static Inference of(FitTask task, FitResult result, Errors errors, WeightKind weights) {
    return new InferenceRun(task, result.model(), errors, weights)
        .inference(noErrors(task, result));
  }

  private static Optional<Basis> noErrors(FitTask task, FitResult result) {
    if (task.l1() > 0) {
      return Optional.of(new Basis.L1Penalty());
    }
    if (!task.weighting().none()) {
      return Optional.of(new Basis.ClassWeights());
    }
    return result.ending().goal() ? Optional.empty() : Optional.of(new Basis.BeforeOptimum());
  }

  /**
   * How well a model fits, and with how many parameters; numbers that do not exist are NaN.
   *
   * @param logLikelihood of the observations, least squares with the variance of largest likelihood
   * @param parameters tr(H (H + L)^-1) with the Hessians of the loss and of the penalty, which is
   *     the rank without a penalty; and one for a variance
   * @param aic {@code -2 logLikelihood + 2 parameters}
   * @param bic {@code -2 logLikelihood + parameters log(observations)}
   * @param pearson sum of Pearson's squares over the degrees of freedom that are left
   * @param freedom those: observations less parameters
   * @param overdispersed whether counts vary more than a Poisson law lets them: Pearson's sum is
   *     more than three of its standard deviations, and a fifth, above its mean
   */
  public record Likelihood(
      double logLikelihood,
      double parameters,
      double aic,
      double bic,
      double pearson,
      double freedom,
      boolean overdispersed) {
    private static final double SURE = 3;
    private static final double MUCH = 1.2;

    /** Returns one of which nothing is known. */
    public static Likelihood unknown() {
      double none = Double.NaN;
      return new Likelihood(none, none, none, none, none, none, false);
    }

    /**
     * Returns that of a model.
     *
     * @param observations how many
     * @param parameters without a variance
     * @param likely whether the weights leave a likelihood, or of other models than least squares a
     *     quasi-likelihood
     */
    static Likelihood of(
        Loss loss, RowScores.Fitness fit, double observations, double parameters, boolean likely) {
      boolean squares = loss instanceof SquaredLoss;
      double log = fit.logLikelihood();
      if (squares) {
        double variance = fit.pearson() / observations;
        log -= 0.5 * observations * (StrictMath.log(2 * Math.PI * variance) + 1);
      } else if (!likely) {
        log = Double.NaN;
      }
      int each = Math.max(1, loss.outputs() - 1);
      double freedom = observations * each - parameters;
      double pearson = freedom > 0 ? fit.pearson() / freedom : Double.NaN;
      double deviation = Math.sqrt(2 * freedom + fit.spread());
      boolean over =
          fit.spread() > 0 && pearson > MUCH && fit.pearson() - freedom > SURE * deviation;
      double all = parameters + (squares ? 1 : 0);
      return new Likelihood(
          log,
          all,
          -2 * log + 2 * all,
          -2 * log + all * StrictMath.log(observations),
          pearson,
          freedom,
          over);
    }
  }

  /**
   * A column as a combination of others.
   *
   * @param column its name
   * @param terms the others, with their factors
   * @param constant what is added, zero without an intercept
   * @param unexplained 1 - R^2 of the combination
   * @param exact whether it holds to rounding
   */
  public record Alias(
      String column, List<Term> terms, double constant, double unexplained, boolean exact) {}

  /** A column times a factor. */
  public record Term(String column, double factor) {}
}
