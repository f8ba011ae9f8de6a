package org.ironopt.io.internal;

import java.io.IOException;
import java.io.UncheckedIOException;

/** A file that could not be read or written; the message says which, the cause says why. */
public final class FileFailure extends UncheckedIOException {
  private static final long serialVersionUID = 1L;

  /** Says what could not be done, without the reason. */
  public FileFailure(String message, IOException cause) {
    super(message, cause);
  }
}
