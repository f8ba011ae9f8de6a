package org.ironopt.regression;

import org.ironopt.data.Dataset;
import org.ironopt.data.Targets;
import org.ironopt.linalg.internal.Require;
import org.ironopt.linalg.kernel.Kernels;
import org.ironopt.problem.DualTerms;
import org.ironopt.problem.HigherDerivatives;
import org.ironopt.problem.TermProximable;
import org.ironopt.regression.internal.LinearObjective;
import org.ironopt.regression.internal.LinearTerms;
import org.ironopt.regression.internal.LogisticLoss;
import org.ironopt.regression.internal.RowSelection;
import org.ironopt.regression.rows.WeightPanel;

/**
 * Ridge logistic regression {@code f(w) = mean_i weight_i log(1 + exp(-y_i a_i.w)) + reg |w|^2 / 2}
 * with labels y = +1 or -1 (weights relative to their mean). Finite for predictions of any size. A
 * batch is the same class on fewer rows; it copies none. The resolvent of one term is a scalar root
 * ({@link #prox}).
 */
public final class Logistic extends LinearObjective
    implements HigherDerivatives, TermProximable, DualTerms {
  private static final Kernels K = Kernels.get();

  private Logistic(LinearTerms terms, RowSelection selection) {
    super(terms, selection);
  }

  /** Returns the objective without a constant term. */
  public static Logistic of(Dataset data, double reg) {
    return of(data, reg, Intercept.NONE);
  }

  /**
   * Returns the objective of a data set with two classes, the second of which is the positive one,
   * or with numbers +1 and -1, or 1 and 0.
   */
  public static Logistic of(Dataset data, double reg, Intercept intercept) {
    LinearTerms terms = LinearTerms.of(data, signs(data), new LogisticLoss(), reg, intercept);
    return new Logistic(terms, RowSelection.of(data));
  }

  /**
   * Returns +1 and -1 by stored row, from two classes or from numbers that are all +1/-1 or all
   * 1/0.
   */
  private static double[] signs(Dataset data) {
    double[] signs = new double[data.features().rows()];
    boolean zeros = data.targets() instanceof Targets.Labels;
    Require.that(
        !zeros || data.classes() == 2,
        "logistic regression needs 2 classes, the data has %d: use softmax regression",
        data.classes());
    boolean minus = false;
    for (int i = 0; i < data.rows(); i++) {
      double y = data.target(i);
      if (y != 1 && y != 0 && y != -1) {
        throw Require.failed("the label of row %d is %s, expected 1 and -1, or 1 and 0", i, y);
      }
      zeros |= y == 0;
      minus |= y == -1;
      signs[data.position(i)] = y == 1 ? 1 : -1;
    }
    Require.that(
        !zeros || !minus, "the labels contain both 0 and -1, expected 1 and -1, or 1 and 0");
    return signs;
  }

  /** Returns the same objective with products in another arithmetic; single needs floats. */
  public Logistic in(Precision precision) {
    return new Logistic(checked(precision), selection);
  }

  @Override
  public Logistic batch(int[] indices, int from, int to) {
    return new Logistic(terms, selection.batch(indices, from, to));
  }

  @Override
  public void third(double[] x, double[] u, double[] v, double[] out) {
    contract(out, x, u, v);
  }

  @Override
  public void fourth(double[] x, double[] u, double[] v, double[] w, double[] out) {
    contract(out, x, u, v, w);
  }

  /**
   * {@code out = mean_i weight_i phi_i a_i prod_d (a_i.d)} over the directions behind the point,
   * phi the third or fourth derivative of the softplus at a_i.x: with {@code s = e / (1 + e)^2} and
   * {@code e = exp(-|a_i.x|)} they are {@code -s (1 - e) / (1 + e) sign(a_i.x)} and {@code s (1 -
   * 6s)}.
   */
  private void contract(double[] out, double[]... points) {
    int n = dimension();
    for (double[] point : points) {
      Require.length("a point or direction", n, point);
    }
    Require.length("out", n, out);
    int constants = terms.constants(1);
    WeightPanel panel = terms.workspaces().takePanel(terms);
    panel.load(points, points.length);
    terms.pass(
        selection,
        null,
        constants + 1,
        (block, tile, sum) -> {
          block.forward(panel, tile);
          int rows = tile.stride;
          double[] z = tile.z;
          double[] e = tile.scratch;
          for (int k = 0; k < rows; k++) {
            e[k] = -Math.abs(z[k]);
          }
          K.exp(e, 0, e, 0, rows);
          for (int k = 0; k < rows; k++) {
            double s = e[k] / ((1 + e[k]) * (1 + e[k]));
            double odd = Math.copySign((1 - e[k]) / (1 + e[k]), -z[k]);
            z[k] = points.length == 3 ? s * odd : s * (1 - 6 * s);
          }
          for (int p = 1; p < points.length; p++) {
            K.multiply(z, 0, z, p * rows, z, 0, rows);
          }
          tile.weigh(0, 1);
          block.backward(tile, 1, sum, constants);
        },
        sum -> {
          double scale = terms.scale(selection);
          for (int j = 0; j < n; j++) {
            out[j] = scale * sum[j < terms.columns() ? j : constants];
          }
        });
    terms.workspaces().give(panel);
  }

  /**
   * Overwrites {@code x} with the resolvent of term i, {@code argmin f_i(x) + |x - u|^2 / (2 eta)};
   * {@code x} may be {@code u}. With {@code c = 1 + eta reg}, {@code m = y a.u / c} and {@code Q =
   * eta weight |a|^2 / c} it is {@code x = (u + eta weight y s a) / c}, where s in (0, 1) is the
   * root of {@code s = sigmoid(-(m + Q s))}.
   */
  @Override
  public double prox(int i, double eta, double[] u, double[] x) {
    return termProx(i, eta, u, x);
  }

  @Override
  public DualTerms.ScalarLoss loss(int i) {
    return DualTerms.ScalarLoss.logistic(target(i), weight(i));
  }
}
