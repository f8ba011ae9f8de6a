/**
 * The hot loops, each written twice: in plain Java, which is the definition, and with the Vector
 * API, which must give the same bits. Internal: only {@code org.ironopt} calls it, and it may
 * change at any time.
 *
 * <p>Start with {@code Kernels}: it is the plain definition of sums, algebra and elementary
 * functions on ranges of arrays, and {@code VectorKernels} its SIMD subclass. {@code Tiles}
 * multiplies blocks of rows with several vectors, {@code LogisticKernels} has the logistic loss
 * with its derivatives, {@code RandomKernels} the words, uniforms and normals of a counter. Their
 * SIMD loops are the classes named {@code Vector...}.
 *
 * <p>Two ideas:
 *
 * <ul>
 *   <li>SIMD code is slow until it is compiled: the Vector API then makes an object of every
 *       vector. {@code WarmUp} compiles a loop in the background; {@code KernelSelection} times a
 *       call now and then. Until SIMD is faster the plain loop runs. Only speed depends on the
 *       clock.
 *   <li>A SIMD loop is one long method without helpers. The compiler gives up inlining after a
 *       certain amount of code, and a vector that crosses a call is an object again. This is why
 *       polynomials and the tiles for doubles and floats are written out.
 * </ul>
 *
 * <p>May touch {@code jdk.incubator.vector} and nothing else. Without that module, or with {@code
 * -Diron.simd=off}, no class named {@code Vector...} is linked.
 */
package org.ironopt.linalg.kernel;
