package org.ironopt.resolvent;

/** Watches an inner iteration, for residual histories and debugging. */
@FunctionalInterface
public interface InnerObserver {
  /**
   * Called at the start (step 0) and after every accepted step.
   *
   * @param step accepted steps so far
   * @param residual |g(u)|
   * @param merit phi(u) = lambda f(u) + |u - c|^2/2
   * @param linearSteps iterations of the linear solver so far
   */
  void at(int step, double residual, double merit, int linearSteps);

  /** Returns an observer that does nothing. */
  static InnerObserver none() {
    return (step, residual, merit, linearSteps) -> {};
  }
}
