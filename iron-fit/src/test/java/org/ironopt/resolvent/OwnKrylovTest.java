package org.ironopt.resolvent;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.ironopt.linalg.ConjugateGradient;
import org.ironopt.linalg.Gmres;
import org.ironopt.linalg.KrylovSolver;
import org.ironopt.linalg.KrylovSolverContract;
import org.ironopt.linalg.LinearOperator;
import org.ironopt.linalg.Minres;
import org.ironopt.linalg.Vectors;
import org.ironopt.problem.testing.Fixtures;
import org.junit.jupiter.api.Test;

/** A Krylov solver from outside of the library, and the contract of all of them. */
class OwnKrylovTest {
  /** Steps along the preconditioned residual, of the length that minimises the residual. */
  private static final class MinimalResidual extends KrylovSolver {
    private final double[] z;
    private final double[] az;

    MinimalResidual(int n) {
      super(n);
      z = new double[n];
      az = new double[n];
    }

    @Override
    protected KrylovSolver.Ending cycle(
        LinearOperator a, double[] x, double residual, double target, int limit) {
      cycleResidual = residual;
      for (cycleSteps = 0; cycleSteps < limit; ) {
        if (preconditioner == null) {
          Vectors.copy(r, z);
        } else {
          preconditioner.apply(r, z);
        }
        a.apply(z, az);
        double t = Vectors.dot(r, az) / Vectors.dot(az, az);
        if (!Double.isFinite(t)) {
          return KrylovSolver.Ending.NOT_FINITE;
        }
        Vectors.axpy(t, z, x);
        Vectors.axpy(-t, az, r);
        cycleSteps++;
        cycleResidual = Vectors.norm(r);
        tell(cycleResidual);
        if (cycleResidual <= target) {
          return KrylovSolver.Ending.CONVERGED;
        }
      }
      return KrylovSolver.Ending.ITERATION_LIMIT;
    }
  }

  @Test
  void everySolverKeepsTheContract() {
    KrylovSolverContract.check(ConjugateGradient::new);
    KrylovSolverContract.check(Minres::new);
    KrylovSolverContract.check(n -> new Gmres(n, 5));
    KrylovSolverContract.check(MinimalResidual::new);
  }

  /** Newton's method takes it, and a name alone stands for it in descriptions. */
  @Test
  void newtonsMethodTakesIt() {
    Direction own = new Direction.OwnKrylov("minimal residual", MinimalResidual::new);
    InnerMethod.Newton inner = InnerMethod.NEWTON_CG.direction(own);
    assertTrue(InnerSolverContract.check(inner) > 3);
    assertTrue(inner.toString().contains("OwnKrylov[name=minimal residual, "), inner.toString());
    assertFalse(inner.toString().contains("$"), inner.toString());
  }

  /** The library's own solver through the door has the bits of the direction. */
  @Test
  void theDoorChangesNothing() {
    double[] c = {3, -2, 1, 4, -1};
    double[] u = new double[5];
    double[] expected = new double[5];
    InnerMethod.Newton own =
        InnerMethod.NEWTON_CG.direction(new Direction.OwnKrylov("cg", ConjugateGradient::new));
    InnerReport report = Resolvent.of(Fixtures.tp5(), own).solve(5, c, c, u);
    assertEquals(
        Resolvent.of(Fixtures.tp5(), InnerMethod.NEWTON_CG).solve(5, c, c, expected), report);
    assertArrayEquals(expected, u);
  }
}
