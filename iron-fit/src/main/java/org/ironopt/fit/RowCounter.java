package org.ironopt.fit;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.ironopt.run.Ending;
import org.ironopt.run.RunFailedException;
import org.ironopt.run.RunResult;

/**
 * Counts the rows that a fit reads, for whatever reason: N of them are a pass. While a run is on,
 * it also ends steps that take too long: on an interrupt or past the time limit it throws before
 * the next reading, the method keeps the state before the step, and the run ends there.
 */
final class RowCounter {
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

  /** Returns what ended a run, as it was thrown; a fit knows no points of a run. */
  static RuntimeException thrown(RunFailedException e) {
    switch (e.getCause()) {
      case RuntimeException cause -> {
        return cause;
      }
      case Error cause -> throw cause;
      default -> {
        return e;
      }
    }
  }

  long rows() {
    return rows.get();
  }

  /** Runs within a time limit; what else is thrown inside the run is thrown here. */
  RunResult within(Optional<Duration> limit, Supplier<RunResult> run) {
    end = System.nanoTime() + limit.map(Duration::toNanos).orElse(Long.MAX_VALUE / 2);
    running = true;
    try {
      return run.get();
    } catch (RunFailedException e) {
      if (!(e.getCause() instanceof Cut cut)) {
        throw thrown(e);
      }
      RunResult result = e.result();
      return result.ended(
          cut.interrupted
              ? new Ending.Interrupted(result.steps())
              : new Ending.TimeLimit(limit.orElseThrow(), result.steps()));
    } finally {
      running = false;
    }
  }
}
