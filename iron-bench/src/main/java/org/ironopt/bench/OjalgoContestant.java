package org.ironopt.bench;

import org.ironopt.data.Dataset;
import org.ironopt.model.ModelKind;
import org.ojalgo.matrix.decomposition.Cholesky;
import org.ojalgo.matrix.store.MatrixStore;
import org.ojalgo.matrix.store.R064Store;

/**
 * Least squares by ojAlgo, with the threads it likes: the normal equations {@code (X'X + n reg I) w
 * = X'y}, formed and solved by Cholesky's method. A direct solve has no tolerance. Its optimizers
 * minimise quadratics only, so that it takes no part in the other sets.
 */
record OjalgoContestant() implements Contestant {
  @Override
  public String name() {
    return "ojalgo cholesky";
  }

  @Override
  public boolean applies(BenchSet set) {
    return set.kind() == ModelKind.RIDGE;
  }

  @Override
  public Solve prepare(BenchSet set) {
    Dataset data = set.data();
    int rows = data.rows();
    int columns = data.columns();
    R064Store x = R064Store.FACTORY.make(rows, columns);
    R064Store y = R064Store.FACTORY.make(rows, 1);
    double[] row = new double[columns];
    for (int i = 0; i < rows; i++) {
      data.features().copyRow(data.position(i), row, 0);
      for (int j = 0; j < columns; j++) {
        x.set(i, j, row[j]);
      }
      y.set(i, 0, data.target(i));
    }
    return tolerance -> {
      R064Store a = R064Store.FACTORY.make(columns, columns);
      R064Store b = R064Store.FACTORY.make(columns, 1);
      a.fillByMultiplying(x.transpose(), x);
      b.fillByMultiplying(x.transpose(), y);
      for (int j = 0; j < columns; j++) {
        a.add(j, j, rows * set.reg());
      }
      Cholesky<Double> factor = Cholesky.R064.make(a);
      factor.decompose(a);
      MatrixStore<Double> w = factor.getSolution(b);
      double[][] weights = new double[1][columns];
      for (int j = 0; j < columns; j++) {
        weights[0][j] = w.doubleValue(j, 0);
      }
      return weights;
    };
  }
}
