package org.ironopt.cli.shared;

/**
 * Work that came to no result although nothing is wrong with how it was asked for; the message
 * becomes the one line on stderr, exit code 1.
 */
public final class NoResultException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public NoResultException(String message) {
    super(message);
  }
}
