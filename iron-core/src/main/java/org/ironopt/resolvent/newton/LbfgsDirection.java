package org.ironopt.resolvent.newton;

import org.ironopt.linalg.LbfgsMatrix;
import org.ironopt.linalg.Vectors;

/** Limited-memory BFGS for phi: {@code s = -B g}, B an {@link LbfgsMatrix}, so that s descends. */
public final class LbfgsDirection implements DirectionSolver {
  private final LbfgsMatrix matrix;
  private final double[] lastU;
  private final double[] lastG;
  private boolean hasLast;

  public LbfgsDirection(int n, int memory) {
    matrix = new LbfgsMatrix(n, memory);
    lastU = new double[n];
    lastG = new double[n];
  }

  @Override
  public void begin() {
    hasLast = false;
    matrix.clear();
  }

  @Override
  public void linearize(Equation equation) {
    Point point = equation.current();
    if (hasLast) {
      matrix.add(lastU, point.u, lastG, point.g);
    }
    Vectors.copy(point.u, lastU);
    Vectors.copy(point.g, lastG);
    hasLast = true;
  }

  @Override
  public boolean solve(Equation equation, double nu) {
    Vectors.copy(equation.current().g, equation.s);
    matrix.apply(equation.s);
    Vectors.scale(-1, equation.s);
    return true;
  }

  @Override
  public boolean restart() {
    boolean hadPairs = matrix.pairs() > 0;
    matrix.clear();
    return hadPairs;
  }
}
