package org.ironopt.fit;

import java.time.Duration;
import java.util.Optional;
import org.ironopt.run.Ending;
import org.ironopt.run.RunResult;

/**
 * Ends a step that would go on for too long: on an interrupt or past a time limit it throws before
 * the next pass over the data, the method keeps the state before the step, and the run ends there.
 */
final class Guard implements Runnable {
  /** What a guard throws. */
  private static final class Enough extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient Optional<Duration> limit;

    Enough(Optional<Duration> limit) {
      super("enough", null, false, false);
      this.limit = limit;
    }
  }

  private final Optional<Duration> limit;
  private final long start = System.nanoTime();

  Guard(Optional<Duration> limit) {
    this.limit = limit;
  }

  @Override
  public void run() {
    if (Thread.currentThread().isInterrupted()) {
      throw new Enough(Optional.empty());
    }
    if (limit.isPresent() && System.nanoTime() - start > limit.get().toNanos()) {
      throw new Enough(limit);
    }
  }

  /** Returns the result with the true ending, or throws what else was thrown inside the run. */
  static RunResult understood(RunResult r) {
    if (!(r.ending() instanceof Ending.Failed failed && failed.cause() instanceof Enough enough)) {
      return r.orThrow();
    }
    Ending ending =
        enough.limit.isPresent()
            ? new Ending.TimeLimit(enough.limit.get(), r.steps())
            : new Ending.Interrupted(r.steps());
    return r.ended(ending);
  }
}
