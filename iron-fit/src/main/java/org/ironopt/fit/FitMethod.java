package org.ironopt.fit;

/** How the implicit steps of a fit are solved. */
public enum FitMethod {
  /** Chosen by counting what the others would cost. */
  IRON("chosen by cost"),
  /** Newton's method with conjugate gradients. */
  CG("Newton steps by conjugate gradients"),
  /** Newton's method with an assembled, factored Hessian. */
  CHOLESKY("Newton steps by Cholesky factorization"),
  /** Gradients only. */
  LBFGS("L-BFGS steps"),
  /** Variance-reduced minibatches first, then what {@link #IRON} would choose for all rows. */
  MINIBATCH("minibatches, then all rows");

  private final String words;

  FitMethod(String words) {
    this.words = words;
  }

  String words() {
    return words;
  }
}
