package org.ironopt.fit;

/**
 * Data to which a model cannot be fitted although every row is well formed: the objective has no
 * minimum, or numbers are too large to square. The message says what to change in the data.
 */
public final class UnfitDataException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  UnfitDataException(String message) {
    super(message);
  }
}
