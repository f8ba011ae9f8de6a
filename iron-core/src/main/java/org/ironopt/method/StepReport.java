package org.ironopt.method;

import java.util.Optional;
import org.ironopt.resolvent.InnerReport;

/**
 * What one step did. In an ensemble whose groups of members differ in alpha, gamma or lambda, that
 * number is NaN here; f and its gradient are those of the sum over the members.
 *
 * @param step number of the step, from 1
 * @param alpha step length used
 * @param gamma damping used in the step
 * @param lambda resolvent parameter used, NaN for explicit methods
 * @param value f at the new iterate if the step computed it anyway, else NaN
 * @param gradientNorm norm of the gradient at the new iterate if known anyway, else NaN
 * @param inner report of the inner solve, empty for explicit methods
 * @param work what the step spent
 */
public record StepReport(
    long step,
    double alpha,
    double gamma,
    double lambda,
    double value,
    double gradientNorm,
    Optional<InnerReport> inner,
    Work work) {}
