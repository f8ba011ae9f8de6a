package org.ironopt.bench;

import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.factory.LinearSolverFactory_DDRM;
import org.ejml.interfaces.linsol.LinearSolverDense;
import org.ironopt.data.Dataset;
import org.ironopt.model.ModelKind;

/**
 * Least squares by EJML: the normal equations {@code (X'X + n reg I) w = X'y}, formed and solved by
 * Cholesky's method. A direct solve has no tolerance.
 */
record EjmlContestant() implements Contestant {
  @Override
  public String name() {
    return "ejml cholesky";
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
    DMatrixRMaj x = new DMatrixRMaj(rows, columns);
    DMatrixRMaj y = new DMatrixRMaj(rows, 1);
    for (int i = 0; i < rows; i++) {
      data.features().copyRow(data.position(i), x.data, i * columns);
      y.data[i] = data.target(i);
    }
    return tolerance -> {
      DMatrixRMaj a = new DMatrixRMaj(columns, columns);
      DMatrixRMaj b = new DMatrixRMaj(columns, 1);
      DMatrixRMaj w = new DMatrixRMaj(columns, 1);
      CommonOps_DDRM.multInner(x, a);
      CommonOps_DDRM.multTransA(x, y, b);
      for (int j = 0; j < columns; j++) {
        a.add(j, j, rows * set.reg());
      }
      LinearSolverDense<DMatrixRMaj> solver = LinearSolverFactory_DDRM.chol(columns);
      if (!solver.setA(a)) {
        throw new IllegalStateException("the normal equations are not positive definite");
      }
      solver.solve(b, w);
      return new double[][] {w.data};
    };
  }
}
