package org.ironopt.fit.partition;

import java.util.function.IntUnaryOperator;
import java.util.function.LongConsumer;
import org.ironopt.data.Dataset;
import org.ironopt.data.Features;
import org.ironopt.data.SparseFeatures;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.model.ModelKind;
import org.ironopt.regression.Intercept;
import org.ironopt.regression.Logistic;
import org.ironopt.regression.Poisson;
import org.ironopt.regression.Ridge;
import org.ironopt.regression.Softmax;
import org.ironopt.regression.internal.CompensatedLoss;
import org.ironopt.regression.internal.FamilyLoss;
import org.ironopt.regression.internal.FamilyObjective;
import org.ironopt.regression.internal.GammaLoss;
import org.ironopt.regression.internal.HuberLoss;
import org.ironopt.regression.internal.LinearCurvature;
import org.ironopt.regression.internal.LinearObjective;
import org.ironopt.regression.internal.LogisticLoss;
import org.ironopt.regression.internal.Loss;
import org.ironopt.regression.internal.NegativeBinomialLoss;
import org.ironopt.regression.internal.Separation;
import org.ironopt.regression.internal.SoftmaxCurvature;
import org.ironopt.resolvent.internal.CostModel;

/**
 * Rows in the memory of this machine: all rows of a fit, or those of a {@link Partition}. Values,
 * gradients and products are means; what a certificate needs are sums, here as elsewhere.
 *
 * @param objective their mean loss, without penalty
 */
public record LocalRows(LinearObjective objective) implements FitRows {
  /** Returns rows with the loss of a model. */
  public static LocalRows of(ModelKind kind, Dataset rows, boolean intercept) {
    return of(kind, Double.NaN, rows, intercept);
  }

  /** The same with the number {@link ModelKind#shape}; NaN if the model has none. */
  public static LocalRows of(ModelKind kind, double shape, Dataset rows, boolean intercept) {
    Intercept constant = intercept ? Intercept.FREE : Intercept.NONE;
    return new LocalRows(
        switch (kind) {
          case LOGISTIC -> Logistic.of(rows, 0, constant);
          case SOFTMAX -> Softmax.of(rows, 0, constant);
          case RIDGE -> Ridge.of(rows, 0, constant);
          case POISSON -> Poisson.of(rows, 0, constant);
          case GAMMA -> FamilyObjective.of(rows, new GammaLoss(), constant);
          case NEGBIN -> FamilyObjective.of(rows, new NegativeBinomialLoss(shape), constant);
          case HUBER -> FamilyObjective.of(rows, new HuberLoss(shape), constant);
        });
  }

  /** Returns the prices of products and matrices of so many outputs. */
  public static CostModel cost(Dataset data, int outputs) {
    return cost(data.features(), data.rows(), data::position, outputs);
  }

  /** Returns the prices of products and matrices. */
  public CostModel cost() {
    return cost(
        objective.terms.x(),
        objective.terms(),
        objective.selection::row,
        objective.terms.outputs());
  }

  private static CostModel cost(Features x, int rows, IntUnaryOperator position, int outputs) {
    double d = x.columns();
    double squares = rows * d * d;
    if (x instanceof SparseFeatures sparse) {
      int[] starts = sparse.matrix().rowPointers();
      squares = 0;
      for (int i = 0; i < rows; i++) {
        int row = position.applyAsInt(i);
        double length = starts[row + 1] - starts[row];
        squares += length * length;
      }
    }
    return new CostModel(rows, d, outputs, x.stored(), squares);
  }

  @Override
  public Loss loss() {
    return objective.terms.loss();
  }

  /** Returns the total weight. */
  double weight() {
    return objective.terms() * objective.terms.meanWeight();
  }

  int additions() {
    return objective.terms.additions(objective.selection);
  }

  @Override
  public TargetSums targets() {
    return TargetSums.of(objective, objective::weight, objective.terms(), additions());
  }

  @Override
  public boolean elsewhere() {
    return false;
  }

  @Override
  public CompensatedLoss accurate(double[] w) {
    return CompensatedLoss.of(objective, w);
  }

  @Override
  public Workspace curvature(LongConsumer reads) {
    return new Workspace(reads);
  }

  /** The rows keep what they predict at the last point. */
  public final class Workspace implements Linearized {
    private final LinearCurvature h = objective.curvature();
    private final LongConsumer reads;
    private double value;

    /** What was summed up here; null until it is asked for. */
    private CertificateSums sums;

    private Workspace(LongConsumer reads) {
      this.reads = reads;
      if (loss() instanceof LogisticLoss || loss() instanceof FamilyLoss) {
        h.keepSlopes();
      }
    }

    LinearCurvature kept() {
      return h;
    }

    @Override
    public double at(double[] w, double[] gradient) {
      reads.accept(objective.terms());
      sums = null;
      value = h.at(w, gradient);
      return value;
    }

    @Override
    public void apply(double[] v, double[] hv) {
      reads.accept(objective.terms());
      h.apply(v, hv);
    }

    @Override
    public void block(DenseMatrix block) {
      reads.accept(objective.terms());
      if (h instanceof SoftmaxCurvature softmax) {
        softmax.matrix(block);
      } else {
        h.block(0, block);
      }
    }

    @Override
    public CertificateSums sums() {
      if (sums == null) {
        sums = CertificateSums.of(objective, h, value);
      }
      return sums;
    }

    @Override
    public double[] mean(BregmanDivergence divergence) {
      double[] sum = divergence.sum(objective, h);
      return new double[] {sum[0] / weight(), sum[1]};
    }

    @Override
    public Separation separation() {
      return Separation.of(objective, h);
    }
  }
}
