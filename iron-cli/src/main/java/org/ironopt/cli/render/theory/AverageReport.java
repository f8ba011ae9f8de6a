package org.ironopt.cli.render.theory;

import static java.util.Arrays.stream;

import java.util.List;
import java.util.OptionalDouble;
import org.ironopt.lab.ColumnLayout;
import org.ironopt.lab.JsonFields;
import org.ironopt.theory.AverageLaw;
import org.ironopt.theory.IronParameters;

/**
 * The law of the average of K iterates on a quadratic from stationarity, THEORY (89)-(92). What an
 * unstable step does not have is empty.
 */
public final class AverageReport {
  private AverageReport() {}

  /**
   * The answer for one step.
   *
   * @param mse of a single iterate
   * @param averageMse of the average of K iterates
   * @param scaledMse K times it
   * @param limit of that as K grows, the same for all methods
   * @param correlation the longest autocorrelation time of a direction, in steps
   * @param effectiveSize of the chain in that direction
   */
  public record Row(
      double alpha,
      OptionalDouble mse,
      OptionalDouble averageMse,
      OptionalDouble scaledMse,
      OptionalDouble limit,
      OptionalDouble correlation,
      OptionalDouble effectiveSize) {}

  private static final List<String> NOTES =
      List.of(
          "The average of K stationary iterates; K*MSE tends to the limit, whatever the method.",
          "A chain of K steps knows the mean as well as 'effective' independent draws, in the",
          "direction of the longest autocorrelation time.",
          "On an f that is not quadratic, and from implicit minibatch steps, the mean keeps a"
              + " bias.");

  /**
   * Answers for each step.
   *
   * @param theta relaxation
   * @param k how many iterates are averaged
   */
  public static LawReport<Row> of(
      LawReport.Setting setting, double theta, long k, double... alphas) {
    ColumnLayout<Row> columns =
        new ColumnLayout<Row>()
            .number("alpha", Row::alpha)
            .optional("MSE", Row::mse)
            .optional("average MSE", Row::averageMse)
            .optional("K*MSE", Row::scaledMse)
            .optional("limit", Row::limit)
            .optional("tau_c", Row::correlation)
            .optional("effective", Row::effectiveSize);
    return new LawReport<>(
        setting,
        stream(alphas).mapToObj(alpha -> row(setting, theta, k, alpha)).toList(),
        columns,
        JsonFields.of("average", k, "method", setting.method(), "theta", theta),
        NOTES);
  }

  private static Row row(LawReport.Setting setting, double theta, long k, double alpha) {
    IronParameters p = new IronParameters(alpha, setting.mu(), setting.gamma());
    AverageLaw law = new AverageLaw(setting.scheme(), theta, p);
    double[] a = setting.eigenvalues();
    double rho2 = setting.noise().diffusion(p, setting.rho() * setting.rho());
    OptionalDouble average = law.mse(a, rho2, k);
    if (average.isEmpty()) {
      return new Row(alpha, average, average, average, average, average, average);
    }
    double[] times = stream(a).map(one -> law.autocorrelationTime(one).orElseThrow()).toArray();
    double longest = stream(times).max().orElseThrow();
    return new Row(
        alpha,
        law.mse(a, rho2, 1),
        average,
        OptionalDouble.of(k * average.getAsDouble()),
        OptionalDouble.of(stream(a).map(one -> law.limit(one, rho2).orElseThrow()).sum()),
        OptionalDouble.of(longest),
        OptionalDouble.of(k / longest));
  }
}
