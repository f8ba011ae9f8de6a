package org.ironopt.theory.sampling;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.SymmetricEigen;
import org.ironopt.linalg.Vectors;
import org.jspecify.annotations.Nullable;

/**
 * The batches of a {@link QuadraticSum}, prepared once for all methods and steps: all of them with
 * their probabilities, or a sample. The Hessian of a batch is kept, THEORY (53), as {@code A_B =
 * ridge I + sum_j v_j v_j'} with orthogonal rows v_j, since then its resolvent is, for every
 * lambda,
 *
 * <pre>{@code
 * R_B = k I - sum_j u_j v_j v_j',  k = 1/(1 + lambda ridge),  u_j = k^2 lambda/(1 + k lambda |v_j|^2).
 * }</pre>
 *
 * Batches are prepared when first needed.
 */
public final class BatchLaw {
  /** Rows and remainders below this fraction of the largest are rounding. */
  private static final double ROUNDING = 1e-14;

  /** Where the rows of all batches would take more, a sample is drawn. */
  private static final double MOST_NUMBERS = 1 << 26;

  private final QuadraticSum sum;
  private final SamplingScheme sampling;
  private @Nullable BatchSet batches;
  private @Nullable BatchSet singles;

  private BatchLaw(QuadraticSum sum, SamplingScheme sampling) {
    this.sum = sum;
    this.sampling = sampling;
    sampling.factor(sum.terms()); // refuses a batch that is too large
  }

  /** Returns the batches of a sum that are drawn so. */
  public static BatchLaw of(QuadraticSum sum, SamplingScheme sampling) {
    return new BatchLaw(sum, sampling);
  }

  public QuadraticSum sum() {
    return sum;
  }

  public SamplingScheme sampling() {
    return sampling;
  }

  /** Returns whether expectations for this method are exact, not means over a sample. */
  public boolean exact(LinearRecursion recursion) {
    return !recursion.implicit() || enumerable();
  }

  /** Returns whether all batches are few enough, also for the memory. */
  boolean enumerable() {
    int n = sum.terms();
    int d = sum.dimension();
    int[] longest = new int[sampling.size()];
    return sampling.enumerable(n)
        && sampling.count(n) * Math.min(d, sum.rank(longest)) * d <= MOST_NUMBERS;
  }

  /**
   * Returns {@code E|argmin f_B - x*|^2}, to which the error of implicit steps tends as the step
   * grows, THEORY (58); empty if a batch has no unique minimiser.
   */
  public OptionalDouble limit() {
    return batches().limit();
  }

  /**
   * Returns the law of one step. An explicit step uses of a batch only a mean over its terms, whose
   * variance is that of single terms times a known factor.
   */
  StepLaw at(LinearRecursion recursion) {
    return recursion.implicit()
        ? new StepLaw(batches(), recursion, 1)
        : new StepLaw(singles(), recursion, sampling.factor(sum.terms()));
  }

  /** Returns the law of one step in each of the parts of a sample. */
  List<StepLaw> parts(LinearRecursion recursion) {
    List<int[]> all = batches().terms;
    int size = all.size() / SamplingScheme.PARTS;
    return IntStream.range(0, SamplingScheme.PARTS)
        .mapToObj(i -> all.subList(i * size, (i + 1) * size))
        .map(part -> new StepLaw(new BatchSet(sum, part, null), recursion, 1))
        .toList();
  }

  synchronized BatchSet batches() {
    if (batches == null) {
      int n = sum.terms();
      batches =
          enumerable()
              ? new BatchSet(sum, sampling.all(n), sampling)
              : new BatchSet(sum, sampling.drawn(n), null);
    }
    return batches;
  }

  private synchronized BatchSet singles() {
    if (singles == null) {
      SamplingScheme one = SamplingScheme.with(1);
      singles = sampling.size() == 1 ? batches() : new BatchSet(sum, one.all(sum.terms()), one);
    }
    return singles;
  }

  /** Some batches with their probabilities, orthogonal rows and gradients at x*. */
  static final class BatchSet {
    final QuadraticSum sum;
    final List<int[]> terms;
    final double[] probability;

    /** The rows of batch B are those from {@code first[B]} to {@code first[B + 1] - 1}. */
    final int[] first;

    final double[] rows;

    /** |v_j|^2. */
    final double[] squares;

    /** {@code v_j.g_B/|v_j|^2}. */
    final double[] along;

    /** The part of g_B that is orthogonal to all rows of the batch. */
    final double[] across;

