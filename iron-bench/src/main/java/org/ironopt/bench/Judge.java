package org.ironopt.bench;

import org.ironopt.data.Dataset;
import org.ironopt.model.ModelKind;

/** The objective written out plainly, one judge for all contestants. */
final class Judge {
  private Judge() {}

  /** Returns mean loss plus penalty at weights with a row for each output. */
  static double objective(BenchSet set, double[][] w) {
    Dataset data = set.data();
    double sum = 0;
    double compensation = 0;
    double[] z = new double[w.length];
    for (int i = 0; i < data.rows(); i++) {
      for (int c = 0; c < z.length; c++) {
        z[c] = data.features().rowDot(data.position(i), w[c], 0);
      }
      double term = loss(set, z, i) - compensation;
      double next = sum + term;
      compensation = (next - sum) - term;
      sum = next;
    }
    double squares = 0;
    for (double[] output : w) {
      for (double v : output) {
        squares += v * v;
      }
    }
    return sum / data.rows() + set.reg() * squares / 2;
  }

  private static double loss(BenchSet set, double[] z, int row) {
    if (set.kind() == ModelKind.RIDGE) {
      double residual = z[0] - set.data().target(row);
      return residual * residual / 2;
    }
    int label = set.data().label(row);
    if (set.kind() == ModelKind.LOGISTIC) {
      double m = label == 1 ? z[0] : -z[0];
      return Math.max(0, -m) + StrictMath.log1p(StrictMath.exp(-Math.abs(m)));
    }
    double top = Double.NEGATIVE_INFINITY;
    for (double v : z) {
      top = Math.max(top, v);
    }
    double total = 0;
    for (double v : z) {
      total += StrictMath.exp(v - top);
    }
    return top + StrictMath.log(total) - z[label];
  }
}
