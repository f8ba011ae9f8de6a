package org.ironopt.io;

import java.util.Locale;
import java.util.function.Supplier;

/** Bad input that a user can mend; the message becomes the one line on stderr, exit code 2. */
public final class InputError extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private String details = "";

  /** The message is a format if there are values for it, and taken as it is if there are none. */
  public InputError(String message, Object... values) {
    super(values.length == 0 ? message : String.format(Locale.ROOT, message, values));
  }

  /**
   * Returns an error with lines below its message, such as those of a compiler; they are printed as
   * they are.
   */
  public static InputError withDetails(String message, String details) {
    InputError error = new InputError(message);
    error.details = details.strip();
    return error;
  }

  /** Returns the lines below the message, mostly none. */
  public String details() {
    return details;
  }

  private InputError(IllegalArgumentException refused) {
    super(refused.getMessage(), refused);
  }

  /** Refuses input that is bad; the message is made only then. */
  public static void when(boolean bad, String message, Object... values) {
    if (bad) {
      throw new InputError(message, values);
    }
  }

  /**
   * Returns what is made of a user's values. An {@code IllegalArgumentException} is the word of the
   * library for a value that it cannot take: here it is the user's, anywhere else it would be a
   * defect of ours. So only the making belongs in here, never the work that follows.
   */
  public static <T> T check(Supplier<T> made) {
    try {
      return made.get();
    } catch (IllegalArgumentException e) {
      throw new InputError(e);
    }
  }
}
