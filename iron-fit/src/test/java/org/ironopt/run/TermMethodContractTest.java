package org.ironopt.run;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.method.Batches;
import org.ironopt.method.Method;
import org.ironopt.method.model.ModelBased;
import org.ironopt.method.model.TruncatedModel;
import org.ironopt.method.proximal.Snspp;
import org.ironopt.method.proximal.Sppm;
import org.ironopt.problem.Curvature;
import org.ironopt.problem.Curved;
import org.ironopt.problem.DualTerms;
import org.ironopt.problem.FiniteSum.AbsoluteResiduals;
import org.ironopt.problem.Objective;
import org.ironopt.problem.Regularizer;
import org.ironopt.problem.TermProximable;
import org.ironopt.problem.analytic.PhaseRetrieval;
import org.ironopt.problem.testing.Fixtures;
import org.ironopt.regression.Logistic;
import org.ironopt.regression.Samples;
import org.junit.jupiter.api.Nested;

/** The contract for methods that look at single terms; runs are resumed inside an epoch. */
class TermMethodContractTest {
  private static final Batches ONE = Batches.epochs(1);
  private static final Batches FEW = Batches.epochs(7);
  private static final double[][] PHASE = {
    {1, 2}, {.3, -1}, {2, .1}, {-.5, .5}, {1, 1}, {0, 1.5}, {-1, .2}
  };
  private static final Logistic LOGISTIC =
      Logistic.of(Samples.classes(Samples.dense(80, 5, 3), 2, 4), .05);

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
    TruncatedModel method() {
      return TruncatedModel.step(9).batches(FEW);
    }

