package org.ironopt.regression;

import java.util.Arrays;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.LinearOperator;
import org.ironopt.linalg.Require;
import org.ironopt.linalg.SymmetricEigen;

/**
 * The Kronecker-factored model {@code W -> A W B + reg W} of the softmax Hessian, A the second
 * moments of the features and B the mean of {@code diag(p) - pp'}, with the block {@code B} (exact)
 * for the intercepts and nothing between the two. Shifted systems are solved in the eigenvectors of
 * the factors. Martens and Grosse, "Optimizing Neural Networks with Kronecker-factored Approximate
 * Curvature", ICML 2015, arXiv:1503.05671.
 */
public final class Kronecker implements LinearOperator {
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
    columns = terms.columns();
    stride = terms.stride();
    reg = terms.reg();
    interceptReg = terms.intercept() == Intercept.PENALIZED ? reg : 0;
    featureValues = a.values();
    Require.sameLength("columns", columns, "eigenvalues of A", featureValues.length);
    features = a.vectors();
    featuresTransposed = features.transpose();
    outputValues = b.values();
    outputs = b.vectors();
    outputsTransposed = outputs.transpose();
  }

  /** Reads what {@link #write} wrote. */
  Kronecker(double[] model, LinearTerms terms) {
    columns = terms.columns();
    stride = terms.stride();
    reg = terms.reg();
    interceptReg = terms.intercept() == Intercept.PENALIZED ? reg : 0;
    int classes = terms.outputs();
    int at = columns * columns;
    features = DenseMatrix.of(columns, columns, Arrays.copyOf(model, at));
    featureValues = Arrays.copyOfRange(model, at, at += columns);
    outputs =
        DenseMatrix.of(classes, classes, Arrays.copyOfRange(model, at, at += classes * classes));
    outputValues = Arrays.copyOfRange(model, at, at + classes);
    featuresTransposed = features.transpose();
    outputsTransposed = outputs.transpose();
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
    Require.length("v", classes * stride, in);
    Require.length("hv", classes * stride, out);
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
