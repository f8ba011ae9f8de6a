package org.ironopt.method;

import java.util.Optional;
import org.ironopt.linalg.Vectors;
import org.ironopt.problem.LinearSum;
import org.ironopt.problem.Objective;
import org.ironopt.resolvent.InnerReport;
import org.ironopt.resolvent.Resolvent;
import org.ironopt.theory.IronParameters;

/** {@link Center.Table} with the resolvent of the batch solved by an inner solver. */
final class SolvedTable implements Implicit {
  private final Sampler sampler;
  private final Resolvent[] views;
  private final Table table;
  private final double[] rho;
  private final double[] q;

  SolvedTable(LinearSum f, Iron iron, Sampler sampler, Table table) {
    this.sampler = sampler;
    this.table = table;
    views = new Resolvent[sampler.views()];
    for (int i = 0; i < views.length; i++) {
      Objective view = sampler.view(i);
      views[i] = Resolvent.of(view, iron.innerFor(view));
    }
    rho = new double[table.capacity()];
    q = new double[f.dimension()];
  }

  @Override
  public double[][] memory() {
    double[][] all = table.arrays();
    for (Resolvent view : views) {
      all = Implicit.together(all, view.memory());
    }
    return all;
  }

  @Override
  public Solved solve(long k, IronParameters[] p, double[] c, double[] x, double[] u) {
    table.begin(k, x);
    table.select(k);
    double lambda = table.firstVisit() * p[0].lambda();
    table.residuals.recall(table.r, rho);
    table.residuals.transpose(rho, q);
    Vectors.axpy(lambda * table.residuals.scale(), q, c);
    Vectors.axpy(-lambda, table.mean, c);
    InnerReport report = views[sampler.select(k)].solve(lambda, c, x, u);
    table.residuals.at(u, table.r, rho, q);
    Vectors.axpy(table.scale(), q, table.mean);
    table.remember(1, rho);
    return new Solved(report, Optional.empty(), false, Work.gradients(2));
  }
}
