package org.ironopt.fit.adversary;

import org.ironopt.random.RandomStream;
import org.ironopt.random.RandomStreams;

/** Draws in order from the stream of one problem. */
final class Dice {
  private final RandomStream stream;
  private long next;

  Dice(long seed, long problem) {
    stream = new RandomStreams(seed).stream("problem " + problem);
  }

  double uniform() {
    return stream.uniform(0, next++);
  }

  boolean chance(double p) {
    return uniform() < p;
  }

  int below(int bound) {
    return (int) (bound * uniform());
  }

  double normal() {
    return stream.normal(1, next++);
  }

  /** Returns a number whose logarithm to base ten is uniform. */
  double decades(double from, double to) {
    return StrictMath.pow(10, from + (to - from) * uniform());
  }

  <T> T of(T[] choices) {
    return choices[below(choices.length)];
  }
}
