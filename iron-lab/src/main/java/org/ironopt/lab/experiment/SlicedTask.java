package org.ironopt.lab.experiment;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.ironopt.lab.file.NumericColumns;
import org.ironopt.linalg.Parallel;
import org.jspecify.annotations.Nullable;

/**
 * A task whose slices do not depend on each other: each gives some numbers, from which the outcome
 * is made in the end. What the finished slices gave is the whole state.
 */
public final class SlicedTask implements Task {
  private static final long SHORT_NANOS = 100_000_000L;
  private static final long LONG_NANOS = 500_000_000L;

  private final int total;
  private final IntFunction<double[]> slice;
  private final Function<List<double[]>, CellResult> outcome;
  private final @Nullable Function<List<double[]>, NumericColumns> clock;
  private final List<double[]> finished = new ArrayList<>();
  private final int fewest;
  private int atOnce;

  private SlicedTask(
      int total,
      int atOnce,
      IntFunction<double[]> slice,
      Function<List<double[]>, CellResult> outcome,
      @Nullable Function<List<double[]>, NumericColumns> clock) {
    this.total = total;
    this.fewest = atOnce;
    this.atOnce = atOnce;
    this.slice = slice;
    this.outcome = outcome;
    this.clock = clock;
  }

  /** Returns a task that works on several slices at once, on all threads. */
  public static SlicedTask parallel(
      int total, IntFunction<double[]> slice, Function<List<double[]>, CellResult> outcome) {
    return new SlicedTask(total, Parallel.threads(), slice, outcome, null);
  }

  /**
   * Returns a task that works on one slice after another, by the clock.
   *
   * @param clock makes the table of times
   */
  public static SlicedTask timed(
      int total,
      IntFunction<double[]> slice,
      Function<List<double[]>, CellResult> outcome,
      Function<List<double[]>, NumericColumns> clock) {
    return new SlicedTask(total, 1, slice, outcome, clock);
  }

  @Override
  public long done() {
    return finished.size();
  }

  @Override
  public long total() {
    return total;
  }

  @Override
  public void advance() {
    int first = finished.size();
    double[][] results = new double[Math.min(atOnce, total - first)][];
    long began = System.nanoTime();
    if (clock == null) {
      Parallel.forEach(results.length, t -> results[t] = slice.apply(first + t));
      adapt(System.nanoTime() - began);
    } else {
      results[0] = slice.apply(first);
    }
    finished.addAll(Arrays.asList(results));
  }

  /** As many at once as keep the threads busy, and so few that a kill loses little. */
  private void adapt(long nanos) {
    if (nanos < SHORT_NANOS) {
      atOnce = Math.min(total, 2 * atOnce);
    } else if (nanos > LONG_NANOS) {
      atOnce = Math.max(fewest, atOnce / 2);
    }
  }

  @Override
  public List<SavedState> state() {
    return List.of(SavedState.rows(finished));
  }

  @Override
  public CellResult outcome() {
    return outcome.apply(finished);
  }

  @Override
  public Optional<NumericColumns> clock() {
    return Optional.ofNullable(clock).map(table -> table.apply(finished));
  }
}
