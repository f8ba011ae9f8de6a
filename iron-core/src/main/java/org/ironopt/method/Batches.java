package org.ironopt.method;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.ironopt.linalg.internal.Require;
import org.ironopt.problem.FiniteSum;
import org.ironopt.random.RandomStream;

/**
 * The terms of a {@link FiniteSum} that each step uses. Steps are counted in epochs: step k is step
 * {@code j = k mod stepsPerEpoch} of its epoch and has the elements {@code j size .. (j + 1) size -
 * 1} of that epoch's list of terms; the last batch of a list may be short. A list is a function of
 * its epoch and of the stream "batches" of the run, so a run resumed in the middle of an epoch sees
 * the same batches. Methods of equal seeds see equal batches.
 */
public sealed interface Batches {
  /** Returns every step all terms: f itself, of whatever kind. */
  static Batches all() {
    return new All();
  }

  /** Returns each epoch all terms in a fresh random order, in batches; a short last one is kept. */
  static Batches epochs(int size) {
    return new Epochs(size);
  }

  /**
   * Returns each epoch all terms in a fresh random order, in batches of one size; the terms that
   * are left over are left out of that epoch. So all steps share one view of f, and what its solver
   * remembers.
   */
  static Batches fullEpochs(int size) {
    return new FullEpochs(size);
  }

  /** Returns terms drawn independently, so that a batch may have a term twice. */
  static Batches withReplacement(int size) {
    return new WithReplacement(size);
  }

  /** Returns a fresh random subset each step: no term twice in a batch, batches independent. */
  static Batches subsets(int size) {
    return new Subsets(size);
  }

  /** Returns the given terms (from 0) in batches, a short last one kept, again and again. */
  static Batches given(int size, int... terms) {
    return new Given(size, Arrays.stream(terms).boxed().toList());
  }

  /**
   * Returns terms drawn independently, one per step, term i with probability {@code p[i] > 0}. A
   * step sees {@code f_i / (N p[i])} then, whose mean is f, so that no method is biased by p.
   */
  static Batches weighted(double... p) {
    return new Weighted(Arrays.stream(p).boxed().toList());
  }

  /** Returns the number of terms in a batch, the last of an epoch perhaps excepted. */
  int size(int terms);

  /** Returns the length of an epoch's list. */
  default int length(int terms) {
    return terms;
  }

  /** Returns the list of an epoch. */
  int[] epoch(long number, int terms, RandomStream stream);

  /** Returns the number of steps in an epoch. */
  default int stepsPerEpoch(int terms) {
    return Math.ceilDiv(length(terms), size(terms));
  }

  /** Batches of a size that has to fit. */
  sealed interface Sized extends Batches {
    /** Returns the number of terms in a batch. */
    int size();

    @Override
    default int size(int terms) {
      String sentence = "batch size is %s, expected at most %s, the number of terms";
      Require.that(size() <= terms, sentence, size(), terms);
      return size();
    }
  }

  /** All terms, in their own order. */
  record All() implements Batches {
    @Override
    public int size(int terms) {
      return terms;
    }

    @Override
    public int[] epoch(long number, int terms, RandomStream stream) {
      return IntStream.range(0, terms).toArray();
    }
  }

  /**
   * A random permutation per epoch.
   *
   * @param size terms in a batch
   */
  record Epochs(int size) implements Sized {
    public Epochs {
      Require.atLeast("batch size", 1, size);
    }

    @Override
    public int[] epoch(long number, int terms, RandomStream stream) {
      return stream.permutation(number, terms);
    }
  }

  /**
   * A random permutation per epoch, without a short last batch.
   *
   * @param size terms in a batch
   */
  record FullEpochs(int size) implements Sized {
    public FullEpochs {
      Require.atLeast("batch size", 1, size);
    }

    @Override
    public int length(int terms) {
      return terms - terms % size;
    }

    @Override
    public int[] epoch(long number, int terms, RandomStream stream) {
      return Arrays.copyOf(stream.permutation(number, terms), length(terms));
    }
  }

