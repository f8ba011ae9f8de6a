/**
 * The hot loops behind one small interface, with a scalar twin and a SIMD provider looked up once.
 * Both give the same bits. Internal: only {@code org.ironopt} calls it.
 */
package org.ironopt.linalg.kernel;
