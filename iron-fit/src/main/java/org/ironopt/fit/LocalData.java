package org.ironopt.fit;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.ironopt.data.Dataset;
import org.ironopt.data.SparseFeatures;
import org.ironopt.fit.partition.ColumnMoments;
import org.ironopt.fit.partition.LocalRows;
import org.ironopt.model.ModelKind;
import org.ironopt.regression.internal.Loss;
import org.ironopt.regression.internal.RowWeights;
import org.ironopt.resolvent.internal.CostModel;

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
  public LocalData weighed(FitTask.ClassWeighting weighting) {
    Dataset rows = RowWeights.of(data.rates(), weighting.balanced(), weighting.factors());
    return new LocalData(kind, rows);
  }

  @Override
  public LocalRows loss(double shape, boolean intercept) {
    return LocalRows.of(kind, shape, data, intercept);
  }

  @Override
  public ColumnMoments moments(boolean exact) {
    boolean tilted = !kind.classes() && kind != ModelKind.RIDGE;
    return exact ? ColumnMoments.of(data, tilted) : ColumnMoments.rough(data, tilted);
  }

  @Override
  public boolean matrixPays(int parameters, int outputs, int products) {
    return matrix(parameters, outputs) <= products;
  }

  /** Returns the Hessian products that forming and factoring a matrix costs. */
  private double matrix(int parameters, int outputs) {
    CostModel cost = LocalRows.cost(data, outputs);
    double grams = 0.5 * outputs * (outputs + 1) * cost.squares();
    return (grams + CostModel.factorization(parameters)) / cost.product();
  }

  @Override
  public String reason(int parameters, int outputs, int products) {
    return String.format(
        Locale.ROOT,
        " (a matrix of the %d parameters costs as much as %.3g products, about %d are expected)",
        parameters,
        matrix(parameters, outputs),
        products);
  }

  @Override
  public boolean minibatchesPay(int parameters) {
    boolean sparse = data.features() instanceof SparseFeatures;
    return kind.classes() && SolverSelection.minibatchesPay(data.rows(), parameters, sparse);
  }

  @Override
  public Optional<Whitening> whitening(Coordinates x, Loss loss, double reg) {
    return Whitening.pays(data, x.outputs()) ? Whitening.of(data, x, loss, reg) : Optional.empty();
  }

  @Override
  public Dataset here(String what) {
    return data;
  }
}
