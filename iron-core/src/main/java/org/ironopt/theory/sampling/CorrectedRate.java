package org.ironopt.theory.sampling;

import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.function.UnaryOperator;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Vectors;
import org.ironopt.linalg.internal.Require;
import org.ironopt.theory.IronParameters;

/**
 * The rate of minibatch IRON with a corrected center, {@code u + lambda grad f_B(u) = c + lambda
 * d_B}, THEORY (59)-(60). The corrections are exact at x*, so no error remains; the rate is the
 * factor per step by which second moments of the error, memory included, shrink in the long run.
 * Above 1 they grow.
 */
final class CorrectedRate {
  /** The second moments of a table are matrices of at most this order. */
  private static final int LARGEST = 400;

  private CorrectedRate() {}

  /**
   * Returns the rate for {@code d_B = grad f_B - grad f} at a snapshot, new every so many steps.
   */
  public static double snapshot(BatchLaw law, IronParameters p, int every) {
    QuadraticSum sum = law.sum();
    if (law.sampling().factor(sum.terms()) == 0) {
      return MinibatchMoments.radius(law, LinearRecursion.iron(p)); // every batch is f
    }
    DenseMatrix start = DenseMatrix.identity(2 * sum.dimension());
    return StrictMath.pow(PositiveMap.radius(period(law, p, every), start), 1.0 / every);
  }

  /**
   * Returns the exact {@code E|x - x*|^2} after so many periods of steps from {@code x = v = x0},
   * each of which begins with a snapshot; infinite where it overflows.
   */
  public static double snapshotMse(
      BatchLaw law, IronParameters p, int every, double[] x0, long periods) {
    int d = Require.length("x0", law.sum().dimension(), x0).length;
    double[] e = x0.clone();
    Vectors.axpy(-1, law.sum().minimizer(), e);
    DenseMatrix s = DenseMatrix.zeros(2 * d, 2 * d);
    for (int i = 0; i < 2 * d; i++) {
      for (int j = 0; j < 2 * d; j++) {
        s.set(i, j, e[i % d] * e[j % d]);
      }
    }
    UnaryOperator<DenseMatrix> period = period(law, p, every);
    for (long k = 0; k < periods && s.norm() < 1e100 && s.norm() > 0; k++) {
      s = period.apply(s);
    }
    double mse = law.sum().meanSquare(s);
    return mse < 1e100 ? mse : Double.POSITIVE_INFINITY;
  }

