package org.ironopt.resolvent;

/** The known solvers, constants of {@link InnerMethod}. */
interface InnerMethods {
  /** Newton-CG: conjugate gradients, Eisenstat-Walker 2, Armijo on phi, relative 1e-8. */
  InnerMethod.Newton NEWTON_CG = InnerMethod.newton(new Direction.Cg(), new Globalization.Armijo());

  /** What is used when nothing is said: {@link #NEWTON_CG}. */
  InnerMethod.Newton DEFAULT = NEWTON_CG;

  /** Newton with a dense Cholesky factorization, Armijo on phi, relative 1e-8. */
  InnerMethod.Newton NEWTON_CHOLESKY = NEWTON_CG.direction(new Direction.Cholesky());

  /**
   * Algorithm 2 of the paper: Newton, halving until |g| decreases, an absolute residual tolerance
   * (1e-6), from the current iterate.
   */
  InnerMethod.Newton PAPER =
      InnerMethod.newton(new Direction.Cholesky(), new Globalization.ResidualDecrease())
          .tolerance(InnerTolerance.absolute(1e-6));

  /** Damped Newton: (J + nu I) s = -g by Cholesky, relative 1e-8. */
  InnerMethod.Newton LEVENBERG_MARQUARDT =
      NEWTON_CHOLESKY.globalization(new Globalization.LevenbergMarquardt());

  /** Levenberg-Marquardt on the Gauss-Newton model, for sums of squares, relative 1e-8. */
  InnerMethod.Newton GAUSS_NEWTON =
      LEVENBERG_MARQUARDT.model(InnerMethod.CurvatureModel.GAUSS_NEWTON).maxSteps(1000);

  /** Trust region by Steihaug's CG, Eisenstat-Walker 2, relative 1e-8. */
  InnerMethod.Newton TRUST_REGION = NEWTON_CG.globalization(new Globalization.TrustRegion());

  /** Newton-MINRES with Armijo on phi, for curvature that is indefinite on the way. */
  InnerMethod.Newton NEWTON_MINRES = NEWTON_CG.direction(new Direction.Minres());

  /**
   * One linearisation by the Gauss-Newton matrix at the start and three steps of conjugate
   * gradients with averaged Kronecker factors, compared with f in every fifth solve: about five
   * gradients of a batch. For networks.
   */
  InnerMethod.Newton LINEARIZED = InnerMethod.linearized(3, new Preconditioner.Averaged(0));

  /** L-BFGS with ten pairs and Armijo on phi: gradients only, relative 1e-6. */
  InnerMethod.Newton LBFGS =
      NEWTON_CG
          .direction(new Direction.Lbfgs())
          .tolerance(InnerTolerance.relative(1e-6))
          .maxSteps(1000);

  /** The diagonal of the Newton matrix and Armijo on phi: no product, no factorization. */
  InnerMethod.Newton DIAGONAL = NEWTON_CG.direction(new Direction.Diagonal()).maxSteps(1000);

  /** Conjugate gradients with kept predictions, for linear models, relative 1e-8. */
  InnerMethod.Predictions PREDICTIONS =
      new InnerMethod.Predictions(
          InnerTolerance.relative(1e-8), 1000, false, InnerMethod.WarmStart.ITERATE);

  /** Newton's method through the Gram matrix of the rows, for linear models, relative 1e-8. */
  InnerMethod.Gram GRAM =
      new InnerMethod.Gram(
          InnerTolerance.relative(1e-8), 100, false, InnerMethod.WarmStart.ITERATE);

  /** The objective's own formula. */
  InnerMethod.ClosedForm CLOSED_FORM =
      new InnerMethod.ClosedForm(InnerTolerance.relative(1e-8), InnerMethod.WarmStart.ITERATE);
}
