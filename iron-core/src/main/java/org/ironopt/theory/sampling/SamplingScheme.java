package org.ironopt.theory.sampling;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ironopt.linalg.internal.Require;
import org.ironopt.random.RandomStream;
import org.ironopt.random.RandomStreams;

/**
 * How the batch of a step is drawn, afresh and independently in every step: b terms with
 * replacement, or a random subset of b terms. Batches of a shuffled epoch depend on each other;
 * they are not covered.
 *
 * <p>Expectations over batches are exact while there are at most {@value #FEW} of them, and always
 * for single terms (while they fit into memory) and for explicit methods. Else they are means over
 * a sample of batches.
 *
 * @param size b
 * @param replacement whether a term may be in a batch twice
 * @param sample number of batches in a sample
 * @param seed of the sample
 */
public record SamplingScheme(int size, boolean replacement, int sample, long seed) {
  /** So many batches are enumerated. */
  static final int FEW = 20_000;

  /** A sample of this many parts gives the standard error. */
  static final int PARTS = 10;

  public SamplingScheme {
    Require.atLeast("batch size", 1, size);
    Require.atLeast("batches in a sample", 2 * PARTS, sample);
  }

  /** Returns draws with replacement; a sample, where one is needed, has 2000 batches. */
  public static SamplingScheme with(int size) {
    return new SamplingScheme(size, true, 2000, 0);
  }

  /** Returns random subsets; a sample, where one is needed, has 2000 batches. */
  public static SamplingScheme without(int size) {
    return new SamplingScheme(size, false, 2000, 0);
  }

  /** Changes the sample that stands for all batches where there are too many. */
  public SamplingScheme sample(int batches, long seed) {
    return new SamplingScheme(size, replacement, batches, seed);
  }

  /** Returns the variance of a mean over a batch, as a fraction of that of a term, THEORY (51). */
  public double factor(int terms) {
    requireFitting(terms);
    return replacement || terms == 1 ? 1.0 / size : (terms - size) / (size * (terms - 1.0));
  }

  private void requireFitting(int terms) {
    String sentence = "batch size is %s, expected at most %s, the number of terms";
    Require.that(replacement || size <= terms, sentence, size, terms);
  }

  /** Returns whether all batches of n terms can be enumerated. */
  boolean enumerable(int terms) {
    return size == 1 || count(terms) <= FEW;
  }

  /** Returns the number of subsets, or of multisets, up to rounding. */
  double count(int terms) {
    requireFitting(terms);
    double count = 1;
    for (int i = 1; i <= size; i++) {
      count *= (replacement ? terms - 1.0 + i : terms + 1.0 - i) / i;
    }
    return count;
  }

  /** Returns all batches, terms ascending. */
  List<int[]> all(int terms) {
    requireFitting(terms);
    List<int[]> all = new ArrayList<>();
    int[] batch = new int[size];
    for (int i = 0; !replacement && i < size; i++) {
      batch[i] = i;
    }
    while (true) {
      all.add(batch.clone());
      int i = size - 1;
      while (i >= 0 && batch[i] == (replacement ? terms - 1 : terms - size + i)) {
        i--;
      }
      if (i < 0) {
        return all;
      }
      batch[i]++;
      for (int j = i + 1; j < size; j++) {
        batch[j] = replacement ? batch[i] : batch[j - 1] + 1;
      }
    }
  }

  /** Returns the probability of a batch up to a constant: the number of its orders. */
  double weight(int[] ascending) {
    double weight = 1;
    int equal = 1;
    for (int i = 1; i < ascending.length; i++) {
      equal = ascending[i] == ascending[i - 1] ? equal + 1 : 1;
      weight *= (i + 1.0) / equal;
    }
    return weight;
  }

  /**
   * Returns the sample. Subsets are cut from random permutations, so that the terms are in it
   * almost equally often.
   */
  List<int[]> drawn(int terms) {
    requireFitting(terms);
    RandomStream stream = new RandomStreams(seed).stream("batches of the theory");
    List<int[]> drawn = new ArrayList<>();
    for (long round = 0; drawn.size() < sample; round++) {
      if (replacement) {
        int[] batch = new int[size];
        for (int i = 0; i < size; i++) {
          batch[i] = stream.below(terms, round, i);
        }
        drawn.add(batch);
      } else {
        int[] order = stream.permutation(round, terms);
        for (int from = 0; from + size <= terms && drawn.size() < sample; from += size) {
          drawn.add(Arrays.copyOfRange(order, from, from + size));
        }
      }
    }
    return drawn;
  }
}
