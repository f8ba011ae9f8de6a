package org.ironopt.run;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;
import org.ironopt.io.StateCodec;
import org.ironopt.io.internal.FileErrors;
import org.ironopt.method.Stepper;
import org.ironopt.run.Checkpoint.UnusableException.Reason;

/** Writes the checkpoints of one run. */
final class CheckpointWriter {
  /** Where, and how often: every so many steps or every so many nanoseconds, 0 for never. */
  record Plan(Path path, long everySteps, long everyNanos) {}

  private final Run run;
  private final Stepper stepper;
  private final RunRecorder track;
  private long savedStep = -1;
  private long savedNanos;
  private boolean warned;
  private Optional<String> unsaved = Optional.empty();

  CheckpointWriter(Run run, Stepper stepper, RunRecorder track) {
    this.run = run;
    this.stepper = stepper;
    this.track = track;
    savedNanos = run.nanoTime.getAsLong();
  }

  /** Writes a checkpoint if one is due. */
  void afterStep() {
    run.plan.filter(this::due).ifPresent(plan -> save(plan.path()));
  }

  private boolean due(Plan plan) {
    return (plan.everySteps() > 0 && stepper.step() % plan.everySteps() == 0)
        || (plan.everyNanos() > 0 && run.nanoTime.getAsLong() - savedNanos >= plan.everyNanos());
  }

  /** Writes the last checkpoint, so that a run can be continued whatever ended it. */
  void atEnd() {
    if (savedStep != stepper.step()) {
      run.plan.ifPresent(plan -> save(plan.path()));
    }
  }

  /** Returns why the last checkpoint that was due is not there; empty if it is. */
  Optional<String> unsaved() {
    return unsaved;
  }

  private void save(Path path) {
    // A disk that is full costs a try when the next checkpoint is due, not after every step.
    savedNanos = run.nanoTime.getAsLong();
    ByteArrayOutputStream payload = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(payload);
    try {
      stepper.save(out);
      track.state(new StateCodec(out));
      new Checkpoint(run.fingerprint(), payload.toByteArray()).write(path);
      savedStep = stepper.step();
      unsaved = Optional.empty();
    } catch (IOException e) {
      unsaved(path, FileErrors.reason(e));
    } catch (UncheckedIOException e) {
      unsaved(path, FileErrors.reason(e));
    }
  }

  private void unsaved(Path path, String reason) {
    String sentence = "cannot write the checkpoint " + path + ": " + reason;
    unsaved = Optional.of(sentence);
    if (!warned) {
      warned = true;
      run.warning.accept(sentence + "; the run goes on, and tries again when the next one is due");
    }
  }

  /** Puts stepper and track into the state of a file. */
  void load(Path path) {
    byte[] state = Checkpoint.read(path, run.fingerprint()).payload();
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(state))) {
      stepper.restore(in);
      track.state(new StateCodec(in));
      if (in.available() > 0) {
        throw new Checkpoint.UnusableException(
            path, Reason.CORRUPT, "its state has " + in.available() + " bytes too many");
      }
    } catch (IOException e) {
      throw new Checkpoint.UnusableException(
          path, Reason.CORRUPT, "its state does not fit this run");
    }
  }
}
