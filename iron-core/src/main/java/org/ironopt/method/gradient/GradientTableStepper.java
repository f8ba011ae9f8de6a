package org.ironopt.method.gradient;

import java.util.Arrays;
import java.util.Locale;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.Batches;
import org.ironopt.method.Schedule;
import org.ironopt.method.Work;
import org.ironopt.method.proximal.CorrectedStepper;
import org.ironopt.method.proximal.PointSaga;
import org.ironopt.method.proximal.Sapa;
import org.ironopt.problem.FiniteSum;
import org.ironopt.problem.Objective;
import org.ironopt.random.Streams;

/** {@link Sapa} and {@link PointSaga} at work: a gradient for each term, old or new. */
public final class GradientTableStepper extends CorrectedStepper {
  private final boolean old;
  private final FiniteSum sum;
  private final int[] term = new int[1];
  private final double[][] table;
  private final double[] mean;
  private final double[] entry;

  public GradientTableStepper(
      String name,
      Schedule eta,
      Batches batches,
      boolean old,
      Objective objective,
      double[] x0,
      Streams streams) {
    super(name, eta, batches, objective, x0, streams);
    this.old = old;
    if (!(objective instanceof FiniteSum terms)) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "%s needs a FiniteSum, got %s",
              name,
              objective.getClass().getSimpleName()));
    }
    sum = terms;
    int size = sampler.largest(sum.terms());
    if (size != 1) {
      throw new IllegalArgumentException(
          String.format(Locale.ROOT, "%s takes one term per step, got batches of %d", name, size));
    }
    table = new double[sum.terms()][x.length];
    mean = new double[x.length];
    entry = new double[x.length];
  }

  @Override
  protected double[][] arrays() {
    double[][] arrays = new double[table.length + 2][];
    arrays[0] = x;
    arrays[1] = mean;
    System.arraycopy(table, 0, arrays, 2, table.length);
    return arrays;
  }

  @Override
  public Work correct() {
    Work work = Work.NONE;
    if (k == 0) {
      fill();
      work = Work.gradients(1);
    }
    sampler.terms(k, term);
    double[] row = table[term[0]];
    double w = sampler.weight();
    for (int j = 0; j < h.length; j++) {
      h[j] = Math.fma(w, row[j], -mean[j]);
    }
    return work;
  }

  private void fill() {
    int[] index = new int[1];
    Objective view = sum.batch(index, 0, 1);
    for (int i = 0; i < table.length; i++) {
      index[0] = i;
      view.gradient(x, table[i]);
    }
    Arrays.fill(mean, 0);
    for (double[] row : table) {
      Vectors.axpy(1. / table.length, row, mean);
    }
  }

  @Override
  public Work remember(double step, double[] next) {
    if (old) {
      sampler.objective(k).gradient(x, entry);
      Vectors.scale(1 / sampler.weight(), entry);
    } else {
      Vectors.subtract(center, next, entry);
      Vectors.scale(1 / (step * sampler.weight()), entry);
    }
    double[] row = table[term[0]];
    for (int j = 0; j < row.length; j++) {
      mean[j] += (entry[j] - row[j]) / table.length;
      row[j] = entry[j];
    }
    return old ? Work.gradients(1) : Work.NONE;
  }
}
