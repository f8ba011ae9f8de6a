package org.ironopt.regression.internal;

import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.ironopt.data.Dataset;
import org.ironopt.data.FloatFeatures;
import org.ironopt.data.Targets;
import org.ironopt.linalg.internal.Require;
import org.ironopt.problem.GaussNewton;
import org.ironopt.problem.LinearSum;
import org.ironopt.problem.internal.MultiPointGradient;
import org.ironopt.regression.Intercept;
import org.ironopt.regression.Precision;
import org.ironopt.regression.rows.GatheredRows;
import org.ironopt.regression.rows.WeightPanel;

/**
 * What the regressions share: {@code f(w) = (1/N) sum_i f_i(w)} over the rows of a data set, with
 * {@code f_i(w) = (weight_i / mean weight) loss_i(w) + reg |w|^2 / 2}, so that weight two means the
 * same as the row twice. Value and gradient come from one pass over the rows; so do those of many
 * parameter vectors at once, each with the bits that it has alone. No result depends on the number
 * of threads. The loss is a likelihood with its natural parameters, for which the Fisher matrix is
 * the Hessian.
 */
public abstract class LinearObjective implements LinearSum, GaussNewton, MultiPointGradient {
  /** The numbers of the points where there is one. */
  protected static final int[] FIRST = {0};

  public final LinearTerms terms;
  public final RowSelection selection;

  /** The rows of a batch, while nobody uses them; there may be none. */
  private final AtomicReference<GatheredRows> gathered = new AtomicReference<>();

  protected LinearObjective(LinearTerms terms, RowSelection selection) {
    this.terms = terms;
    this.selection = selection;
  }

  /** Returns the targets of a model of numbers, by stored row. */
  protected static double[] numbers(String model, Dataset data) {
    if (data.targets() instanceof Targets.Numbers numbers) {
      return numbers.values();
    }
    throw Require.failed("%s needs numbers to predict, the targets are class labels", model);
  }

  /** Returns the terms in another arithmetic, or explains why they cannot be had. */
  protected final LinearTerms checked(Precision precision) {
    Require.that(
        precision != Precision.SINGLE || terms.x() instanceof FloatFeatures,
        "single precision needs features that are stored as floats, got %s: keep double precision,"
            + " or store them as FloatFeatures",
        terms.x());
    return terms.with(precision);
  }

  /** Returns the factor of |w|^2 / 2. */
  public double reg() {
    return terms.reg();
  }

  /** Returns the kind of the constant term. */
  public Intercept intercept() {
    return terms.intercept();
  }

  /** Overwrites {@code row} with the features of term i, and 1 for an intercept. */
  public final void row(int i, double[] row) {
    Require.length("row", terms.stride(), row);
    row[row.length - 1] = 1;
    terms.x().copyRow(selection.row(Require.index("term", i, terms())), row, 0);
  }

  /** Returns the target of term i. */
  public final double target(int i) {
    return terms.targets()[selection.row(Require.index("term", i, terms()))];
  }

  /** Returns the weight of term i relative to the mean weight. */
  public final double weight(int i) {
    int stored = selection.row(Require.index("term", i, terms()));
    return terms.weights() == null ? 1 : terms.weights()[stored] / terms.meanWeight();
  }

  /** Returns reg if it falls on all coordinates. */
  public final double ridge() {
    Require.that(
        terms.reg() == 0 || terms.penalized() == terms.stride(),
        "the dual needs a ridge on all coordinates or none, got reg %s and a free intercept",
        terms.reg());
    return terms.reg();
  }

  /** The resolvent of term i of a loss with one output, see {@link LinearTermProx}. */
  protected final double termProx(int i, double eta, double[] u, double[] x) {
    double[] row = new double[terms.stride()];
    row(i, row);
    LinearTermProx.Scalar loss = (LinearTermProx.Scalar) terms.loss();
    return new LinearTermProx(loss, row, target(i), weight(i), terms.penalized(), terms.reg(), eta)
        .solve(u, x);
  }

  @Override
  public int dimension() {
    return terms.dimension();
  }

  @Override
  public int terms() {
    return selection.count();
  }

  @Override
  public double value(double[] w) {
    double[] values = new double[1];
    evaluate(selection, FIRST, 1, new double[][] {w}, values, null, null, null);
    return values[0];
  }

  @Override
  public void gradient(double[] w, double[] gradient) {
    gradients(FIRST, 1, new double[][] {w}, new double[][] {gradient});
  }