  /** Returns the map of second moments of (e, w) over a period. */
  private static UnaryOperator<DenseMatrix> period(BatchLaw law, IronParameters p, int every) {
    Require.atLeast("steps between snapshots", 1, every);
    LinearRecursion recursion = LinearRecursion.iron(p);
    StepLaw step = law.at(recursion).gather();
    int d = law.sum().dimension();
    double[] h = recursion.h();
    double[] g = recursion.g();
    DenseMatrix c = step.meanU.times(-1);
    c.addDiagonal(step.k);
    DenseMatrix resolved = law.sum().hessian().times(p.lambda());
    resolved.addDiagonal(1);
    // e+ = R_B y + x~ with y = h_1 e + h_2 w - (I + lambda H) x~, since lambda R_B A_B = I - R_B.
    DenseMatrix read = DenseMatrix.zeros(d, 3 * d);
    DenseMatrix mean = DenseMatrix.zeros(3 * d, 3 * d);
    DenseMatrix kept = c.multiply(resolved).times(-1);
    kept.addDiagonal(1);
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < d; j++) {
        double one = i == j ? 1 : 0;
        read.set(i, j, h[0] * one);
        read.set(i, d + j, h[1] * one);
        read.set(i, 2 * d + j, -resolved.get(i, j));
        for (int a = 0; a < 2; a++) {
          mean.set(a * d + i, j, g[a] * h[0] * c.get(i, j) - (a == 1 ? one / p.alpha() : 0));
          mean.set(a * d + i, d + j, g[a] * h[1] * c.get(i, j));
          mean.set(a * d + i, 2 * d + j, g[a] * kept.get(i, j));
        }
        mean.set(2 * d + i, 2 * d + j, one);
      }
    }
    return start -> {
      DenseMatrix s = DenseMatrix.zeros(3 * d, 3 * d);
      for (int i = 0; i < 3 * d; i++) {
        for (int j = 0; j < 3 * d; j++) {
          s.set(i, j, start.get(i % (2 * d), j % (2 * d)));
        }
      }
      for (int k = 0; k < every; k++) {
        DenseMatrix spread = step.spread(read.multiply(s).multiply(read.transpose()));
        s = mean.multiply(s).multiply(mean.transpose());
        for (int i = 0; i < 2 * d; i++) {
          for (int j = 0; j < 2 * d; j++) {
            double gain = g[i / d] * g[j / d];
            s.set(i, j, Math.fma(gain, spread.get(i % d, j % d), s.get(i, j)));
          }
        }
      }
      DenseMatrix end = DenseMatrix.zeros(2 * d, 2 * d);
      for (int i = 0; i < 2 * d; i++) {
        System.arraycopy(s.data(), i * 3 * d, end.data(), i * 2 * d, 2 * d);
      }
      end.symmetrize();
      return end;
    };
  }

  /**
   * Returns the rate for a table of what every term's rows gave when it was last seen, {@code d_B =
   * (1/b) sum_B V_i't_i - (1/n) sum V_i't_i}, {@code t_i+ = V_i x+} for i in B, solved exactly;
   * empty for more than {@value #LARGEST} numbers in state and table.
   */
  public static OptionalDouble table(BatchLaw law, IronParameters p) {
    Require.that(
        !law.sampling().replacement() || law.sampling().size() == 1,
        "a table remembers each term once: draw batches without replacement");
    Table table = new Table(law, p);
    return table.order > LARGEST
        ? OptionalDouble.empty()
        : OptionalDouble.of(PositiveMap.radius(table, DenseMatrix.identity(table.order)));
  }

  /** One step of second moments of {@code (e, w, t_1, ..., t_n)}. */
  private static final class Table implements UnaryOperator<DenseMatrix> {
    private final QuadraticSum sum;
    private final BatchLaw.BatchSet drawn;
    private final double alpha;
    private final double lambda;
    private final double[] h;
    private final int d;
    private final DenseMatrix rows;
    final int order;

    Table(BatchLaw law, IronParameters p) {
      sum = law.sum();
      drawn = law.batches();
      alpha = p.alpha();
      lambda = p.lambda();
      h = LinearRecursion.iron(p).h();
      d = sum.dimension();
      int[] all = new int[sum.terms()];
      Arrays.setAll(all, i -> i);
      rows = sum.own(all);
      order = 2 * d + rows.rows();
    }

    @Override
    public DenseMatrix apply(DenseMatrix s) {
      DenseMatrix center = DenseMatrix.zeros(order, d);
      for (int i = 0; i < d; i++) {
        center.set(i, i, h[0]);
        center.set(d + i, i, h[1]);
      }
      for (int j = 0; j < rows.rows(); j++) {
        for (int c = 0; c < d; c++) {
          center.set(2 * d + j, c, -lambda / sum.terms() * rows.get(j, c));
        }
      }
      DenseMatrix common = s.multiply(center);
      DenseMatrix next = DenseMatrix.zeros(order, order);
      for (int b = 0; b < drawn.probability.length; b++) {
        add(b, s, center, common, next);
      }
      next.symmetrize();
      return next;
    }

    /** Adds {@code E z+z+'} of a batch: {@code z+ = J z + G e+}, {@code e+ = L z}. */
    private void add(
        int b, DenseMatrix s, DenseMatrix center, DenseMatrix common, DenseMatrix next) {
      int[] batch = drawn.terms.get(b);
      DenseMatrix l = center.copy();
      DenseMatrix cross = common.copy();
      boolean[] seen = new boolean[order];
      for (int i : batch) {
        for (int j = sum.first(i); j < sum.first(i + 1); j++) {
          int at = 2 * d + j;
          seen[at] = true;
          for (int c = 0; c < d; c++) {
            double weight = lambda / batch.length * rows.get(j, c);
            l.set(at, c, l.get(at, c) + weight);
            for (int r = 0; r < order; r++) {
              cross.set(r, c, Math.fma(weight, s.get(r, at), cross.get(r, c)));
            }
          }
        }
      }
      DenseMatrix resolvent = resolvent(b);
      cross = cross.multiply(resolvent);
      DenseMatrix own = resolvent.multiply(l.transpose().multiply(cross));
      DenseMatrix gain = DenseMatrix.zeros(order, d);
      DenseMatrix x = DenseMatrix.zeros(order, d);
      for (int r = 0; r < order; r++) {
        for (int c = 0; c < d; c++) {
          if (r < 2 * d) {
            gain.set(r, c, r % d == c ? (r < d ? 1 : 1 + 1 / alpha) : 0);
            x.set(r, c, r < d ? 0 : -cross.get(r - d, c) / alpha);
          } else if (seen[r]) {
            gain.set(r, c, rows.get(r - 2 * d, c));
          } else {
            x.set(r, c, cross.get(r, c));
          }
        }
      }
      x = x.plus(0.5, gain.multiply(own));
      double weight = drawn.probability[b];
      for (int r = 0; r < order; r++) {
        int from = r >= d && r < 2 * d ? r - d : r;
        double scaled = from < r ? -1 / alpha : r < d || seen[r] ? 0 : 1;
        for (int c = 0; scaled != 0 && c < order; c++) {
          int to = c >= d && c < 2 * d ? c - d : c;
          double both = to < c ? -1 / alpha : c < d || seen[c] ? 0 : 1;
          next.set(r, c, Math.fma(weight * scaled * both, s.get(from, to), next.get(r, c)));
        }
        if (r < 2 * d || seen[r]) {
          for (int c = 0; c < order; c++) {
            double dot = weight * Vectors.dot(gain.data(), r * d, x.data(), c * d, d);
            next.set(r, c, next.get(r, c) + dot);
            next.set(c, r, next.get(c, r) + dot);
          }
        }
      }
    }

    private DenseMatrix resolvent(int b) {
      double k = 1 / (1 + lambda * sum.ridge());
      DenseMatrix r = DenseMatrix.identity(d).times(k);
      for (int j = drawn.first[b]; j < drawn.first[b + 1]; j++) {
        double u = k * k * lambda / (1 + k * lambda * drawn.squares[j]);
        QuadraticSum.addOuter(-u, drawn.rows, j * d, drawn.rows, j * d, d, r.data());
      }
      return r;
    }
  }
}
