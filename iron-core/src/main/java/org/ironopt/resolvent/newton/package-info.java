/**
 * Newton's method on the residual, internal. {@code NewtonSolver} is the loop, {@code Equation}
 * holds the current and the trial {@code Point}, a {@code Globalizer} (line search, damping, trust
 * region) asks a {@code DirectionSolver} (Krylov, Cholesky, diagonal, L-BFGS) for a step and
 * accepts or shortens it.
 */
package org.ironopt.resolvent.newton;
