package org.ironopt.curve;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.ironopt.linalg.internal.Require;
import org.ironopt.method.StepReport;
import org.ironopt.random.internal.TailProbability;
import org.ironopt.run.Ending;

/**
 * The result of a curve fit. Standard errors are those of the linearised model: {@code s^2
 * (J'J)^-1} with {@code s^2 = rss/dof} for squares, with the variance factor of an M-estimator in
 * place of s^2 for a robust {@link RobustLoss}. They are 0 for fixed parameters and NaN for
 * parameters that a bound holds, that the data do not determine, or without degrees of freedom.
 *
 * @param parameters in the order of the curve
 * @param covariance of the parameters on the directions that the data determine, 0 on the others; a
 *     diagonal element is a variance where {@link #error} is a number
 * @param rss weighted sum of squares of the residuals, whatever the loss
 * @param dof degrees of freedom: residuals with a weight, less the rank of J over the parameters
 *     that neither are fixed nor stand at a bound
 * @param rSquared share of the spread around the mean that is explained, NaN without targets
 * @param ending why the fit ended
 * @param work evaluations of all residuals, those inside of differences too; a Newton step is an
 *     evaluation of all derivatives
 * @param model the curve, if there is one
 */
public record CurveResult(
    List<Parameter> parameters,
    double[][] covariance,
    double rss,
    int dof,
    double rSquared,
    Ending ending,
    StepReport.Counts work,
    Optional<CurveModel> model) {

  /** Whether a parameter is determined. */
  public enum Status {
    /** The data determine it. */
    FITTED,
    /** It was fixed by the user. */
    FIXED,
    /** It stands at one of its bounds. */
    AT_BOUND,
    /** Other values, of others with it, give the same residuals. */
    UNDETERMINED
  }

  /** A parameter of the curve with its value, standard error and status. */
  public record Parameter(String name, double value, Status status) {}

  /** Returns the names of the parameters. */
  public List<String> names() {
    return parameters.stream().map(Parameter::name).toList();
  }

  /** Returns the values of the parameters. */
  public double[] values() {
    return parameters.stream().mapToDouble(Parameter::value).toArray();
  }

  /** Returns how often all residuals were evaluated. */
  public long evaluations() {
    return work.evaluations();
  }

  /** Returns a parameter by its name. */
  public double value(String name) {
    return parameters.get(index(name)).value();
  }

  /** Returns the standard error of a parameter. */
  public double error(String name) {
    return error(index(name));
  }

  /** Returns the standard error of parameter k. */
  public double error(int k) {
    return switch (parameters.get(k).status()) {
      case FITTED -> Math.sqrt(covariance[k][k]);
      case FIXED -> 0;
      case AT_BOUND, UNDETERMINED -> Double.NaN;
    };
  }

  /** Returns the correlation of two parameters. */
  public double correlation(String a, String b) {
    int i = index(a);
    int j = index(b);
    return i == j ? 1 : covariance[i][j] / (error(i) * error(j));
  }

  private int index(String name) {
    int k = names().indexOf(name);
    Require.that(k >= 0, "no parameter %s, there are %s", name, names());
    return k;
  }

  /** Returns the standard deviation of a residual of weight 1. */
  public double deviation() {
    return dof > 0 ? Math.sqrt(rss / dof) : Double.NaN;
  }

  /**
   * The curve at some inputs.
   *
   * @param values of the curve
   * @param errors standard errors of the values
   * @param half half the width of the band of the mean
   * @param halfNew half the width of the band for a new observation of weight 1
   */
  public record Band(double[] values, double[] errors, double[] half, double[] halfNew) {}

  /**
   * Returns the curve with bands of a confidence level, such as 0.95, at inputs by columns: {@code
   * f(x) +- t sqrt(g'Cg)}, and {@code +- t sqrt(g'Cg + s^2)} for a new observation. A curve without
   * inputs is one row.
   */
  public Band band(double level, double[]... columns) {
    return band(level, columns.length == 0 ? 1 : columns[0].length, columns);
  }

  /** Returns the same for a number of rows, which a curve without inputs does not tell. */
  public Band band(double level, int rows, double[][] columns) {
    CurveModel curve =
        model.orElseThrow(
            () -> new IllegalStateException("residuals have no curve: use Curve.model"));
    for (double[] column : columns) {
      Require.length("column of inputs", rows, column);
    }
    int n = parameters.size();
    double[] y = new double[rows];
    double[] j = new double[rows * n];
    curve.rows(values(), columns, 0, rows, y, j);
    Require.that(level > 0 && level < 1, "level is %s, expected a number between 0 and 1", level);
    double t = dof > 0 ? TailProbability.quantile(1 - level, dof) : Double.NaN;
    double[] errors = new double[rows];
    double[] half = new double[rows];
    double[] halfNew = new double[rows];
    for (int i = 0; i < rows; i++) {
      double variance = 0;
      for (int a = 0; a < n; a++) {
        for (int b = 0; b < n; b++) {
          variance += j[i * n + a] * covariance[a][b] * j[i * n + b];
        }
      }
      errors[i] = Math.sqrt(Math.max(0, variance));
      half[i] = t * errors[i];
      halfNew[i] = t * Math.sqrt(Math.max(0, variance) + deviation() * deviation());
    }
    return new Band(y, errors, half, halfNew);
  }

  /** Returns the values of the curve at inputs by columns. */
  public double[] predict(double[]... columns) {
    return band(0.95, columns).values();
  }

  /** Returns the values of the curve at a number of rows. */
  public double[] predict(int rows, double[][] columns) {
    return band(0.95, rows, columns).values();
  }

  /** A table of the parameters and what is to be said of the whole fit. */
  @Override
  public String toString() {
    int width = names().stream().mapToInt(String::length).max().orElse(1);
    String line = "%-" + Math.max(9, width) + "s  %-22s  %s%n";
    StringBuilder text = new StringBuilder();
    text.append(String.format(Locale.ROOT, line, "parameter", "value", "standard error"));
    for (int k = 0; k < parameters.size(); k++) {
      Parameter p = parameters.get(k);
      String error =
          p.status() == Status.FIXED
              ? "fixed"
              : Double.isNaN(error(k)) ? "-" : format("%.4g", error(k));
      text.append(String.format(Locale.ROOT, line, p.name(), format("%.12g", p.value()), error));
    }
    text.append(format("residual sum of squares %.10g, ", rss));
    text.append(dof).append(" degrees of freedom");
    if (!Double.isNaN(rSquared)) {
      text.append(format(", R^2 %.6f", rSquared));
    }
    text.append(System.lineSeparator()).append(ending.sentence());
    return text.toString();
  }

  private static String format(String pattern, double value) {
    return String.format(Locale.ROOT, pattern, value);
  }
}
