/**
 * Newton's method on the residual, internal. {@code NewtonSolver} is the loop; {@code
 * ResolventEquation} holds the current and the trial point; a {@code Globalizer} (line search,
 * damping, trust region) asks a {@code DirectionSolver} (Cholesky, diagonal, L-BFGS, or a Krylov
 * solver in {@code KrylovDirection}) for a step and accepts or shortens it. Krylov solvers are
 * preconditioned by a {@code PreconditionerSolver}: the diagonal, or a {@code SketchPreconditioner}
 * that may be kept over many solves.
 */
package org.ironopt.resolvent.newton;
