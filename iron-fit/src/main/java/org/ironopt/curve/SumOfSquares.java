package org.ironopt.curve;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;
import org.ironopt.linalg.Parallel;
import org.ironopt.linalg.Vectors;
import org.ironopt.linalg.internal.Require;
import org.ironopt.problem.Curvature;
import org.ironopt.problem.GaussNewton;
import org.jspecify.annotations.Nullable;

/**
 * Half the sum of squares of residuals, {@code f(x) = |r(x)|^2/2}, or of a robust {@link
 * RobustLoss} of them, with weights: gradient {@code J'r}, Gauss-Newton curvature {@code J'J};
 * products with the Hessian are differences of the gradient, by steps in proportion to each
 * variable. Any method of the library minimises it; {@link LevenbergMarquardt} is made for it. Rows
 * are worked on in blocks of fixed size, whose results are combined in order, so that no bit
 * depends on threads. A point costs one evaluation of the residuals, a linearisation one of their
 * derivatives; the last linearisation is kept.
 */
public final class SumOfSquares implements GaussNewton {
  private static final int BLOCK = 1024;

  /** Numbers of [J r] that are kept for second differences, 16 MB at most. */
  private static final long KEPT = 1L << 21;

  /** Relative steps of differences: the roots of rounding that balance it against curvature. */
  private static final double FORWARD = 0x1p-26;

  private static final double CENTRAL = 0x1p-17;

  /** What the parameters of a fit may be: which are free, and the largest values of those. */
  record Free(double[] start, int[] indices, double[] upper) {
    int count() {
      return indices.length;
    }

    /** Returns all parameters for values of the free ones. */
    double[] full(double[] x) {
      double[] p = start.clone();
      for (int k = 0; k < x.length; k++) {
        p[indices[k]] = x[k];
      }
      return p;
    }
  }

  /**
   * What is known at a point.
   *
   * @param triangle factor of the scaled [J r], (k+1) x (k+1) for k free parameters
   * @param cost twice f
   * @param rows weighted [J r] by blocks and columns; null if there is not room for it
   */
  record Linear(
      double[] x, boolean central, double cost, double[] triangle, double[][] @Nullable [] rows) {}

  private final ResidualFunction function;
  private final double @Nullable [] rootWeights;
  private final RobustLoss loss;
  private final Free free;
  private final int m;
  private volatile @Nullable Linear last;

  /** Weights are given by their square roots, null for ones. */
  SumOfSquares(
      ResidualFunction function, double @Nullable [] rootWeights, RobustLoss loss, Free free) {
    this.function = function;
    this.rootWeights = rootWeights;
    this.loss = loss;
    this.free = free;
    m = function.residuals();
  }

  /** Returns the sum of squares of all residuals. */
  public static SumOfSquares of(ResidualFunction function) {
    int n = function.parameters();
    double[] upper = Curve.filled(n, Double.POSITIVE_INFINITY);
    Free all = new Free(new double[n], IntStream.range(0, n).toArray(), upper);
    return new SumOfSquares(function, null, RobustLoss.SQUARES, all);
  }

  @Override
  public int dimension() {
    return free.count();
  }

  /** Returns how many residuals there are. */
  public int residuals() {
    return m;
  }

  /** Returns whether derivatives are exact, not differences. */
  boolean exact() {
    return function.differentiable();
  }

  /** Returns the evaluations of residuals inside of a linearisation: those of differences. */
  int evaluations(boolean central) {
    return exact() ? 0 : 1 + (central ? 2 : 1) * free.count();
  }

  /** Returns the share of the largest singular value of J below which one is rounding. */
  double rounding() {
    return exact() ? 0x1p-46 : 1e-9;
  }

  /** Returns what a residual costs. */
  RobustLoss loss() {
    return loss;
  }

  /** Returns the same residuals with another loss. */
  SumOfSquares with(RobustLoss other) {
    return new SumOfSquares(function, rootWeights, other, free);
  }

  /** Returns how many residuals have a weight. */
  int weighted() {
    return rootWeights == null
        ? m
        : (int) Arrays.stream(rootWeights).filter(root -> root > 0).count();
  }

  @Override
  public boolean prefersGaussNewton() {
    return true;
  }

  @Override
  public double value(double[] x) {
    return 0.5 * cost(Require.length("x", dimension(), x));
  }

