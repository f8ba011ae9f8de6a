package org.ironopt.resolvent;

/**
 * How a resolvent is solved: direction, curvature model, globalization, tolerance, limit, start.
 * Known names are constants; {@code with...} methods change one choice.
 */
public record Inner(
    Direction direction,
    CurvatureModel model,
    Globalization globalization,
    Tolerance tolerance,
    int maxSteps,
    boolean truncated,
    WarmStart start) {}
