package org.ironopt.lab.fit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import org.ironopt.data.Dataset;
import org.ironopt.learn.ClassEvaluation;
import org.ironopt.learn.Evaluation;
import org.ironopt.learn.Fit;
import org.ironopt.learn.FitResult;
import org.ironopt.learn.Model;
import org.ironopt.learn.NumberEvaluation;
import org.ironopt.random.Streams;

/**
 * A penalty chosen by cross-validation: for each fold a path from the largest penalty to the
 * smallest, each fit starting from the one before, and the loss on the rows left out.
 *
 * @param points one for each penalty, the largest first
 * @param best the point of the smallest mean loss
 */
public record RegPath(List<Point> points, Point best) {
  private static final int FOLDS = 5;

  /** Decades from 10 down to 1e-6, two penalties each. */
  private static final int POINTS = 15;

  private static final double TOLERANCE = 1e-6;

  /**
   * A penalty.
   *
   * @param reg its factor
   * @param loss mean loss on rows left out: log loss, or half the mean square error
   * @param error standard error of that mean over the folds
   * @param training mean training objective
   */
  public record Point(double reg, double loss, double error, double training) {}

  /**
   * Walks the path.
   *
   * @param fit makes a fit of given rows with a given penalty
   * @param said is told after each fold
   */
  public static RegPath of(
      Dataset data, long seed, BiFunction<Dataset, Double, Fit> fit, Runnable said) {
    int folds = Math.min(FOLDS, data.rows());
    double[][] losses = new double[POINTS][folds];
    double[] training = new double[POINTS];
    List<int[]> parts = folds(data, seed, folds);
    for (int f = 0; f < folds; f++) {
      int[] out = parts.get(f);
      int fold = f;
      int[] in =
          IntStream.range(0, folds)
              .filter(other -> other != fold)
              .flatMap(other -> IntStream.of(parts.get(other)))
              .sorted()
              .toArray();
      Dataset train = data.subset(in);
      Dataset rest = data.subset(out);
      Model model = null;
      for (int k = 0; k < POINTS; k++) {
        Fit step = fit.apply(train, reg(k)).tolerance(TOLERANCE);
        FitResult result = (model == null ? step : step.init(model)).run();
        model = result.model();
        losses[k][f] = loss(Evaluation.of(model, rest));
        training[k] += result.objective() / folds;
      }
      said.run();
    }
    List<Point> points = new ArrayList<>();
    for (int k = 0; k < POINTS; k++) {
      points.add(point(reg(k), losses[k], training[k]));
    }
    Point best = points.stream().min(Comparator.comparingDouble(Point::loss)).orElseThrow();
    return new RegPath(List.copyOf(points), best);
  }

  private static double reg(int k) {
    double decade = StrictMath.pow(10, 1 - k / 2);
    return k % 2 == 0 ? decade : Math.round(0.316 * decade * 1e9) / 1e9;
  }

  private static Point point(double reg, double[] losses, double training) {
    double mean = 0;
    for (double loss : losses) {
      mean += loss / losses.length;
    }
    double squares = 0;
    for (double loss : losses) {
      squares += (loss - mean) * (loss - mean);
    }
    int n = losses.length;
    double error = n > 1 ? Math.sqrt(squares / (n - 1) / n) : 0;
    return new Point(reg, mean, error, training);
  }

  private static double loss(Evaluation evaluation) {
    return switch (evaluation) {
      case ClassEvaluation e -> e.logLoss();
      case NumberEvaluation e -> 0.5 * e.rmse() * e.rmse();
    };
  }

  /** Deals the rows out, class by class, in the order of a seeded permutation. */
  private static List<int[]> folds(Dataset data, long seed, int folds) {
    int[] order = new Streams(seed).stream("folds").permutation(0, data.rows());
    List<List<Integer>> parts = new ArrayList<>();
    for (int f = 0; f < folds; f++) {
      parts.add(new ArrayList<>());
    }
    int classes = Math.max(1, data.classes());
    int next = 0;
    for (int c = 0; c < classes; c++) {
      for (int row : order) {
        if (data.classes() == 0 || data.label(row) == c) {
          parts.get(next++ % folds).add(row);
        }
      }
    }
    return parts.stream().map(p -> p.stream().mapToInt(i -> i).toArray()).toList();
  }
}
