package org.ironopt.cli.shared;

/**
 * Work that came to no result although nothing is wrong with how it was asked for; the message
 * becomes the one line on stderr, exit code 1.
 */
public final class NoSuccess extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public NoSuccess(String message) {
    super(message);
  }
}
