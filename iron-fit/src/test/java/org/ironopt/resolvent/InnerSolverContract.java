package org.ironopt.resolvent;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.ironopt.linalg.Vectors;
import org.ironopt.problem.Objective;
import org.ironopt.problem.internal.CountingObjective;
import org.ironopt.problem.testing.Fixtures;
import org.ironopt.regression.Logistic;
import org.ironopt.regression.Ridge;
import org.ironopt.regression.Samples;
import org.ironopt.regression.Softmax;

/**
 * What every {@link InnerSolver} keeps. Call {@link #check} with an {@link InnerMethod} of your
 * own, such as {@code InnerMethod.own("name", MySolver::new)}: it solves the resolvent equation of
 * convex objectives and recomputes what the reports say. An objective that the solver refuses with
 * an {@link IllegalArgumentException} is left out; one at least has to be taken.
 */
public final class InnerSolverContract {
  private static final double[] LAMBDAS = {.05, 2, 40};

  private InnerSolverContract() {}

  /**
   * Convex objectives: a quadratic, logistic models, and sums over rows with and without curvature.
   */
  public static Map<String, Objective> objectives() {
    Map<String, Objective> all = new LinkedHashMap<>();
    all.put("quadratic", Fixtures.tp2());
    all.put("logistic of two", Fixtures.tp4());
    all.put("logistic of five", Fixtures.tp5());
    all.put("logistic rows", Logistic.of(Samples.classes(Samples.dense(30, 4, 3), 2, 5), .1));
    all.put("softmax rows", Softmax.of(Samples.classes(Samples.dense(20, 3, 4), 3, 5), .1));
    all.put("ridge rows", Ridge.of(Samples.numbers(Samples.dense(25, 4, 6), 5), .1));
    return all;
  }

  /** Checks everything on every objective that the solver takes; returns how many those are. */
  public static int check(InnerMethod inner) {
    int taken = 0;
    for (var entry : objectives().entrySet()) {
      String name = inner + " on " + entry.getKey();
      if (takes(inner, entry.getValue())) {
        taken++;
        solvesTheEquation(name, inner, entry.getValue());
        isAFunctionOfItsArguments(name, inner, entry.getValue());
        leavesItsInputsAlone(name, inner, entry.getValue());
        countsItsWork(name, inner, entry.getValue());
        isNotFooledByOverflow(name, inner, entry.getValue());
      }
    }
    assertTrue(taken > 0, inner + " takes no objective");
    isNotFooledByNaN(inner);
    return taken;
  }

  private static boolean takes(InnerMethod inner, Objective f) {
    try {
      inner.open(f, Resolvent.Observer.none());
      return true;
    } catch (IllegalArgumentException refused) {
      return false;
    }
  }

  private static InnerSolver open(InnerMethod inner, Objective f) {
    return inner.open(f, Resolvent.Observer.none());
  }

  private static double[] point(int n, long seed) {
    return new SplittableRandom(seed).doubles(n, -2, 2).toArray();
  }

  /** Overwrites g with the residual vector; returns the size of its terms. */
  private static double residual(Objective f, double lambda, double[] c, double[] u, double[] g) {
    f.gradient(u, g);
    double size = Vectors.norm(u) + Vectors.norm(c) + lambda * Vectors.norm(g);
    for (int i = 0; i < g.length; i++) {
      g[i] = u[i] - c[i] + lambda * g[i];
    }
    return size;
  }

  private static void solvesTheEquation(String name, InnerMethod inner, Objective f) {
    int n = f.dimension();
    InnerSolver solver = open(inner, f);
    double[] g = new double[n];
    double[] u = new double[n];
    for (int k = 0; k < LAMBDAS.length; k++) {
      double[] c = point(n, 10 + k);
      double[] start = point(n, 20 + k);
      InnerReport report = solver.solve(LAMBDAS[k], inner.tolerance(), c, start, u);
      String why = name + ", lambda " + LAMBDAS[k] + ": " + report;
      assertTrue(report.succeeded(), why);
      residual(f, LAMBDAS[k], c, start, g);
      double target = inner.tolerance().target(Vectors.norm(g));
      double rounding = 1e-14 * residual(f, LAMBDAS[k], c, u, g);
      assertEquals(Vectors.norm(g), report.residual(), 10 * rounding, why);
      if (report.ending() == InnerReport.Ending.CONVERGED) {
        assertTrue(Vectors.norm(g) <= target + 10 * rounding, why);
      }
      f.gradient(u, g);
      if (!Double.isNaN(report.gradientNorm())) {
        assertEquals(Vectors.norm(g), report.gradientNorm(), rounding, why);
      }
      if (!Double.isNaN(report.value())) {
        assertEquals(f.value(u), report.value(), 1e-13 * (1 + Math.abs(report.value())), why);
      }
    }
  }

