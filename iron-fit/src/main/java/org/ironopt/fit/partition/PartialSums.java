package org.ironopt.fit.partition;

import java.io.Serializable;
import java.util.Arrays;
import org.ironopt.linalg.Vectors;

/** Partial sums from one or more partitions, for a {@link Query}. */
public sealed interface PartialSums extends Serializable {
  /** Adds the answer of later partitions to this one, perhaps in place, and returns the sum. */
  PartialSums plus(PartialSums later);

  /**
   * Sums over rows.
   *
   * @param scalars numbers to be added
   * @param least numbers of which the smallest counts
   * @param length of the vector with all its elements
   * @param positions of the elements of the vector that are there, ascending; null if all are
   * @param vector the elements
   * @param matrix lower half of a symmetric matrix, row after row; empty if it was not asked for
   */
  record Sums(
      double[] scalars,
      double[] least,
      int length,
      int[] positions,
      double[] vector,
      double[] matrix)
      implements PartialSums {
    /** Returns numbers to be added, and nothing else. */
    public static Sums of(double... scalars) {
      double[] none = new double[0];
      return new Sums(scalars, none, 0, null, none, none);
    }

    @Override
    public Sums plus(PartialSums later) {
      Sums other = (Sums) later;
      Vectors.axpy(1, other.scalars, scalars);
      for (int i = 0; i < least.length; i++) {
        least[i] = Math.min(least[i], other.least[i]);
      }
      Vectors.axpy(1, other.matrix, matrix);
      if (positions != null && other.positions != null) {
        return union(other);
      }
      Sums sum = whole();
      other.addTo(sum.vector);
      return sum;
    }

    /** Returns the same with all elements of the vector. */
    Sums whole() {
      if (positions == null) {
        return this;
      }
      double[] all = new double[length];
      addTo(all);
      return new Sums(scalars, least, length, null, all, matrix);
    }

    /** Returns the product of the symmetric matrix and a vector. */
    double[] times(double[] v) {
      double[] out = new double[v.length];
      for (int i = 0, at = 0; i < v.length; at += ++i) {
        out[i] += Vectors.dot(matrix, at, v, 0, i + 1);
        for (int j = 0; j < i; j++) {
          out[j] = Math.fma(matrix[at + j], v[i], out[j]);
        }
      }
      return out;
    }

    private void addTo(double[] all) {
      if (positions == null) {
        Vectors.axpy(1, vector, all);
        return;
      }
      for (int k = 0; k < positions.length; k++) {
        all[positions[k]] += vector[k];
      }
    }

    /** Merges sparse vectors; densifies when over half full. */
    private Sums union(Sums other) {
      int most = positions.length + other.positions.length;
      int[] at = new int[most];
      double[] sum = new double[most];
      int n = 0;
      for (int i = 0, k = 0; i < positions.length || k < other.positions.length; n++) {
        int mine = i < positions.length ? positions[i] : Integer.MAX_VALUE;
        int its = k < other.positions.length ? other.positions[k] : Integer.MAX_VALUE;
        at[n] = Math.min(mine, its);
        sum[n] = mine <= its ? vector[i++] : 0;
        sum[n] += its <= mine ? other.vector[k++] : 0;
      }
      Sums both =
          new Sums(scalars, least, length, Arrays.copyOf(at, n), Arrays.copyOf(sum, n), matrix);
      return n > length / 2 ? both.whole() : both;
    }
  }

  /**
   * Weighted moments of columns, about the mean of the rows at hand, so that a large mean costs no
   * digits; merged as in T. Chan, G. Golub, R. LeVeque, "Algorithms for computing the sample
   * variance", DOI 10.1080/00031305.1983.10483115.
   *
   * @param rows sums over their targets
   * @param stored numbers in memory
   * @param mean of the columns
   * @param squares sums of {@code (x - mean)^2}
   * @param tilt sums of {@code y_k (x - mean)} for each class, or y for counts
   */
  record Moments(TargetSums rows, long stored, double[] mean, double[] squares, double[][] tilt)
      implements PartialSums {
    @Override
    public Moments plus(PartialSums later) {
      Moments other = (Moments) later;
      double total = rows.weight() + other.rows.weight();
      double[] before = mean.clone();
      for (int j = 0; j < mean.length; j++) {
        double delta = other.mean[j] - mean[j];
        double weight = other.rows.weight();
        mean[j] = Math.fma(delta, weight / total, mean[j]);
        squares[j] += other.squares[j] + delta * delta * (rows.weight() / total) * weight;
      }
      double[][] tilts = new double[Math.max(tilt.length, other.tilt.length)][mean.length];
      for (int k = 0; k < tilts.length; k++) {
        add(this, k, before, tilts[k]);
        add(other, k, other.mean, tilts[k]);
      }
      return new Moments(rows.plus(other.rows), stored + other.stored, mean, squares, tilts);
    }

    /** Adds the tilt of some rows about their own mean, moved to that of all. */
    private void add(Moments part, int k, double[] own, double[] sum) {
      for (int j = 0; k < part.tilt.length && j < sum.length; j++) {
        sum[j] += Math.fma(part.rows.targets()[k], own[j] - mean[j], part.tilt[k][j]);
      }
    }

    /** Returns the same as means. */
    public ColumnMoments columns() {
      double[][] means = new double[tilt.length][];
      Arrays.setAll(means, k -> mean(tilt[k]));
      return new ColumnMoments(mean, mean(squares), means);
    }

    private double[] mean(double[] sum) {
      double[] out = sum.clone();
      Vectors.scale(1 / rows.weight(), out);
      return out;
    }
  }
}
