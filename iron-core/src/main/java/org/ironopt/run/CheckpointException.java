package org.ironopt.run;

import java.nio.file.Path;

/** A checkpoint file that cannot be resumed from, with the reason and one sentence. */
public final class CheckpointException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** What is wrong with the file. */
  public enum Reason {
    /** The file cannot be read. */
    UNREADABLE,
    /** It does not begin like a checkpoint. */
    NOT_A_CHECKPOINT,
    /** It was written in another version of the format. */
    OTHER_VERSION,
    /** It ends too early. */
    TRUNCATED,
    /** Its checksum does not fit its bytes. */
    CORRUPT,
    /** It belongs to a run with another method, objective, data or seed. */
    OTHER_RUN
  }

  private final Reason reason;

  /** Says what is wrong with a file. */
  public CheckpointException(Path path, Reason reason, String sentence) {
    super("checkpoint " + path + ": " + sentence);
    this.reason = reason;
  }

  /** Returns what is wrong. */
  public Reason reason() {
    return reason;
  }
}
