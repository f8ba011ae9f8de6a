/**
 * The kernels under JMH, on one thread, each beside the plain loop that it replaces. A method
 * {@code plainX} computes what {@code x} computes, up to rounding. {@code ./iron bench kernels}
 * measures without JMH, on all threads too; docs/PERFORMANCE.md says how to run these.
 */
package org.ironopt.bench.kernels;
