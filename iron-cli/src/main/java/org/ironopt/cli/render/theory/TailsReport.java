package org.ironopt.cli.render.theory;

import static org.ironopt.io.internal.Numbers.filled;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import org.ironopt.lab.ColumnLayout;
import org.ironopt.lab.JsonFields;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.RelaxedLaw;
import org.ironopt.theory.StableLaw;

/**
 * The stationary law under symmetric stable noise, THEORY (84)-(88): scale, median and quantiles of
 * the error along each eigenvector, taken along a coordinate. There is no mean square for {@code s
 * < 2}, so none is here.
 */
public final class TailsReport {
  private TailsReport() {}

  /**
   * The answer for one step and one eigenvalue; empty where the chain forgets too slowly.
   *
   * @param scale of the stable law of the error; its median is 0
   * @param median of the absolute error
   * @param within90 what nine tenths of the absolute errors are below
   * @param within99 what 99 of 100 are below
   * @param scaledScale {@code alpha^(1 - 1/s)} times the scale
   * @param limit of it as alpha grows; empty at theta = 1/2 and under gradient noise
   * @param flow scale of the flow itself, which short steps have; empty under gradient noise
   */
  public record Row(
      double alpha,
      double eigenvalue,
      OptionalDouble scale,
      OptionalDouble median,
      OptionalDouble within90,
      OptionalDouble within99,
      OptionalDouble scaledScale,
      OptionalDouble limit,
      OptionalDouble flow) {}

  /**
   * Answers for each step and each eigenvalue.
   *
   * @param s the index of stability
   * @param theta relaxation
   */
  public static LawReport<Row> of(
      LawReport.Setting setting, double s, double theta, double... alphas) {
    double[] eigenvalues = Arrays.stream(setting.eigenvalues()).distinct().toArray();
    List<Row> rows = new ArrayList<>();
    for (double alpha : alphas) {
      for (double a : eigenvalues) {
        rows.add(row(setting, s, theta, alpha, a));
      }
    }
    ColumnLayout<Row> columns =
        new ColumnLayout<Row>()
            .number("alpha", Row::alpha)
            .number("eigenvalue", Row::eigenvalue)
            .optional("scale", Row::scale)
            .optional("median |e|", Row::median)
            .optional("90 % below", Row::within90)
            .optional("99 % below", Row::within99)
            .optional("alpha^(1-1/s)*scale", Row::scaledScale)
            .optional("limit", Row::limit)
            .optional("flow", Row::flow);
    return new LawReport<>(
        setting,
        List.copyOf(rows),
        columns,
        JsonFields.of("tails", s, "theta", theta),
        notes(setting, s, rows));
  }

  private static List<String> notes(LawReport.Setting setting, double s, List<Row> rows) {
    List<String> notes = new ArrayList<>();
    if (setting.center()) {
      notes.add(exponent(s));
    } else {
      notes.add(
          "Under gradient noise of fixed scale longer steps spread more, up to rho/eigenvalue.");
    }
    notes.add(
        s == 2
            ? "s = 2 is Gaussian with variance 2 rho^2: the mean square is 2 scale^2."
            : s > 1
                ? "There is no mean square for s < 2: median and quantiles say how far errors"
                    + " reach."
                : "There is no mean for s <= 1 and no mean square: median and quantiles say how"
                    + " far.");
    if (rows.stream().anyMatch(row -> row.scale.isEmpty())) {
      notes.add("A dash: the chain forgets too slowly for its sum; take a longer step.");
    }
    return notes;
  }

  private static String exponent(double s) {
    double power = 1 - 1 / s;
    double factor = StrictMath.pow(10, Math.abs(power));
    return power == 0
        ? "At s = 1 longer steps do not reduce the scale."
        : filled(
            power > 0
                ? "Long steps: scale ~ alpha^-%s, a step 10 times longer divides it by %s."
                : "s < 1: longer steps spread more, scale ~ alpha^%s, 10 times longer times %s.",
            Math.abs(power),
            factor);
  }

  private static Row row(
      LawReport.Setting setting, double s, double theta, double alpha, double a) {
    IronParameters p = new IronParameters(alpha, setting.mu(), setting.gamma());
    StableLaw law = new StableLaw(s, new RelaxedLaw(theta, p));
    boolean center = setting.center();
    double rho = center ? setting.rho() : law.diffusion(setting.rho());
    OptionalDouble scale = law.scale(a, rho);
    double power = StrictMath.pow(alpha, 1 - 1 / s);
    DenseMatrix one = DenseMatrix.identity(1).times(a);
    return new Row(
        alpha,
        a,
        scale,
        within(law, 0.75, scale),
        within(law, 0.95, scale),
        within(law, 0.995, scale),
        times(power, scale),
        center ? law.limit(one, new double[] {1}, rho) : OptionalDouble.empty(),
        center
            ? OptionalDouble.of(StableLaw.flow(s, setting.mu(), setting.gamma(), a, rho))
            : OptionalDouble.empty());
  }

  private static OptionalDouble within(StableLaw law, double probability, OptionalDouble scale) {
    return scale.isEmpty()
        ? scale
        : OptionalDouble.of(law.quantile(probability, scale.getAsDouble()));
  }

  private static OptionalDouble times(double factor, OptionalDouble value) {
    return value.isEmpty() ? value : OptionalDouble.of(factor * value.getAsDouble());
  }
}
