package org.ironopt.fit;

import java.util.List;
import java.util.Optional;
import org.ironopt.data.Dataset;
import org.ironopt.fit.partition.ColumnMoments;
import org.ironopt.fit.partition.FitRows;
import org.ironopt.model.ModelKind;
import org.ironopt.regression.internal.Loss;

/** What a fit must know of its data before it begins, wherever the rows are. */
interface FitData {
  /** Returns the number of rows. */
  long rows();

  int columns();

  /** Returns what the classes are called; empty if the targets are numbers. */
  List<String> classNames();

  /** Returns the same rows with the weights that they have in the objective. */
  FitData weighed(FitTask.ClassWeighting weighting);

  /** Returns the mean loss, with the number {@link ModelKind#shape} or NaN. */
  FitRows loss(double shape, boolean intercept);

  /**
   * Returns the moments of the columns.
   *
   * @param exact whether the spreads are more than a choice of variables
   */
  ColumnMoments moments(boolean exact);

  /** Returns whether a matrix of so many parameters pays where a step needs so many products. */
  boolean matrixPays(int parameters, int outputs, int products);

  /** Returns why a matrix is formed or not, in brackets. */
  String reason(int parameters, int outputs, int products);

  /** Returns whether minibatches come first. */
  default boolean minibatchesPay(int parameters) {
    return false;
  }

  /** Returns L of {@link Coordinates}, where that pays. */
  default Optional<Whitening> whitening(Coordinates x, Loss loss, double reg) {
    return Optional.empty();
  }

  /** Returns some rows here that stand for rows elsewhere, where that pays for a start. */
  default Optional<FitData> sample(int parameters) {
    return Optional.empty();
  }

  /** Returns the rows, or explains that they are not on this machine. */
  Dataset here(String what);
}
