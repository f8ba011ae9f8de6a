package org.ironopt.method;

import java.util.Arrays;
import org.ironopt.problem.LinearSum;

/**
 * The metric {@code D = I + lambda ridge} of a {@link LinearSum}, as runs of parameters with one
 * ridge factor each: the weights of a class and its intercept, say.
 */
public final class Runs {
  /**
   * An operation on the parameters {@code from .. to-1}, whose element of 1/D is {@code shrink}.
   */
  @FunctionalInterface
  public interface Body {
    void on(int from, int to, double shrink);
  }

  private final int[] ends;
  private final double[] ridge;

  public Runs(LinearSum f) {
    double[] all = new double[f.dimension()];
    f.ridge(all);
    int[] found = new int[all.length];
    int count = 0;
    for (int j = 1; j <= all.length; j++) {
      if (j == all.length || all[j] != all[j - 1]) {
        found[count++] = j;
      }
    }
    ends = Arrays.copyOf(found, count);
    ridge = new double[count];
    for (int r = 0; r < count; r++) {
      ridge[r] = all[ends[r] - 1];
    }
  }

  public void forEach(double lambda, Body body) {
    int from = 0;
    for (int r = 0; r < ends.length; r++) {
      body.on(from, ends[r], 1 / Math.fma(lambda, ridge[r], 1));
      from = ends[r];
    }
  }
}
