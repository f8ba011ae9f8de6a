package org.ironopt.theory.sampling;

import java.util.Arrays;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Parallel;
import org.ironopt.linalg.Vectors;

/**
 * The law of {@code (D_B, q_B)} of a {@link LinearRecursion} over the batches: {@code D_B = l I +
 * U_B} with {@code U_B = sum_j u_j v_j v_j'}, its means, and the covariance that a step adds.
 */
final class StepLaw {
  /** From this many operations on, batches are shared out over threads, in so many parts. */
  private static final int PARALLEL = 1 << 20;

  private static final int PARTS = 16;

  /** So many batches are gathered at a time. */
  private static final int CHUNK = 256;

  private static final int MANY = 1000;

  final LinearRecursion recursion;
  final QuadraticSum sum;

  /** {@code D_B = l I + U_B}, and {@code I - D_B = k I - U_B} without cancellation. */
  final double l;

  final double k;
  final DenseMatrix meanU;
  final double[] meanQ;
  private final BatchLaw.BatchSet drawn;
  private final double factor;
  private final int d;
  private final double[] u;
  private final double[] q;

  /** The map {@code Y -> sum_kl Cov(U_ik, U_jl) Y_kl} from pairs kl to pairs ij, once gathered. */
  private DenseMatrix gathered;

  /** {@code Cov(q_i, U_jk)} in row ij and column k, and {@code Cov(q_i, q_j)}, once gathered. */
  private DenseMatrix acrossU;

  private DenseMatrix ofQ;

  /** Takes the batches; {@code factor} times their covariance is that of a step. */
  @SuppressWarnings("NullAway.Init")
  StepLaw(BatchLaw.BatchSet drawn, LinearRecursion recursion, double factor) {
    this.drawn = drawn;
    this.recursion = recursion;
    this.factor = factor;
    sum = drawn.sum;
    d = sum.dimension();
    double lambda = recursion.lambda();
    double ridge = sum.ridge();
    boolean implicit = recursion.implicit();
    k = implicit ? 1 / (1 + lambda * ridge) : 1 - lambda * ridge;
    l = implicit ? lambda * ridge * k : lambda * ridge;
    u = new double[drawn.squares.length];
    q = new double[drawn.across.length];
    meanU = DenseMatrix.zeros(d, d);
    meanQ = new double[d];
    for (int b = 0; b < drawn.probability.length; b++) {
      double outside = implicit ? lambda * k : lambda;
      for (int c = 0; c < d; c++) {
        q[b * d + c] = -outside * drawn.across[b * d + c];
      }
      for (int j = drawn.first[b]; j < drawn.first[b + 1]; j++) {
        double shrink = 1 + k * lambda * drawn.squares[j];
        u[j] = implicit ? k * k * lambda / shrink : lambda;
        double inside = implicit ? outside / shrink : lambda;
        QuadraticSum.addRow(-inside * drawn.along[j], drawn.rows, j * d, q, b * d, d);
        double weight = drawn.probability[b] * u[j];
        QuadraticSum.addOuter(weight, drawn.rows, j * d, drawn.rows, j * d, d, meanU.data());
      }
      QuadraticSum.addRow(drawn.probability[b], q, b * d, meanQ, 0, d);
    }
    meanU.symmetrize();
  }

  /**
   * Returns {@code E[U Y U] - E[U] Y E[U]}: the covariance of {@code D_B p} for {@code Cov p = Y}.
   */
  DenseMatrix spread(DenseMatrix y) {
    if (gathered != null) {
      return contract(y);
    }
    DenseMatrix sum = sum((b, to) -> addProduct(b, y, to));
    DenseMatrix mean = meanU.multiply(y).multiply(meanU);
    sum = sum.plus(-1, mean).times(factor);
    sum.symmetrize();
    return sum;
  }

  /** Gathers what makes very many calls cheaper. */
  StepLaw gather() {
    return gather(MANY);
  }

