package org.ironopt.run;

/**
 * The objective, a schedule or an observer of a {@link Run} threw, or {@link Run#minimize} found
 * its gradient wrong: its {@linkplain #getCause cause} is what was thrown, its {@link #result} what
 * the run had found until then.
 */
public final class RunFailedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient RunResult result;

  RunFailedException(RunResult result, Throwable cause) {
    super(result.ending().sentence(), cause);
    this.result = result;
  }

  /** Returns the result so far, with the best point; null once the exception was serialised. */
  public RunResult result() {
    return result;
  }
}
