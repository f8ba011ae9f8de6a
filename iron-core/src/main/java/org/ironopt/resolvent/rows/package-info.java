/**
 * Solvers for linear models that keep the predictions A u instead of forming Hessian products,
 * internal: nonlinear conjugate gradients, and Newton's method through the Gram matrix of the rows.
 */
package org.ironopt.resolvent.rows;
