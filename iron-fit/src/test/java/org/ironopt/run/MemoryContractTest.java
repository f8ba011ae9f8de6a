package org.ironopt.run;

import java.util.Arrays;
import org.ironopt.method.Batches;
import org.ironopt.method.Center;
import org.ironopt.method.Iron;
import org.ironopt.method.IterateAveraging;
import org.ironopt.method.Method;
import org.ironopt.method.gradient.Saga;
import org.ironopt.method.gradient.Sgd;
import org.ironopt.problem.Curvature;
import org.ironopt.problem.Curved;
import org.ironopt.problem.LinearSum;
import org.ironopt.problem.Objective;
import org.ironopt.regression.Logistic;
import org.ironopt.regression.Samples;
import org.junit.jupiter.api.Nested;

/** The contract for methods that remember more than an iterate; runs are resumed in an epoch. */
class MemoryContractTest {
  private static final Batches FEW = Batches.epochs(7);
  private static final Logistic LOGISTIC =
      Logistic.of(Samples.classes(Samples.dense(80, 5, 3), 2, 4), .05);

  abstract static class OnLinearSum extends MethodContract {
    @Override
    Objective objective() {
      return LOGISTIC;
    }

    @Override
    Objective nan() {
      return new NanLinear(5);
    }
  }

  @Nested
  class SagaOnBatches extends OnLinearSum {
    @Override
    Saga method() {
      return Saga.step(.3).batches(FEW);
    }

    @Override
    Method other() {
      return Saga.step(.4).batches(FEW);
    }
  }

  @Nested
  class AveragedSgd extends OnLinearSum {
    @Override
    IterateAveraging method() {
      return IterateAveraging.of(Sgd.step(.3).batches(FEW)).every(3);
    }

    @Override
    Method other() {
      return method().eta(1);
    }
  }

  @Nested
  class IronWithSnapshots extends OnLinearSum {
    @Override
    Iron method() {
      return Iron.step(3).mu(.05).batches(FEW).center(Center.snapshot(5));
    }

    @Override
    Method other() {
      return method().center(Center.plain());
    }
  }

  @Nested
  class IronWithATable extends OnLinearSum {
    @Override
    Iron method() {
      return Iron.step(3).mu(.05).batches(FEW).center(Center.table());
    }

    @Override
    Method other() {
      return method().center(Center.table().startFull());
    }
  }

  @Nested
  class IronWithASolvedTable extends OnLinearSum {
    @Override
    Iron method() {
      return Iron.step(3).mu(.05).batches(FEW).center(new Center.Table(0, 1, true, false));
    }

    @Override
    Method other() {
      return method().center(Center.table());
    }
  }

  /** A sum whose residuals are no numbers. */
  private record NanLinear(int dimension) implements LinearSum {
    @Override
    public int terms() {
      return 80;
    }

    @Override
    public int outputs() {
      return 1;
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
    public void ridge(double[] ridge) {
      Arrays.fill(ridge, .05);
    }

    @Override
    public LinearSum.BatchResiduals residuals() {
      return new NanResiduals();
    }
  }

  private static final class NanResiduals implements LinearSum.BatchResiduals {
    private int length;

    @Override
    public void select(int[] terms, int from, int to) {
      length = to - from;
    }

    @Override
    public int length() {
      return length;
    }

    @Override
    public double scale() {
      return 1. / length;
    }

    @Override
    public void at(double[] z, double[] memory, double[] rho, double[] q) {
      Arrays.fill(rho, Double.NaN);
      Arrays.fill(q, Double.NaN);
    }

    @Override
    public void curve(double[] y, double[] t, double[] ht) {
      Arrays.fill(t, Double.NaN);
      Arrays.fill(ht, Double.NaN);
    }

    @Override
    public void transpose(double[] r, double[] q) {
      Arrays.fill(q, Double.NaN);
    }

    @Override
    public void along(double s, double[] t, double[] memory, double[] rho) {
      Arrays.fill(rho, Double.NaN);
    }

    @Override
    public void move(double s, double[] t, double[] r) {
      Arrays.fill(r, Double.NaN);
    }

    @Override
    public void recall(double[] memory, double[] r) {
      Arrays.fill(r, Double.NaN);
    }

    @Override
    public void remember(double a, double[] rho, double[] memory) {
      Arrays.fill(memory, Double.NaN);
    }
  }
}