  @Override
  public void gradient(double[] x, double[] gradient) {
    valueAndGradient(x, gradient);
  }

  @Override
  public double valueAndGradient(double[] x, double[] gradient) {
    Require.length("x", dimension(), x);
    Require.length("gradient", dimension(), gradient);
    Linear here = linear(x, false);
    Vectors.copy(GaussNewtonModel.gradient(here.triangle, dimension()), gradient);
    return 0.5 * here.cost;
  }

  @Override
  public Optional<Tangent> tangent(double[] x) {
    int n = dimension();
    double[] t = linear(x, false).triangle;
    double[] norms = GaussNewtonModel.columnNorms(t, n + 1);
    double[] gradient = GaussNewtonModel.gradient(t, n);
    double norm = norms[n];
    double angle = 0;
    double[] reachable = new double[n];
    double[] moved = new double[n];
    for (int j = 0; j < n; j++) {
      double size = norms[j] * norm;
      angle = size > 0 ? Math.max(angle, Math.abs(gradient[j]) / size) : angle;
      reachable[j] = t[j * (n + 1) + n];
      moved[j] = norms[j] * x[j];
    }
    double offset = norm > 0 ? Vectors.norm(reachable) / norm : 0;
    double[] columns = Arrays.copyOf(norms, n);
    return Optional.of(new Tangent(columns, norm, angle, offset, 0x1p-52 * Vectors.norm(moved)));
  }

  @Override
  public Curvature gaussNewton() {
    return new SquaresCurvature(this, true);
  }

  @Override
  public Curvature curvature() {
    return new SquaresCurvature(this, false);
  }

  private interface Block {
    void at(int block, int from, int to);
  }

  private void blocks(Block body) {
    Parallel.forEach(count(), b -> body.at(b, b * BLOCK, Math.min(m, (b + 1) * BLOCK)));
  }

  private int count() {
    return (m + BLOCK - 1) / BLOCK;
  }

  /** Returns twice the cost at x; NaN or infinite outside of the domain. */
  double cost(double[] x) {
    double[] p = free.full(x);
    double[] sums = new double[count()];
    blocks(
        (b, from, to) -> {
          double[] r = residuals(p, from, to);
          for (double ri : r) {
            sums[b] += loss.of(ri);
          }
        });
    return sum(sums, 0, sums.length);
  }

  /** Returns the sums of psi', psi'^2 and psi^2 of the loss over the residuals with a weight. */
  double[] influence(double[] x) {
    double[] p = free.full(x);
    double[][] sums = new double[3][count()];
    blocks(
        (b, from, to) -> {
          double[] r = residuals(p, from, to);
          for (int i = 0; i < r.length; i++) {
            if (rootWeights == null || rootWeights[from + i] > 0) {
              double slope = loss.slope(r[i]);
              double influence = loss.influence(r[i]);
              sums[0][b] += slope;
              sums[1][b] += slope * slope;
              sums[2][b] += influence * influence;
            }
          }
        });
    return Arrays.stream(sums).mapToDouble(s -> sum(s, 0, s.length)).toArray();
  }

  private double[] residuals(double[] p, int from, int to) {
    double[] r = new double[to - from];
    function.rows(p, from, to, r, null);
    for (int i = 0; rootWeights != null && i < r.length; i++) {
      r[i] *= rootWeights[from + i];
    }
    return r;
  }

  private static double sum(double[] a, int from, int to) {
    if (to - from == 1) {
      return a[from];
    }
    int middle = (from + to) >>> 1;
    return sum(a, from, middle) + sum(a, middle, to);
  }

  /** Returns what is known at x, differences on both sides if they are asked for. */
  Linear linear(double[] x, boolean central) {
    boolean finer = central && !exact();
    Linear known = last;
    if (known == null || (finer && !known.central) || !Arrays.equals(x, known.x)) {
      known = linearise(x, finer);
      last = known;
    }
    return known;
  }

