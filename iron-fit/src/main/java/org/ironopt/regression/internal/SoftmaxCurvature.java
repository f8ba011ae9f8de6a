package org.ironopt.regression.internal;

import java.util.Arrays;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.LinearOperator;
import org.ironopt.linalg.SymmetricEigen;
import org.ironopt.linalg.internal.Require;
import org.ironopt.problem.Curvature;
import org.ironopt.regression.Intercept;
import org.ironopt.regression.Softmax;

/**
 * The Hessian of a {@link Softmax} at one point, with a cheaper model of it, a Kronecker product.
 * It keeps the probabilities of its last point, so that a product costs two products with the rows.
 */
public final class SoftmaxCurvature extends LinearCurvature implements Curvature.Factored {
  SoftmaxCurvature(LinearObjective f) {
    super(f);
  }

  /** Returns the Kronecker model at the last point, with the features of its own rows. */
  public Kronecker kronecker() {
    return kronecker(SymmetricEigen.of(featureMoments()));
  }

  /**
   * Returns the Kronecker model at the last point.
   *
   * @param a second moments of the features, decomposed, perhaps once for many points
   */
  public Kronecker kronecker(SymmetricEigen a) {
    return new Kronecker(a, SymmetricEigen.of(outputMoments()), terms);
  }

  /** Returns {@code A = mean_i weight_i a_i a_i'} over the rows, weights relative to their sum. */
  public DenseMatrix featureMoments() {
    RowSelection s = selection();
    DenseMatrix a =
        gram(
            false,
            tile -> {
              Arrays.fill(tile.z, 0, tile.rows, 1);
              tile.weigh(0, 1);
            });
    double total = 0;
    for (int k = 0; k < s.count(); k++) {
      total += weight(s, k);
    }
    return a.times(1 / total);
  }

  /** Returns {@code B = mean_i weight_i (diag(p_i) - p_i p_i')} at the last point. */
  public DenseMatrix outputMoments() {
    RowSelection s = selection();
    int n = s.count();
    int classes = terms.outputs();
    double[] kept = kept();
    DenseMatrix b = DenseMatrix.zeros(classes, classes);
    for (int k = 0; k < n; k++) {
      double weight = weight(s, k);
      for (int c = 0; c < classes; c++) {
        double p = weight * kept[terms.keptAt(n, k, c)];
        for (int e = 0; e < c; e++) {
          b.set(c, e, Math.fma(-p, kept[terms.keptAt(n, k, e)], b.get(c, e)));
        }
        b.set(c, c, Math.fma(p, 1 - kept[terms.keptAt(n, k, c)], b.get(c, c)));
      }
    }
    for (int c = 0; c < classes; c++) {
      for (int e = 0; e < c; e++) {
        b.set(e, c, b.get(c, e));
      }
    }
    return b.times(terms.scale(s));
  }

  /** Overwrites a matrix with the Hessian: for each pair of classes a Gram matrix of the rows. */
  public void matrix(DenseMatrix h) {
    int stride = terms.stride();
    int classes = terms.outputs();
    double[] kept = kept();
    double scale = terms.scale(selection());
    for (int c = 0; c < classes; c++) {
      for (int e = 0; e <= c; e++) {
        int first = c;
        int second = e;
        DenseMatrix block =
            gram(
                terms.hasIntercept(),
                tile -> {
                  int from = tile.from * classes;
                  for (int k = 0; k < tile.rows; k++) {
                    double p = kept[from + first * tile.stride + k];
                    double q = kept[from + second * tile.stride + k];
                    tile.z[k] = first == second ? p * (1 - p) : -p * q;
                  }
                  tile.weigh(0, 1);
                });
        for (int i = 0; i < stride; i++) {
          for (int j = 0; j < stride; j++) {
            double ridge = c == e && i == j && i < terms.penalized() ? terms.reg() : 0;
            double element = Math.fma(scale, block.get(i, j), ridge);
            h.set(c * stride + i, e * stride + j, element);
            h.set(e * stride + j, c * stride + i, element);
          }
        }
      }
    }
  }

  @Override
  public int modelLength() {
    return Kronecker.length(terms.columns(), terms.outputs());
  }

  @Override
  public void model(double[] model, Draw draw) {
    kronecker().write(model);
  }

  @Override
  public LinearOperator modelInverse(double[] model, double lambda) {
    Kronecker read = Kronecker.read(model, terms);
    return (g, s) -> read.solve(lambda, g, s);
  }

  private double weight(RowSelection s, int k) {
    return terms.weights() == null ? 1 : terms.weights()[s.row(k)];
  }

