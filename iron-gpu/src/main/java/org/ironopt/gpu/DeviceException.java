package org.ironopt.gpu;

/** A device that is missing or failed: one sentence with what was asked for and what to do. */
public final class DeviceException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public DeviceException(String sentence) {
    super(sentence);
  }
}
