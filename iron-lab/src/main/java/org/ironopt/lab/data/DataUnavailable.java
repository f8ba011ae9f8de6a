package org.ironopt.lab.data;

/** Data that could not be had; the message says what was tried and what to place where. */
public final class DataUnavailable extends Exception {
  private static final long serialVersionUID = 1L;

  DataUnavailable(String message) {
    super(message);
  }
}