  /** Two solves with equal arguments have equal bits, whatever was solved in between. */
  private static void isAFunctionOfItsArguments(String name, InnerMethod inner, Objective f) {
    int n = f.dimension();
    double[] c = point(n, 1);
    double[] start = point(n, 2);
    double[] first = new double[n];
    double[] second = new double[n];
    InnerSolver solver = open(inner, f);
    InnerReport a = solver.solve(3, inner.tolerance(), c, start, first);
    if (solver.memory().length == 0) {
      solver.solve(70, inner.tolerance(), point(n, 3), point(n, 4), second);
    } else {
      solver = open(inner, f);
    }
    InnerReport b = solver.solve(3, inner.tolerance(), c, start, second);
    assertEquals(a, b, name);
    assertArrayEquals(first, second, name);
  }

  private static void leavesItsInputsAlone(String name, InnerMethod inner, Objective f) {
    int n = f.dimension();
    double[] c = point(n, 5);
    double[] start = point(n, 6);
    double[] expected = new double[n];
    open(inner, f).solve(3, inner.tolerance(), c, start, expected);
    assertArrayEquals(point(n, 5), c, name);
    assertArrayEquals(point(n, 6), start, name);
    double[] shared = start.clone();
    open(inner, f).solve(3, inner.tolerance(), c, shared, shared);
    assertArrayEquals(expected, shared, name + ", the solution over the start");
    shared = c.clone();
    open(inner, f).solve(3, inner.tolerance(), shared, start, shared);
    assertArrayEquals(expected, shared, name + ", the solution over the center");
  }

  /** No evaluation and no product is left out of the report. */
  private static void countsItsWork(String name, InnerMethod inner, Objective f) {
    CountingObjective counted = CountingObjective.of(f);
    InnerSolver solver = open(inner, counted.objective());
    int n = f.dimension();
    counted.reset();
    InnerReport report =
        solver.solve(3, inner.tolerance(), point(n, 7), point(n, 8), new double[n]);
    CountingObjective.Counts counts = counted.counts();
    long made = Math.max(counts.values(), counts.gradients()) + counts.linearizations();
    assertTrue(report.evaluations() >= Math.max(1, made), () -> name + ": " + counts + report);
    assertTrue(report.products() >= counts.products(), () -> name + ": " + counts + report);
  }

  /** Numbers so large that squares of them overflow. */
  private static void isNotFooledByOverflow(String name, InnerMethod inner, Objective f) {
    int n = f.dimension();
    for (double size : new double[] {1e160, 1e300}) {
      double[] c = point(n, 9);
      Vectors.scale(size, c);
      double[] u = new double[n];
      InnerReport report = open(inner, f).solve(size, inner.tolerance(), c, point(n, 10), u);
      assertTrue(Vectors.allFinite(u), name + ": " + report);
      if (report.ending() == InnerReport.Ending.CONVERGED) {
        assertTrue(Double.isFinite(report.residual()), name + ": " + report);
      }
    }
  }

  /** An objective that is NaN everywhere is not solved. */
  private static void isNotFooledByNaN(InnerMethod inner) {
    Objective nan =
        new Objective() {
          @Override
          public int dimension() {
            return 2;
          }

          @Override
          public double value(double[] x) {
            return Double.NaN;
          }

          @Override
          public void gradient(double[] x, double[] gradient) {
            Arrays.fill(gradient, Double.NaN);
          }
        };
    if (takes(inner, nan)) {
      double[] u = new double[2];
      InnerReport report =
          open(inner, nan).solve(1, inner.tolerance(), point(2, 1), point(2, 2), u);
      assertNotEquals(InnerReport.Ending.CONVERGED, report.ending(), inner.toString());
      assertTrue(Vectors.allFinite(u), inner.toString());
    }
  }
}
