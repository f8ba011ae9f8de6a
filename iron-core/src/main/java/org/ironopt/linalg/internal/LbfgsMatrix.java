package org.ironopt.linalg.internal;

import org.ironopt.linalg.Vectors;

/**
 * The inverse BFGS matrix B of the last few pairs of steps s and changes y of a gradient, started
 * from {@code (s'y)/(y'y) I} and applied by the two-loop recursion (J. Nocedal, 1980, DOI
 * 10.1090/S0025-5718-1980-0572855-7). A pair with {@code s'y <= 1e-10 |s||y|} is not kept, so B is
 * positive definite. Without pairs it is I. Memory: 2 n for each pair.
 */
public final class LbfgsMatrix {
  private static final double LEAST_COSINE = 1e-10;

  private final int memory;
  private final double[][] steps;
  private final double[][] changes;
  private final double[] curvatures;
  private final double[] weights;

  /** How many pairs there are and where the newest lies; numbers like the rest of the state. */
  private final double[] counts = {0, -1};

  /** Allocates the workspace for n unknowns and so many pairs. */
  public LbfgsMatrix(int n, int memory) {
    this.memory = Require.atLeast("memory", 1, memory);
    steps = new double[memory][n];
    changes = new double[memory][n];
    curvatures = new double[memory];
    weights = new double[memory];
  }

  /** Forgets all pairs. */
  public void clear() {
    counts[0] = 0;
    counts[1] = -1;
  }

  /** Returns how many pairs are kept. */
  public int pairs() {
    return (int) counts[0];
  }

  /**
   * Adds the pair {@code (u - u0, g - g0)}; returns whether its curvature was enough to keep it.
   */
  public boolean add(double[] u0, double[] u, double[] g0, double[] g) {
    int slot = (newest() + 1) % memory;
    Vectors.subtract(u, u0, steps[slot]);
    Vectors.subtract(g, g0, changes[slot]);
    double sy = Vectors.dot(steps[slot], changes[slot]);
    double scale = Vectors.norm(steps[slot]) * Vectors.norm(changes[slot]);
    if (!(sy > LEAST_COSINE * scale)) {
      // The slot held the oldest pair; once it is overwritten that pair is gone.
      counts[0] = Math.min(pairs(), memory - 1);
      return false;
    }
    curvatures[slot] = sy;
    counts[1] = slot;
    counts[0] = Math.min(pairs() + 1, memory);
    return true;
  }

  /** Overwrites {@code q} with {@code B q}. */
  public void apply(double[] q) {
    int pairs = pairs();
    for (int age = 0; age < pairs; age++) {
      int i = slot(age);
      weights[i] = Vectors.dot(steps[i], q) / curvatures[i];
      Vectors.axpy(-weights[i], changes[i], q);
    }
    if (pairs > 0) {
      int newest = newest();
      double yy = Vectors.dot(changes[newest], changes[newest]);
      Vectors.scale(curvatures[newest] / yy, q);
    }
    for (int age = pairs - 1; age >= 0; age--) {
      int i = slot(age);
      double beta = Vectors.dot(changes[i], q) / curvatures[i];
      Vectors.axpy(weights[i] - beta, steps[i], q);
    }
  }

  /** Returns all arrays that make up the state, live, in a fixed order: to save and restore it. */
  public double[][] state() {
    double[][] all = new double[2 * memory + 2][];
    System.arraycopy(steps, 0, all, 0, memory);
    System.arraycopy(changes, 0, all, memory, memory);
    all[2 * memory] = curvatures;
    all[2 * memory + 1] = counts;
    return all;
  }

  private int newest() {
    return (int) counts[1];
  }

  private int slot(int age) {
    return Math.floorMod(newest() - age, memory);
  }
}
