/**
 * Objectives with formulas: quadratics, the log-cosh regression of the paper, Rosenbrock's
 * function, least squares, phase retrieval and regression with Student's likelihood. Start with
 * {@code Quadratic}, whose eigen form gives every resolvent in closed form, for one point or for a
 * whole ensemble. Sums over the rows of a matrix share {@code FeatureRowView}, its selections
 * (batches) and {@code RowSum}. Regressions on a data set, with passes over rows in tiles, are in
 * {@code regression}.
 */
@NullMarked
package org.ironopt.problem.analytic;

import org.jspecify.annotations.NullMarked;
