package org.ironopt.resolvent;

/** How accurately the linear system of a Newton step is solved. */
public sealed interface Forcing {
  /** A fixed relative residual. */
  record Fixed(double eta) implements Forcing {}

  /** Eisenstat-Walker choice 1. */
  record EisenstatWalker1() implements Forcing {}

  /** Eisenstat-Walker choice 2. */
  record EisenstatWalker2() implements Forcing {}
}
