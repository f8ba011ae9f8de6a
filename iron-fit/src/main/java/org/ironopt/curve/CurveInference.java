package org.ironopt.curve;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.ironopt.linalg.Vectors;

/**
 * What residuals tell about the free parameters where a fit ended. With errors of one law the
 * sandwich {@code A^-1 B A^-1} of an M-estimator has {@code A = E psi' J'J} and {@code B = E psi^2
 * J'J}; its estimate is
 *
 * <pre>{@code
 * K^2 [sum psi^2/(m - p)] / [sum psi'/m]^2 (J'J)^-1,   K = 1 + p/m var(psi')/(mean psi')^2
 * }</pre>
 *
 * for m residuals and p = rank J (P. Huber, Robust Statistics, 1981, section 7.6). For squares this
 * is {@code s^2 (J'J)^-1}. Sums of {@code psi'(r_i) J_i'J_i} by rows are no better where errors are
 * alike, and far too optimistic for a loss that bends well below the size of the errors: the fit
 * seeks the rows on which it is steep.
 *
 * @param rss weighted sum of squares of the residuals
 * @param dof residuals with a weight, less the directions that they determine
 * @param covariance of the free parameters, on the directions that are determined; NaN if unknown
 * @param status of the free parameters
 */
record CurveInference(double rss, int dof, double[][] covariance, List<CurveResult.Status> status) {

  static CurveInference at(double[] x, SumOfSquares f, boolean[] held) {
    int n = x.length;
    boolean robust = f.loss().kind() != RobustLoss.Kind.SQUARES;
    SumOfSquares.Linear here = (robust ? f.with(RobustLoss.SQUARES) : f).linear(x, true);
    if (!Vectors.allFinite(here.triangle())) {
      double[][] unknown = new double[n][];
      Arrays.setAll(unknown, k -> Curve.filled(n, Double.NaN));
      return new CurveInference(
          here.cost(), Math.max(0, f.weighted() - n), unknown, status(held, j -> true));
    }
    double[] norms = GaussNewtonModel.columnNorms(here.triangle(), n + 1);
    double[] metric = Arrays.stream(norms).limit(n).map(a -> a > 0 ? a : 1).toArray();
    GaussNewtonModel model = new GaussNewtonModel(here.triangle(), metric, held);
    double[][] covariance = model.inverse(f.rounding());
    int rank = model.rank(f.rounding());
    int dof = f.weighted() - rank;
    double variance =
        dof == 0 ? Double.NaN : robust ? robust(f.influence(x), dof, rank) : here.cost() / dof;
    for (double[] row : covariance) {
      Arrays.setAll(row, j -> variance * row[j]);
    }
    return new CurveInference(
        here.cost(), dof, covariance, status(held, j -> model.determined(j, f.rounding())));
  }

  /** Returns the factor of (J'J)^-1 from sums of psi', psi'^2 and psi^2. */
  private static double robust(double[] sums, int dof, int rank) {
    double m = dof + rank;
    double mean = sums[0] / m;
    double spread = Math.max(0, sums[1] / m - mean * mean);
    double k = 1 + rank / m * spread / (mean * mean);
    // Without curvature in the mean, the loss says nothing about the errors.
    return mean > 0 ? k * k * (sums[2] / dof) / (mean * mean) : Double.NaN;
  }

  private static List<CurveResult.Status> status(boolean[] held, IntPredicate determined) {
    return IntStream.range(0, held.length)
        .mapToObj(
            j ->
                held[j]
                    ? CurveResult.Status.AT_BOUND
                    : determined.test(j)
                        ? CurveResult.Status.FITTED
                        : CurveResult.Status.UNDETERMINED)
        .toList();
  }
}
