package org.ironopt.fit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.ironopt.data.Dataset;
import org.ironopt.linalg.Cholesky;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.model.Model;
import org.ironopt.model.ModelKind;
import org.ironopt.random.Tail;
import org.ironopt.regression.LinearObjective;

/**
 * How sure the coefficients of a fit are. With H the Hessian of the summed loss at the model, L the
 * penalty's, and phi the dispersion (1; of least squares the residual sum of squares over {@code
 * rows - tr(H (H + L)^-1)}) the covariance of the coefficients is {@code phi (H + L)^-1 H (H +
 * L)^-1}.
 *
 * <p>Without a penalty this is that of maximum likelihood, phi H^-1: there are z (t for least
 * squares), two-sided p and 95 % intervals. With a ridge it is the spread of estimates that are
 * pulled towards zero: conditional on the penalty and biased, so there is no p. With l1 there are
 * no errors. Of several classes without a penalty the coefficients are relative to the first class,
 * as only differences are determined. A row of weight two counts as two rows; class weights are
 * none of a sample, so there are no errors with them.
 *
 * <p>Reference: P. McCullagh, J. A. Nelder, "Generalized Linear Models", sections 2.2 and 4.4.
 *
 * @param kind what the errors are
 * @param note the same in a sentence, or why there are none
 * @param coefficients by output, each with its columns in order and then its intercept
 * @param zeros how many coefficients are exactly zero, without intercepts
 * @param dispersion phi, NaN if it was not computed
 * @param freedom degrees of freedom of t; infinite where z is normal, NaN if not computed
 */
