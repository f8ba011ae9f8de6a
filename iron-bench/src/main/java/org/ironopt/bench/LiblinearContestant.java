package org.ironopt.bench;

import de.bwaldvogel.liblinear.Feature;
import de.bwaldvogel.liblinear.FeatureNode;
import de.bwaldvogel.liblinear.Linear;
import de.bwaldvogel.liblinear.Model;
import de.bwaldvogel.liblinear.Parameter;
import de.bwaldvogel.liblinear.Problem;
import de.bwaldvogel.liblinear.SolverType;
import java.util.Random;
import org.ironopt.data.Dataset;
import org.ironopt.model.ModelKind;

/**
 * liblinear-java. It minimises {@code |w|^2 / 2 + C sum_i loss_i}, which is our objective times
 * {@code n C} for {@code C = 1 / (n reg)}.
 */
record LiblinearContestant(SolverType type, String name) implements Contestant {
  @Override
  public boolean applies(BenchSet set) {
    return set.kind() == ModelKind.LOGISTIC;
  }

  @Override
  public Solve prepare(BenchSet set) {
    Linear.disableDebugOutput();
    Dataset data = set.data();
    Problem problem = new Problem();
    problem.l = data.rows();
    problem.n = data.columns();
    problem.bias = -1;
    problem.x = new Feature[problem.l][];
    problem.y = new double[problem.l];
    double[] row = new double[problem.n];
    for (int i = 0; i < problem.l; i++) {
      problem.y[i] = data.label(i) == 1 ? 1 : -1;
      data.features().copyRow(data.position(i), row, 0);
      problem.x[i] = nodes(row);
    }
    double c = 1 / (problem.l * set.reg());
    return tolerance -> {
      Parameter parameter = new Parameter(type, c, tolerance, 100_000);
      parameter.setRandom(new Random(1));
      Model model = Linear.train(problem, parameter);
      double[] w = model.getFeatureWeights();
      if (model.getLabels()[0] != 1) {
        for (int j = 0; j < w.length; j++) {
          w[j] = -w[j];
        }
      }
      return new double[][] {w};
    };
  }

  private static Feature[] nodes(double[] row) {
    int count = 0;
    for (double v : row) {
      count += v == 0 ? 0 : 1;
    }
    Feature[] nodes = new Feature[count];
    for (int j = 0, k = 0; j < row.length; j++) {
      if (row[j] != 0) {
        nodes[k++] = new FeatureNode(j + 1, row[j]);
      }
    }
    return nodes;
  }
}
