package org.ironopt.method.internal;

import java.util.Arrays;
import java.util.OptionalDouble;
import org.ironopt.linalg.Vectors;
import org.ironopt.problem.Curvature;
import org.ironopt.problem.Curved;
import org.ironopt.problem.FiniteSum;
import org.ironopt.problem.Proximable;

/**
 * {@code sum_l w_l f_{i_l}} for some terms of a sum and positive weights, a view: indices and
 * weights are read when it is evaluated.
 */
public class WeightedTerms implements Curved {
  private final int dimension;
  final Curved[] terms;
  final double[] weights;

  private WeightedTerms(FiniteSum sum, int[] indices, double[] weights) {
    dimension = sum.dimension();
    terms = new Curved[indices.length];
    Arrays.setAll(terms, l -> sum.batch(indices, l, l + 1));
    this.weights = weights;
  }

  /** Returns the view; a single term keeps its closed form. */
  public static WeightedTerms of(FiniteSum sum, int[] indices, double[] weights) {
    WeightedTerms all = new WeightedTerms(sum, indices, weights);
    return all.terms.length == 1 && all.terms[0] instanceof Proximable
        ? new Single(sum, indices, weights)
        : all;
  }

  /** One term with a closed form, {@code prox_{lambda w f} = prox_{(lambda w) f}}. */
  private static final class Single extends WeightedTerms implements Proximable {
    Single(FiniteSum sum, int[] indices, double[] weights) {
      super(sum, indices, weights);
    }

    @Override
    public void prox(double lambda, double[] c, double[] u) {
      ((Proximable) terms[0]).prox(lambda * weights[0], c, u);
    }

    @Override
    public void residual(double lambda, double[] c, double[] u, double[] measure) {
      ((Proximable) terms[0]).residual(lambda * weights[0], c, u, measure);
      measure[2] *= weights[0];
    }
  }

  @Override
  public int dimension() {
    return dimension;
  }

  /** Returns 0 where the terms are convex: the weights may change, so that they do not say more. */
  @Override
  public OptionalDouble modulus() {
    return Arrays.stream(terms).allMatch(term -> term.modulus().isPresent())
        ? OptionalDouble.of(0)
        : OptionalDouble.empty();
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
    valueAndGradient(x, gradient);
  }

  @Override
  public double valueAndGradient(double[] x, double[] gradient) {
    if (terms.length == 1) { // a step of most methods, which allocates nothing
      double value = terms[0].valueAndGradient(x, gradient);
      Vectors.scale(weights[0], gradient);
      return weights[0] * value;
    }
    double[] one = new double[dimension];
    double sum = 0;
    Arrays.fill(gradient, 0);
    for (int l = 0; l < terms.length; l++) {
      sum = Math.fma(weights[l], terms[l].valueAndGradient(x, one), sum);
      Vectors.axpy(weights[l], one, gradient);
    }
    return sum;
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
