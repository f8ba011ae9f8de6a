package org.ironopt.method;

import java.util.Arrays;
import java.util.function.Function;
import org.ironopt.linalg.internal.Require;
import org.ironopt.method.internal.WeightedTerms;
import org.ironopt.problem.FiniteSum;
import org.ironopt.problem.Objective;
import org.ironopt.random.RandomStream;
import org.ironopt.random.RandomStreams;
import org.ironopt.resolvent.InnerMethod;
import org.ironopt.resolvent.Resolvent;
import org.jspecify.annotations.Nullable;

/**
 * Draws the {@link Batches} of an objective. A step's objective is one of at most two views of the
 * sum, one for batches of full size and one for a short last batch, which read the terms of the
 * step from one array. So a resolvent, for example, is built once for each view. Where terms have
 * probabilities p_i, a view is {@code f_i / (N p_i)}, whose mean is f: no method is biased.
 */
public final class BatchSampler {
  /** The stream of all methods, so that equal seeds give equal batches. */
  public static final String STREAM = "batches";

  private final Batches batches;
  private final RandomStream stream;
  private final int terms;

  /** The terms of the selected step; empty where every step sees f. */
  private final int[] batch;

  private Objective[] views;

  /** {@code 1/(N p_i)} for each term, null for equal probabilities; and that of the step. */
  private double @Nullable [] weights;

  private final double[] weight = {1};
  private int[] list;
  private long epoch = -1;
  private int count;

  @SuppressWarnings("NullAway.Init")
  private BatchSampler(
      Batches batches, RandomStreams streams, int terms, int[] batch, Objective... views) {
    this.batches = batches;
    stream = streams.stream(STREAM);
    this.terms = terms;
    this.batch = batch;
    this.views = views;
  }

  /** Returns the sampler of a run, or explains what does not fit. */
  public static BatchSampler of(Batches batches, Objective objective, RandomStreams streams) {
    if (batches instanceof Batches.All) {
      return new BatchSampler(batches, streams, 0, new int[0], objective);
    }
    if (!(objective instanceof FiniteSum sum)) {
      String seen = objective.getClass().getSimpleName();
      throw new IllegalArgumentException(
          "minibatches need a FiniteSum, got " + seen + ": use Batches.all()");
    }
    int terms = sum.terms();
    int size = batches.size(terms);
    boolean eachOnce =
        batches instanceof Batches.Sized && !(batches instanceof Batches.WithReplacement);
    if (eachOnce && size == terms) {
      // The order of the terms means nothing.
      return new BatchSampler(batches, streams, terms, new int[0], objective);
    }
    int[] batch = new int[size];
    int rest = batches.length(terms) % size;
    BatchSampler sampler = new BatchSampler(batches, streams, terms, batch);
    if (batches instanceof Batches.Weighted weighted) {
      sampler.weights = weighted.weights();
      sampler.views = new Objective[] {WeightedTerms.of(sum, batch, sampler.weight)};
    } else if (rest == 0) {
      sampler.views = new Objective[] {sum.batch(batch, 0, size)};
    } else {
      sampler.views = new Objective[] {sum.batch(batch, 0, size), sum.batch(batch, 0, rest)};
    }
    sampler.select(0); // a list that does not fit is refused at once
    return sampler;
  }

  /**
   * Returns a sampler of the numbers {@code 0 .. count-1} alone, such as those of sets of terms.
   */
  public static BatchSampler ofNumbers(Batches batches, int count, RandomStreams streams) {
    int[] batch = new int[batches.size(count)];
    BatchSampler sampler = new BatchSampler(batches, streams, count, batch);
    sampler.select(0);
    return sampler;
  }

  /** Returns the sum that a method which looks at single terms needs, or refuses the objective. */
  public static FiniteSum requireTerms(String method, Objective objective) {
    String needs = method + " looks at single terms and needs a FiniteSum";
    return require(FiniteSum.class, objective, needs);
  }

  /**
   * Returns the objective as what a method needs.
   *
   * @param needs who needs what, the beginning of the refusal of another objective
   */
  public static <T extends Objective> T require(Class<T> type, Objective objective, String needs) {
    String seen = objective.getClass().getSimpleName();
    Require.that(type.isInstance(objective), "%s, got %s", needs, seen);
    return type.cast(objective);
  }

  /** Refuses batches of more than one of {@code all} terms. */
  public void requireSingle(String method, int all) {
    Require.that(
        largest(all) == 1, "%s takes one term per step, got batches of %s", method, largest(all));
  }

  /** Returns whether terms are drawn with probabilities of their own. */
  public boolean weighted() {
    return weights != null;
  }

  /** Returns whether every step sees f itself. */
  public boolean whole() {
    return batch.length == 0;
  }

  /** Returns the array that holds the terms of the selected step, if not every step sees f. */
  public int[] batch() {
    return batch;
  }

  /**
   * Returns {@code 1/(N p_i)} of the selected step's term, 1 if all terms are drawn alike. The
   * views have it in them; who asks for terms by their number takes it from here.
   */
  public double weight() {
    return weight[0];
  }

  /** Returns how many terms the steps of a view see. */
  public int count(int view) {
    return view == 0 ? batch.length : batches.length(terms) % batch.length;
  }

  /** Returns how many batches make up f, if not every step sees it. */
  int stepsPerEpoch() {
    return batches.stepsPerEpoch(terms);
  }

  /**
   * Returns one resolvent for each view, solved by the method that {@code inner} returns for the
   * view; {@link #select} gives the number of that of a step.
   */
  public Resolvent[] resolvents(Function<Objective, InnerMethod> inner) {
    return Arrays.stream(views)
        .map(view -> Resolvent.of(view, inner.apply(view)))
        .toArray(Resolvent[]::new);
  }

  /** Returns the objective of step k, a view that the next call changes. */
  public Objective objective(long k) {
    return views[select(k)];
  }

  /** Returns how many of {@code all} terms a step sees at most. */
  public int largest(int all) {
    return whole() ? all : batch.length;
  }

  /** Writes the numbers of the terms of step k and returns how many they are. */
  public int terms(long k, int[] numbers) {
    if (whole()) {
      Arrays.setAll(numbers, i -> i);
      return numbers.length;
    }
    select(k);
    System.arraycopy(batch, 0, numbers, 0, count);
    return count;
  }

  /** Puts the terms of step k before the views and returns the number of the view to use. */
  public int select(long k) {
    if (whole()) {
      return 0;
    }
    int steps = batches.stepsPerEpoch(terms);
    if (epoch != k / steps) {
      list = batches.epoch(k / steps, terms, stream);
      epoch = k / steps;
    }
    int from = (int) (k % steps) * batch.length;
    count = Math.min(batch.length, list.length - from);
    System.arraycopy(list, from, batch, 0, count);
    if (weights != null) {
      weight[0] = weights[batch[0]];
    }
    return count == batch.length ? 0 : 1;
  }
}
