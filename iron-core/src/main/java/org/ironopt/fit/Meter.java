package org.ironopt.fit;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts the rows that a fit reads, for whatever reason: N of them are a pass. Before each reading
 * it asks a guard, which may throw to end a long step.
 */
public final class Meter {
  private final AtomicLong rows = new AtomicLong();
  private volatile Runnable guard = () -> {};

  void guard(Runnable guard) {
    this.guard = guard;
  }

  public void read(long count) {
    guard.run();
    rows.addAndGet(count);
  }

  long rows() {
    return rows.get();
  }
}
