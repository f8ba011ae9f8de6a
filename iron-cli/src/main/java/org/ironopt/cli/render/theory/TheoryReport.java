package org.ironopt.cli.render.theory;

import static org.ironopt.io.internal.Numbers.filled;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import org.ironopt.lab.ColumnLayout;
import org.ironopt.lab.JsonFields;
import org.ironopt.theory.ConstantStepBound;
import org.ironopt.theory.Contraction;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.PositionBound;
import org.ironopt.theory.QuadraticConstant;
import org.ironopt.theory.StationaryCovariance;
import org.ironopt.theory.TwoStepRecursion;

/**
 * What the theory says about a quadratic. Whatever does not apply is empty: a bound outside its
 * range, the mean-square error of an unstable step, the resolvent parameter of a method that has no
 * resolvent, and C_quad outside IRON with center noise, whose limit it is.
 */
public final class TheoryReport {
  private TheoryReport() {}

  /** The answer for one step. */
  public record Row(
      double alpha,
      OptionalDouble tau,
      OptionalDouble lambda,
      double spectralRadius,
      OptionalDouble mse,
      OptionalDouble scaledMse,
      OptionalDouble s1Bound,
      OptionalDouble paperBound) {}

  /** The constants of Theorem 3.1 of the paper, where it applies. */
  public record Constants(
      @JsonProperty("G") OptionalDouble g, @JsonProperty("C") OptionalDouble c) {}

  /** Returns the constants of Theorem 3.1 of the paper, where it applies. */
  public static Constants constants(LawReport.Setting setting) {
    if (!setting.center() || !theoremsApply(setting)) {
      return new Constants(OptionalDouble.empty(), OptionalDouble.empty());
    }
    TwoStepRecursion theorem = bound(setting).recursion();
    return new Constants(OptionalDouble.of(theorem.g()), OptionalDouble.of(theorem.c()));
  }

  /** The theorems need the flow's mu to be a convexity constant of the objective. */
  private static boolean theoremsApply(LawReport.Setting setting) {
    return setting.iron() && setting.mu() > 0 && setting.mu() <= setting.eigenvalues()[0];
  }

  private static ConstantStepBound bound(LawReport.Setting setting) {
    double[] a = setting.eigenvalues();
    return new ConstantStepBound(setting.mu(), a[a.length - 1], setting.gamma());
  }

  /** Answers for each step; C_quad is the limit of alpha times the mean-square error. */
  public static LawReport<Row> of(LawReport.Setting setting, double... alphas) {
    double rho2 = setting.rho() * setting.rho();
    OptionalDouble limit =
        only(
            setting.iron() && setting.center(),
            QuadraticConstant.isotropic(setting.gamma(), setting.eigenvalues(), rho2));
    ColumnLayout<Row> columns =
        new ColumnLayout<Row>()
            .number("alpha", Row::alpha)
            .optional("tau", Row::tau)
            .optional("lambda", Row::lambda)
            .number("radius", Row::spectralRadius)
            .optional("MSE", Row::mse)
            .optional("alpha*MSE", Row::scaledMse)
            .optional("C_quad", _ -> limit)
            .optional("S1 bound", Row::s1Bound)
            .optional("paper bound", Row::paperBound);
    return new LawReport<>(
        setting,
        Arrays.stream(alphas).mapToObj(alpha -> row(setting, alpha)).toList(),
        columns,
        JsonFields.of("cQuad", limit, "constants", constants(setting), "method", setting.method()),
        notes(setting));
  }

  private static List<String> notes(LawReport.Setting setting) {
    return setting.iron() && setting.mu() > setting.eigenvalues()[0]
        ? List.of(
            filled(
                "mu = %s is above the smallest eigenvalue, %s: it is no convexity constant of this"
                    + " quadratic, and the bounds do not apply",
                setting.mu(), setting.eigenvalues()[0]))
        : List.of();
  }

  private static Row row(LawReport.Setting setting, double alpha) {
    IronParameters p = new IronParameters(alpha, setting.mu(), setting.gamma());
    double[] a = setting.eigenvalues();
    double rho2 = setting.noise().diffusion(p, setting.rho() * setting.rho());
    OptionalDouble mse = StationaryCovariance.mse(setting.scheme(), p, a, rho2);
    boolean bounds = theoremsApply(setting);
    double sigma2 = a.length * rho2;
    return new Row(
        alpha,
        only(setting.iron(), p.tau()),
        only(setting.iron(), p.lambda()),
        Contraction.spectralRadius(setting.scheme(), p, a),
        mse,
        mse.isPresent() ? OptionalDouble.of(alpha * mse.getAsDouble()) : mse,
        bounds ? new PositionBound(p).limsup(sigma2) : OptionalDouble.empty(),
        bounds ? bound(setting).recursion().limsup(alpha, sigma2) : OptionalDouble.empty());
  }

  private static OptionalDouble only(boolean applies, double value) {
    return applies ? OptionalDouble.of(value) : OptionalDouble.empty();
  }
}
