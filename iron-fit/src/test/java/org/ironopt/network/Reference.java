package org.ironopt.network;

import java.util.Arrays;

/** A network in plain double loops, one row at a time: the definition, written a second time. */
final class Reference {
  private final Layers layers;
  private final NetworkLoss loss;
  private final double[][] rows;
  private final double[][] targets;
  private final double[] weights;
  private final double reg;

  Reference(
      Layers layers,
      NetworkLoss loss,
      double[][] rows,
      double[][] targets,
      double[] weights,
      double reg) {
    this.layers = layers;
    this.loss = loss;
    this.rows = rows;
    this.targets = targets;
    this.weights = weights;
    this.reg = reg;
  }

  double[] sums(int l, double[] x, double[] h) {
    Layers.Block b = layers.blocks().get(l - 1);
    double[] a = new double[b.rows()];
    for (int i = 0; i < a.length; i++) {
      int at = b.from() + i * b.columns();
      a[i] = x[at + h.length];
      for (int j = 0; j < h.length; j++) {
        a[i] += x[at + j] * h[j];
      }
    }
    return a;
  }

  double[] outputs(int l, double[] a) {
    return Arrays.stream(a)
        .map(
            z ->
                switch (layers.activations().get(l - 1)) {
                  case SIGMOID -> 1 / (1 + StrictMath.exp(-z));
                  case TANH -> StrictMath.tanh(z);
                  case RELU -> Math.max(z, 0);
                  case LINEAR -> z;
                })
        .toArray();
  }

  double value(double[] x) {
    double sum = 0;
    for (int i = 0; i < rows.length; i++) {
      double[] h = rows[i];
      for (int l = 1; l <= layers.count(); l++) {
        h = outputs(l, sums(l, x, h));
      }
      sum += weights[i] * loss(h, targets[i]);
    }
    double squares = 0;
    for (Layers.Block b : layers.blocks()) {
      for (int k = 0; k < b.length(); k++) {
        squares += k % b.columns() < b.columns() - 1 ? x[b.from() + k] * x[b.from() + k] : 0;
      }
    }
    return sum / rows.length + reg / 2 * squares;
  }

  private double loss(double[] z, double[] t) {
    double sum = 0;
    double exps = 0;
    for (int c = 0; c < z.length; c++) {
      exps += StrictMath.exp(z[c]);
      sum +=
          switch (loss) {
            case SOFTMAX -> -t[c] * z[c];
            case LOGISTIC -> StrictMath.log1p(StrictMath.exp(z[c])) - t[c] * z[c];
            case SQUARES -> (z[c] - t[c]) * (z[c] - t[c]) / 2;
          };
    }
    return loss == NetworkLoss.SOFTMAX ? sum + StrictMath.log(exps) : sum;
  }

  double[] gradient(double[] x) {
    double[] g = new double[x.length];
    for (int j = 0; j < g.length; j++) {
      double step = 1e-5;
      double[] y = x.clone();
      y[j] += step;
      double up = value(y);
      y[j] -= 2 * step;
      g[j] = (up - value(y)) / (2 * step);
    }
    return g;
  }

  /** Returns H v by the difference of gradients. */
  double[] product(double[] x, double[] v) {
    double step = 1e-4;
    double[] up = x.clone();
    double[] down = x.clone();
    for (int j = 0; j < x.length; j++) {
      up[j] += step * v[j];
      down[j] -= step * v[j];
    }
    double[] g = gradient(up);
    double[] h = gradient(down);
    for (int j = 0; j < g.length; j++) {
      g[j] = (g[j] - h[j]) / (2 * step);
    }
    return g;
  }
}