  /**
   * Gathers the covariances of the elements of U_B and q_B where that makes so many calls of {@link
   * #added} or {@link #spread} cheaper: for many batches in few dimensions.
   */
  StepLaw gather(long calls) {
    int count = drawn.probability.length;
    int pairs = d * (d + 1) / 2;
    int width = pairs + d;
    double rows = drawn.first[count];
    double once = rows * (3.0 * d + rows / count) * d;
    double gathering = rows * pairs + count * (width * width / 2.0);
    double then = (double) pairs * pairs + d * d * d;
    if (gathered != null || d > 64 || gathering + calls * then >= calls * once) {
      return this;
    }
    DenseMatrix second = DenseMatrix.zeros(width, width);
    for (int from = 0; from < count; from += CHUNK) {
      int first = from;
      double[][] elements = new double[Math.min(CHUNK, count - from)][];
      Parallel.forEach(elements.length, i -> elements[i] = elements(first + i));
      Parallel.forEach(
          PARTS,
          part -> {
            for (int b = 0; b < elements.length; b++) {
              double weight = factor * drawn.probability[first + b];
              for (int i = part; i < width; i += PARTS) {
                double scaled = weight * elements[b][i];
                for (int j = 0; j <= i; j++) {
                  int at = i * width + j;
                  second.data()[at] = Math.fma(scaled, elements[b][j], second.data()[at]);
                }
              }
            }
          });
    }
    gathered = DenseMatrix.zeros(pairs, pairs);
    for (int i = 0; i < d; i++) {
      for (int j = 0; j <= i; j++) {
        for (int k = 0; k < d; k++) {
          for (int l = 0; l <= k; l++) {
            double one = lower(second, pair(i, k), pair(j, l));
            double other = k == l ? 0 : lower(second, pair(i, l), pair(j, k));
            gathered.set(pair(i, j), pair(k, l), one + other);
          }
        }
      }
    }
    acrossU = DenseMatrix.zeros(d * d, d);
    ofQ = DenseMatrix.zeros(d, d);
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < d; j++) {
        ofQ.set(i, j, lower(second, pairs + i, pairs + j));
        for (int k = 0; k < d; k++) {
          acrossU.set(i * d + j, k, lower(second, pairs + i, pair(j, k)));
        }
      }
    }
    return this;
  }

  private static double lower(DenseMatrix symmetric, int i, int j) {
    return i < j ? symmetric.get(j, i) : symmetric.get(i, j);
  }

  /** Returns the elements of U_B (each pair once) and q_B, less their means. */
  private double[] elements(int b) {
    double[] elements = new double[d * (d + 1) / 2 + d];
    int at = 0;
    for (int i = 0; i < d; i++) {
      for (int j = 0; j <= i; j++) {
        double element = -meanU.get(i, j);
        for (int r = drawn.first[b]; r < drawn.first[b + 1]; r++) {
          element = Math.fma(u[r] * drawn.rows[r * d + i], drawn.rows[r * d + j], element);
        }
        elements[at++] = element;
      }
    }
    for (int i = 0; i < d; i++) {
      elements[at++] = q[b * d + i] - meanQ[i];
    }
    return elements;
  }

  /** Returns {@code sum_kl Cov(U_ik, U_jl) Y_kl}. */
  private DenseMatrix contract(DenseMatrix y) {
    double[] seen = new double[gathered.rows()];
    double[] pairs = new double[gathered.rows()];
    for (int i = 0; i < d; i++) {
      for (int j = 0; j <= i; j++) {
        seen[pair(i, j)] = y.get(i, j);
      }
    }
    gathered.apply(seen, pairs);
    DenseMatrix sum = DenseMatrix.zeros(d, d);
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < d; j++) {
        sum.set(i, j, pairs[pair(i, j)]);
      }
    }
    return sum;
  }

  private static int pair(int i, int j) {
    return i < j ? j * (j + 1) / 2 + i : i * (i + 1) / 2 + j;
  }

  /** Returns the covariance of {@code q_B - D_B p} for a fixed p. */
  DenseMatrix covariance(double[] p) {
    return added(p, DenseMatrix.zeros(d, d));
  }

  /** Returns the covariance of {@code q_B - D_B p} for a p of this mean and covariance Y. */
  DenseMatrix added(double[] p, DenseMatrix y) {
    DenseMatrix sum;
    if (gathered == null) {
      double[] mean = new double[d];
      meanU.apply(p, mean);
      Vectors.subtract(meanQ, mean, mean);
      sum = sum((b, to) -> addSquare(b, p, mean, to)).times(factor);
      if (Vectors.maxAbs(y.data()) > 0) {
        sum = sum.plus(1, spread(y));
      }
    } else {
      // Cov q - Cov(q, Up) - Cov(Up, q) + Cov(Up)
      DenseMatrix square = y.copy();
      QuadraticSum.addOuter(1, p, 0, p, 0, d, square.data());
      double[] across = new double[d * d];
      acrossU.apply(p, across);
      sum = contract(square).plus(1, ofQ);
      Vectors.axpy(-2, across, sum.data());
    }
    sum.symmetrize();
    return sum;
  }

  /** Returns what gradient noise of covariance Sigma adds to the covariance of a step. */
  DenseMatrix gradientNoise(DenseMatrix sigma) {
    double lambda = recursion.lambda();
    DenseMatrix seen = sigma;
    if (recursion.implicit()) {
      DenseMatrix mean = meanU.times(-1);
      mean.addDiagonal(k);
      seen = mean.multiply(sigma).multiply(mean).plus(1, spread(sigma));
    }
    seen = seen.times(lambda * lambda);
    seen.symmetrize();
    return seen;
  }

  private interface Term {
    void add(int batch, double[] to);
  }

  /** Adds up over all batches, in parts that do not depend on the threads. */
  private DenseMatrix sum(Term term) {
    int count = drawn.probability.length;
    int parts = (long) drawn.first[count] * d * d < PARALLEL ? 1 : Math.min(PARTS, count);
    double[][] sums = new double[parts][d * d];
    Parallel.forEach(
        parts,
        i -> {
          int to = (int) ((long) count * (i + 1) / parts);
          for (int b = (int) ((long) count * i / parts); b < to; b++) {
            term.add(b, sums[i]);
          }
        });
    for (int i = 1; i < parts; i++) {
      Vectors.axpy(1, sums[i], sums[0]);
    }
    return DenseMatrix.of(d, d, sums[0]);
  }

  /** Adds {@code U Y U} of a batch. */
  private void addProduct(int batch, DenseMatrix y, double[] to) {
    int from = drawn.first[batch];
    int rank = drawn.first[batch + 1] - from;
    double[] yv = new double[d];
    double[][] left = new double[rank][d];
    for (int j = 0; j < rank; j++) {
      for (int i = 0; i < d; i++) {
        yv[i] = Vectors.dot(y.data(), i * d, drawn.rows, (from + j) * d, d);
      }
      for (int i = 0; i < rank; i++) {
        double dot = Vectors.dot(drawn.rows, (from + i) * d, yv, 0, d);
        double weight = u[from + i] * u[from + j] * dot;
        QuadraticSum.addRow(weight, drawn.rows, (from + i) * d, left[j], 0, d);
      }
    }
    for (int j = 0; j < rank; j++) {
      QuadraticSum.addOuter(
          drawn.probability[batch], left[j], 0, drawn.rows, (from + j) * d, d, to);
    }
  }

  private void addSquare(int batch, double[] p, double[] mean, double[] to) {
    double[] t = Arrays.copyOfRange(q, batch * d, (batch + 1) * d);
    Vectors.axpy(-1, mean, t);
    for (int j = drawn.first[batch]; j < drawn.first[batch + 1]; j++) {
      double weight = u[j] * Vectors.dot(drawn.rows, j * d, p, 0, d);
      QuadraticSum.addRow(-weight, drawn.rows, j * d, t, 0, d);
    }
    QuadraticSum.addOuter(drawn.probability[batch], t, 0, t, 0, d, to);
  }
}
