/**
 * Objectives with formulas: quadratics, the log-cosh regression of the paper, Rosenbrock's
 * function, least squares, phase retrieval, regression with Student's likelihood, and sums of
 * squares of residuals that the user writes. Regressions on a data set are in {@code regression}.
 */
package org.ironopt.problem.analytic;
