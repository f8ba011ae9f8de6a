package org.ironopt.resolvent;

import org.ironopt.linalg.Vectors;

/**
 * Limited-memory BFGS for phi: {@code s = -B g}, B the inverse BFGS matrix of the last pairs {@code
 * (u_{k+1} - u_k, g_{k+1} - g_k)} started from {@code (s'y)/(y'y) I}, applied by the two-loop
 * recursion (Nocedal 1980, DOI 10.1090/S0025-5718-1980-0572855-7). A pair with {@code s'y <= 1e-10
 * |s||y|} is not kept, so B is positive definite and s descends.
 */
final class LbfgsDirection implements DirectionSolver {
  private static final double LEAST_COSINE = 1e-10;

  private final int memory;
  private final double[][] steps;
  private final double[][] changes;
  private final double[] curvatures;
  private final double[] weights;
  private final double[] lastU;
  private final double[] lastG;
  private boolean hasLast;
  private int pairs;
  private int newest = -1;

  LbfgsDirection(int n, int memory) {
    this.memory = memory;
    steps = new double[memory][n];
    changes = new double[memory][n];
    curvatures = new double[memory];
    weights = new double[memory];
    lastU = new double[n];
    lastG = new double[n];
  }

  @Override
  public void begin() {
    hasLast = false;
    pairs = 0;
    newest = -1;
  }

  @Override
  public void linearize(Equation equation) {
    Point point = equation.current();
    if (hasLast) {
      int slot = (newest + 1) % memory;
      Vectors.subtract(point.u, lastU, steps[slot]);
      Vectors.subtract(point.g, lastG, changes[slot]);
      keep(slot);
    }
    Vectors.copy(point.u, lastU);
    Vectors.copy(point.g, lastG);
    hasLast = true;
  }

  /** Adds a pair; returns whether its curvature was positive enough to keep. */
  boolean add(double[] step, double[] change) {
    int slot = (newest + 1) % memory;
    Vectors.copy(step, steps[slot]);
    Vectors.copy(change, changes[slot]);
    return keep(slot);
  }

  private boolean keep(int slot) {
    double sy = Vectors.dot(steps[slot], changes[slot]);
    double scale = Vectors.norm(steps[slot]) * Vectors.norm(changes[slot]);
    if (!(sy > LEAST_COSINE * scale)) {
      // The slot held the oldest pair; once it is overwritten that pair is gone.
      pairs = Math.min(pairs, memory - 1);
      return false;
    }
    curvatures[slot] = sy;
    newest = slot;
    pairs = Math.min(pairs + 1, memory);
    return true;
  }

  @Override
  public boolean solve(Equation equation, double nu) {
    Vectors.copy(equation.current().g, equation.s);
    applyInverse(equation.s);
    Vectors.scale(-1, equation.s);
    return true;
  }

  @Override
  public boolean restart() {
    boolean hadPairs = pairs > 0;
    pairs = 0;
    return hadPairs;
  }

  /** Overwrites {@code q} with {@code B q}. */
  void applyInverse(double[] q) {
    for (int age = 0; age < pairs; age++) {
      int i = slot(age);
      weights[i] = Vectors.dot(steps[i], q) / curvatures[i];
      Vectors.axpy(-weights[i], changes[i], q);
    }
    if (pairs > 0) {
      double yy = Vectors.dot(changes[newest], changes[newest]);
      Vectors.scale(curvatures[newest] / yy, q);
    }
    for (int age = pairs - 1; age >= 0; age--) {
      int i = slot(age);
      double beta = Vectors.dot(changes[i], q) / curvatures[i];
      Vectors.axpy(weights[i] - beta, steps[i], q);
    }
  }

  private int slot(int age) {
    return Math.floorMod(newest - age, memory);
  }
}
