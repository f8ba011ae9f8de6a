package org.ironopt.method;

import java.util.Arrays;
import org.ironopt.linalg.Vectors;
import org.ironopt.problem.Curvature;
import org.ironopt.problem.Curved;
import org.ironopt.problem.FiniteSum;

/** {@code sum_l w_l f_{i_l}} for some terms of a sum and positive weights. */
final class WeightedTerms implements Curved {
  private final int dimension;
  private final Curved[] terms;
  private final double[] weights;

  WeightedTerms(FiniteSum sum, int[] indices, double[] weights) {
    dimension = sum.dimension();
    terms = new Curved[indices.length];
    Arrays.setAll(terms, l -> sum.batch(indices, l, l + 1));
    this.weights = weights;
  }

  @Override
  public int dimension() {
    return dimension;
  }

  @Override
  public double value(double[] x) {
    double sum = 0;
    for (int l = 0; l < terms.length; l++) {
      sum = Math.fma(weights[l], terms[l].value(x), sum);
    }
    return sum;
  }

  @Override
  public void gradient(double[] x, double[] gradient) {
    double[] one = new double[dimension];
    Arrays.fill(gradient, 0);
    for (int l = 0; l < terms.length; l++) {
      terms[l].gradient(x, one);
      Vectors.axpy(weights[l], one, gradient);
    }
  }

  @Override
  public Curvature curvature() {
    return new Sum();
  }

  private final class Sum implements Curvature {
    private final Curvature[] parts = new Curvature[terms.length];
    private final double[] one = new double[dimension];

    Sum() {
      Arrays.setAll(parts, l -> terms[l].curvature());
    }

    @Override
    public int dimension() {
      return dimension;
    }

    @Override
    public double at(double[] x, double[] gradient) {
      double sum = 0;
      Arrays.fill(gradient, 0);
      for (int l = 0; l < parts.length; l++) {
        sum = Math.fma(weights[l], parts[l].at(x, one), sum);
        Vectors.axpy(weights[l], one, gradient);
      }
      return sum;
    }

    @Override
    public void apply(double[] v, double[] hv) {
      Arrays.fill(hv, 0);
      for (int l = 0; l < parts.length; l++) {
        parts[l].apply(v, one);
        Vectors.axpy(weights[l], one, hv);
      }
    }
  }
}
