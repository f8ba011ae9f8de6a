/**
 * Vectors, matrices and linear solvers, used by all numerical packages.
 *
 * <p>Start with {@code Vectors}: a vector is a plain {@code double[]}, and there is no vector
 * class. {@code DenseMatrix} and {@code SparseMatrix} hold their numbers in flat arrays that
 * callers may see. A {@code LinearOperator} is {@code y = A x} and nothing more, so a Hessian, a
 * preconditioner and a matrix go through the same solvers: {@code ConjugateGradient}, {@code
 * Minres}, {@code Gmres} and {@code Steihaug}, which own their workspace, allocate nothing after
 * the first call and report how they ended. Factorizations are {@code Cholesky}, {@code
 * SymmetricEigen} and the in-place {@code SmallCholesky}; {@code Arnoldi} finds the rightmost
 * eigenvalue of an operator. {@code FloatProducts} multiplies large matrices in float. Arguments
 * are checked by {@code Require}, whose messages name both numbers.
 *
 * <p>Two ideas:
 *
 * <ul>
 *   <li>One result. A sum has a fixed number of lanes and a fixed tree of blocks, a multiply-add is
 *       always fused, and {@code Functions} has its own elementary functions. So a result depends
 *       neither on SIMD nor on threads ({@code Parallel}) nor on the machine.
 *   <li>Failure is a value. That a matrix is not positive definite or a Krylov solver stagnates is
 *       an answer, not an exception.
 * </ul>
 *
 * <p>May touch EJML, for dense factorizations and in no public signature, and {@code
 * linalg.kernel}, where the hot loops are.
 */
@NullMarked
package org.ironopt.linalg;

import org.jspecify.annotations.NullMarked;
