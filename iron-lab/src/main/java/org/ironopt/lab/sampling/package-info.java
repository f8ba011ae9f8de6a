/**
 * What lies beyond the paper's center noise and its strongly convex functions: real minibatches on
 * least squares, logistic and softmax regression, functions that are not convex, and convex ones
 * without a modulus, each beside its theory.
 */
package org.ironopt.lab.sampling;