public record Inference(
    Kind kind,
    String note,
    List<Coefficient> coefficients,
    int zeros,
    double dispersion,
    double freedom) {
  /** The name of a constant term. */
  public static final String INTERCEPT = "(intercept)";

  private static final double LEVEL = 0.05;

  /** Means larger than this many spreads lose digits in a Gram matrix; products keep them. */
  private static final double FAR = 1e3;

  /** Pivots of a matrix of unit diagonal below this are rounding: columns depend on others. */
  private static final double DEPENDENT = 1e-10;

  /** What errors are. */
  public enum Kind {
    /** Those of maximum likelihood. */
    LIKELIHOOD,
    /** Those of a penalised estimate. */
    CONDITIONAL,
    /** There are none. */
    NONE
  }

  /**
   * A coefficient; numbers that do not exist are NaN.
   *
   * @param output its class, empty if the model has one output
   * @param column its column, or {@link #INTERCEPT}
   * @param value in the units of the data
   * @param standardized for one standard deviation of the column; NaN for an intercept
   * @param error standard error of the value
   * @param z value over error
   * @param p probability of a larger |z| if the coefficient were zero
   * @param low lower end of the 95 % interval
   * @param high upper end
   */
  public record Coefficient(
      String output,
      String column,
      double value,
      double standardized,
      double error,
      double z,
      double p,
      double low,
      double high) {}

  /** Returns the multiplications that errors cost, about. */
  static double cost(FitTask task) {
    if (task.l1() > 0) {
      return 0;
    }
    Dataset rows = task.data().here("inference");
    double stored = rows.features().stored();
    int outputs = task.kind() == ModelKind.SOFTMAX ? rows.classes() : 1;
    double size = (rows.columns() + 1.0) * outputs;
    double products = outputs == 1 ? stored * stored / rows.rows() : 2.0 * stored * size;
    return products + size * size * size;
  }

  /** Returns the coefficients of what a fit found, with errors where there are any. */
  static Inference of(FitTask task, FitResult result) {
    Dataset rows = task.weighed().here("inference");
    ColumnMoments moments = ColumnMoments.of(rows);
    double[] spread = Arrays.stream(moments.variance()).map(Math::sqrt).toArray();
    return noErrors(task, result)
        .map(reason -> without(reason, result.model(), spread))
        .orElseGet(() -> of(task, result.model(), moments, spread, rows));
  }

  private static Optional<String> noErrors(FitTask task, FitResult result) {
    if (task.l1() > 0) {
      return Optional.of("no standard errors with l1: the choice of columns is not in them");
    }
    if (task.balanced() || !task.classWeights().isEmpty()) {
      return Optional.of("no standard errors with class weights: they are no property of a sample");
    }
    return result.ending().goal()
        ? Optional.empty()
        : Optional.of("no standard errors: the fit ended before the optimum");
  }

  /** Returns the coefficients without errors. */
  private static Inference without(String reason, Model model, double[] spread) {
    double none = Double.NaN;
    List<Coefficient> list = listed(model, 0, spread, null, none, false);
    return new Inference(Kind.NONE, reason, list, zeros(model), none, none);
  }

  /**
   * Returns the coefficients with their errors.
   *
   * @param rows with the weights that they have in the objective
   */
  private static Inference of(
      FitTask task, Model model, ColumnMoments moments, double[] spread, Dataset rows) {
    LinearObjective loss = task.loss(rows);
    // Variables of unit spread: t_j = 1 / p_j.
    Coordinates x =
        Coordinates.of(moments, true, loss.terms.loss(), 0, task.intercept()).penalized();
    double reg = task.reg();
    double total = task.data().here("inference").rates().totalWeight();
    boolean free = reg == 0;
    boolean several = x.outputs() > 1;
    // Without a penalty only differences to the first class are determined.
    int first = several && free ? 1 : 0;
    int skipped = first * x.stride();
    FitObjective f = new FitObjective(loss, x, 0, 0);
    double[] theta = new double[x.dimension()];
    x.reduce(FitTask.vector(model, x), theta);
    DenseMatrix all = hessian(f, theta);
    // Products may differ in their last bits.
    all.symmetrize();
    int n = x.dimension() - skipped;
    DenseMatrix h = DenseMatrix.zeros(n, n);
    for (int i = 0; i < n; i++) {
      System.arraycopy(all.row(skipped + i), skipped, h.data(), i * n, n);
    }
    DenseMatrix penalized = h.copy();
    for (int i = 0; i < n; i++) {
      int j = i % x.stride();
      double length = j < x.columns() ? (task.scale() ? x.p()[j] : 1) * x.t()[j] : 0;
      penalized.set(i, i, penalized.get(i, i) + reg * length * length);
    }
    if (several && !free && x.intercept()) {
      // A common shift of all intercepts changes nothing; H does not see what it is given here.
      for (int a = x.columns(); a < n; a += x.stride()) {
        for (int b = x.columns(); b < n; b += x.stride()) {
          penalized.set(a, b, penalized.get(a, b) + 1);
        }
      }
    }
    Optional<DenseMatrix> inverse = inverse(penalized);
    if (inverse.isEmpty()) {
      return without(
          "no standard errors: some columns are (nearly) combinations of others, so that single"
              + " coefficients are not determined; a penalty, or fewer columns, gives errors",
          model,
          spread);
    }
    DenseMatrix hat = h.multiply(inverse.get());
    DenseMatrix covariance = free ? inverse.get() : inverse.get().multiply(hat);
    double freedom = Double.POSITIVE_INFINITY;
    double dispersion = 1;
    if (model.kind() == ModelKind.RIDGE) {
      freedom = total - (free ? n : hat.trace());
      if (!(freedom > 0)) {
        return without(
            "no standard errors: as many coefficients as rows leave nothing to see the noise in",
            model,
            spread);
      }
      dispersion = 2 * total * f.value(theta) / freedom;
    }
    double[] errors = errors(x, covariance, Math.sqrt(dispersion / total));
    Kind kind = free ? Kind.LIKELIHOOD : Kind.CONDITIONAL;
    List<Coefficient> list = listed(model, first, spread, errors, freedom, free);
    return new Inference(kind, note(model, free, freedom), list, zeros(model), dispersion, freedom);
  }

  private static String note(Model model, boolean free, double freedom) {
    String meaning =
        free
            ? Double.isInfinite(freedom)
                ? "maximum likelihood: z = value / error, two-sided p, 95 % intervals"
                : "least squares: t = value / error with "
                    + Math.round(freedom)
                    + " degrees of freedom, two-sided p, 95 % intervals"
            : "conditional on the penalty, biased: spread of estimates that the penalty pulls"
                + " towards zero; no p";
    String relative =
        free && model.kind() == ModelKind.SOFTMAX
            ? "; relative to class '" + model.classes().getFirst() + "'"
            : "";
    return meaning + relative + "; a row of weight two counts as two rows";
  }

  private static DenseMatrix hessian(FitObjective f, double[] theta) {
    Coordinates x = f.coordinates();
    int n = theta.length;
    FitObjective.FitCurvature curvature = f.curvatureAt(theta);
    DenseMatrix h = DenseMatrix.zeros(n, n);
    boolean far =
        IntStream.range(0, x.columns()).anyMatch(j -> Math.abs(x.m()[j] * x.t()[j]) > FAR);
    if (!far && x.outputs() == 1) {
      curvature.block(0, h);
      return h;
    }
    double[] unit = new double[n];
    double[] column = new double[n];
    for (int i = 0; i < n; i++) {
      unit[i] = 1;
      curvature.apply(unit, column);
      unit[i] = 0;
      for (int k = 0; k < n; k++) {
        h.set(k, i, column[k]);
      }
    }
    return h;
  }

  /** Returns the inverse of a positive definite matrix; empty if rounding makes it singular. */
  private static Optional<DenseMatrix> inverse(DenseMatrix a) {
    int n = a.rows();
    double[] root = new double[n];
    for (int i = 0; i < n; i++) {
      root[i] = Math.sqrt(a.get(i, i));
      if (!(root[i] > 0)) {
        return Optional.empty();
      }
    }
    DenseMatrix unit = DenseMatrix.zeros(n, n);
    for (int i = 0; i < n; i++) {
      for (int k = 0; k < n; k++) {
        unit.set(i, k, a.get(i, k) / root[i] / root[k]);
      }
    }
    Cholesky cholesky = new Cholesky(n);
    if (!cholesky.factor(unit)) {
      return Optional.empty();
    }
    DenseMatrix lower = cholesky.lower();
    DenseMatrix inverse = DenseMatrix.zeros(n, n);
    double[] column = new double[n];
    for (int i = 0; i < n; i++) {
      if (!(lower.get(i, i) * lower.get(i, i) > DEPENDENT)) {
        return Optional.empty();
      }
      Arrays.fill(column, 0);
      column[i] = 1;
      cholesky.solve(column, column);
      for (int k = 0; k < n; k++) {
        inverse.set(k, i, column[k] / (root[i] * root[k]));
      }
    }
    return Optional.of(inverse);
  }

  /** Returns standard errors in the units of the data. */
  private static double[] errors(Coordinates x, DenseMatrix covariance, double scale) {
    int d = x.columns();
    double[] errors = new double[covariance.rows()];
    for (int c = 0; c < errors.length; c += x.stride()) {
      for (int j = 0; j < d; j++) {
        errors[c + j] = x.t()[j] * scale * Math.sqrt(covariance.get(c + j, c + j));
      }
      if (x.intercept()) {
        double variance = 0;
        for (int i = 0; i <= d; i++) {
          double inner = 0;
          for (int k = 0; k <= d; k++) {
            inner = Math.fma(shift(x, k), covariance.get(c + i, c + k), inner);
          }
          variance = Math.fma(shift(x, i), inner, variance);
        }
        errors[c + d] = scale * Math.sqrt(variance);
      }
    }
    return errors;
  }

  /** The intercept in the units of the data as a combination of the variables. */
  private static double shift(Coordinates x, int k) {
    return k == x.columns() ? 1 : -x.m()[k] * x.t()[k];
  }

  private static int zeros(Model model) {
    return (int)
        Arrays.stream(model.weights()).flatMapToDouble(Arrays::stream).filter(w -> w == 0).count();
  }

  private static List<Coefficient> listed(
      Model model, int first, double[] spread, double[] errors, double freedom, boolean tested) {
    double quantile =
        errors == null
            ? Double.NaN
            : Tail.quantile(LEVEL, tested ? freedom : Double.POSITIVE_INFINITY);
    boolean several = model.outputs() > 1;
    boolean intercept = !Boolean.FALSE.equals(model.training().get("intercept"));
    int d = model.columns().size();
    int stride = d + (intercept ? 1 : 0);
    List<Coefficient> list = new ArrayList<>();
    for (int c = first; c < model.outputs(); c++) {
      for (int j = 0; j < stride; j++) {
        double value =
            (j < d ? model.weights()[c][j] : model.intercepts()[c])
                - (first == 0 ? 0 : j < d ? model.weights()[0][j] : model.intercepts()[0]);
        double error = errors == null ? Double.NaN : errors[(c - first) * stride + j];
        double z = value / error;
        double p = tested ? Tail.probability(z, freedom) : Double.NaN;
        double half = quantile * error;
        String output = several ? model.classes().get(c) : "";
        String column = j < d ? model.columns().get(j) : INTERCEPT;
        double scaled = j < d ? value * spread[j] : Double.NaN;
        list.add(
            new Coefficient(
                output, column, value, scaled, error, z, p, value - half, value + half));
      }
    }
    return List.copyOf(list);
  }
}
