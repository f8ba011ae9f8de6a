package org.ironopt.fit;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongFunction;
import org.ironopt.run.Ending;
import org.ironopt.run.Run;
import org.ironopt.run.Run.RunFailedException;
import org.ironopt.run.RunResult;

/**
 * Ends a run in the middle of a step, on an interrupt or past a time limit: it is checked before
 * rows are read, and throws; the method keeps the state before the step.
 */
class Deadline {
  /** Nothing ends. */
  static final Deadline NONE =
      new Deadline(Optional.empty()) {
        @Override
        void check() {}
      };

  private static final class DeadlineException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient LongFunction<Ending> ending;

    DeadlineException(LongFunction<Ending> ending) {
      super("a deadline has passed", null, false, false);
      this.ending = ending;
    }
  }

  private final Duration limit;
  private final long end;

  Deadline(Optional<Duration> limit) {
    this.limit = limit.orElse(Duration.ofNanos(Long.MAX_VALUE / 2));
    end = System.nanoTime() + this.limit.toNanos();
  }

  void check() {
    if (Thread.currentThread().isInterrupted()) {
      throw new DeadlineException(Ending.Interrupted::new);
    }
    if (System.nanoTime() - end > 0) {
      throw new DeadlineException(steps -> new Ending.TimeLimit(limit, steps));
    }
  }

  /** Runs to the end or to this; what else is thrown inside the run is thrown here. */
  @SuppressWarnings("NullAway")
  RunResult go(Run run, RowCounter rows) {
    rows.until(this);
    try {
      return run.go();
    } catch (RunFailedException e) {
      switch (e.getCause()) {
        case DeadlineException missed -> {
          return e.result().ended(missed.ending.apply(e.result().steps()));
        }
        case RuntimeException cause -> throw cause;
        case Error cause -> throw cause;
        default -> throw e;
      }
    } finally {
      rows.until(NONE);
    }
  }
}
