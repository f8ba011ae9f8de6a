package org.ironopt.problem;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Vectors;
import org.ironopt.problem.testing.Points;
import org.junit.jupiter.api.Test;

/**
 * What every objective promises; one subclass per implementation. About a capability that it does
 * not have, an objective promises nothing, so those tests have nothing to do.
 */
public abstract class ObjectiveContract {
  /** Returns the objective under test. */
  public abstract Objective objective();

  /** Returns a point with no special structure. */
  double[] point() {
    return Points.normal(objective().dimension(), new SplittableRandom(20));
  }

  /** Returns another one. */
  double[] otherPoint() {
    return Points.normal(objective().dimension(), new SplittableRandom(21));
  }

  private double[] vector() {
    return Points.normal(objective().dimension(), new SplittableRandom(22));
  }

  private double[] poison() {
    double[] x = new double[objective().dimension()];
    Arrays.fill(x, Double.NaN);
    return x;
  }

  @Test
  void derivativesAgreeWithDifferences() {
    for (double[] x : new double[][] {point(), otherPoint()}) {
      DerivativeCheck.Report report = DerivativeCheck.at(objective(), x);
      assertTrue(report.passed(), report::toString);
    }
  }

  @Test
  void valueAndGradientAreValueAndGradient() {
    Objective f = objective();
    double[] x = point();
    double[] expected = poison();
    double[] actual = poison();
    f.gradient(x, expected);
    double value = f.valueAndGradient(x, actual);
    assertEquals(f.value(x), value, 1e-14 * Math.max(1, Math.abs(value)));
    assertArrayEquals(expected, actual, 1e-14 * Math.max(1, Vectors.maxAbs(expected)));
    assertArrayEquals(point(), x, "the point was changed");
  }

  @Test
  void linearisationGivesValueAndGradient() {
    if (!(objective() instanceof Curved f)) {
      return;
    }
    double[] x = point();
    double[] expected = poison();
    f.gradient(x, expected);
    for (Curvature c : workspaces(f)) {
      double[] actual = poison();
      double value = c.at(x, actual);
      assertEquals(f.value(x), value, 1e-14 * Math.max(1, Math.abs(value)));
      assertArrayEquals(expected, actual, 1e-14 * Math.max(1, Vectors.maxAbs(expected)));
      assertArrayEquals(point(), x, "the point was changed");
      assertEquals(f.dimension(), c.dimension());
    }
  }

  private static Curvature[] workspaces(Curved f) {
    return f instanceof GaussNewton g
        ? new Curvature[] {f.curvature(), g.gaussNewton()}
        : new Curvature[] {f.curvature()};
  }

  @Test
  void linearisationKeepsNoReferenceAndMoves() {
    if (!(objective() instanceof Curved f)) {
      return;
    }
    keepsNoReferenceAndMoves(f::curvature);
    if (f instanceof GaussNewton g) {
      keepsNoReferenceAndMoves(g::gaussNewton);
    }
  }

  private void keepsNoReferenceAndMoves(Supplier<Curvature> workspace) {
    Curvature c = workspace.get();
    assertNotSame(c, workspace.get());
    double[] x = point();
    double[] gradient = poison();
    double[] v = vector();
    c.at(x, gradient);
    double[] first = poison();
    c.apply(v, first);
    assertTrue(Vectors.allFinite(first));
    Arrays.fill(x, Double.NaN);
    Arrays.fill(gradient, Double.NaN);
    double[] again = poison();
    c.apply(v, again);
    assertArrayEquals(first, again, 0.0);
    c.at(otherPoint(), gradient);
    c.apply(v, again);
    Curvature fresh = workspace.get();
    fresh.at(otherPoint(), gradient);
    double[] expected = poison();
    fresh.apply(v, expected);
    assertArrayEquals(expected, again, 0.0);
    assertArrayEquals(vector(), v, "the vector was changed");
  }

