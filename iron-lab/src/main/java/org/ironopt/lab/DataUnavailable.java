package org.ironopt.lab;

/** Data that could not be had; the message says what was tried and what to place where. */
public final class DataUnavailable extends Exception {
  private static final long serialVersionUID = 1L;

  public DataUnavailable(String message) {
    super(message);
  }
}
