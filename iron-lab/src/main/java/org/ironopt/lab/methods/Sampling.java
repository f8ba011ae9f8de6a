package org.ironopt.lab.methods;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.ironopt.linalg.Vectors;
import org.ironopt.problem.FiniteSum;

/** Sets of terms and their probabilities, for methods that do not draw all terms alike. */
final class Sampling {
  private Sampling() {}

  /** Returns the terms in their own order, cut into sets of so many; 0 for one set. */
  static List<List<Integer>> blocks(int terms, int size) {
    int length = size == 0 ? terms : Math.min(size, terms);
    List<List<Integer>> blocks = new ArrayList<>();
    for (int from = 0; from < terms; from += length) {
      blocks.add(IntStream.range(from, Math.min(terms, from + length)).boxed().toList());
    }
    return blocks;
  }

  static double[] uniform(int count) {
    double[] p = new double[count];
    Arrays.fill(p, 1.0 / count);
    return p;
  }

  /**
   * Returns {@code p_i = share/N + (1 - share) |grad f_i(x0)| / sum}: for a linear model without a
   * penalty that is the norm of row i, times how wrong the start is there. The uniform share bounds
   * the step {@code eta/(N p_i)} by {@code eta/share}.
   */
  static double[] byGradients(Target p, double share) {
    if (share > 1) {
      throw new IllegalArgumentException("uniform_share is " + share + ", expected at most 1");
    }
    if (!(p.objective() instanceof FiniteSum sum)) {
      throw new IllegalArgumentException("needs a finite sum");
    }
    int n = sum.terms();
    double[] norms = new double[n];
    double[] g = new double[sum.dimension()];
    int[] term = new int[1];
    double all = 0;
    for (int i = 0; i < n; i++) {
      term[0] = i;
      sum.batch(term, 0, 1).gradient(p.start(), g);
      norms[i] = Vectors.norm(g);
      all += norms[i];
    }
    if (!(all > 0)) {
      return uniform(n);
    }
    double[] probabilities = new double[n];
    for (int i = 0; i < n; i++) {
      probabilities[i] = share / n + (1 - share) * norms[i] / all;
    }
    return probabilities;
  }
}
