package org.ironopt.lab;

/** Bad input that a user can mend; the message becomes the one line on stderr, exit code 2. */
public final class InputError extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public InputError(String message) {
    super(message);
  }
}
