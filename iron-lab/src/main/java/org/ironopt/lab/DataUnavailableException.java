package org.ironopt.lab;

/** Data that could not be had; the message says what was tried and what to place where. */
public final class DataUnavailableException extends Exception {
  private static final long serialVersionUID = 1L;

  public DataUnavailableException(String message) {
    super(message);
  }
}
