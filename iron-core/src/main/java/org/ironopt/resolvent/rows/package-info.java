/**
 * Solvers for linear models that keep the predictions A u instead of forming Hessian products,
 * internal. {@code RowSolver} is what both share; {@code PredictionSolver} is nonlinear conjugate
 * gradients, {@code GramSolver} Newton's method through the Gram matrix of the rows, whose linear
 * systems are {@code GramSystem}.
 */
package org.ironopt.resolvent.rows;
