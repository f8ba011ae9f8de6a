package org.ironopt.data;

import java.io.IOException;

/**
 * A file with invalid content. The message is one line: the file, where in it (line and column of a
 * text, byte offset of a binary file, counted after unpacking), what was seen there and what was
 * expected.
 */
public final class MalformedDataException extends IOException {
  private static final long serialVersionUID = 1L;

  /** Takes the whole line. */
  public MalformedDataException(String message) {
    super(message);
  }
}
