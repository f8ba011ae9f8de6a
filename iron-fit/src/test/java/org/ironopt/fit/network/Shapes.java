package org.ironopt.fit.network;

import org.ironopt.data.Dataset;
import org.ironopt.data.TrainTestSplit;
import org.ironopt.random.RandomStream;
import org.ironopt.random.RandomStreams;

/** Tables of which it is known whether a linear model will do. */
final class Shapes {
  private Shapes() {}

  /** Arms of spirals that wind once and a half, in units far from one. */
  static Dataset spirals(int rows, int arms, long seed) {
    RandomStream random = new RandomStreams(seed).stream("spirals");
    double[][] x = new double[rows][2];
    String[] y = new String[rows];
    for (int i = 0; i < rows; i++) {
      int arm = i % arms;
      double t = Math.sqrt(random.uniform(1, i));
      double angle = 3 * Math.PI * t + 2 * Math.PI * arm / arms;
      x[i][0] = 1000 + 50 * (t * StrictMath.cos(angle) + 0.02 * random.normal(2, i));
      x[i][1] = 1e-3 * (t * StrictMath.sin(angle) + 0.02 * random.normal(3, i));
      y[i] = "arm " + arm;
    }
    return Dataset.classification(x, y);
  }

  /** The sign of a product, with three columns that say nothing. */
  static Dataset xor(int rows, long seed) {
    RandomStream random = new RandomStreams(seed).stream("xor");
    double[][] x = normals(random, rows, 5);
    String[] y = new String[rows];
    for (int i = 0; i < rows; i++) {
      y[i] = x[i][0] * x[i][1] > 0 ? "same" : "other";
    }
    return Dataset.classification(x, y);
  }

  /** Log-odds that are linear, so that no other model can be better. */
  static Dataset linear(int rows, long seed) {
    RandomStream random = new RandomStreams(seed).stream("linear");
    double[][] x = normals(random, rows, 5);
    String[] y = new String[rows];
    for (int i = 0; i < rows; i++) {
      double z = x[i][0] - 2 * x[i][1] + 0.5 * x[i][2];
      y[i] = random.uniform(2, i) < 1 / (1 + StrictMath.exp(-z)) ? "yes" : "no";
    }
    return Dataset.classification(x, y);
  }

  /** A wave and a bump, in large units, with a little noise. */
  static Dataset wave(int rows, long seed) {
    RandomStream random = new RandomStreams(seed).stream("wave");
    double[][] x = normals(random, rows, 3);
    double[] y = new double[rows];
    for (int i = 0; i < rows; i++) {
      double clean = StrictMath.sin(2 * x[i][0]) + x[i][1] * x[i][1] - 0.5 * x[i][2];
      y[i] = 1e5 + 2e4 * (clean + 0.05 * random.normal(2, i));
    }
    return Dataset.regression(x, y);
  }

  /** Many columns for few rows: a number that is linear in them, or its log-odds. */
  static Dataset wide(int rows, int columns, boolean classes, long seed) {
    RandomStream random = new RandomStreams(seed).stream("wide");
    double[][] x = normals(random, rows, columns);
    double[] y = new double[rows];
    String[] labels = new String[rows];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        y[i] += 2 * random.normal(2, j) * x[i][j] / Math.sqrt(columns);
      }
      labels[i] = random.uniform(3, i) < 1 / (1 + StrictMath.exp(-y[i])) ? "yes" : "no";
      y[i] += random.normal(4, i);
    }
    return classes ? Dataset.classification(x, labels) : Dataset.regression(x, y);
  }

  private static double[][] normals(RandomStream random, int rows, int columns) {
    double[][] x = new double[rows][columns];
    for (int i = 0; i < rows; i++) {
      random.normals(1, (long) i * columns, 1, x[i], 0, columns);
    }
    return x;
  }

  /** Returns a fifth of the rows to validate, a fifth to test, the others to learn from. */
  static TrainTestSplit split(Dataset data) {
    int fifth = data.rows() / 5;
    return data.classes() > 0
        ? TrainTestSplit.stratified(data, 1, fifth, fifth)
        : TrainTestSplit.random(data, 1, fifth, fifth);
  }
}
