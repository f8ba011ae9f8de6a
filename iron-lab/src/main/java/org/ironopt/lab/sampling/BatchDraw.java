package org.ironopt.lab.sampling;

import org.ironopt.method.Batches;
import org.ironopt.theory.sampling.SamplingScheme;

/** How batches are drawn. */
enum BatchDraw {
  WITHOUT("fresh subsets"),
  WITH("with replacement"),
  EPOCHS("shuffled epochs");

  /** Batches of a sample where there are too many to count. */
  private static final int SAMPLE = 400;

  final String words;

  BatchDraw(String words) {
    this.words = words;
  }

  Batches batches(int size) {
    return switch (this) {
      case WITH -> Batches.withReplacement(size);
      case WITHOUT -> Batches.subsets(size);
      case EPOCHS -> Batches.epochs(size);
    };
  }

  /**
   * Returns the draw that has a theory: batches of an epoch, which depend on each other, do not.
   */
  BatchDraw independent() {
    return this == EPOCHS ? WITHOUT : this;
  }

  /** Returns the law of independent batches. */
  SamplingScheme sampling(int size) {
    SamplingScheme law =
        switch (this) {
          case WITH -> SamplingScheme.with(size);
          case WITHOUT -> SamplingScheme.without(size);
          case EPOCHS -> throw new IllegalArgumentException("shuffled epochs have no theory");
        };
    return law.sample(SAMPLE, 0);
  }
}
