package org.ironopt.cli.render.theory;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.IntConsumer;
import org.ironopt.io.internal.Numbers;
import org.ironopt.lab.ColumnLayout;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.sampling.BatchLaw;
import org.ironopt.theory.sampling.LinearRecursion;
import org.ironopt.theory.sampling.MinibatchBound;
import org.ironopt.theory.sampling.MinibatchMoments;
import org.ironopt.theory.sampling.QuadraticSum;
import org.ironopt.theory.sampling.SamplingScheme;

/**
 * What fresh minibatches leave of the error of IRON on a sum of quadratics, for a list of steps.
 * Whatever does not apply is empty: error and bias of an unstable step, the bound S4 outside its
 * range, the limit where a batch has no minimiser.
 *
 * @param rows the answer for each step
 * @param batch b
 * @param replacement with or without
 * @param exact whether all batches were counted; else a sample
 * @param mu of the flow
 * @param gamma of the flow
 * @param errorOf what mse, squaredBias and limit count: coefficients, or all
 * @param gradientVariance {@code sigma*^2 = E|grad f_B(x*)|^2}
 */
public record MinibatchReport(
    List<Row> rows,
    int batch,
    String replacement,
    boolean exact,
    double mu,
    double gamma,
    String errorOf,
    double gradientVariance) {

  /**
   * The answer for one step.
   *
   * @param alpha the step
   * @param mse stationary {@code E|x - x*|^2}
   * @param bias {@code E x - x*} of all parameters; null if there is none
   * @param squaredBias its square, of those that count
   * @param radius of {@code E[M (x) M]}
   * @param bound S4
   * @param limit of the error as alpha grows
   * @param standardError of the error, due to a sample of batches; 0 if exact
   */
  public record Row(
      double alpha,
      OptionalDouble mse,
      double[] bias,
      OptionalDouble squaredBias,
      double radius,
      OptionalDouble bound,
      OptionalDouble limit,
      double standardError) {}

  /**
   * Answers for each step.
   *
   * @param flow with any step
   * @param errorOf what the errors of the sum count, in a word
   * @param done is told how many steps have their answer
   */
  public static MinibatchReport of(
      QuadraticSum sum,
      SamplingScheme sampling,
      IronParameters flow,
      double[] alphas,
      String errorOf,
      IntConsumer done) {
    BatchLaw law = BatchLaw.of(sum, sampling);
    LinearRecursion iron = LinearRecursion.iron(flow);
    double variance = sum.gradientVariance(sampling);
    done.accept(0);
    List<Row> rows = new ArrayList<>();
    for (double alpha : alphas) {
      rows.add(row(law, iron.step(alpha), variance));
      done.accept(rows.size());
    }
    return new MinibatchReport(
        List.copyOf(rows),
        sampling.size(),
        sampling.replacement() ? "with" : "without",
        law.exact(iron),
        flow.mu(),
        flow.gamma(),
        errorOf,
        variance);
  }

  private static Row row(BatchLaw law, LinearRecursion step, double variance) {
    OptionalDouble bound =
        new MinibatchBound(step.parameters(), law.sum().ridge()).limsup(variance, 0);
    MinibatchMoments moments = MinibatchMoments.of(law, step).orElse(null);
    boolean stable = moments != null;
    return new Row(
        step.step(),
        stable ? OptionalDouble.of(moments.mse()) : OptionalDouble.empty(),
        stable ? moments.bias() : null,
        stable ? OptionalDouble.of(law.sum().squaredError(moments.bias())) : OptionalDouble.empty(),
        stable ? moments.radius() : MinibatchMoments.radius(law, step),
        bound,
        law.limit(),
        stable ? moments.standardError() : 0);
  }

  /** Returns the rows as lines of text, titles first; a dash is a value that does not apply. */
  public List<String> table() {
    return new ColumnLayout<Row>()
        .number("alpha", Row::alpha)
        .text(
            "MSE",
            row ->
                ColumnLayout.dashed(row.mse)
                    + (exact ? "" : " ± " + Numbers.text(row.standardError, 2)))
        .optional("|bias|^2", Row::squaredBias)
        .number("radius", Row::radius)
        .optional("S4 bound", Row::bound)
        .optional("limit", Row::limit)
        .lines(rows);
  }
}
