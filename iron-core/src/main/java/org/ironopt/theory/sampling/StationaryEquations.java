package org.ironopt.theory.sampling;

import java.util.Arrays;
import java.util.function.UnaryOperator;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.SymmetricEigen;
import org.ironopt.linalg.Vectors;
import org.ironopt.theory.internal.SmallLinearSystem;
import org.ironopt.theory.internal.SumOfSteps;

/**
 * The stationary equations of a {@link StepLaw} in the eigenbasis of E U_B, in which the mean
 * recursion falls apart into 2 x 2 matrices {@code M_i = I + N - d_i g h'}. With {@code Z} the
 * covariance that a step adds and {@code Cov z = S},
 *
 * <pre>{@code
 * S_ij = M_i S_ij M_j' + Z_ij g g'  gives  Cov p_ij = beta_ij Z_ij,
 * Z = Q + spread(beta o Z),         Q = Cov(q_B - D_B E p),
 * }</pre>
 *
 * an equation between matrices of order d whatever the state, THEORY (56)-(57). Second moments are
 * stable iff all M_i are and the map {@code Z -> spread(beta o Z)}, which keeps positive matrices
 * positive, has a spectral radius below 1; that of {@code E[M (x) M]} is the rho at which the same
 * map, beta taken for {@code M_i/sqrt(rho)}, has radius 1.
 */
final class StationaryEquations {
  private static final int MOST_ITERATIONS = 20_000;
  private static final double PRECISION = 1e-13;

  private final StepLaw law;
  private final int d;
  private final double[] u;
  private final DenseMatrix basis;
  private final DenseMatrix transposed;
  private final double[] g;
  private final double[] h;

  StationaryEquations(StepLaw law) {
    this.law = law.gather();
    d = law.meanQ.length;
    SymmetricEigen eigen = SymmetricEigen.of(law.meanU);
    u = eigen.values();
    basis = eigen.vectors();
    transposed = basis.transpose();
    g = law.recursion.g();
    h = law.recursion.h();
  }

  /** Returns M_i by rows, from {@code 1 - d_i = k - u_i}. */
  private double[] m(int i) {
    double[] m = law.recursion.rest();
    addOuter(law.k - u[i], m);
    return m;
  }

  /** Returns {@code M_i - I} by rows, from {@code d_i = l + u_i}. */
  private double[] n(int i) {
    double[] n = law.recursion.n();
    addOuter(-law.l - u[i], n);
    return n;
  }

  private void addOuter(double c, double[] to) {
    for (int a = 0; a < 4; a++) {
      to[a] = Math.fma(c * g[a / 2], h[a % 2], to[a]);
    }
  }

  /** Returns the pairs of {@code E z} in the eigenbasis: {@code -(M_i - I) m_i = g E q_i}. */
  private double[][] mean() {
    double[] q = new double[d];
    basis.applyTransposed(law.meanQ, q);
    double[][] mean = new double[2][d];
    for (int i = 0; i < d; i++) {
      double[] n = n(i);
      double det = n[0] * n[3] - n[1] * n[2];
      mean[0][i] = -q[i] * (n[3] * g[0] - n[1] * g[1]) / det;
      mean[1][i] = -q[i] * (n[0] * g[1] - n[2] * g[0]) / det;
    }
    return mean;
  }

  /** Returns {@code E x - x*}. */
  double[] bias() {
    double[] bias = new double[d];
    basis.apply(mean()[0], bias);
    return bias;
  }

