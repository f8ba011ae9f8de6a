package org.ironopt.lab.cli;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SequencedMap;
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
 */
record TheoryReport(
    Setting setting, List<Row> rows, OptionalDouble cQuad, OptionalDouble g, OptionalDouble c) {

  /** The question. Eigenvalues ascend. */
  record Setting(
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
  record Row(
      double alpha,
      OptionalDouble tau,
      OptionalDouble lambda,
      double spectralRadius,
      OptionalDouble mse,
      OptionalDouble scaledMse,
      OptionalDouble s1Bound,
      OptionalDouble paperBound) {}

  static TheoryReport of(Setting setting, double... alphas) {
    List<Row> rows = Arrays.stream(alphas).mapToObj(alpha -> row(setting, alpha)).toList();
    boolean limit = setting.iron() && setting.noise() == NoiseSource.CENTER;
    double rho2 = setting.rho() * setting.rho();
    OptionalDouble cQuad =
        only(limit, QuadraticConstant.isotropic(setting.gamma(), setting.eigenvalues(), rho2));
    if (!setting.theoremsApply()) {
      return new TheoryReport(setting, rows, cQuad, OptionalDouble.empty(), OptionalDouble.empty());
    }
    TwoStepRecursion theorem = setting.constants().recursion();
    return new TheoryReport(
        setting, rows, cQuad, OptionalDouble.of(theorem.g()), OptionalDouble.of(theorem.c()));
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

  Map<String, Object> json() {
    SequencedMap<String, Object> json = new LinkedHashMap<>();
    json.put("rows", rows.stream().map(TheoryReport::json).toList());
    json.put("cQuad", cQuad);
    SequencedMap<String, Object> constants = new LinkedHashMap<>();
    constants.put("G", g);
    constants.put("C", c);
    json.put("constants", constants);
    json.put("method", Names.of(setting.scheme()));
    json.put("noiseModel", Names.of(setting.noise()));
    json.put("mu", setting.mu());
    json.put("gamma", setting.gamma());
    json.put("rho", setting.rho());
    return json;
  }

  private static Map<String, Object> json(Row row) {
    SequencedMap<String, Object> json = new LinkedHashMap<>();
    json.put("alpha", row.alpha());
    json.put("tau", row.tau());
    json.put("lambda", row.lambda());
    json.put("spectralRadius", row.spectralRadius());
    json.put("mse", row.mse());
    json.put("scaledMse", row.scaledMse());
    json.put("s1Bound", row.s1Bound());
    json.put("paperBound", row.paperBound());
    return json;
  }

  Table table() {
    Table table =
        new Table(
            "alpha",
            "tau",
            "lambda",
            "radius",
            "MSE",
            "alpha*MSE",
            "C_quad",
            "S1 bound",
            "paper bound");
    for (Row row : rows) {
      table.add(
          OptionalDouble.of(row.alpha()),
          row.tau(),
          row.lambda(),
          OptionalDouble.of(row.spectralRadius()),
          row.mse(),
          row.scaledMse(),
          cQuad,
          row.s1Bound(),
          row.paperBound());
    }
    return table;
  }
}
