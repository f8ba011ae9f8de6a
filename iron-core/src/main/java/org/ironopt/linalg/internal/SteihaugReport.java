package org.ironopt.linalg.internal;

import org.ironopt.linalg.KrylovSolver;

/**
 * How a trust-region subproblem ended.
 *
 * @param ending CONVERGED inside the region; BOUNDARY or NEGATIVE_CURVATURE on its boundary; or a
 *     limit or failure at the last point inside
 * @param iterations steps that changed {@code s}
 * @param residual norm of the model's gradient {@code g + J s} at the returned point
 * @param model the model {@code <g, s> + <s, J s> / 2} at the returned point, never above 0
 */
public record SteihaugReport(
    KrylovSolver.Ending ending, int iterations, double residual, double model) {}
