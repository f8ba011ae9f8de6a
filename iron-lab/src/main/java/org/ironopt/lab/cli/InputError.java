package org.ironopt.lab.cli;

/** Bad input that a user can mend; the message becomes the one line on stderr, exit code 2. */
final class InputError extends RuntimeException {
  private static final long serialVersionUID = 1L;

  InputError(String message) {
    super(message);
  }
}
