package org.ironopt.lab.sampling;

import org.ironopt.method.Batches;
import org.ironopt.theory.sampling.SamplingScheme;

/** How batches are drawn: fresh subsets, with replacement, shuffled epochs. */
enum BatchDraw {
  WITHOUT,
  WITH,
  EPOCHS;

  /** Batches of a sample where there are too many to count. */
  private static final int SAMPLE = 400;

  Batches batches(int size) {
    return switch (this) {
      case WITH -> Batches.withReplacement(size);
      case WITHOUT -> Batches.subsets(size);
      case EPOCHS -> Batches.epochs(size);
    };
  }

  /** Returns the law of independent batches; those of an epoch are compared with subsets. */
  SamplingScheme sampling(int size) {
    SamplingScheme law = this == WITH ? SamplingScheme.with(size) : SamplingScheme.without(size);
    return law.sample(SAMPLE, 0);
  }
}
