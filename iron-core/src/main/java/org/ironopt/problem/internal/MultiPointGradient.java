package org.ironopt.problem.internal;

import org.ironopt.problem.Curved;

/**
 * An objective that takes the gradients at many points in one pass over its data, each with the
 * bits that it has alone. An ensemble that moves in lock step keeps one array entry for each member
 * and names the members that still need work.
 */
public interface MultiPointGradient extends Curved {
  /**
   * Overwrites {@code gradients[p]} at {@code x[p]} for the distinct {@code p = points[0 ..
   * count-1]}; other entries are neither read nor written.
   */
  void gradients(int[] points, int count, double[][] x, double[][] gradients);
}
