package org.ironopt.run;

import org.ironopt.method.Batches;
import org.ironopt.method.Method;
import org.ironopt.method.Truncated;
import org.ironopt.problem.Objective;
import org.ironopt.problem.testing.Fixtures;
import org.junit.jupiter.api.Nested;

/** The contract for methods that look at single terms; runs are resumed inside an epoch. */
class TermMethodContractTest {
  private static final Batches ONE = Batches.epochs(1);
  private static final Batches FEW = Batches.epochs(7);

  abstract static class OnTerms extends MethodContract {
    @Override
    Objective objective() {
      return Fixtures.tp5();
    }

    @Override
    Objective nan() {
      return new BaselineContractTest.NanSum(5);
    }
  }

  @Nested
  class TruncatedTangents extends OnTerms {
    @Override
    Truncated method() {
      return Truncated.step(9).batches(FEW);
    }

    @Override
    Method other() {
      return method().lower(-1);
    }
  }

  @Nested
  class TruncatedModels extends OnTerms {
    @Override
    Truncated method() {
      return Truncated.step(9).batching(Truncated.Batching.MODELS).batches(FEW);
    }

    @Override
    Method other() {
      return method().batches(ONE);
    }
  }

  @Nested
  class TruncatedPoints extends OnTerms {
    @Override
    Truncated method() {
      return Truncated.step(9).batching(Truncated.Batching.POINTS).batches(FEW);
    }

    @Override
    Method other() {
      return method().batching(Truncated.Batching.MODELS);
    }
  }

  @Nested
  class TruncatedAdaGrad extends OnTerms {
    @Override
    Truncated method() {
      return Truncated.step(9).withAdaGrad().batches(ONE);
    }

    @Override
    Method other() {
      return Truncated.step(9).batches(ONE);
    }
  }
}
