package org.ironopt.run;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.ironopt.method.Stepper;
import org.ironopt.run.CheckpointException.Reason;

/** Writes the checkpoints of one run. */
final class Saver {
  /** Where, and how often: every so many steps or every so many nanoseconds, 0 for never. */
  record Plan(Path path, long everySteps, long everyNanos) {}

  private final Optional<Plan> plan;
  private final Fingerprint fingerprint;
  private final Stepper stepper;
  private final Track track;
  private final LongSupplier nanoTime;
  private long savedStep = -1;
  private long savedNanos;

  Saver(
      Optional<Plan> plan,
      Fingerprint fingerprint,
      Stepper stepper,
      Track track,
      LongSupplier nanoTime) {
    this.plan = plan;
    this.fingerprint = fingerprint;
    this.stepper = stepper;
    this.track = track;
    this.nanoTime = nanoTime;
    savedNanos = nanoTime.getAsLong();
  }

  /** Writes a checkpoint if one is due. */
  void afterStep() {
    if (plan.isEmpty()) {
      return;
    }
    long everySteps = plan.get().everySteps();
    long everyNanos = plan.get().everyNanos();
    boolean due =
        (everySteps > 0 && stepper.step() % everySteps == 0)
            || (everyNanos > 0 && nanoTime.getAsLong() - savedNanos >= everyNanos);
    if (due) {
      save(plan.get().path());
    }
  }

  /** Writes the last checkpoint, so that a run can be continued whatever ended it. */
  Ending atEnd(Ending ending) {
    if (plan.isEmpty() || savedStep == stepper.step()) {
      return ending;
    }
    try {
      save(plan.get().path());
      return ending;
    } catch (UncheckedIOException e) {
      return new Ending.Failed(stepper.step(), e);
    }
  }

  private void save(Path path) {
    ByteArrayOutputStream payload = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(payload);
    try {
      stepper.save(out);
      track.save(out);
      new Checkpoint(fingerprint, payload.toByteArray()).write(path);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the checkpoint " + path, e);
    }
    savedStep = stepper.step();
    savedNanos = nanoTime.getAsLong();
  }

  /** Puts stepper and track into the state of a file. */
  void load(Path path) {
    Checkpoint file = Checkpoint.read(path);
    fingerprint
        .difference(file.fingerprint())
        .ifPresent(
            difference -> {
              throw new CheckpointException(
                  path, Reason.OTHER_RUN, "belongs to another run: " + difference);
            });
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(file.payload()))) {
      stepper.restore(in);
      track.restore(in);
    } catch (IOException e) {
      throw new CheckpointException(path, Reason.CORRUPT, "its state ends too early");
    }
  }
}
