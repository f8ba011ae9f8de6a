package org.ironopt.problem;

import java.util.Arrays;
import org.ironopt.data.Dataset;
import org.ironopt.data.DenseFeatures;
import org.ironopt.regression.Intercept;
import org.ironopt.regression.Logistic;
import org.ironopt.regression.Ridge;
import org.ironopt.regression.Samples;
import org.ironopt.regression.Softmax;
import org.ironopt.regression.internal.FamilyLoss;
import org.ironopt.regression.internal.FamilyObjective;
import org.ironopt.regression.internal.GammaLoss;
import org.ironopt.regression.internal.HuberLoss;
import org.ironopt.regression.internal.NegativeBinomialLoss;
import org.junit.jupiter.api.Nested;

/** The contract of objectives for the regressions on a data set, away from all defaults. */
class RegressionContractsTest {
  private static final DenseFeatures X = Samples.dense(700, 6, 30);
  private static final Dataset TWO = Samples.weighted(Samples.classes(X, 2, 31), 32);
  private static final Dataset FOUR = Samples.weighted(Samples.classes(X, 4, 33), 34);
  private static final Dataset NUMBERS = Samples.weighted(Samples.numbers(X, 35), 36);
  private static final int[] ROWS = {9, 4, 7, 4, 600, 3, 3, 77, 250};

  @Nested
  class LogisticWhole extends ObjectiveContract {
    @Override
    public Objective objective() {
      return Logistic.of(TWO, .03, Intercept.FREE);
    }
  }

  @Nested
  class LogisticSparseBatch extends ObjectiveContract {
    @Override
    public Objective objective() {
      Dataset data = Samples.weighted(Samples.classes(Samples.sparse(X), 2, 31), 32);
      return Logistic.of(data, .03, Intercept.PENALIZED).batch(ROWS, 1, 9);
    }
  }

  @Nested
  class LogisticPlain extends ObjectiveContract {
    @Override
    public Objective objective() {
      return Logistic.of(Samples.classes(X, 2, 31), .03);
    }
  }

  @Nested
  class SoftmaxWhole extends ObjectiveContract {
    @Override
    public Objective objective() {
      return Softmax.of(FOUR, .03);
    }
  }

  @Nested
  class SoftmaxPenalizedBatch extends ObjectiveContract {
    @Override
    public Objective objective() {
      return Softmax.of(FOUR, .03, Intercept.PENALIZED).batch(ROWS, 0, 9);
    }
  }

  @Nested
  class SoftmaxSparse extends ObjectiveContract {
    @Override
    public Objective objective() {
      return Softmax.of(Samples.classes(Samples.sparse(X), 4, 33), .03, Intercept.NONE);
    }
  }

  @Nested
  class RidgeWhole extends ObjectiveContract {
    @Override
    public Objective objective() {
      return Ridge.of(NUMBERS, .03, Intercept.FREE);
    }
  }

  @Nested
  class RidgeBatch extends ObjectiveContract {
    @Override
    public Objective objective() {
      return Ridge.of(NUMBERS, .03, Intercept.PENALIZED).batch(ROWS, 0, 9);
    }
  }

  private static FamilyObjective family(FamilyLoss loss) {
    double[] y = new double[X.rows()];
    Arrays.setAll(y, i -> 1 + i % 5);
    Dataset data = Samples.weighted(Dataset.regression(X, y), 36);
    return FamilyObjective.of(data, loss, Intercept.FREE);
  }

  @Nested
  class GammaWhole extends ObjectiveContract {
    @Override
    public Objective objective() {
      return family(new GammaLoss());
    }
  }

  @Nested
  class NegativeBinomialWhole extends ObjectiveContract {
    @Override
    public Objective objective() {
      return family(new NegativeBinomialLoss(0.7));
    }
  }

  @Nested
  class HuberBatch extends ObjectiveContract {
    @Override
    public Objective objective() {
      return family(new HuberLoss(1.3)).batch(ROWS, 0, 9);
    }
  }
}
