package org.ironopt.lab.sampling;

import org.ironopt.method.Batches;
import org.ironopt.theory.sampling.Sampling;

/** How batches are drawn. */
enum Draw {
  WITHOUT("fresh subsets"),
  WITH("with replacement"),
  EPOCHS("shuffled epochs");

  /** Batches of a sample where there are too many to count. */
  private static final int SAMPLE = 400;

  final String words;

  Draw(String words) {
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
  Draw independent() {
    return this == EPOCHS ? WITHOUT : this;
  }

  /** Returns the law of independent batches. */
  Sampling sampling(int size) {
    Sampling law =
        switch (this) {
          case WITH -> Sampling.with(size);
          case WITHOUT -> Sampling.without(size);
          case EPOCHS -> throw new IllegalArgumentException("shuffled epochs have no theory");
        };
    return law.sample(SAMPLE, 0);
  }
}
