package org.ironopt.fit.adversary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** The judge against closed forms. */
class ExactSolverTest {
  private static final double[][] ROWS = {{1}, {-2}, {0.5}, {3}};
  private static final double[] WEIGHTS = {1, 2, 1, 1e-9};

  private static Drawn drawn(
      Drawn.Kind kind, double[][] rows, double[] y, int classes, double reg, double l1) {
    boolean intercept = kind != Drawn.Kind.RIDGE;
    return new Drawn(kind, rows, y, classes, WEIGHTS, reg, l1, false, intercept, false, false, 1);
  }

  private static void closes(ExactFit f, Dd[] v) {
    Dd value = f.value(v, true);
    double gap = value.minus(f.lowerBound(v)).over(value).hi();
    assertTrue(Math.abs(gap) <= 1e-25, "duality gap " + gap);
  }

  @Test
  void oneColumnWithKinksIsASoftThreshold() {
    double[] y = {2, -1, 4, 0.5};
    for (double reg : new double[] {0, 0.3}) {
      for (double l1 : new double[] {1e-3, 0.7, 50}) {
        Drawn drawn = drawn(Drawn.Kind.RIDGE, ROWS, y, 0, reg, l1);
        ExactFit f = new ExactFit(drawn);
        Dd[] v = ExactSolver.solve(drawn, f);
        Dd xy = Dd.ZERO;
        Dd xx = Dd.ZERO;
        Dd[] shares = drawn.shares();
        for (int i = 0; i < y.length; i++) {
          Dd x = Dd.of(ROWS[i][0]);
          xy = xy.plus(shares[i].times(x).times(y[i]));
          xx = xx.plus(shares[i].times(x).times(x));
        }
        Dd wanted = Dd.max(Dd.ZERO, xy.minus(Dd.of(l1))).over(xx.plus(Dd.of(reg)));
        assertEquals(0, wanted.minus(v[0]).hi(), 1e-26, "reg " + reg + ", l1 " + l1);
        closes(f, v);
      }
    }
  }

  @Test
  void aConstantColumnLeavesTheInterceptsThatAreKnown() {
    double[][] same = {{5}, {5}, {5}, {5}};
    double[] labels = {0, 1, 0, 2};
    double total = 4 + 1e-9;
    Drawn counts = drawn(Drawn.Kind.POISSON, same, labels, 0, 1e-3, 0);
    ExactFit f = new ExactFit(counts);
    Dd[] v = ExactSolver.solve(counts, f);
    assertEquals(StrictMath.log((2 + 2e-9) / total), v[1].hi(), 1e-15);
    closes(f, v);
    Drawn classes = drawn(Drawn.Kind.SOFTMAX, same, labels, 3, 1e-3, 1e-2);
    f = new ExactFit(classes);
    v = ExactSolver.solve(classes, f);
    assertEquals(StrictMath.log(2 / 1e-9), v[1].minus(v[5]).hi(), 1e-13);
    assertEquals(0, v[0].hi(), 1e-25);
    closes(f, v);
  }
}
