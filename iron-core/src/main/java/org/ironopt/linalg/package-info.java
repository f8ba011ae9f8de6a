/**
 * Vectors, matrices and linear solvers. An operator is {@code y = A x}; every solver owns its
 * workspace, works in place and reports how it ended. Sums follow one fixed tree, so results do not
 * depend on SIMD width or on the number of threads. EJML does the dense factorizations and appears
 * in no public signature.
 */
package org.ironopt.linalg;
