package org.ironopt.fit;

import org.ironopt.linalg.Require;
import org.ironopt.problem.DualTerms;
import org.ironopt.problem.ScalarLoss;
import org.ironopt.problem.TermProximable;
import org.ironopt.regression.LinearObjective;
import org.ironopt.regression.Logistic;
import org.ironopt.regression.TermProx;

/** A {@link ScaledSum} whose terms see theta through one number each. */
final class ScaledRows extends ScaledSum implements TermProximable, DualTerms {
  ScaledRows(LinearObjective loss, Coordinates x, double reg, Meter meter) {
    super(loss, x, reg, meter);
  }

  @Override
  public double prox(int i, double eta, double[] u, double[] y) {
    meter.read(1);
    double[] row = new double[dimension()];
    scaledRow(i, row);
    TermProx.Scalar scalar = loss instanceof Logistic ? TermProx.LOGISTIC : TermProx.SQUARED;
    return new TermProx(row, loss.target(i), loss.weight(i), x.columns(), reg, eta)
        .solve(u, y, scalar);
  }

  @Override
  public double ridge() {
    if (reg > 0 && x.intercept()) {
      throw new IllegalArgumentException(
          "the dual needs a ridge on all coordinates or none, got reg "
              + reg
              + " and a free intercept: give the method the penalty of the FitProblem as"
              + " regularizer");
    }
    return reg;
  }

  @Override
  public void row(int i, double[] row) {
    meter.read(1);
    scaledRow(i, Require.length("row", dimension(), row));
  }

  private void scaledRow(int i, double[] row) {
    loss.features(i, row);
    x.pull(row);
  }

  @Override
  public ScalarLoss loss(int i) {
    return loss instanceof Logistic
        ? ScalarLoss.logistic(loss.target(i), loss.weight(i))
        : ScalarLoss.squared(loss.target(i), loss.weight(i));
  }
}
