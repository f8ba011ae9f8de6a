package org.ironopt.method;

import java.util.Locale;
import org.ironopt.problem.FiniteSum;
import org.ironopt.problem.Objective;

/** The terms of a step's batch, one by one, each as an objective of its own. */
public final class Terms {
  private final FiniteSum sum;
  private final Sampler sampler;
  private final int[] indices;
  private final Objective[] views;

  private Terms(FiniteSum sum, Sampler sampler) {
    this.sum = sum;
    this.sampler = sampler;
    indices = new int[sampler.largest(sum.terms())];
    views = new Objective[indices.length];
  }

  /** Returns the terms, or explains what does not fit. */
  public static Terms of(String method, Objective objective, Sampler sampler) {
    if (objective instanceof FiniteSum sum) {
      return new Terms(sum, sampler);
    }
    throw new IllegalArgumentException(
        String.format(
            Locale.ROOT,
            "%s looks at single terms and needs a FiniteSum, got %s",
            method,
            objective.getClass().getSimpleName()));
  }

  /** Selects the batch of step k and returns how many terms it has. */
  public int select(long k) {
    return sampler.terms(k, indices);
  }

  /** Returns the number of a selected term. */
  int index(int l) {
    return indices[l];
  }

  /** Returns a selected term, a view that the next selection changes. */
  public Objective term(int l) {
    if (views[l] == null) {
      views[l] = sum.batch(indices, l, l + 1);
    }
    return views[l];
  }
}
