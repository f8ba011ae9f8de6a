package org.ironopt.fit;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.DoubleAdder;

/**
 * Counts the rows that a fit reads; N rows are a pass. Other work is counted separately, in passes
 * by the cost model.
 */
final class RowCounter {
  private final AtomicLong rows = new AtomicLong();
  private final DoubleAdder more = new DoubleAdder();
  private volatile Deadline deadline = Deadline.NONE;

  /** Counts rows that are about to be read, unless it is too late for that. */
  void read(long count) {
    deadline.check();
    rows.addAndGet(count);
  }

  /** Counts work beside reading. */
  void spend(double passes) {
    more.add(passes);
  }

  long rows() {
    return rows.get();
  }

  /** Returns the passes that were spent beside reading. */
  double more() {
    return more.sum();
  }

  /** Sets the time after which no row is read. */
  void until(Deadline deadline) {
    this.deadline = deadline;
  }
}
