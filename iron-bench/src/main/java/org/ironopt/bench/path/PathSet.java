package org.ironopt.bench.path;

import java.util.ArrayList;
import java.util.List;
import org.ironopt.data.Dataset;
import org.ironopt.data.DenseFeatures;
import org.ironopt.data.Features;
import org.ironopt.data.Folds;
import org.ironopt.data.SparseFeatures;
import org.ironopt.linalg.Functions;
import org.ironopt.model.ModelKind;
import org.ironopt.random.RandomStream;
import org.ironopt.random.RandomStreams;

/**
 * Data of a path, a function of a seed: thirty columns matter. All numbers have six decimals, so
 * that a table of text holds the same ones.
 *
 * @param kind ridge, which is least squares, or logistic
 */
record PathSet(String name, ModelKind kind, Dataset data) {
  static final int FOLDS = 5;

  private static final int TRUE = 30;

  /** Correlation of neighbouring columns. */
  private static final double NEIGHBOURS = 0.5;

  /** Elements in a row of a sparse set. */
  private static final int EACH = 50;

  private static final double NOISE = 3;

  static List<PathSet> all(boolean quick) {
    int part = quick ? 10 : 1;
    List<PathSet> sets = new ArrayList<>();
    sets.add(squares(dense(10_000 / part, 200 / part)));
    sets.add(squares(dense(1000 / part, 2000 / part)));
    sets.add(squares(dense(10_000 / part, 1000 / part)));
    sets.add(logistic(dense(5000 / part, 500 / part)));
    sets.add(squares(sparse(20_000 / part, 50_000 / part)));
    return sets;
  }

  boolean sparse() {
    return data.features() instanceof SparseFeatures;
  }

  private static RandomStream random(int rows, int columns) {
    return new RandomStreams(0).stream("path " + rows + " x " + columns);
  }

  private static double rounded(double value) {
    return Math.rint(1e6 * value) / 1e6;
  }

  /** Normal columns, each correlated with the one before it. */
  static Features dense(int rows, int columns) {
    RandomStream random = random(rows, columns);
    double[] data = new double[rows * columns];
    double fresh = Math.sqrt(1 - NEIGHBOURS * NEIGHBOURS);
    random.normals(1, 0, 1, data, 0, data.length);
    for (int i = 0; i < rows; i++) {
      double before = data[i * columns];
      for (int k = i * columns + 1; k < (i + 1) * columns; k++) {
        before = NEIGHBOURS * before + fresh * data[k];
        data[k] = before;
      }
    }
    for (int k = 0; k < data.length; k++) {
      data[k] = rounded(data[k]);
    }
    return new DenseFeatures(rows, columns, data);
  }

  /** Normal numbers at random places, low ones within each slot the frequent ones. */
  static Features sparse(int rows, int columns) {
    RandomStream random = random(rows, columns);
    int[] pointers = new int[rows + 1];
    int[] indices = new int[rows * EACH];
    double[] values = new double[rows * EACH];
    int slot = columns / EACH;
    for (int k = 0; k < indices.length; k++) {
      double u = random.uniform(1, k);
      indices[k] = k % EACH * slot + (int) (slot * u * u);
      values[k] = rounded(random.normal(2, k));
      pointers[k / EACH + 1] = k + 1;
    }
    return SparseFeatures.of(rows, columns, pointers, indices, values);
  }

  /** Coefficients of thirty columns, in a sparse set of frequent ones. */
  private static double[] coefficients(Features x) {
    RandomStream random = random(x.rows(), x.columns());
    double[] w = new double[x.columns()];
    int apart = Math.max(1, x.columns() / TRUE);
    for (int t = 0; t < TRUE && t * apart < w.length; t++) {
      int place = x instanceof SparseFeatures ? t * (x.columns() / EACH) : t * apart;
      w[place] = random.normal(3, t);
    }
    return w;
  }

  static PathSet squares(Features x) {
    RandomStream random = random(x.rows(), x.columns());
    double[] w = coefficients(x);
    double[] y = new double[x.rows()];
    for (int i = 0; i < y.length; i++) {
      y[i] = rounded(x.rowDot(i, w, 0) + NOISE * random.normal(4, i));
    }
    return new PathSet(name("squares", x), ModelKind.RIDGE, Dataset.regression(x, y));
  }

  static PathSet logistic(Features x) {
    RandomStream random = random(x.rows(), x.columns());
    double[] w = coefficients(x);
    int[] labels = new int[x.rows()];
    for (int i = 0; i < labels.length; i++) {
      labels[i] = random.uniform(4, i) < Functions.sigmoid(x.rowDot(i, w, 0)) ? 1 : 0;
    }
    return new PathSet(
        name("logistic", x), ModelKind.LOGISTIC, Dataset.classification(x, labels, 2));
  }

  private static String name(String loss, Features x) {
    String sparse = x instanceof SparseFeatures ? "sparse, " : "";
    return sparse + loss + ", " + x.rows() + " x " + x.columns();
  }

  /** Returns the fold that each row is left out in, from 1; the folds of a path of ours. */
  int[] foldOfEachRow() {
    Folds folds = Folds.stratified(data, 0, FOLDS);
    int[] of = new int[data.rows()];
    for (int f = 0; f < FOLDS; f++) {
      for (int row : folds.out(f).positions()) {
        of[row] = f + 1;
      }
    }
    return of;
  }

  /** Returns the target of a row as a number. */
  double target(int row) {
    return kind == ModelKind.LOGISTIC ? data.label(row) : data.target(row);
  }
}
