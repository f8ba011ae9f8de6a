/**
 * What is minimised. An objective is immutable and safe to share between threads; what an
 * evaluation needs to keep lives in a {@code Curvature}, which belongs to one solver.
 */
package org.ironopt.problem;
