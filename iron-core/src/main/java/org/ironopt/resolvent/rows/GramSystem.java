package org.ironopt.resolvent.rows;

import java.util.Arrays;
import org.ironopt.linalg.Cholesky;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Vectors;
import org.ironopt.problem.LinearSum;
import org.ironopt.resolvent.Direction;

/**
 * Solves {@code (I + sigma H K) eta = b} with the Gram matrix K and the losses' Hessian H of a
 * batch. For one output H is diagonal and {@code I + sigma H^1/2 K H^1/2} is factored; else by
 * conjugate gradients in the inner product of K, in which the operator is self-adjoint and at least
 * one, and {@code sigma |res|_K} is the residual of the Newton system.
 */
public final class GramSystem {
  /** Up to so many rows of one output the factorization is used. */
  public static final int DIRECT = 128;

  private static final int LIMIT = Direction.KRYLOV_LIMIT;

  /** The solution. */
  final double[] eta;

  /** K times the solution. */
  final double[] keta;

  private final LinearSum.SharedRowResiduals rows;
  private final double[] res;
  private final double[] kres;
  private final double[] p;
  private final double[] kp;
  private final double[] q;
  private final double[] kq;
  private final Cholesky cholesky;
  private final DenseMatrix system;
  private DenseMatrix k;
  private double sigma;

  GramSystem(LinearSum.SharedRowResiduals rows, int length, int outputs) {
    this.rows = rows;
    boolean direct = outputs == 1 && length <= DIRECT;
    cholesky = direct ? new Cholesky(length) : null;
    system = direct ? DenseMatrix.zeros(length, length) : null;
    eta = new double[length];
    keta = new double[length];
    res = new double[length];
    kres = new double[length];
    p = new double[length];
    kp = new double[length];
    q = new double[length];
    kq = new double[length];
  }

  void form(DenseMatrix gram, double factor) {
    k = gram;
    sigma = factor;
  }

  /**
   * Solves for a right-hand side until {@code sigma |res|_K <= tolerance}; returns the iterations.
   */
  int solve(double[] b, double tolerance) {
    if (cholesky != null && factored(b)) {
      rows.throughGram(eta, keta);
      return 1;
    }
    return iterate(b, tolerance);
  }

  private boolean factored(double[] b) {
    // The diagonal of H, and its root.
    Arrays.fill(p, 1);
    rows.bend(p, q);
    for (int i = 0; i < q.length; i++) {
      q[i] = Math.sqrt(q[i]);
    }
    int n = q.length;
    double[] from = k.data();
    double[] to = system.data();
    for (int i = 0; i < n; i++) {
      double factor = sigma * q[i];
      for (int j = 0; j < i; j++) {
        to[i * n + j] = factor * q[j] * from[i * n + j];
      }
      to[i * n + i] = Math.fma(factor * q[i], from[i * n + i], 1);
      // b is in the range of H.
      p[i] = q[i] > 0 ? b[i] / q[i] : 0;
    }
    if (!cholesky.factor(system)) {
      return false;
    }
    cholesky.solve(p, p);
    for (int i = 0; i < n; i++) {
      eta[i] = q[i] * p[i];
    }
    return true;
  }

  private int iterate(double[] b, double tolerance) {
    Arrays.fill(eta, 0);
    Arrays.fill(keta, 0);
    Vectors.copy(b, res);
    rows.throughGram(res, kres);
    Vectors.copy(res, p);
    Vectors.copy(kres, kp);
    double square = Vectors.dot(res, kres);
    int steps = 0;
    while (steps < LIMIT && sigma * Math.sqrt(Math.max(0, square)) > tolerance) {
      rows.bend(kp, q);
      Vectors.add(p, sigma, q, q);
      rows.throughGram(q, kq);
      double a = square / Vectors.dot(p, kq);
      if (!Double.isFinite(a)) {
        break;
      }
      Vectors.axpy(a, p, eta);
      Vectors.axpy(a, kp, keta);
      Vectors.axpy(-a, q, res);
      Vectors.axpy(-a, kq, kres);
      double next = Vectors.dot(res, kres);
      double beta = next / square;
      Vectors.add(res, beta, p, p);
      Vectors.add(kres, beta, kp, kp);
      square = next;
      steps++;
    }
    return steps;
  }
}
