package org.ironopt.fit;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.ironopt.run.Ending;
import org.ironopt.run.RunResult;

/**
 * Counts the rows that a fit reads, for whatever reason: N of them are a pass. While a run is on,
 * it also ends steps that take too long: on an interrupt or past the time limit it throws before
 * the next reading, the method keeps the state before the step, and the run ends there.
 */
final class Meter {
  /** Thrown to end a run in the middle of a step. */
  private static final class Cut extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final boolean interrupted;

    Cut(boolean interrupted) {
      super("cut", null, false, false);
      this.interrupted = interrupted;
    }
  }

  private final AtomicLong rows = new AtomicLong();
  private volatile boolean running;
  private volatile long end;

  void read(long count) {
    if (running && Thread.currentThread().isInterrupted()) {
      throw new Cut(true);
    }
    if (running && System.nanoTime() - end > 0) {
      throw new Cut(false);
    }
    rows.addAndGet(count);
  }

  long rows() {
    return rows.get();
  }

  /** Runs within a time limit; what else is thrown inside the run is thrown here. */
  RunResult within(Optional<Duration> limit, Supplier<RunResult> run) {
    end = System.nanoTime() + limit.map(Duration::toNanos).orElse(Long.MAX_VALUE / 2);
    running = true;
    RunResult result = run.get();
    running = false;
    if (result.ending() instanceof Ending.Failed failed && failed.cause() instanceof Cut cut) {
      return result.ended(
          cut.interrupted
              ? new Ending.Interrupted(result.steps())
              : new Ending.TimeLimit(limit.orElseThrow(), result.steps()));
    }
    return result.orThrow();
  }
}