  /** Returns {@code E (x - x*)(x - x*)'} with gradient noise of that covariance. */
  DenseMatrix secondMoment(DenseMatrix noise) {
    double[][] mean = mean();
    Beta beta = new Beta(1);
    DenseMatrix second = beta.position(added(noise, mean, beta));
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < d; j++) {
        second.set(i, j, Math.fma(mean[0][i], mean[0][j], second.get(i, j)));
      }
    }
    return symmetric(second);
  }

  /** Returns Z in the eigenbasis. */
  private DenseMatrix added(DenseMatrix noise, double[][] mean, Beta beta) {
    double[] p = new double[d];
    for (int i = 0; i < d; i++) {
      p[i] = h[0] * mean[0][i] + h[1] * mean[1][i];
    }
    double[] pBar = new double[d];
    basis.apply(p, pBar);
    DenseMatrix q = law.covariance(pBar);
    if (Vectors.maxAbs(noise.data()) > 0) {
      q = q.plus(1, law.gradientNoise(noise));
    }
    q = rotate(q, transposed, basis);
    return solve(q, y -> spread(beta.read(y)));
  }

  /**
   * Returns the covariance of the mean of K stationary positions, THEORY (94), and the limit of K
   * times it: pair by pair {@code Z_ij ((I - M_i)^-1 g)_1 ((I - M_j)^-1 g)_1}.
   */
  DenseMatrix[] average(DenseMatrix noise, long steps) {
    Beta beta = new Beta(1);
    DenseMatrix z = added(noise, mean(), beta);
    DenseMatrix covariance = DenseMatrix.zeros(d, d);
    DenseMatrix limit = DenseMatrix.zeros(d, d);
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < d; j++) {
        double zij = z.get(i, j);
        double cross = zij * g[0] * g[1];
        double[] q = {zij * g[0] * g[0], cross, cross, zij * g[1] * g[1]};
        double[] start = beta.blocks[i * d + j].clone();
        Vectors.scale(zij, start);
        double sum =
            SumOfSteps.of(SumOfSteps.Step.of(n(i)), SumOfSteps.Step.of(n(j)), q, steps)
                .from(start)[8];
        covariance.set(i, j, sum / steps / steps);
        limit.set(i, j, zij * total(i) * total(j));
      }
    }
    return new DenseMatrix[] {symmetric(covariance), symmetric(limit)};
  }

  private DenseMatrix symmetric(DenseMatrix inBasis) {
    DenseMatrix turned = rotate(inBasis, basis, transposed);
    turned.symmetrize();
    return turned;
  }

  /** Returns {@code ((I - M_i)^-1 g)_1}, what a unit of noise adds to all positions together. */
  private double total(int i) {
    double[] n = n(i);
    return -(n[3] * g[0] - n[1] * g[1]) / (n[0] * n[3] - n[1] * n[2]);
  }

  private static DenseMatrix rotate(DenseMatrix y, DenseMatrix left, DenseMatrix right) {
    return left.multiply(y).multiply(right);
  }

  private DenseMatrix spread(DenseMatrix y) {
    return rotate(law.spread(rotate(y, basis, transposed)), transposed, basis);
  }

  /** Returns the sum of the series {@code q + T q + T^2 q + ...}, whose terms are all positive. */
  private static DenseMatrix solve(DenseMatrix q, UnaryOperator<DenseMatrix> t) {
    DenseMatrix sum = q;
    DenseMatrix term = q;
    double norm = term.norm();
    for (int k = 0; k < MOST_ITERATIONS && norm > 0; k++) {
      term = t.apply(term);
      double ratio = term.norm() / norm;
      norm *= ratio;
      sum = sum.plus(1, term);
      if (ratio < 1 && norm * ratio / (1 - ratio) <= 1e-16 * sum.norm()) {
        break;
      }
    }
    return sum;
  }

  /** Returns the spectral radius of {@code E[M (x) M]}. */
  double radius() {
    double mean = 0;
    for (int i = 0; i < d; i++) {
      mean = Math.max(mean, radius(m(i)));
    }
    double low = mean * mean;
    DenseMatrix start = spread(DenseMatrix.identity(d));
    if (start.norm() <= PRECISION * law.meanU.norm() * law.meanU.norm()) {
      return low; // every batch is f
    }
    // 1/(radius of the map) grows from 0 at low, nearly linearly: secants with a bracket.
    double below = low;
    double atBelow = 0;
    double above = Math.max(2 * low, Double.MIN_NORMAL);
    double atAbove = 1 / radius(above, start);
    while (atAbove < 1) {
      below = above;
      atBelow = atAbove;
      above *= 2;
      atAbove = 1 / radius(above, start);
    }
    for (int k = 0; k < 60 && above - below > PRECISION * above; k++) {
      double next = below + (above - below) * (1 - atBelow) / (atAbove - atBelow);
      // Every third step halves the bracket, lest one end stays where it is.
      next = k % 3 == 2 || !(next > below && next < above) ? (below + above) / 2 : next;
      if (!(next > below && next < above)) {
        break;
      }
      double at = 1 / radius(next, start);
      if (Math.abs(at - 1) <= PRECISION) {
        return next;
      }
      if (at < 1) {
        below = next;
        atBelow = at;
      } else {
        above = next;
        atAbove = at;
      }
    }
    return (below + above) / 2;
  }

  /**
   * Returns the radius of {@code Z -> spread(beta_rho o Z)}; starts go from one rho to the next.
   */
  private double radius(double rho, DenseMatrix start) {
    Beta beta = new Beta(rho);
    return PositiveMap.radius(z -> spread(beta.read(z)), start);
  }

  /** Returns the larger modulus of the two eigenvalues. */
  private static double radius(double[] m) {
    double half = (m[0] + m[3]) / 2;
    double det = m[0] * m[3] - m[1] * m[2];
    double disc = (m[0] - m[3]) * (m[0] - m[3]) / 4 + m[1] * m[2];
    return disc < 0 ? Math.sqrt(Math.max(det, 0)) : Math.abs(half) + Math.sqrt(disc);
  }

  /** The 2 x 2 blocks of {@code S_ij = (M_i S_ij M_j' + g g')/rho} for all pairs. */
  private final class Beta {
    private final double[][] blocks = new double[d * d][];

    Beta(double rho) {
      boolean small = rho < 0.25;
      double[][] m = new double[d][];
      Arrays.setAll(m, i -> small ? m(i) : n(i));
      for (int i = 0; i < d; i++) {
        for (int j = 0; j <= i; j++) {
          double[] s = block(m[i], m[j], rho, small);
          blocks[i * d + j] = s;
          blocks[j * d + i] = new double[] {s[0], s[2], s[1], s[3]};
        }
      }
    }

    /**
     * Solves {@code rho S - M_i S M_j' = g g'}; unless rho is small it is written with {@code N = M
     * - I}: {@code I - M_i (x) M_j} would cancel.
     */
    private double[] block(double[] a, double[] b, double rho, boolean small) {
      double[][] system = new double[4][4];
      for (int r = 0; r < 4; r++) {
        for (int c = 0; c < 4; c++) {
          int ofA = r / 2 * 2 + c / 2;
          int ofB = r % 2 * 2 + c % 2;
          double left = small || r % 2 != c % 2 ? 0 : a[ofA];
          double right = small || r / 2 != c / 2 ? 0 : b[ofB];
          double diagonal = r != c ? 0 : small ? rho : rho - 1;
          system[r][c] = diagonal - left - right - a[ofA] * b[ofB];
        }
      }
      double[] right = {g[0] * g[0], g[0] * g[1], g[1] * g[0], g[1] * g[1]};
      return SmallLinearSystem.solve(system, right);
    }

    /** Returns {@code beta o Z}, the covariance of p. */
    DenseMatrix read(DenseMatrix z) {
      DenseMatrix y = DenseMatrix.zeros(d, d);
      for (int a = 0; a < d * d; a++) {
        double[] s = blocks[a];
        double beta =
            h[0] * h[0] * s[0] + h[0] * h[1] * s[1] + h[1] * h[0] * s[2] + h[1] * h[1] * s[3];
        y.data()[a] = beta * z.data()[a];
      }
      return y;
    }

    /** Returns the covariance of e. */
    DenseMatrix position(DenseMatrix z) {
      DenseMatrix s = DenseMatrix.zeros(d, d);
      for (int a = 0; a < d * d; a++) {
        s.data()[a] = blocks[a][0] * z.data()[a];
      }
      return s;
    }
  }
}
