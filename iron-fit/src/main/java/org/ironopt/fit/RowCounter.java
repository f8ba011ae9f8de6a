package org.ironopt.fit;

import java.util.concurrent.atomic.AtomicLong;

/** Counts the rows that a fit reads, for whatever reason: N of them are a pass. */
final class RowCounter {
  private final AtomicLong rows = new AtomicLong();
  private volatile Deadline deadline = Deadline.NONE;

  /** Counts rows that are about to be read, unless it is too late for that. */
  void read(long count) {
    deadline.check();
    rows.addAndGet(count);
  }

  long rows() {
    return rows.get();
  }

  /** Sets the time after which no row is read. */
  void until(Deadline deadline) {
    this.deadline = deadline;
  }
}
