/**
 * The benchmarks of {@code ./iron bench}: a stopwatch for ratios ({@link InterleavedTimer}),
 * tables, and the simulated clouds; kernels, fits beside other libraries and the race on images are
 * below.
 */
package org.ironopt.bench;
