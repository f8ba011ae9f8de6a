/**
 * What is minimised. An objective is immutable and safe to share between threads; what an
 * evaluation needs to keep lives in a {@code Curvature}, which belongs to one solver. What an
 * objective can do beyond values and gradients it says by the interfaces it has: {@code Curved},
 * {@code GaussNewton}, {@code Proximable}, {@code FiniteSum}, {@code TermProximable}, {@code
 * HigherDerivatives}. A {@code Regularizer} is the part of a composite problem that has kinks. An
 * {@code Ensemble} of many copies is an objective too. {@code DerivativeCheck} and {@code Counted}
 * watch an objective from outside.
 */
package org.ironopt.problem;
