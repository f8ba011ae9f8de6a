package org.ironopt.fit.adversary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.ironopt.data.Dataset;
import org.ironopt.data.DenseFeatures;
import org.ironopt.fit.Fit;
import org.ironopt.fit.FitResult;
import org.ironopt.fit.partition.Partition;
import org.ironopt.fit.partition.Partitions;
import org.ironopt.fit.partition.Query;
import org.ironopt.model.ModelKind;
import org.junit.jupiter.api.Test;

/**
 * The objective that a fit reports, on columns whose means are 1e5 to 1e9 times their spread: its
 * twelve printed digits are those of F at the model, and the gap leads to the optimum. {@code
 * -Diron.digits.seed=} and {@code -Diron.digits.count=} draw others and more.
 */
class ObjectiveDigitsTest {
  private static final long SEED = Long.getLong("iron.digits.seed", 5);
  private static final int COUNT = Integer.getInteger("iron.digits.count", 200);

  /** Half a unit of the twelfth digit of 9.99999999999. */
  private static final double PRINTED = 0.5e-12;

  private static Drawn drawn(int problem) {
    Dice dice = new Dice(SEED, problem);
    Drawn.Kind kind = Drawn.Kind.values()[problem % Drawn.Kind.values().length];
    int n = 6 + dice.below(20);
    int d = 1 + dice.below(3);
    double[][] x = new double[n][d];
    for (int j = 0; j < d; j++) {
      double spread = dice.decades(-2, 2);
      double mean = spread * dice.decades(5, 9);
      for (int i = 0; i < n; i++) {
        x[i][j] = mean + spread * dice.normal();
      }
    }
    int classes = kind == Drawn.Kind.LOGISTIC ? 2 : kind == Drawn.Kind.SOFTMAX ? 3 : 0;
    double[] y = new double[n];
    double[] weights = dice.chance(0.5) ? new double[n] : null;
    for (int i = 0; i < n; i++) {
      y[i] =
          classes > 0
              ? i < classes ? i : dice.below(classes)
              : kind.counts()
                  ? dice.below(6) + (i == 0 ? 1 : 0)
                  : kind == Drawn.Kind.GAMMA ? dice.decades(-2, 2) : dice.normal();
      if (weights != null) {
        weights[i] = dice.decades(-2, 1);
      }
    }
    double reg = dice.decades(-4, 0);
    double l1 = dice.chance(0.2) ? 0.01 : 0;
    boolean scale = dice.chance(0.5);
    return new Drawn(
        kind, x, y, classes, weights, reg, l1, scale, true, false, dice.chance(0.2), 0.7);
  }

  private static Fit fit(ModelKind kind, Drawn drawn) {
    Fit fit = Fit.of(kind, drawn.data()).reg(drawn.reg()).l1(drawn.l1()).scale(drawn.scale());
    return kind.shape().isPresent() ? fit.shape(drawn.shape()) : fit;
  }

  private static List<String> complaints(int problem) {
    Drawn drawn = drawn(problem);
    FitResult result = fit(ModelKind.valueOf(drawn.kind().name()), drawn).go();
    ExactFit f = new ExactFit(drawn);
    Dd value = f.value(f.variables(result.model()), true);
    Dd[] solution = ExactSolver.solve(drawn, f);
    Dd best = f.value(solution, true);
    Dd objective = Dd.of(result.objective());
    double off = objective.minus(value).over(value).hi();
    double above = objective.minus(best).over(best).hi();
    List<String> complaints = new ArrayList<>();
    if (Math.abs(off) > PRINTED) {
      complaints.add("the objective is off by " + off);
    }
    if (above > result.gap() || above < -PRINTED) {
      complaints.add("the objective is " + above + " above the optimum, gap " + result.gap());
    }
    String words = ", problem " + problem + ", seed " + SEED + ": " + drawn.words();
    return complaints.stream().map(c -> c + words).toList();
  }

  @Test
  void objectiveAndGapContainTheOptimum() {
    List<String> all =
        IntStream.range(0, COUNT)
            .parallel()
            .mapToObj(ObjectiveDigitsTest::complaints)
            .flatMap(List::stream)
            .toList();
    assertEquals(0, all.size(), () -> String.join("\n", all.subList(0, Math.min(20, all.size()))));
  }

  private static final double[] X = {
    10000002.0,
    10000003.0,
    10000002.25,
    10000003.875,
    10000001.75,
    10000003.0,
    10000003.75,
    10000004.5
  };
  private static final double[] Y = {-.25, -2, 1, 0, 1.5, -.25, -.5, -1.75};

  /** The optimum of these dyadic rows is a rational number, here by integers without rounding. */
  @Test
  void eightRowsWithAMeanOfTenMillion() {
    // In units of 1/8: x - 10000000, y; then F* = (yy - xy^2 / (xx + R)) / 2 of centred moments.
    long sx = 0;
    long sy = 0;
    long sxx = 0;
    long sxy = 0;
    long syy = 0;
    for (int i = 0; i < 8; i++) {
      long a = Math.round(8 * (X[i] - 1e7));
      long b = Math.round(8 * Y[i]);
      sx += a;
      sy += b;
      sxx += a * a;
      sxy += a * b;
      syy += b * b;
    }
    // 8 times the sums of centred squares, R = 1/8 on them is 64 in the same units.
    long xx = 8 * sxx - sx * sx;
    long xy = 8 * sxy - sx * sy;
    long yy = 8 * syy - sy * sy;
    long ridge = 8 * 64;
    Dd optimum =
        Dd.of(yy).minus(Dd.of(xy).times(xy).over(Dd.of(xx + ridge))).times(1.0 / (2 * 64 * 64));
    double[][] rows = new double[8][1];
    for (int i = 0; i < 8; i++) {
      rows[i][0] = X[i];
    }
    Dataset data = Dataset.regression(rows, Y);
    Partition first = Partition.of(ModelKind.RIDGE, true, part(rows, 0, 5));
    Partition second = Partition.of(ModelKind.RIDGE, true, part(rows, 5, 8));
    Partitions parts =
        new Partitions() {
          @Override
          public org.ironopt.fit.partition.PartialSums answer(Query query) {
            return first.answer(query).plus(second.answer(query));
          }

          @Override
          public boolean matrixPays(int parameters) {
            return true;
          }
        };
    for (Fit fit : List.of(Fit.ridge(data), Fit.of(ModelKind.RIDGE, parts))) {
      FitResult result = fit.reg(0.125).scale(false).go();
      double above = Dd.of(result.objective()).minus(optimum).over(optimum).hi();
      assertTrue(
          above <= result.gap() && above >= -PRINTED,
          result.objective() + ", " + above + " above " + optimum.hi());
    }
  }

  private static Dataset part(double[][] rows, int from, int to) {
    double[][] some = java.util.Arrays.copyOfRange(rows, from, to);
    return Dataset.regression(DenseFeatures.of(some), java.util.Arrays.copyOfRange(Y, from, to));
  }
}
