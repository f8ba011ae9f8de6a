package org.ironopt.fit.path;

import java.util.stream.IntStream;
import org.ironopt.linalg.Vectors;
import org.ironopt.linalg.kernel.Kernels;

/**
 * A point of least squares that is seen through the products of all columns, {@code z = G v - q}.
 */
final class GramPoint extends DualPoint {
  private static final Kernels K = Kernels.get();

  private final Gram all;
  private final double[] q;
  private final double squares;

  /**
   * Takes products.
   *
   * @param all of all columns with one another, in their order
   * @param q of the columns with the targets
   * @param squares mean square of the targets
   */
  GramPoint(Gram all, double[] q, double squares, Penalty penalty, Rounding rounding) {
    super(penalty, rounding, q.length);
    this.all = all;
    this.q = q;
    this.squares = squares;
  }

  /** Takes all products from their columns and targets. */
  static GramPoint of(Columns x, RowLoss loss, Gram all, Penalty penalty, Rounding rounding) {
    double[] q = new double[x.count];
    double[] weighed = new double[x.stride];
    Vectors.multiply(loss.omega, loss.y, weighed);
    x.dots(weighed, q, 0);
    return new GramPoint(all, q, Vectors.dot(weighed, loss.y), penalty, rounding);
  }

  @Override
  void look(double[] v) {
    evaluate(v);
    for (int k = 0; k < NEWTON_STEPS + v.length; k++) {
      int[] free = free();
      double[] rho = IntStream.of(free).mapToDouble(j -> slopes[j]).toArray();
      double[] alpha = free.length > 0 ? solve(all.part(free), rho) : rho;
      double gain = 0.5 * Vectors.dot(alpha, rho);
      if (!(gain > 0)) {
        break;
      }
      Room room = room(v, free, alpha);
      double part = Math.min(1, room.part());
      for (int i = 0; i < free.length; i++) {
        v[free[i]] -= part * alpha[i];
        K.axpy(-part * alpha[i], all.g[free[i]], 0, slopes, 0, v.length);
      }
      loss = Math.max(0, loss - part * (2 - part) * gain);
      if (part < 1) {
        stop(v, room);
      } else if (gain <= SETTLED * squares) {
        break;
      }
    }
  }

  private void evaluate(double[] v) {
    for (int j = 0; j < v.length; j++) {
      slopes[j] = -q[j];
    }
    for (int j = 0; j < v.length; j++) {
      if (v[j] != 0) {
        K.axpy(v[j], all.g[j], 0, slopes, 0, v.length);
      }
    }
    double sum = squares;
    for (int j = 0; j < v.length; j++) {
      sum = Math.fma(v[j], slopes[j] - q[j], sum);
    }
    loss = Math.max(0, 0.5 * sum);
  }

  @Override
  double size(double[] v) {
    double sum = Math.sqrt(squares);
    for (double e : v) {
      sum += Math.abs(e);
    }
    return sum;
  }

  @Override
  double divergence(double scale) {
    return (1 - scale) * (1 - scale) * loss;
  }

  @Override
  double magnitude() {
    return 2 * squares;
  }
}
