package org.ironopt.lab.logistic;

import java.io.DataInput;
import java.io.DataOutput;
import java.util.LinkedHashMap;
import java.util.Map;
import org.ironopt.lab.experiment.Outcome;
import org.ironopt.lab.experiment.Task;
import org.ironopt.lab.file.Columns;
import org.ironopt.lab.file.Values;
import org.ironopt.linalg.Vectors;
import org.ironopt.theory.Plateau;

/** Minimises and computes the plateau with its correction, in one slice. */
final class TheoryTask implements Task {
  private final LogisticSetup setup;
  private Plateau plateau;

  TheoryTask(LogisticSetup setup) {
    this.setup = setup;
  }

  @Override
  public long done() {
    return plateau == null ? 0 : 1;
  }

  @Override
  public long total() {
    return 1;
  }

  @Override
  public void advance() {
    LogisticProblem problem = setup.problem();
    plateau =
        Plateau.isotropic(
            problem.objective(),
            problem.minimizer(),
            setup.mu(),
            setup.stationaryGamma(),
            setup.rho * setup.rho);
  }

  /** Nothing to write: the only slice is the whole. */
  @Override
  public void save(DataOutput out) {}

  @Override
  public void restore(DataInput in) {}

  @Override
  public Outcome outcome() {
    LogisticProblem problem = setup.problem();
    double[] h = problem.anchor().eigenvalues();
    Values values =
        new Values()
            .with("minimum", problem.objective().value(problem.minimizer()))
            .with("gradient_norm", problem.gradientNorm())
            .with("smallest_eigenvalue", h[0])
            .with("largest_eigenvalue", h[h.length - 1])
            .with("plateau", plateau.limit())
            .with("linear_correction", plateau.linear())
            .with("nonlinear_correction", plateau.nonlinear())
            .with("bias", Vectors.norm(plateau.bias()))
            .with("squared_gradient", plateau.gradient());
    Columns eigenvalues = new Columns("index", "eigenvalue");
    for (int i = 0; i < h.length; i++) {
      eigenvalues.add(i, h[i]);
    }
    Columns points = new Columns("index", "minimizer", "bias");
    for (int i = 0; i < h.length; i++) {
      points.add(i, problem.minimizer()[i], plateau.bias()[i]);
    }
    Map<String, Columns> tables = new LinkedHashMap<>();
    tables.put("minimizer", points);
    return new Outcome(values, eigenvalues, tables);
  }
}