  /**
   * Independent draws; an epoch is as many steps as it takes to draw so many terms as there are.
   *
   * @param size draws in a batch
   */
  record WithReplacement(int size) implements Sized {
    public WithReplacement {
      Require.atLeast("batch size", 1, size);
    }

    @Override
    public int length(int terms) {
      return Math.multiplyExact(size, Math.ceilDiv(terms, size));
    }

    @Override
    public int[] epoch(long number, int terms, RandomStream stream) {
      int[] list = new int[length(terms)];
      for (int i = 0; i < list.length; i++) {
        list[i] = stream.below(terms, number, i);
      }
      return list;
    }
  }

  /**
   * Independent subsets; an epoch is as many steps as with replacement.
   *
   * @param size terms in a batch
   */
  record Subsets(int size) implements Sized {
    public Subsets {
      Require.atLeast("batch size", 1, size);
    }

    @Override
    public int length(int terms) {
      return Math.multiplyExact(size, Math.ceilDiv(terms, size));
    }

    /** Floyd's draw: the i-th of a batch is one of the first n - b + i + 1 terms, or the last. */
    @Override
    public int[] epoch(long number, int terms, RandomStream stream) {
      int[] list = new int[length(terms)];
      Set<Integer> batch = new HashSet<>();
      for (int i = 0; i < list.length; i++) {
        if (i % size == 0) {
          batch.clear();
        }
        int last = terms - size + i % size;
        int drawn = stream.below(last + 1, number, i);
        list[i] = batch.add(drawn) ? drawn : last;
        batch.add(list[i]);
      }
      return list;
    }
  }

  /**
   * A list that is the same in every epoch.
   *
   * @param size terms in a batch
   * @param list the terms
   */
  record Given(int size, List<Integer> list) implements Batches {
    public Given {
      list = List.copyOf(list);
      Require.atLeast("number of given terms", 1, list.size());
      Require.that(
          size >= 1 && size <= list.size(),
          "batch size is %s, expected 1 to the %s given terms",
          size,
          list.size());
    }

    @Override
    public int size(int terms) {
      return size;
    }

    @Override
    public int length(int terms) {
      return list.size();
    }

    @Override
    public int[] epoch(long number, int terms, RandomStream stream) {
      for (int i = 0; i < list.size(); i++) {
        if (list.get(i) < 0 || list.get(i) >= terms) {
          throw new IllegalArgumentException(
              "given term " + i + " is " + list.get(i) + ", expected 0 to " + (terms - 1));
        }
      }
      return list.stream().mapToInt(Integer::intValue).toArray();
    }
  }

  /**
   * Independent draws of single terms with given probabilities.
   *
   * @param probabilities of the terms, none negative, with sum 1
   */
  record Weighted(List<Double> probabilities) implements Batches {
    private static final double ROUNDING = 1e-9;

    public Weighted {
      probabilities = List.copyOf(probabilities);
      double sum = 0;
      for (int i = 0; i < probabilities.size(); i++) {
        sum += Require.nonNegative("probability " + i, probabilities.get(i));
      }
      Require.that(
          Math.abs(sum - 1) <= ROUNDING, "the probabilities have the sum %s, expected 1", sum);
    }

    /** Returns {@code 1/(N p_i)}, or refuses a term that is never drawn. */
    double[] weights() {
      double[] weights = new double[probabilities.size()];
      for (int i = 0; i < weights.length; i++) {
        double p = Require.positive("probability of term " + i, probabilities.get(i));
        weights[i] = 1 / (weights.length * p);
      }
      return weights;
    }

    @Override
    public int size(int terms) {
      Require.sameLength("probabilities", probabilities.size(), "the list of terms", terms);
      return 1;
    }

    @Override
    public int[] epoch(long number, int terms, RandomStream stream) {
      double[] ends = new double[terms];
      double end = 0;
      for (int i = 0; i < terms; i++) {
        end += probabilities.get(i);
        ends[i] = end;
      }
      int[] list = new int[terms];
      for (int k = 0; k < terms; k++) {
        int at = Arrays.binarySearch(ends, stream.uniform(number, k) * end);
        list[k] = Math.min(terms - 1, at < 0 ? -at - 1 : at + 1);
      }
      return list;
    }
  }
}
