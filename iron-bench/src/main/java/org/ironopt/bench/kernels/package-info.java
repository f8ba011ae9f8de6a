/**
 * Loops, products and random numbers. The classes named Benchmark are for JMH, on one thread, each
 * kernel beside the plain loop that it replaces: a method {@code plainX} computes what {@code x}
 * computes, up to rounding. {@code KernelRatios} and {@code RandomRatios} run the same methods in
 * turns for {@code ./iron bench}, on all threads too; docs/reference/performance.md says how to run
 * JMH.
 */
package org.ironopt.bench.kernels;
