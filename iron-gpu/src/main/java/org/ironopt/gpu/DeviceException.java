package org.ironopt.gpu;

import java.util.Locale;

/** A device that is missing or failed: one sentence with what was asked for and what to do. */
public final class DeviceException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The sentence is a format of what was seen. */
  public DeviceException(String sentence, Object... seen) {
    super(String.format(Locale.ROOT, sentence, seen));
  }
}