    /**
     * Prepares batches.
     *
     * @param weights gives their probabilities; null for the equal ones of a sample. The gradients
     *     of a sample are shifted by their mean, which is known to be 0
     */
    BatchSet(QuadraticSum sum, List<int[]> terms, @Nullable SamplingScheme weights) {
      this.sum = sum;
      this.terms = terms;
      int d = sum.dimension();
      int count = terms.size();
      probability = new double[count];
      double total = 0;
      double[] mean = new double[d];
      for (int i = 0; i < count; i++) {
        probability[i] = weights == null ? 1 : weights.weight(terms.get(i));
        total += probability[i];
      }
      for (int i = 0; i < count; i++) {
        probability[i] /= total;
        Vectors.axpy(probability[i], sum.gradient(terms.get(i)), mean);
      }
      first = new int[count + 1];
      long most = terms.stream().mapToLong(b -> Math.min(d, sum.rank(b))).sum();
      rows = new double[Math.toIntExact(most * d)];
      squares = new double[(int) most];
      along = new double[(int) most];
      across = new double[count * d];
      for (int i = 0; i < count; i++) {
        double[] g = sum.gradient(terms.get(i));
        Vectors.axpy(-1, mean, g);
        prepare(i, orthogonal(sum.factor(terms.get(i)), terms.get(i).length), g);
      }
    }

    /** Returns rows with the same {@code V'V/b}, orthogonal to each other. */
    private static DenseMatrix orthogonal(DenseMatrix v, int b) {
      DenseMatrix scaled = v.times(1 / Math.sqrt(b));
      if (v.rows() <= 1) {
        return scaled;
      }
      boolean wide = v.rows() <= v.columns();
      DenseMatrix t = scaled.transpose();
      DenseMatrix gram = wide ? scaled.multiply(t) : t.multiply(scaled);
      gram.symmetrize();
      SymmetricEigen eigen = SymmetricEigen.of(gram);
      DenseMatrix vectors = eigen.vectors().transpose();
      if (wide) {
        return vectors.multiply(scaled);
      }
      double[] values = eigen.values();
      for (int i = 0; i < values.length; i++) {
        for (int j = 0; j < values.length; j++) {
          vectors.set(i, j, vectors.get(i, j) * Math.sqrt(Math.max(values[i], 0)));
        }
      }
      return vectors;
    }

    private void prepare(int batch, DenseMatrix v, double[] g) {
      int d = g.length;
      int at = first[batch];
      double largest = 0;
      for (int j = 0; j < v.rows(); j++) {
        largest = Math.max(largest, Vectors.dot(v.data(), j * d, v.data(), j * d, d));
      }
      double norm = Vectors.norm(g);
      double[] rest = g.clone();
      for (int j = 0; j < v.rows(); j++) {
        double square = Vectors.dot(v.data(), j * d, v.data(), j * d, d);
        if (!(square > ROUNDING * largest)) {
          continue;
        }
        System.arraycopy(v.data(), j * d, rows, at * d, d);
        squares[at] = square;
        along[at] = Vectors.dot(v.data(), j * d, g, 0, d) / square;
        QuadraticSum.addRow(-along[at], rows, at * d, rest, 0, d);
        at++;
      }
      first[batch + 1] = at;
      if (at - first[batch] == d || Vectors.norm(rest) <= ROUNDING * norm) {
        Arrays.fill(rest, 0); // g is in the span of the rows
      }
      System.arraycopy(rest, 0, across, batch * d, d);
    }

    OptionalDouble limit() {
      double limit = 0;
      for (int i = 0; i < terms.size(); i++) {
        if (!hasMinimizer(i)) {
          return OptionalDouble.empty();
        }
        limit += probability[i] * sum.squaredError(solved(i, 0));
      }
      return OptionalDouble.of(limit);
    }

    private boolean hasMinimizer(int batch) {
      return sum.ridge() > 0 || first[batch + 1] - first[batch] == sum.dimension();
    }

    /**
     * Returns {@code (A_B + shift I)^-1 g_B}; the part across the rows is 0 if nothing damps it.
     */
    private double[] solved(int batch, double shift) {
      int d = sum.dimension();
      double least = sum.ridge() + shift;
      double[] x = Arrays.copyOfRange(across, batch * d, (batch + 1) * d);
      if (least > 0) {
        Vectors.scale(1 / least, x);
      }
      for (int j = first[batch]; j < first[batch + 1]; j++) {
        QuadraticSum.addRow(along[j] / (least + squares[j]), rows, j * d, x, 0, d);
      }
      return x;
    }

    /** Returns the largest {@code |(A_B + shift I)^-1 g_B|} over the batches. */
    double farthest(double shift) {
      return IntStream.range(0, terms.size())
          .mapToDouble(i -> Vectors.norm(solved(i, shift)))
          .max()
          .orElseThrow();
    }
  }
}