    @Override
    Method other() {
      return method().lower(-1);
    }
  }

  @Nested
  class TruncatedModels extends OnTerms {
    @Override
    TruncatedModel method() {
      return TruncatedModel.step(9).batching(TruncatedModel.Batching.MODELS).batches(FEW);
    }

    @Override
    Method other() {
      return method().batches(ONE);
    }
  }

  @Nested
  class TruncatedPoints extends OnTerms {
    @Override
    TruncatedModel method() {
      return TruncatedModel.step(9).batching(TruncatedModel.Batching.POINTS).batches(FEW);
    }

    @Override
    Method other() {
      return method().batching(TruncatedModel.Batching.MODELS);
    }
  }

  @Nested
  class TruncatedAdaGrad extends OnTerms {
    @Override
    TruncatedModel method() {
      return TruncatedModel.step(9).withAdaGrad().batches(ONE);
    }

    @Override
    Method other() {
      return TruncatedModel.step(9).batches(ONE);
    }
  }

  @Nested
  class Svrp3 extends OnTerms {
    @Override
    Sppm method() {
      return Sppm.step(2).svrp(3).batches(ONE);
    }

    @Override
    Method other() {
      return method()
          .snapshots(new Sppm.SnapshotSchedule.Every(3, Sppm.SnapshotSchedule.Choice.MEAN));
    }
  }

  @Nested
  class SvrpMeans extends OnTerms {
    @Override
    Sppm method() {
      return Sppm.step(2)
          .svrp(6)
          .snapshots(new Sppm.SnapshotSchedule.Every(6, Sppm.SnapshotSchedule.Choice.MEAN))
          .batches(FEW);
    }

    @Override
    Method other() {
      return method().batches(ONE);
    }
  }

  @Nested
  class SvrpUniform extends OnTerms {
    @Override
    Sppm method() {
      return Sppm.step(2)
          .svrp(6)
          .snapshots(new Sppm.SnapshotSchedule.Every(6, Sppm.SnapshotSchedule.Choice.UNIFORM));
    }

    @Override
    Method other() {
      return method()
          .snapshots(new Sppm.SnapshotSchedule.Every(5, Sppm.SnapshotSchedule.Choice.UNIFORM));
    }
  }

  @Nested
  class Loopless extends OnTerms {
    @Override
    Sppm method() {
      return Sppm.step(2).loopless().snapshots(new Sppm.SnapshotSchedule.Coin(.3));
    }

    @Override
    Method other() {
      return method().snapshots(new Sppm.SnapshotSchedule.Coin(.2));
    }
  }

  @Nested
  class SapaOnTerms extends OnTerms {
    @Override
    Sppm method() {
      return Sppm.step(2).sapa();
    }

    @Override
    Method other() {
      return method().batches(ONE);
    }
  }

  @Nested
  class PointSagaOnTerms extends OnTerms {
    @Override
    Sppm method() {
      return Sppm.step(2).pointSaga();
    }

    @Override
    Method other() {
      return Sppm.step(3).pointSaga();
    }
  }

  @Nested
  class SppmPlain extends OnTerms {
    @Override
    Sppm method() {
      return Sppm.step(2);
    }

    @Override
    Method other() {
      return method().batches(FEW);
    }
  }

  @Nested
  class SppmStar extends OnTerms {
    @Override
    Sppm method() {
      return Sppm.step(2).star(Fixtures.tp5Minimizer());
    }

    @Override
    Method other() {
      return method().star(new double[5]);
    }
  }

  @Nested
  class SppmCorrected extends OnTerms {
    @Override
    Sppm method() {
      return Sppm.step(2).corrected().batches(FEW);
    }

    @Override
    Method other() {
      return Sppm.step(2).batches(FEW);
    }
  }

  @Nested
  class SppmSets extends OnTerms {
    @Override
    Sppm method() {
      return Sppm.step(2).sets(halves(), .3, .7);
    }

    @Override
    Method other() {
      return Sppm.step(2).sets(halves(), .4, .6);
    }
  }

  @Nested
  class SnsppReduced extends OnTerms {
    @Override
    Snspp method() {
      return Snspp.step(2).snapshotEvery(3).regularizer(Regularizer.l1(.01)).batches(FEW);
    }

    @Override
    Method other() {
      return method().withoutSnapshots();
    }

    @Override
    Objective objective() {
      return LOGISTIC;
    }

    @Override
    Objective nan() {
      return new NanDual(5);
    }
  }

  @Nested
  class SnsppPlain extends OnTerms {
    @Override
    Snspp method() {
      return Snspp.step(2).withoutSnapshots().batches(FEW);
    }

    @Override
    Method other() {
      return method().regularizer(Regularizer.l1(.01));
    }

    @Override
    Objective objective() {
      return LOGISTIC;
    }

    @Override
    Objective nan() {
      return new NanDual(5);
    }
  }

  @Nested
  class ProxLinear extends OnTerms {
    @Override
    ModelBased method() {
      return ModelBased.step(.2);
    }

    @Override
    Method other() {
      return method().model(ModelBased.Model.PROX_POINT);
    }

    @Override
    Objective objective() {
      return PhaseRetrieval.of(DenseMatrix.of(PHASE), new double[] {1, 2, .5, 3, .1, .7, 1.5});
    }

    @Override
    Objective nan() {
      return new NanDual(2);
    }
  }

  @Nested
  class ProxPoint extends OnTerms {
    @Override
    ModelBased method() {
      return ModelBased.step(.2).model(ModelBased.Model.PROX_POINT);
    }

    @Override
    Method other() {
      return method().model(ModelBased.Model.SUBGRADIENT);
    }

    @Override
    Objective objective() {
      return PhaseRetrieval.of(DenseMatrix.of(PHASE), new double[] {1, 2, .5, 3, .1, .7, 1.5});
    }

    @Override
    Objective nan() {
      return new NanDual(2);
    }
  }

  @Nested
  class Subgradient extends OnTerms {
    @Override
    ModelBased method() {
      return ModelBased.step(.2).model(ModelBased.Model.SUBGRADIENT);
    }

    @Override
    Method other() {
      return method().batches(FEW);
    }
  }

  private static List<List<Integer>> halves() {
    return List.of(
        IntStream.range(0, 300).boxed().toList(), IntStream.range(200, 500).boxed().toList());
  }

  /** A sum whose terms have every oracle, and none gives a number. */
  record NanDual(int dimension) implements DualTerms, AbsoluteResiduals, TermProximable {
    @Override
    public int terms() {
      return 500;
    }

    @Override
    public Curved batch(int[] indices, int from, int to) {
      return new BaselineContractTest.NanSum(dimension);
    }

    @Override
    public Curvature curvature() {
      return new BaselineContractTest.NanSum(dimension);
    }

    @Override
    public double value(double[] x) {
      return Double.NaN;
    }

    @Override
    public void gradient(double[] x, double[] gradient) {
      Arrays.fill(gradient, Double.NaN);
    }

    @Override
    public double ridge() {
      return 0;
    }

    @Override
    public void row(int i, double[] row) {
      Arrays.fill(row, Double.NaN);
    }

    @Override
    public DualTerms.ScalarLoss loss(int i) {
      return DualTerms.ScalarLoss.squared(Double.NaN, 1);
    }

    @Override
    public double residual(int i, double[] x, double[] gradient) {
      Arrays.fill(gradient, Double.NaN);
      return Double.NaN;
    }

    @Override
    public double prox(int i, double eta, double[] u, double[] x) {
      Arrays.fill(x, Double.NaN);
      return Double.NaN;
    }
  }
}
