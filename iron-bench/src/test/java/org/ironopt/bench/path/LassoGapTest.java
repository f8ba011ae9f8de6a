package org.ironopt.bench.path;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.ironopt.data.Features;
import org.ironopt.fit.Fit;
import org.ironopt.fit.FitResult;
import org.ironopt.model.Model;
import org.ironopt.random.RandomStream;
import org.ironopt.random.RandomStreams;
import org.junit.jupiter.api.Test;

/** The judge of a race never says less than what is missing, and nothing at the optimum. */
class LassoGapTest {
  private static List<PathSet> sets() {
    Features dense = PathSet.dense(80, 12);
    return List.of(
        PathSet.squares(dense), PathSet.logistic(dense), PathSet.squares(PathSet.sparse(60, 100)));
  }

  private static FitResult optimum(PathSet set, double lambda) {
    return Fit.of(set.kind(), set.data()).reg(0).l1(lambda).tolerance(1e-12).go();
  }

  @Test
  void itIsZeroAtTheOptimumAndAboveWhatIsMissingElsewhere() {
    RandomStream noise = new RandomStreams(7).stream("noise");
    for (PathSet set : sets()) {
      LassoGap judge = new LassoGap(set);
      for (double share : new double[] {0.5, 0.1, 0.02}) {
        double lambda = share * judge.largestPenalty();
        FitResult best = optimum(set, lambda);
        Model model = best.model();
        double at = judge.of(lambda, model.weights()[0], model.intercepts()[0]);
        // The dual point errs as the gradient does, whose square the certified gap is.
        assertEquals(0, at, 1e-6, set.name());
        for (int draw = 1; draw <= 20; draw++) {
          double[] w = model.weights()[0].clone();
          for (int j = 0; j < w.length; j++) {
            w[j] += 0.1 * Math.exp(-draw) * noise.normal(draw, j);
          }
          double missing = objective(set, lambda, w, model.intercepts()[0]) - best.objective();
          double gap = judge.of(lambda, w, model.intercepts()[0]) * judge.nullLoss();
          double profiled = set.kind().classes() ? missing : Math.min(missing, gap);
          assertTrue(gap >= profiled - 1e-12, set.name() + ", draw " + draw);
        }
      }
    }
  }

  /** From this penalty on the intercept alone is the optimum, and not before. */
  @Test
  void theLargestPenaltyLeavesNothing() {
    for (PathSet set : sets()) {
      LassoGap judge = new LassoGap(set);
      double top = judge.largestPenalty();
      Model model = optimum(set, top).model();
      double[] none = new double[set.data().columns()];
      double intercept = model.intercepts()[0];
      assertEquals(0, judge.of(top, none, intercept), 1e-12, set.name());
      assertTrue(judge.of(0.9 * top, none, intercept) > 1e-4, set.name());
      long used =
          Arrays.stream(optimum(set, 0.9 * top).model().weights()[0]).filter(w -> w != 0).count();
      assertTrue(used > 0, set.name());
    }
  }

  private static double objective(PathSet set, double lambda, double[] w, double intercept) {
    Features x = set.data().features();
    int n = x.rows();
    double sum = 0;
    for (int i = 0; i < n; i++) {
      double z = x.rowDot(i, w, 0) + intercept;
      double y = set.target(i);
      sum += set.kind().classes() ? Math.log1p(Math.exp(z)) - y * z : (y - z) * (y - z) / 2;
    }
    double value = sum / n;
    for (int j = 0; j < w.length; j++) {
      double mean = 0;
      double square = 0;
      for (int i = 0; i < n; i++) {
        mean += x.get(i, j) / n;
      }
      for (int i = 0; i < n; i++) {
        square += (x.get(i, j) - mean) * (x.get(i, j) - mean) / n;
      }
      value += lambda * Math.sqrt(square) * Math.abs(w[j]);
    }
    return value;
  }
}
