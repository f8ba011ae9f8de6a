package org.ironopt.theory;

/**
 * What {@link Planner} recommends.
 *
 * @param alpha the smallest step that meets the target, or 1 when every step does
 * @param everyStepMeetsTarget whether even the flow itself ({@code alpha -> 0}) meets the target
 * @param lambda resolvent parameter of that step
 * @param rmse predicted stationary root-mean-square error, at most the target
 * @param spectralRadius contraction per step
 * @param steps smallest k with {@code r^k <= target/100}: from a start at distance 1 the initial
 *     error is then one percent of the target
 * @param residualTolerance inner residual norm that keeps each inner error below one percent of the
 *     target
 */
public record Plan(
    double alpha,
    boolean everyStepMeetsTarget,
    double lambda,
    double rmse,
    double spectralRadius,
    long steps,
    double residualTolerance) {}
