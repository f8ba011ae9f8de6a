package org.ironopt.fit.adversary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.ironopt.fit.Fit;
import org.ironopt.fit.FitResult;
import org.ironopt.model.ModelKind;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Coefficients of small fits against Newton's method in extended precision. */
class FamilyOracleTest {
  private static final int ROWS = 14;

  private static Drawn drawn(Drawn.Kind kind, double reg, double l1, boolean intercept) {
    Dice dice = new Dice(41, kind.ordinal());
    double[][] x = new double[ROWS][3];
    double[] y = new double[ROWS];
    double[] weights = new double[ROWS];
    for (int i = 0; i < ROWS; i++) {
      for (int j = 0; j < 3; j++) {
        x[i][j] = dice.normal() + j;
      }
      double z = 0.5 * x[i][0] - 0.3 * x[i][1] + dice.normal();
      y[i] =
          switch (kind) {
            case GAMMA -> StrictMath.exp(z);
            case NEGBIN -> Math.floor(StrictMath.exp(1 + z));
            default -> z + (i == 5 ? 100 : 0);
          };
      weights[i] = 1 + i % 3;
    }
    return new Drawn(kind, x, y, 0, weights, reg, l1, true, intercept, false, intercept, 0.8);
  }

  @ParameterizedTest
  @EnumSource(
      value = Drawn.Kind.class,
      names = {"GAMMA", "NEGBIN", "HUBER"})
  void coefficientsHaveTenDigits(Drawn.Kind kind) {
    for (double l1 : new double[] {0, 0.05}) {
      for (boolean intercept : new boolean[] {true, false}) {
        Drawn drawn = drawn(kind, 0.02, l1, intercept);
        ExactFit f = new ExactFit(drawn);
        Dd[] exact = ExactSolver.solve(drawn, f);
        Dd best = f.value(exact, true);
        double gap = best.minus(f.lowerBound(exact)).over(best).hi();
        assertTrue(Math.abs(gap) <= 1e-25, kind + ": the oracle has the gap " + gap);
        Fit fit = Fit.of(ModelKind.valueOf(kind.name()), drawn.data());
        fit = kind == Drawn.Kind.GAMMA ? fit : fit.shape(drawn.shape());
        FitResult result = fit.reg(drawn.reg()).l1(l1).intercept(intercept).tolerance(1e-15).go();
        String what = kind + ", l1 " + l1 + ", " + result.ending().sentence();
        Dd[] found = f.variables(result.model());
        for (int j = 0; j < found.length; j++) {
          assertEquals(0, found[j].minus(exact[j]).hi(), 1e-10, what + ", variable " + j);
        }
        assertEquals(best.hi(), result.objective(), 1e-14 * best.hi(), what);
      }
    }
  }
}
