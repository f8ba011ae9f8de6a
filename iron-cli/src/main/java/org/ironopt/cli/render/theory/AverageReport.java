package org.ironopt.cli.render.theory;

import static java.util.Arrays.stream;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import org.ironopt.lab.ColumnLayout;
import org.ironopt.theory.AverageLaw;
import org.ironopt.theory.IronParameters;

/**
 * The law of the average of K iterates on a quadratic from stationarity, THEORY (89)-(92), for a
 * list of steps. What an unstable step does not have is empty.
 *
 * @param rows the answer for each step
 * @param average K
 * @param method name of the scheme
 * @param theta relaxation
 * @param noiseModel name of the noise model
 * @param notes what the numbers say, in sentences
 */
public record AverageReport(
    List<Row> rows,
    long average,
    String method,
    double theta,
    String noiseModel,
    double mu,
    double gamma,
    double rho,
    List<String> notes) {

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

  /** Answers for each step. */
  public static AverageReport of(
      TheoryReport.Setting setting, double theta, long k, double... alphas) {
    return new AverageReport(
        stream(alphas).mapToObj(alpha -> row(setting, theta, k, alpha)).toList(),
        k,
        TheoryReport.name(setting.scheme()),
        theta,
        setting.noise().name().toLowerCase(Locale.ROOT),
        setting.mu(),
        setting.gamma(),
        setting.rho(),
        NOTES);
  }

  private static Row row(TheoryReport.Setting setting, double theta, long k, double alpha) {
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

  /** Returns the rows as lines of text, titles first; a dash is a value that does not apply. */
  public List<String> table() {
    return new ColumnLayout<Row>()
        .number("alpha", Row::alpha)
        .optional("MSE", Row::mse)
        .optional("average MSE", Row::averageMse)
        .optional("K*MSE", Row::scaledMse)
        .optional("limit", Row::limit)
        .optional("tau_c", Row::correlation)
        .optional("effective", Row::effectiveSize)
        .lines(rows);
  }
}