  /** Returns what is known at x, without keeping it. */
  @SuppressWarnings("NullAway")
  Linear linearise(double[] x, boolean central) {
    double[] p = free.full(x);
    int columns = free.count() + 1;
    double[] sums = new double[count()];
    int[] lengths = new int[count()];
    double[][][] parts = new double[count()][][];
    boolean room = loss.kind() == RobustLoss.Kind.SQUARES && (long) m * columns <= KEPT;
    double[][][] kept = room ? new double[count()][][] : null;
    blocks(
        (b, from, to) -> {
          double[][] block = linearised(p, from, to, central);
          if (room) {
            kept[b] = Arrays.stream(block).map(double[]::clone).toArray(double[][]::new);
          }
          for (double ri : block[columns - 1]) {
            sums[b] += loss.of(ri);
          }
          loss.scale(block);
          HouseholderQr.reduce(block, to - from);
          lengths[b] = to - from;
          parts[b] = shortened(block);
        });
    double[] triangle = HouseholderQr.combine(parts, lengths, BLOCK);
    return new Linear(x.clone(), central, sum(sums, 0, sums.length), triangle, kept);
  }

  /** Only the triangle of a block is needed, and the rest of a million rows is much. */
  private static double[][] shortened(double[][] block) {
    return Arrays.stream(block)
        .map(column -> Arrays.copyOf(column, Math.min(column.length, block.length)))
        .toArray(double[][]::new);
  }

  /** Returns rows of [J r] by columns, weighted. */
  private double[][] linearised(double[] p, int from, int to, boolean central) {
    int n = function.parameters();
    int k = free.count();
    int rows = to - from;
    double[][] block = new double[k + 1][rows];
    double[] r = block[k];
    if (function.differentiable()) {
      double[] j = new double[rows * n];
      function.rows(p, from, to, r, j);
      for (int c = 0; c < k; c++) {
        double[] column = block[c];
        for (int i = 0, at = free.indices[c]; i < rows; i++, at += n) {
          column[i] = j[at];
        }
      }
    } else {
      function.rows(p, from, to, r, null);
      differences(p, from, to, central, r, block);
    }
    for (int c = 0; rootWeights != null && c <= k; c++) {
      for (int i = 0; i < rows; i++) {
        block[c][i] *= rootWeights[from + i];
      }
    }
    return block;
  }

  /** Differences by steps in proportion to each parameter, away from its upper bound. */
  private void differences(
      double[] p, int from, int to, boolean central, double[] r, double[][] block) {
    int k = free.count();
    double[] near = r;
    double[] far = new double[to - from];
    double[] q = p.clone();
    for (int c = 0; c < k; c++) {
      int at = free.indices[c];
      double size = p[at] == 0 ? 1 : Math.abs(p[at]);
      double h = (central ? CENTRAL : FORWARD) * size;
      double up = p[at] + h > free.upper[c] ? p[at] - h : p[at] + h;
      double down = central ? p[at] - (up - p[at]) : p[at];
      q[at] = up;
      function.rows(q, from, to, far, null);
      if (central) {
        q[at] = down;
        near = new double[to - from];
        function.rows(q, from, to, near, null);
      }
      q[at] = p[at];
      for (int i = 0; i < r.length; i++) {
        block[c][i] = (far[i] - near[i]) / (up - down);
      }
    }
  }

  /**
   * Returns {@code J' r_ss} with the second derivative {@code r_ss} of the residuals along a step
   * from a point whose rows were kept, by a difference; null if that is not finite. Costs one
   * evaluation.
   */
  @SuppressWarnings("NullAway")
  double @Nullable [] bend(Linear here, double[] step) {
    double h = 0.1;
    int k = free.count();
    double[] moved = here.x.clone();
    for (int c = 0; c < k; c++) {
      moved[c] += h * step[c];
    }
    double[] p = free.full(moved);
    double[][] parts = new double[count()][k];
    blocks(
        (b, from, to) -> {
          double[] r = residuals(p, from, to);
          double[][] block = here.rows[b];
          double[] slope = new double[r.length];
          for (int c = 0; c < k; c++) {
            Vectors.axpy(step[c], block[c], slope);
          }
          double[] second = new double[r.length];
          for (int i = 0; i < r.length; i++) {
            second[i] = 2 / h * ((r[i] - block[k][i]) / h - slope[i]);
          }
          for (int c = 0; c < k; c++) {
            parts[b][c] = Vectors.dot(block[c], second);
          }
        });
    double[] total = new double[k];
    for (double[] part : parts) {
      Vectors.axpy(1, part, total);
    }
    return Arrays.stream(total).allMatch(Double::isFinite) ? total : null;
  }
}
