/**
 * Objectives with formulas: quadratics, the log-cosh regression of the paper, Rosenbrock's
 * function, least squares, phase retrieval and regression with Student's likelihood. Regressions on
 * a data set are in {@code regression}.
 */
package org.ironopt.problem.analytic;
