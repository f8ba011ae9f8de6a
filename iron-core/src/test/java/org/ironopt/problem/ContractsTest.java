package org.ironopt.problem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.ironopt.linalg.DenseMatrix;
import org.ironopt.problem.analytic.Rosenbrock;
import org.ironopt.problem.internal.CountingObjective;
import org.ironopt.problem.testing.DenseSquares;
import org.ironopt.problem.testing.Fixtures;
import org.ironopt.problem.testing.MghProblems;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The contract for objectives without a test class of their own. */
class ContractsTest {
  @Nested
  class ExtendedRosenbrock extends ObjectiveContract {
    @Override
    public Objective objective() {
      return new Rosenbrock(6);
    }
  }

  @Nested
  class ExactSumOfSquares extends ObjectiveContract {
    @Override
    public Objective objective() {
      return MghProblems.number(14).objective();
    }
  }

  /** Residuals without second derivatives: differences of the Jacobian stand in. */
  @Nested
  class DifferencedSumOfSquares extends ObjectiveContract {
    @Override
    public Objective objective() {
      return withoutHessians(MghProblems.number(14).objective());
    }
  }

  @Nested
  class Logistic extends ObjectiveContract {
    @Override
    public Objective objective() {
      return Fixtures.tp5();
    }
  }

  @Nested
  class LogisticBatch extends ObjectiveContract {
    @Override
    public Objective objective() {
      return Fixtures.tp5().batch(new int[] {400, 3, 3, 77}, 0, 3);
    }
  }

  @Nested
  class EnsembleOfLogCosh extends ObjectiveContract {
    @Override
    public Objective objective() {
      return Ensemble.of(Fixtures.tp6(), 4);
    }
  }

  @Nested
  class EnsembleOfQuadratics extends ObjectiveContract {
    @Override
    public Objective objective() {
      return Ensemble.of(Fixtures.tp2(), 4);
    }
  }

  @Nested
  class CountedQuadratic extends ObjectiveContract {
    @Override
    public Objective objective() {
      return CountingObjective.of(Fixtures.tp2()).objective();
    }
  }

  @Nested
  class CountedLogCosh extends ObjectiveContract {
    @Override
    public Objective objective() {
      return CountingObjective.of(Fixtures.tp6()).objective();
    }
  }

  static DenseSquares withoutHessians(DenseSquares f) {
    return new DenseSquares(f.dimension(), f.residualCount()) {
      @Override
      public void residuals(double[] x, double[] r) {
        f.residuals(x, r);
      }

      @Override
      public void jacobian(double[] x, DenseMatrix j) {
        f.jacobian(x, j);
      }
    };
  }

  @Test
  void rosenbrockNeedsPairs() {
    assertEquals(
        "n is 5, expected an even number",
        assertThrows(IllegalArgumentException.class, () -> new Rosenbrock(5)).getMessage());
  }
}
