package org.ironopt.fit;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import java.util.function.LongConsumer;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Functions;
import org.ironopt.linalg.Vectors;
import org.ironopt.regression.LinearCurvature;
import org.ironopt.regression.LinearObjective;
import org.ironopt.regression.Logistic.LogisticLoss;
import org.ironopt.regression.Loss;
import org.ironopt.regression.Poisson.PoissonLoss;
import org.ironopt.regression.Softmax.SoftmaxLoss;
import org.ironopt.regression.SoftmaxCurvature;

/**
 * Rows in the memory of this machine.
 *
 * @param objective their mean loss, without penalty
 */
record LocalRows(LinearObjective objective) implements FitRows {
  @Override
  public Loss loss() {
    return objective.terms.loss();
  }

  @Override
  public long count() {
    return objective.terms();
  }

  @Override
  public double[] shares() {
    double[] shares = new double[Math.max(2, loss().outputs())];
    for (int i = 0; i < objective.terms(); i++) {
      double y = objective.target(i);
      double share = objective.weight(i) / objective.terms();
      switch (loss()) {
        case LogisticLoss l -> shares[y > 0 ? 1 : 0] += share;
        case SoftmaxLoss s -> shares[(int) y] += share;
        default -> shares[0] += share * y;
      }
    }
    return shares;
  }

  @Override
  public int additions() {
    return objective.terms.additions(objective.selection);
  }

  @Override
  public double offset() {
    return loss() instanceof PoissonLoss ? mean(y -> y * Functions.log(y) - y) : 0;
  }

  @Override
  public double magnitude() {
    return loss() instanceof PoissonLoss ? mean(y -> y * Math.abs(Functions.log(y)) + y) : 0;
  }

  /** Returns the weighted mean of a function of the targets that is zero at zero. */
  private double mean(DoubleUnaryOperator of) {
    double sum = 0;
    for (int i = 0; i < objective.terms(); i++) {
      double y = objective.target(i);
      sum += y > 0 ? objective.weight(i) * of.applyAsDouble(y) : 0;
    }
    return sum / objective.terms();
  }

  @Override
  public Workspace curvature(LongConsumer reads) {
    return new Workspace(reads);
  }

  /** The rows keep what they predict at the last point. */
  final class Workspace implements Linearized {
    private final LinearCurvature h = objective.curvature();
    private final LongConsumer reads;

    private Workspace(LongConsumer reads) {
      this.reads = reads;
      if (loss() instanceof LogisticLoss) {
        h.keepSlopes();
      }
    }

    LinearCurvature kept() {
      return h;
    }

    @Override
    public double at(double[] w, double[] gradient) {
      reads.accept(objective.terms());
      return h.at(w, gradient);
    }

    @Override
    public void apply(double[] v, double[] hv) {
      reads.accept(objective.terms());
      h.apply(v, hv);
    }

    @Override
    public void block(DenseMatrix block) {
      reads.accept(objective.terms());
      h.block(0, block);
    }

    @Override
    public void interceptBlock(DenseMatrix block) {
      if (h instanceof SoftmaxCurvature softmax) {
        Vectors.copy(softmax.outputMoments().data(), block.data());
        return;
      }
      double sum = objective.terms();
      if (loss().kept() > 0) {
        // These losses keep their second derivatives.
        double[] kept = Arrays.copyOf(h.kept(), objective.terms());
        sum = Vectors.sum(kept) / objective.terms.meanWeight();
      }
      block.set(0, 0, sum / objective.terms());
    }

    @Override
    public double divergence(double tau, double t, double[] mixed, double logarithm) {
      return new Divergence(objective, h, tau, t, mixed).mean(logarithm);
    }

    @Override
    public double squares() {
      return Divergence.squares(objective, h);
    }

    @Override
    public Separation separation() {
      return Separation.of(objective, h);
    }
  }
}
