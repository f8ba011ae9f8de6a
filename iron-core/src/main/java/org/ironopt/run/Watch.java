package org.ironopt.run;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.ironopt.method.StepReport;
import org.ironopt.method.Stepper;

/** Holds the clock, so that no time gets into a record. */
final class Watch implements Progress {
  private final Stepper stepper;
  private final LongSupplier nanoTime;
  private final long startNanos;
  private long methodNanos;
  private long stepNanos;
  private StepReport report;

  Watch(Stepper stepper, LongSupplier nanoTime) {
    this.stepper = stepper;
    this.nanoTime = nanoTime;
    startNanos = nanoTime.getAsLong();
  }

  /** Takes the time at which a step begins. */
  void begin() {
    stepNanos = nanoTime.getAsLong();
  }

  /** Takes the time at which it ended, and what it reported. */
  void end(StepReport made) {
    methodNanos += nanoTime.getAsLong() - stepNanos;
    report = made;
  }

  Duration elapsed() {
    return Duration.ofNanos(nanoTime.getAsLong() - startNanos);
  }

  @Override
  public Stepper stepper() {
    return stepper;
  }

  @Override
  public Optional<StepReport> report() {
    return Optional.ofNullable(report);
  }

  @Override
  public double methodSeconds() {
    return 1e-9 * methodNanos;
  }

  @Override
  public double totalSeconds() {
    return 1e-9 * elapsed().toNanos();
  }
}
