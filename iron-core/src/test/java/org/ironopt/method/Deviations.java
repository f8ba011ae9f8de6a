package org.ironopt.method;

import java.util.Arrays;
import org.ironopt.linalg.Vectors;
import org.ironopt.problem.Curvature;
import org.ironopt.problem.Curved;
import org.ironopt.problem.FiniteSum.AbsoluteResiduals;
import org.ironopt.problem.TermProximable;

/** {@code |<a_i, x> - y_i|}: convex, Lipschitz with the norms of the rows, every oracle there. */
public record Deviations(double[][] a, double[] y) implements AbsoluteResiduals, TermProximable {
  @Override
  public int terms() {
    return y.length;
  }

  @Override
  public int dimension() {
    return a[0].length;
  }

  @Override
  public double residual(int i, double[] x, double[] gradient) {
    Vectors.copy(a[i], gradient);
    return Vectors.dot(a[i], x) - y[i];
  }

  @Override
  public double prox(int i, double eta, double[] u, double[] x) {
    double t = (Vectors.dot(a[i], u) - y[i]) / Vectors.dot(a[i], a[i]);
    Vectors.add(u, -Math.max(-eta, Math.min(eta, t)), a[i], x);
    return 0;
  }

  @Override
  public double value(double[] x) {
    double sum = 0;
    for (int i = 0; i < y.length; i++) {
      sum += Math.abs(Vectors.dot(a[i], x) - y[i]);
    }
    return sum / y.length;
  }

  @Override
  public void gradient(double[] x, double[] gradient) {
    Arrays.fill(gradient, 0);
    for (int i = 0; i < y.length; i++) {
      double sign = Math.signum(Vectors.dot(a[i], x) - y[i]);
      Vectors.axpy(sign / y.length, a[i], gradient);
    }
  }

  @Override
  public Curved batch(int[] indices, int from, int to) {
    return new View(this, indices, from, to - from);
  }

  @Override
  public Curvature curvature() {
    throw new AssertionError("not asked for");
  }

  /** A batch, which reads its terms when it is evaluated. */
  private record View(Deviations all, int[] indices, int from, int count) implements Curved {
    private Deviations now() {
      double[][] rows = new double[count][];
      double[] targets = new double[count];
      for (int l = 0; l < count; l++) {
        rows[l] = all.a[indices[from + l]];
        targets[l] = all.y[indices[from + l]];
      }
      return new Deviations(rows, targets);
    }

    @Override
    public int dimension() {
      return all.dimension();
    }

    @Override
    public double value(double[] x) {
      return now().value(x);
    }

    @Override
    public void gradient(double[] x, double[] gradient) {
      now().gradient(x, gradient);
    }

    @Override
    public Curvature curvature() {
      throw new AssertionError("not asked for");
    }
  }
}
