/**
 * What is known exactly: the parameters of a step, contraction, stationary covariances, bounds and
 * plateaus. Each class cites the equation of {@code docs/THEORY.md} that it computes.
 */
package org.ironopt.theory;