  @Test
  void diagonalAndBlockAreThoseOfTheProducts() {
    if (!(objective() instanceof Curved f)) {
      return;
    }
    int n = f.dimension();
    for (Curvature c : workspaces(f)) {
      c.at(point(), new double[n]);
      DenseMatrix h = DenseMatrix.zeros(n, n);
      double[] unit = new double[n];
      double[] column = new double[n];
      for (int k = 0; k < n; k++) {
        unit[k] = 1;
        c.apply(unit, column);
        unit[k] = 0;
        for (int i = 0; i < n; i++) {
          h.set(i, k, column[i]);
        }
      }
      double rounding = 1e-14 * Math.max(1, Vectors.maxAbs(h.data()));
      double[] diagonal = poison();
      c.diagonal(diagonal);
      for (int k = 0; k < n; k++) {
        assertEquals(h.get(k, k), diagonal[k], rounding);
      }
      int from = n / 3;
      DenseMatrix block = DenseMatrix.zeros(n - from, n - from);
      Arrays.fill(block.data(), Double.NaN);
      c.block(from, block);
      for (int i = from; i < n; i++) {
        for (int k = from; k < n; k++) {
          assertEquals(h.get(i, k), block.get(i - from, k - from), rounding);
        }
      }
    }
  }

  @Test
  void gaussNewtonIsSymmetricAndSemidefinite() {
    if (!(objective() instanceof GaussNewton f)) {
      return;
    }
    Curvature c = f.gaussNewton();
    c.at(point(), poison());
    double[] u = vector();
    double[] v = otherPoint();
    double[] gu = poison();
    double[] gv = poison();
    c.apply(u, gu);
    c.apply(v, gv);
    double size = Vectors.norm(u) * Vectors.norm(gv);
    assertEquals(Vectors.dot(u, gv), Vectors.dot(v, gu), 1e-13 * size);
    assertTrue(Vectors.dot(u, gu) >= -1e-13 * size);
    assertTrue(Vectors.dot(v, gv) >= -1e-13 * size);
  }

  @Test
  void resolventSolvesItsEquation() {
    if (!(objective() instanceof Proximable f)) {
      return;
    }
    int n = f.dimension();
    for (double lambda : new double[] {0, 1e-3, 0.7, 40}) {
      double[] c = vector();
      double[] u = poison();
      double[] g = new double[n];
      f.prox(lambda, c, u);
      assertArrayEquals(vector(), c, "the center was changed");
      f.gradient(u, g);
      double[] sum = new double[n];
      Vectors.add(u, lambda, g, sum);
      assertArrayEquals(c, sum, 1e-12 * (1 + lambda * Vectors.maxAbs(u)));
      f.prox(lambda, c, c);
      assertArrayEquals(u, c, 0.0);
    }
    assertThrows(IllegalArgumentException.class, () -> f.prox(-1, new double[n], new double[n]));
  }

  @Test
  void wrongLengthsAreRefused() {
    Objective f = objective();
    int n = f.dimension();
    double[] right = point();
    for (double[] wrong : new double[][] {new double[n - 1], new double[n + 1]}) {
      refuse(n, wrong.length, () -> f.value(wrong));
      refuse(n, wrong.length, () -> f.gradient(wrong, new double[n]));
      refuse(n, wrong.length, () -> f.gradient(right, wrong));
      if (f instanceof Curved curved) {
        Curvature c = curved.curvature();
        refuse(n, wrong.length, () -> c.at(wrong, new double[n]));
        refuse(n, wrong.length, () -> c.at(right, wrong));
        c.at(right, new double[n]);
        refuse(n, wrong.length, () -> c.apply(wrong, new double[n]));
        refuse(n, wrong.length, () -> c.apply(right, wrong));
      }
      if (f instanceof Proximable p) {
        refuse(n, wrong.length, () -> p.prox(1, wrong, new double[n]));
        refuse(n, wrong.length, () -> p.prox(1, right, wrong));
      }
    }
  }

  private static void refuse(int expected, int got, Runnable call) {
    String message = assertThrows(IllegalArgumentException.class, call::run).getMessage();
    assertTrue(message.contains("" + expected) && message.contains("" + got), message);
  }

  @Test
  void notANumberIsAValueNotAnException() {
    Objective f = objective();
    assertTrue(Double.isNaN(f.valueAndGradient(poison(), new double[f.dimension()])));
  }
}
