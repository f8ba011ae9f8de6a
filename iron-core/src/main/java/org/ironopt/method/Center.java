package org.ironopt.method;

import org.ironopt.linalg.internal.Require;

/**
 * The center of a minibatch step of {@link Iron}, plain or corrected. Minibatch noise is a
 * perturbation of the center, {@code c - lambda (grad f_B - grad f)}, and variance reduction is the
 * correction of it: a step solves {@code u + lambda grad f_B(u) = c + lambda d_B} with a d_B that
 * estimates {@code grad f_B - grad f} at the solution. Inertial center, resolvent, velocity and
 * damping are unchanged. The only fixed point is then the minimiser of f itself, whatever the
 * batches.
 */
public sealed interface Center {
  /** The center as it is: the resolvent of the batch, as in the paper. */
  record Plain() implements Center {}

  /**
   * {@code d_B = grad f_B(x~) - grad f(x~)} at a snapshot x~ of the iterate, for any finite sum.
   * Costs a gradient of the batch a step and one of f at every snapshot. (Stochastic variance
   * reduced proximal point; R. Johnson, T. Zhang, "Accelerating stochastic gradient descent using
   * predictive variance reduction", NIPS 2013.)
   *
   * @param every steps between two snapshots
   */
  record Snapshot(int every) implements Center {
    public Snapshot {
      Require.atLeast("steps between snapshots", 1, every);
    }
  }

  /**
   * {@code d_B = scale A_B' R_B - G} with a table R of the residuals that every term of a {@link
   * org.ironopt.problem.LinearSum} had when it was last seen, and its mean gradient G: N K numbers,
   * no snapshot and no pass over the data. With {@code D = I + lambda ridge} and {@code sigma =
   * lambda scale}, a step is
   *
   * <pre>
   *   z   = D^-1 (c - lambda G)
   *   rho = r(A_B z) - R_B,  q = A_B' rho                          two products
   *   p   = D^-1 q,  a = 1/(1 + sigma kappa),  kappa = (A_B p, H A_B p)/(p, q)    a third one
   *   u   = z - sigma a p,  R_B += a rho,  G += (a/N) q
   * </pre>
   *
   * which is one step of conjugate gradients, with D as metric, for the Newton system of the
   * resolvent at z; k of them cost {@code 2k + 1} products. Iterate, table and mean gradient fit
   * each other exactly however rough the solve is: u solves the step's equation with the new
   * residuals R_B in place of those at u. With an exact solve and a vanishing inertia it is
   * Point-SAGA (A. Defazio, "A Simple Practical Accelerated Method for Finite Sums", NIPS 2016),
   * the ridge being solved for and not remembered.
   *
   * <p>An empty table starts with R = 0. Nothing corrects the gradient of a batch that was never
   * seen, while G is already the gradient of the fraction phi of all terms that were, so that
   * {@code grad f_B + G} is about {@code 1 + phi} times the gradient. So the first visit of a batch
   * has {@code lambda/(1 + phi)}.
   *
   * @param cgSteps steps of conjugate gradients; 0 to solve by the {@link Iron#inner} of the method
   * @param curvatureEvery steps for which kappa is kept, with {@code cgSteps = 1}. Above 1 this is
   *     <em>lagged curvature</em>: two products a step, but no longer the conjugate gradient step,
   *     and not its certificate
   * @param certified whether the residual of the truncated solve is computed, by one more product;
   *     else the report has NaN
   * @param full whether the table starts with the residuals at x0, by one pass, instead of empty
   */
  record Table(int cgSteps, int curvatureEvery, boolean certified, boolean full) implements Center {
    public Table {
      Require.atLeast("steps of conjugate gradients", 0, cgSteps);
      Require.atLeast("steps with one curvature", 1, curvatureEvery);
      Require.that(
          curvatureEvery == 1 || cgSteps == 1,
          "lagged curvature needs 1 step of conjugate gradients, got %s",
          cgSteps);
    }

    /** Makes k steps of conjugate gradients, in {@code 2k + 1} products. */
    public Table cg(int k) {
      return new Table(Require.atLeast("steps of conjugate gradients", 1, k), 1, certified, full);
    }

    /** Solves by the inner solver of the method, to its tolerance. */
    public Table inner() {
      return new Table(0, 1, certified, full);
    }

    /** Keeps the curvature for so many steps; no longer the conjugate gradient step. */
    public Table laggedCurvature(int steps) {
      return new Table(cgSteps, steps, certified, full);
    }

    /** Leaves the residual of the truncated solve uncomputed. */
    public Table uncertified() {
      return new Table(cgSteps, curvatureEvery, false, full);
    }

    /** Starts with the residuals at x0. */
    public Table startFull() {
      return new Table(cgSteps, curvatureEvery, certified, true);
    }
  }

  /** Returns the resolvent of the batch, uncorrected. */
  static Center plain() {
    return new Plain();
  }

  /** Returns the correction by a snapshot. */
  static Snapshot snapshot(int everySteps) {
    return new Snapshot(everySteps);
  }

  /** Returns the correction by a table, one step of conjugate gradients, certified, empty. */
  static Table table() {
    return new Table(1, 1, true, false);
  }
}
