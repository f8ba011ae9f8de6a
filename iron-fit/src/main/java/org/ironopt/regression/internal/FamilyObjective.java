package org.ironopt.regression.internal;

import org.ironopt.data.Dataset;
import org.ironopt.regression.Intercept;

/** The mean loss of a {@link FamilyLoss} over the rows of a data set, without penalty. */
public final class FamilyObjective extends LinearObjective {
  private FamilyObjective(LinearTerms terms, RowSelection selection) {
    super(terms, selection);
  }

  /** Returns the objective of a data set with numbers that the family takes. */
  public static FamilyObjective of(Dataset data, FamilyLoss loss, Intercept intercept) {
    RowSelection rows = RowSelection.of(data);
    double[] targets = loss.checked(numbers(loss.getClass().getSimpleName(), data), rows);
    return new FamilyObjective(LinearTerms.of(data, targets, loss, 0, intercept), rows);
  }

  @Override
  public FamilyObjective batch(int[] indices, int from, int to) {
    return new FamilyObjective(terms, selection.batch(indices, from, to));
  }
}
