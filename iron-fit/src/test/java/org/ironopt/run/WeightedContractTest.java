package org.ironopt.run;

import java.util.Arrays;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.method.Batches;
import org.ironopt.method.Iron;
import org.ironopt.method.Method;
import org.ironopt.method.model.ModelBased;
import org.ironopt.method.proximal.Snspp;
import org.ironopt.method.proximal.Sppm;
import org.ironopt.problem.Objective;
import org.ironopt.problem.Regularizer;
import org.ironopt.problem.analytic.PhaseRetrieval;
import org.ironopt.problem.analytic.StudentRegressionTest;
import org.junit.jupiter.api.Nested;

/** The contract with probabilities of terms, with an r beside models, on weakly convex terms. */
class WeightedContractTest {
  private static final PhaseRetrieval PHASE =
      PhaseRetrieval.of(
          DenseMatrix.of(new double[][] {{1, 2}, {.3, -1}, {2, .1}, {-.5, .5}, {1, 1}}),
          new double[] {1, 2, .5, 3, .1});

  private static Batches weighted(int terms, double first) {
    double[] p = new double[terms];
    Arrays.fill(p, (1 - first) / (terms - 1));
    p[0] = first;
    return Batches.weighted(p);
  }

  @Nested
  class IronOnWeightedTerms extends BaselineContractTest.OnBatches {
    @Override
    Iron method() {
      return Iron.step(3).mu(.05).batches(weighted(500, .1));
    }

    @Override
    Method other() {
      return method().batches(weighted(500, .2));
    }
  }

  @Nested
  class PointSagaOnWeightedTerms extends BaselineContractTest.OnBatches {
    @Override
    Sppm method() {
      return Sppm.step(.5).pointSaga().batches(weighted(500, .1));
    }

    @Override
    Method other() {
      return Sppm.step(.5).pointSaga();
    }
  }

  abstract static class OnPhases extends MethodContract {
    @Override
    Objective objective() {
      return PHASE;
    }

    @Override
    Objective nan() {
      return new TermMethodContractTest.NanDual(2);
    }
  }

  @Nested
  class ProxLinearWithR extends OnPhases {
    @Override
    ModelBased method() {
      return ModelBased.step(.05).regularizer(Regularizer.l1(.1));
    }

    @Override
    Method other() {
      return method().regularizer(Regularizer.l1(.2));
    }
  }

  @Nested
  class ProxPointWithR extends OnPhases {
    @Override
    ModelBased method() {
      return ModelBased.step(.05)
          .model(ModelBased.Model.PROX_POINT)
          .regularizer(Regularizer.ball(1.5));
    }

    @Override
    Method other() {
      return method().regularizer(Regularizer.none());
    }
  }

  @Nested
  class SnsppOnWeaklyConvexTerms extends MethodContract {
    @Override
    Snspp method() {
      return Snspp.step(.1).regularizer(Regularizer.l1(.1)).batches(Batches.epochs(7));
    }

    @Override
    Method other() {
      return method().tolerance(1e-3);
    }

    @Override
    Objective objective() {
      return StudentRegressionTest.outliers(40, .5, .05, 3);
    }

    @Override
    Objective nan() {
      return new TermMethodContractTest.NanDual(4);
    }
  }
}
