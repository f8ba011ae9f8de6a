package org.ironopt.cli.render.theory;

import static org.ironopt.io.internal.Numbers.filled;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.ironopt.lab.ColumnLayout;
import org.ironopt.lab.JsonFields;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.QuadraticConstant;
import org.ironopt.theory.RelaxedLaw;
import org.ironopt.theory.RelaxedLaw.EqualSpread;

/** The law of relaxed steps on a quadratic, THEORY (71)-(83). */
public final class RelaxedReport {
  private RelaxedReport() {}

  /**
   * The answer for one step.
   *
   * @param dissipation {@code E = (2 theta - 1) alpha}
   * @param bestAlpha step length of the fewest steps at this spread; empty under gradient noise
   * @param gain how many times fewer steps it takes than {@code theta = 1} at this spread
   */
  public record Row(
      double alpha,
      double dissipation,
      double spectralRadius,
      double mse,
      double scaledMse,
      OptionalDouble bestAlpha,
      OptionalDouble bestTheta,
      OptionalDouble bestRadius,
      OptionalDouble gain) {}

  /**
   * Answers for each step. The limit of alpha times the mean-square error, {@code C/(2 theta - 1)},
   * is empty at 1/2 and under gradient noise.
   *
   * @param theta relaxation
   */
  public static LawReport<Row> of(LawReport.Setting setting, double theta, double... alphas) {
    double c =
        QuadraticConstant.isotropic(
            setting.gamma(), setting.eigenvalues(), setting.rho() * setting.rho());
    boolean center = setting.center();
    OptionalDouble limit = center ? law(setting, theta, 1).limit(c) : OptionalDouble.empty();
    List<Row> rows = Arrays.stream(alphas).mapToObj(a -> row(setting, theta, a)).toList();
    ColumnLayout<Row> columns =
        new ColumnLayout<Row>()
            .number("alpha", Row::alpha)
            .number("E", Row::dissipation)
            .number("radius", Row::spectralRadius)
            .number("MSE", Row::mse)
            .number("alpha*MSE", Row::scaledMse)
            .optional("limit", _ -> limit)
            .optional("best alpha", Row::bestAlpha)
            .optional("best theta", Row::bestTheta)
            .optional("its radius", Row::bestRadius)
            .optional("gain", Row::gain);
    List<String> notes =
        center
            ? Stream.of(spread(theta, rows.getFirst().mse, limit), BEST)
                .flatMap(List::stream)
                .toList()
            : List.of("Under gradient noise of fixed size no theta is faster at equal spread.");
    return new LawReport<>(
        setting, rows, columns, JsonFields.of("limit", limit, "theta", theta), notes);
  }

  private static final List<String> BEST =
      List.of(
          "Best alpha and theta: the same spread, and the start forgotten in the fewest steps.",
          "Gain: how many times fewer steps they take than theta = 1 at that spread.");

  private static RelaxedLaw law(LawReport.Setting setting, double theta, double alpha) {
    return new RelaxedLaw(theta, new IronParameters(alpha, setting.mu(), setting.gamma()));
  }

  private static List<String> spread(double theta, double mse, OptionalDouble limit) {
    if (limit.isEmpty()) {
      return List.of(
          filled("theta = 0.5 keeps the flow's own spread, MSE = %s, at every step length.", mse));
    }
    return List.of(
        "The spread is that of IRON-FI at the step E = (2 theta - 1) alpha.",
        filled("alpha*MSE tends to C_quad/(2 theta - 1) = %s.", limit.getAsDouble()));
  }

  private static Row row(LawReport.Setting setting, double theta, double alpha) {
    RelaxedLaw law = law(setting, theta, alpha);
    double[] a = setting.eigenvalues();
    double rho2 = setting.noise().diffusion(law.p(), setting.rho() * setting.rho());
    double mse = law.mse(a, rho2);
    double e = law.dissipation();
    boolean center = setting.center();
    EqualSpread best = center ? EqualSpread.of(e, setting.mu(), setting.gamma(), a) : null;
    return new Row(
        alpha,
        e,
        law.spectralRadius(a),
        mse,
        alpha * mse,
        center ? OptionalDouble.of(best.alpha()) : OptionalDouble.empty(),
        center ? OptionalDouble.of(best.theta()) : OptionalDouble.empty(),
        center ? OptionalDouble.of(best.radius()) : OptionalDouble.empty(),
        center ? best.gain() : OptionalDouble.empty());
  }
}