  @Override
  public double valueAndGradient(double[] w, double[] gradient) {
    double[] values = new double[1];
    double[][] gradients = {gradient};
    evaluate(selection, FIRST, 1, new double[][] {w}, values, gradients, null, null);
    return values[0];
  }

  @Override
  public void gradients(int[] points, int count, double[][] w, double[][] gradients) {
    evaluate(selection, points, count, w, null, gradients, null, null);
  }

  /** Overwrites {@code values[p]} and {@code gradients[p]} at every {@code w[p]}. */
  public void valuesAndGradients(double[][] w, double[] values, double[][] gradients) {
    int[] points = IntStream.range(0, w.length).toArray();
    evaluate(selection, points, w.length, w, values, gradients, null, null);
  }

  @Override
  public LinearCurvature curvature() {
    return terms.loss() instanceof SoftmaxLoss
        ? new SoftmaxCurvature(this)
        : new LinearCurvature(this);
  }

  /** Returns the Fisher matrix, which is the Hessian. */
  @Override
  public LinearCurvature gaussNewton() {
    return curvature();
  }

  /**
   * One pass for all points {@code w[points[0 .. count-1]]}.
   *
   * @param values null if not wanted
   * @param gradients null if not wanted
   * @param kept what products need of a single point, or null
   * @param slopes derivatives of the losses, weights included, at the first point, a number for
   *     each row of a loss of one output; null if not wanted
   */
  protected final void evaluate(
      RowSelection s,
      int[] points,
      int count,
      double[][] w,
      double[] values,
      double[][] gradients,
      double[] kept,
      double[] slopes) {
    boolean value = values != null;
    boolean backward = gradients != null;
    if (value) {
      Require.sameLength("w", w.length, "values", values.length);
    }
    if (backward) {
      Require.sameLength("w", w.length, "gradients", gradients.length);
    }
    for (int k = 0; k < count; k++) {
      Require.length("w", dimension(), w[points[k]]);
      if (backward) {
        Require.length("gradient", dimension(), gradients[points[k]]);
      }
    }
    int outputs = count * terms.outputs();
    // Behind the gradients stand the sums of the constant terms and the values.
    int constants = backward ? terms.constants(outputs) : 0;
    int valuesAt = backward ? constants + outputs : 0;
    WeightPanel panel = terms.workspaces().takePanel(terms);
    panel.load(points, count, w);
    GatheredRows rows = takeRows(s);
    terms.pass(
        s,
        rows,
        valuesAt + count,
        (block, tile, sum) -> {
          block.forward(panel, tile);
          if (kept == null) {
            terms.loss().evaluate(tile, count, value, sum, valuesAt);
          } else {
            sum[valuesAt] += terms.loss().evaluate(tile, 0, value, kept);
          }
          if (slopes != null) {
            System.arraycopy(tile.z, 0, slopes, tile.from, tile.rows);
          }
          if (backward) {
            block.backward(tile, outputs, sum, constants);
          }
        },
        sum -> {
          double scale = terms.scale(s);
          for (int k = 0; k < count; k++) {
            int p = points[k];
            if (value) {
              values[p] = Math.fma(scale, sum[valuesAt + k], terms.penalty(w[p]));
            }
            if (backward) {
              terms.average(scale, sum, k, constants, w[p], gradients[p]);
            }
          }
        });
    terms.workspaces().give(panel);
    giveRows(rows);
  }

  /** Returns a store of the selected rows, perhaps filled; null if they are read where they are. */
  final GatheredRows takeRows(RowSelection s) {
    GatheredRows free = gathered.getAndSet(null);
    GatheredRows rows = free != null ? free : GatheredRows.of(terms, s);
    if (rows != null) {
      rows.begin(s);
    }
    return rows;
  }

  final void giveRows(GatheredRows rows) {
    gathered.set(rows);
  }

  @Override
  public int outputs() {
    return terms.outputs();
  }

  @Override
  public long stored() {
    return terms() * terms.rowLength();
  }

  @Override
  public void ridge(double[] ridge) {
    Require.length("ridge", dimension(), ridge);
    for (int j = 0; j < ridge.length; j++) {
      ridge[j] = j % terms.stride() < terms.penalized() ? terms.reg() : 0;
    }
  }

  @Override
  public LinearSum.SharedRowResiduals residuals() {
    return new LinearResiduals.Shared(terms, selection, null);
  }
}
