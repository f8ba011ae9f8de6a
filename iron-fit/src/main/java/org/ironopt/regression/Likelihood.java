package org.ironopt.regression;

/**
 * How well a model fits, and with how many parameters; numbers that do not exist are NaN.
 *
 * @param logLikelihood of the observations, least squares with the variance of largest likelihood
 * @param parameters tr(H (H + L)^-1) with the Hessians of the loss and of the penalty, which is the
 *     rank without a penalty; and one for a variance
 * @param aic {@code -2 logLikelihood + 2 parameters}
 * @param bic {@code -2 logLikelihood + parameters log(observations)}
 * @param pearson sum of Pearson's squares over the degrees of freedom that are left
 * @param freedom those: observations less parameters
 * @param overdispersed whether counts vary more than a Poisson law lets them: Pearson's sum is more
 *     than three of its standard deviations, and a fifth, above its mean
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
  public static Likelihood of(
      Loss loss, RowScores.Fitness fit, double observations, double parameters, boolean likely) {
    boolean squares = loss instanceof Ridge.SquaredLoss;
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
    boolean over = fit.spread() > 0 && pearson > MUCH && fit.pearson() - freedom > SURE * deviation;
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
