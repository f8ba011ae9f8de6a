package org.ironopt.fit;

import java.io.Serializable;
import java.util.Arrays;
import org.ironopt.linalg.Vectors;

/** What a part, or several, say to a question. */
public sealed interface Answer extends Serializable {
  /** Adds the answer of later parts to this one, perhaps in place, and returns the sum. */
  Answer plus(Answer later);

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
      implements Answer {
    @Override
    public Sums plus(Answer later) {
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

    /** Both vectors have few elements; so has their sum, unless it has not. */
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
   * @param rows number of rows
   * @param weight sum of their weights
   * @param stored numbers in memory
   * @param additions that stand behind one another in a sum over these rows
   * @param targets sum over the rows for each class k of {@code y_k}, or of numbers y
   * @param counts sums of {@code y log y - y}, of the sizes of those terms, and of the weights of
   *     counts above zero; zeros for other models
   * @param mean of the columns
   * @param squares sums of {@code (x - mean)^2}
   * @param tilt sums of {@code y_k (x - mean)} for each class, or y for counts
   */
  record Moments(
      long rows,
      double weight,
      long stored,
      int additions,
      double[] targets,
      double[] counts,
      double[] mean,
      double[] squares,
      double[][] tilt)
      implements Answer {
    @Override
    public Moments plus(Answer later) {
      Moments other = (Moments) later;
      double total = weight + other.weight;
      double[] before = mean.clone();
      for (int j = 0; j < mean.length; j++) {
        double delta = other.mean[j] - mean[j];
        mean[j] = Math.fma(delta, other.weight / total, mean[j]);
        squares[j] += other.squares[j] + delta * delta * (weight / total) * other.weight;
      }
      int classes = Math.max(tilt.length, other.tilt.length);
      double[][] tilts = new double[classes][mean.length];
      for (int k = 0; k < classes; k++) {
        add(this, k, before, tilts[k]);
        add(other, k, other.mean, tilts[k]);
      }
      double[] sums = Arrays.copyOf(targets, Math.max(targets.length, other.targets.length));
      for (int k = 0; k < other.targets.length; k++) {
        sums[k] += other.targets[k];
      }
      Vectors.axpy(1, other.counts, counts);
      long all = rows + other.rows;
      long numbers = stored + other.stored;
      int depth = Math.max(additions, other.additions) + 1;
      return new Moments(all, total, numbers, depth, sums, counts, mean, squares, tilts);
    }

    /** Adds the tilt of some rows about their own mean, moved to that of all. */
    private void add(Moments part, int k, double[] own, double[] sum) {
      for (int j = 0; k < part.tilt.length && j < sum.length; j++) {
        sum[j] += Math.fma(part.targets[k], own[j] - mean[j], part.tilt[k][j]);
      }
    }
  }
}
