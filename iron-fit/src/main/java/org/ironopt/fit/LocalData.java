package org.ironopt.fit;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import java.util.function.LongConsumer;
import org.ironopt.data.Dataset;
import org.ironopt.data.SparseFeatures;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Functions;
import org.ironopt.linalg.Vectors;
import org.ironopt.model.ModelKind;
import org.ironopt.regression.CompensatedLoss;
import org.ironopt.regression.Intercept;
import org.ironopt.regression.LinearCurvature;
import org.ironopt.regression.LinearObjective;
import org.ironopt.regression.Logistic;
import org.ironopt.regression.Logistic.LogisticLoss;
import org.ironopt.regression.Loss;
import org.ironopt.regression.Poisson;
import org.ironopt.regression.Poisson.PoissonLoss;
import org.ironopt.regression.Ridge;
import org.ironopt.regression.Separation;
import org.ironopt.regression.Softmax;
import org.ironopt.regression.Softmax.SoftmaxLoss;
import org.ironopt.regression.SoftmaxCurvature;
import org.ironopt.regression.Weights;
import org.ironopt.resolvent.Cost;

/** Data in the memory of this machine. */
record LocalData(ModelKind kind, Dataset data) implements FitData {
  /** Returns data whose numbers have become classes where classes are needed. */
  static LocalData of(ModelKind kind, Dataset data) {
    return new LocalData(kind, kind.classes() ? data.toClasses() : data);
  }

  @Override
  public long rows() {
    return data.rows();
  }

  @Override
  public int columns() {
    return data.columns();
  }

  @Override
  public List<String> classNames() {
    return data.classNames();
  }

  @Override
  public LocalData weighed(boolean balanced, Map<String, Double> classWeights) {
    return new LocalData(kind, Weights.of(data.rates(), balanced, classWeights));
  }

  @Override
  public Rows loss(boolean intercept) {
    return new Rows(objective(kind, data, intercept));
  }

  static LinearObjective objective(ModelKind kind, Dataset rows, boolean intercept) {
    Intercept constant = intercept ? Intercept.FREE : Intercept.NONE;
    return switch (kind) {
      case LOGISTIC -> Logistic.of(rows, 0, constant);
      case SOFTMAX -> Softmax.of(rows, 0, constant);
      case RIDGE -> Ridge.of(rows, 0, constant);
      case POISSON -> Poisson.of(rows, 0, constant);
    };
  }

  @Override
  public void requireMinimum() {
    double[] weights = new double[Math.max(1, data.classes())];
    for (int i = 0; i < data.rows(); i++) {
      if (kind.classes()) {
        weights[data.label(i)] += data.weight(i);
      } else if (data.target(i) != 0) {
        weights[0] += data.weight(i);
      }
    }
    UnfitDataException.requireMinimum(kind, weights, data.classNames());
  }

  @Override
  public ColumnMoments moments(boolean exact) {
    boolean counts = kind == ModelKind.POISSON;
    return exact ? ColumnMoments.of(data, counts) : ColumnMoments.rough(data, counts);
  }

  private Cost cost(int outputs) {
    double d = data.columns();
    double rows = data.rows();
    double stored = data.features().stored();
    if (!(data.features() instanceof SparseFeatures sparse)) {
      return new Cost(rows, d, outputs, stored, rows * d * d);
    }
    int[] starts = sparse.matrix().rowPointers();
    double squares = 0;
    for (int i = 0; i < data.rows(); i++) {
      int row = data.position(i);
      double length = starts[row + 1] - starts[row];
      squares += length * length;
    }
    return new Cost(rows, d, outputs, stored, squares);
  }

  @Override
  public boolean matrixPays(int parameters, int products) {
    Cost cost = cost(1);
    return cost.hessian() <= products * cost.product();
  }

  @Override
  public String reason(int parameters, int products) {
    Cost cost = cost(1);
    return String.format(
        Locale.ROOT,
        " (a matrix of the %d parameters costs as much as %.3g products, about %d are expected)",
        parameters,
        cost.hessian() / cost.product(),
        products);
  }

  @Override
  public boolean minibatchesPay(int parameters) {
    boolean sparse = data.features() instanceof SparseFeatures;
    return kind.classes() && Choice.minibatchesPay(data.rows(), parameters, sparse);
  }

  @Override
  public Optional<Whitening> whitening(Coordinates x, Loss loss, double reg) {
    return Whitening.pays(data, x.outputs()) ? Whitening.of(data, x, loss, reg) : Optional.empty();
  }

  @Override
  public Dataset here(String what) {
    return data;
  }

  /**
   * Rows in the memory of this machine.
   *
   * @param objective their mean loss, without penalty
   */
  record Rows(LinearObjective objective) implements FitRows {
    @Override
    public Loss loss() {
      return objective.terms.loss();
    }

    @Override
    public Facts facts() {
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
      boolean counts = loss() instanceof PoissonLoss;
      double offset = counts ? mean(y -> y * Functions.log(y) - y) : 0;
      double magnitude = counts ? mean(y -> y * Math.abs(Functions.log(y)) + y) : 0;
      int additions = objective.terms.additions(objective.selection);
      return new Facts(objective.terms(), shares, additions, offset, magnitude);
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
    public CompensatedLoss accurate(double[] w) {
      return CompensatedLoss.of(objective, w);
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
}