  /**
   * The Kronecker-factored model {@code W -> A W B + reg W} of the softmax Hessian, A the second
   * moments of the features and B the mean of {@code diag(p) - pp'}, with the block {@code B}
   * (exact) for the intercepts and nothing between the two. Shifted systems are solved in the
   * eigenvectors of the factors. Martens and Grosse, "Optimizing Neural Networks with
   * Kronecker-factored Approximate Curvature", ICML 2015, arXiv:1503.05671.
   */
  public static final class Kronecker implements LinearOperator {
    private final int columns;
    private final int stride;
    private final double reg;
    private final double interceptReg;
    private final double[] featureValues;
    private final DenseMatrix features;
    private final DenseMatrix featuresTransposed;
    private final double[] outputValues;
    private final DenseMatrix outputs;
    private final DenseMatrix outputsTransposed;

    Kronecker(SymmetricEigen a, SymmetricEigen b, LinearTerms terms) {
      this(a.vectors(), a.values(), b.vectors(), b.values(), terms);
    }

    private Kronecker(
        DenseMatrix features,
        double[] featureValues,
        DenseMatrix outputs,
        double[] outputValues,
        LinearTerms terms) {
      columns = terms.columns();
      stride = terms.stride();
      reg = terms.reg();
      interceptReg = terms.intercept() == Intercept.PENALIZED ? reg : 0;
      Require.sameLength("columns", columns, "eigenvalues of A", featureValues.length);
      this.features = features;
      this.featureValues = featureValues;
      this.outputs = outputs;
      this.outputValues = outputValues;
      featuresTransposed = features.transpose();
      outputsTransposed = outputs.transpose();
    }

    /** Reads what {@link #write} wrote. */
    static Kronecker read(double[] model, LinearTerms terms) {
      int d = terms.columns();
      int c = terms.outputs();
      int at = d * (d + 1);
      return new Kronecker(
          DenseMatrix.of(d, d, Arrays.copyOf(model, d * d)),
          Arrays.copyOfRange(model, d * d, at),
          DenseMatrix.of(c, c, Arrays.copyOfRange(model, at, at + c * c)),
          Arrays.copyOfRange(model, at + c * c, at + c * (c + 1)),
          terms);
    }

    /** Returns how many numbers {@link #write} writes. */
    static int length(int columns, int classes) {
      return columns * (columns + 1) + classes * (classes + 1);
    }

    /** Writes the decomposed factors: vectors and values of A, vectors and values of B. */
    void write(double[] model) {
      int at = 0;
      for (double[] part :
          new double[][] {features.data(), featureValues, outputs.data(), outputValues}) {
        System.arraycopy(part, 0, model, at, part.length);
        at += part.length;
      }
    }

    /** Overwrites {@code hv} with the model times v. */
    @Override
    public void apply(double[] v, double[] hv) {
      map(v, hv, (ab, ridge) -> ab + ridge);
    }

    /** Overwrites {@code s} with the solution of {@code s + lambda (model) s = g}. */
    public void solve(double lambda, double[] g, double[] s) {
      Require.nonNegative("lambda", lambda);
      map(g, s, (ab, ridge) -> 1 / (1 + lambda * (ab + ridge)));
    }

    /** A function of an eigenvalue of A (x) B and of the ridge. */
    private interface Spectral {
      double of(double ab, double ridge);
    }

    /** Goes to the eigenvectors, multiplies there, and comes back; one row for each class. */
    private void map(double[] in, double[] out, Spectral f) {
      int classes = outputValues.length;
      Require.lengths(classes * stride, "v", in, "hv", out);
      DenseMatrix w = DenseMatrix.zeros(classes, columns);
      DenseMatrix b = DenseMatrix.zeros(classes, stride - columns);
      for (int c = 0; c < classes; c++) {
        System.arraycopy(in, c * stride, w.data(), c * columns, columns);
        System.arraycopy(in, c * stride + columns, b.data(), c * b.columns(), b.columns());
      }
      w = outputsTransposed.multiply(w).multiply(features);
      b = outputsTransposed.multiply(b);
      for (int c = 0; c < classes; c++) {
        for (int j = 0; j < columns; j++) {
          w.set(c, j, w.get(c, j) * f.of(outputValues[c] * featureValues[j], reg));
        }
        for (int j = 0; j < b.columns(); j++) {
          b.set(c, j, b.get(c, j) * f.of(outputValues[c], interceptReg));
        }
      }
      w = outputs.multiply(w).multiply(featuresTransposed);
      b = outputs.multiply(b);
      for (int c = 0; c < classes; c++) {
        System.arraycopy(w.data(), c * columns, out, c * stride, columns);
        System.arraycopy(b.data(), c * b.columns(), out, c * stride + columns, b.columns());
      }
    }
  }
}
