package org.ironopt.problem;

/** The sum of r over members, coordinate i of member j at {@code i * members + j}. */
record EnsembleRegularizer(Regularizer r, int members) implements Regularizer {
  @Override
  public double value(double[] x) {
    double[] values = new double[members];
    for (int j = 0; j < members; j++) {
      values[j] = r.value(member(x, j));
    }
    return Ensemble.sum(values);
  }

  @Override
  public void prox(double t, double[] u, double[] x) {
    Regularizers.check(t, u, x);
    for (int j = 0; j < members; j++) {
      double[] part = member(u, j);
      r.prox(t, part, part);
      spread(part, j, x);
    }
  }

  @Override
  public void jacobian(double t, double[] u, double[] v, double[] jv) {
    Regularizers.check(t, u, v, jv);
    for (int j = 0; j < members; j++) {
      double[] part = member(v, j);
      r.jacobian(t, member(u, j), part, part);
      spread(part, j, jv);
    }
  }

  private double[] member(double[] x, int j) {
    double[] part = new double[x.length / members];
    for (int i = 0; i < part.length; i++) {
      part[i] = x[i * members + j];
    }
    return part;
  }

  private void spread(double[] part, int j, double[] x) {
    for (int i = 0; i < part.length; i++) {
      x[i * members + j] = part[i];
    }
  }
}
