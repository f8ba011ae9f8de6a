package org.ironopt.cli.render.theory;

import static org.ironopt.io.internal.Numbers.filled;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import org.ironopt.lab.ColumnLayout;
import org.ironopt.theory.ConstantStepBound;
import org.ironopt.theory.Contraction;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.NoiseSource;
import org.ironopt.theory.PositionBound;
import org.ironopt.theory.QuadraticConstant;
import org.ironopt.theory.Scheme;
import org.ironopt.theory.StationaryCovariance;
import org.ironopt.theory.TwoStepRecursion;

/**
 * What the theory says about a quadratic for a list of steps. Whatever does not apply is empty: a
 * bound outside its range, the mean-square error of an unstable step, the resolvent parameter of a
 * method that has no resolvent, and C_quad outside IRON with center noise, whose limit it is.
 *
 * @param rows the answer for each step
 * @param cQuad limit of alpha times the mean-square error
 * @param constants of Theorem 3.1 of the paper
 * @param method name of the scheme
 * @param noiseModel name of the noise model
 * @param notes what a reader may not expect of these values
 */
public record TheoryReport(
    List<Row> rows,
    OptionalDouble cQuad,
    Constants constants,
    String method,
    String noiseModel,
    double mu,
    double gamma,
    double rho,
    List<String> notes) {

  /** The question. Eigenvalues ascend. */
  public record Setting(
      Scheme scheme, NoiseSource noise, double[] eigenvalues, double mu, double gamma, double rho) {

    boolean iron() {
      return scheme == Scheme.IRON;
    }

    /** The theorems need the flow's mu to be a convexity constant of the objective. */
    boolean theoremsApply() {
      return iron() && mu > 0 && mu <= eigenvalues[0];
    }

    ConstantStepBound constants() {
      return new ConstantStepBound(mu, eigenvalues[eigenvalues.length - 1], gamma);
    }
  }

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

  /** Answers for each step. */
  public static TheoryReport of(Setting setting, double... alphas) {
    boolean limit = setting.iron() && setting.noise() == NoiseSource.CENTER;
    double rho2 = setting.rho() * setting.rho();
    TwoStepRecursion theorem =
        limit && setting.theoremsApply() ? setting.constants().recursion() : null;
    return new TheoryReport(
        Arrays.stream(alphas).mapToObj(alpha -> row(setting, alpha)).toList(),
        only(limit, QuadraticConstant.isotropic(setting.gamma(), setting.eigenvalues(), rho2)),
        theorem == null
            ? new Constants(OptionalDouble.empty(), OptionalDouble.empty())
            : new Constants(OptionalDouble.of(theorem.g()), OptionalDouble.of(theorem.c())),
        name(setting.scheme()),
        setting.noise().name().toLowerCase(Locale.ROOT),
        setting.mu(),
        setting.gamma(),
        setting.rho(),
        notes(setting));
  }

  private static List<String> notes(Setting setting) {
    return setting.iron() && setting.mu() > setting.eigenvalues()[0]
        ? List.of(
            filled(
                "mu = %s is above the smallest eigenvalue, %s: it is no convexity constant of this"
                    + " quadratic, and the bounds do not apply",
                setting.mu(), setting.eigenvalues()[0]))
        : List.of();
  }

  /** Returns what options and reports call a scheme. */
  public static String name(Scheme scheme) {
    return switch (scheme) {
      case IRON -> "iron";
      case NAG_GS -> "nag-gs";
      case EXPLICIT_EULER -> "explicit-euler";
    };
  }

  private static Row row(Setting setting, double alpha) {
    IronParameters p = new IronParameters(alpha, setting.mu(), setting.gamma());
    double[] a = setting.eigenvalues();
    double rho2 = setting.noise().diffusion(p, setting.rho() * setting.rho());
    OptionalDouble mse = StationaryCovariance.mse(setting.scheme(), p, a, rho2);
    boolean bounds = setting.theoremsApply();
    double sigma2 = a.length * rho2;
    return new Row(
        alpha,
        only(setting.iron(), p.tau()),
        only(setting.iron(), p.lambda()),
        Contraction.spectralRadius(setting.scheme(), p, a),
        mse,
        mse.isPresent() ? OptionalDouble.of(alpha * mse.getAsDouble()) : mse,
        bounds ? new PositionBound(p).limsup(sigma2) : OptionalDouble.empty(),
        bounds ? setting.constants().recursion().limsup(alpha, sigma2) : OptionalDouble.empty());
  }

  private static OptionalDouble only(boolean applies, double value) {
    return applies ? OptionalDouble.of(value) : OptionalDouble.empty();
  }

  /** Returns the rows as lines of text, titles first; a dash is a value that does not apply. */
  public List<String> table() {
    return new ColumnLayout<Row>()
        .number("alpha", Row::alpha)
        .optional("tau", Row::tau)
        .optional("lambda", Row::lambda)
        .number("radius", Row::spectralRadius)
        .optional("MSE", Row::mse)
        .optional("alpha*MSE", Row::scaledMse)
        .optional("C_quad", _ -> cQuad)
        .optional("S1 bound", Row::s1Bound)
        .optional("paper bound", Row::paperBound)
        .lines(rows);
  }
}
