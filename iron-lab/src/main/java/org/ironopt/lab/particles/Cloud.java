package org.ironopt.lab.particles;

import org.ironopt.linalg.Require;
import org.ironopt.method.Flow;
import org.ironopt.problem.Objective;

/**
 * Independent particles that follow one method on one objective from {@code x0 ~ N(0, I)}, {@code
 * v0 = 0}.
 *
 * @param objective what every particle minimises
 * @param method how it moves
 * @param particles how many there are
 * @param iterations steps each of them makes
 * @param seed root seed
 */
public record Cloud(Objective objective, Flow method, int particles, int iterations, long seed) {
  /** Groups of a cloud: the unit of work, and the independent replicates behind an interval. */
  public static final int GROUPS = 64;

  public Cloud {
    Require.atLeast("particles", GROUPS, particles);
    Require.atLeast("iterations", 1, iterations);
  }

  /** Returns how many particles group g has; sizes differ by at most one. */
  public int size(int g) {
    return particles / GROUPS + (g < particles % GROUPS ? 1 : 0);
  }
}
