package org.ironopt.fit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.ironopt.data.Dataset;
import org.ironopt.data.Dataset.Preprocessing;
import org.ironopt.data.DenseFeatures;
import org.ironopt.data.Folds;
import org.ironopt.fit.CrossValidation.Found;
import org.ironopt.fit.CrossValidation.Point;
import org.ironopt.fit.CrossValidation.Search;
import org.ironopt.linalg.Parallel;
import org.ironopt.model.Evaluation.FoldScores;
import org.ironopt.model.Model;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Scores of folds, and what a fold may know: its own rows and nothing of those left out. */
@ResourceLock("org.ironopt.linalg.Parallel")
class FoldScoresTest {
  private static final int ROWS = 90;
  private static final int COLUMNS = 4;

  /** Replaces every number of a row that is not learnt from by something far away. */
  private static final Preprocessing SCRAMBLED =
      (data, training) -> {
        Set<Integer> known = Arrays.stream(training).boxed().collect(Collectors.toSet());
        double[] x = ((DenseFeatures) data.features()).data().clone();
        for (int k = 0; k < x.length; k++) {
          x[k] = known.contains(k / COLUMNS) ? x[k] : 7 - 300 * x[k];
        }
        return data.withFeatures(new DenseFeatures(ROWS, COLUMNS, x));
      };

  private static DenseFeatures features() {
    return new DenseFeatures(
        ROWS, COLUMNS, new SplittableRandom(2).doubles(ROWS * COLUMNS, -1, 1).toArray());
  }

  private static Dataset numbers() {
    SplittableRandom random = new SplittableRandom(3);
    double[] y = new double[ROWS];
    for (int i = 0; i < ROWS; i++) {
      y[i] = features().get(i, 0) - 2 * features().get(i, 2) + random.nextGaussian();
    }
    return Dataset.regression(features(), y);
  }

  private static Dataset classes() {
    int[] labels = new int[ROWS];
    Arrays.setAll(labels, i -> numbers().target(i) > 0.5 ? 1 : 0);
    return Dataset.classification(features(), labels, 2);
  }

  /** Root mean square errors by hand, of one fit for each fold. */
  @Test
  void meanAndDeviationOverTheFolds() {
    Dataset data = numbers();
    double[] rmse = new double[6];
    Folds folds = Folds.stratified(data, 4, 6);
    for (int f = 0; f < 6; f++) {
      Model model = Fit.ridge(folds.in(f)).reg(0.1).seed(4).go().model();
      Dataset out = folds.out(f);
      double[] said = model.predictions(out);
      double squares = 0;
      for (int i = 0; i < said.length; i++) {
        squares += (said[i] - out.target(i)) * (said[i] - out.target(i));
      }
      rmse[f] = Math.sqrt(squares / said.length);
    }
    double mean = Arrays.stream(rmse).average().orElseThrow();
    double variance = Arrays.stream(rmse).map(r -> (r - mean) * (r - mean)).sum() / 5;
    FoldScores scores = Fit.ridge(data).reg(0.1).seed(4).scores(6);
    assertEquals(6, scores.folds().size());
    assertEquals(mean, scores.measures().get("rmse").mean(), 1e-12);
    assertEquals(Math.sqrt(variance), scores.measures().get("rmse").deviation(), 1e-12);
    assertFalse(scores.measures().containsKey("deviance"), "only counts have one");
  }

  @Test
  void sameBitsForAnyNumberOfThreads() {
    FoldScores first = Fit.logistic(classes()).scores(5);
    int before = Parallel.threads();
    try {
      for (int threads : new int[] {1, 2, 7}) {
        Parallel.setThreads(threads);
        assertEquals(first.measures(), Fit.logistic(classes()).scores(5).measures());
      }
    } finally {
      Parallel.setThreads(before);
    }
    assertTrue(first.measures().get("auc").deviation() > 0);
  }

  /** Whatever the rows left out hold: the models of a search for a penalty stay, bit for bit. */
  @Test
  void rowsLeftOutHaveNoPartInTheSearch() {
    for (boolean scale : new boolean[] {true, false}) {
      Fit fit = Fit.logistic(classes()).scale(scale);
      List<Point> plain = points(fit);
      List<Point> scrambled = points(fit.preprocessing(SCRAMBLED));
      for (int k = 0; k < 15; k++) {
        assertEquals(plain.get(k).training(), scrambled.get(k).training());
        assertEquals(plain.get(k).gap(), scrambled.get(k).gap());
        assertNotEquals(plain.get(k).loss(), scrambled.get(k).loss());
      }
    }
  }

  /** Returns the points of the first path; the longer one depends on the losses. */
  private static List<Point> points(Fit fit) {
    List<Point> all = ((Found) fit.crossValidation(Search.REG).go()).points();
    return all.stream().filter(p -> p.reg() <= 10 && p.reg() >= 1e-6).toList();
  }

  @Test
  void rowsLeftOutHaveNoPartInTheModelsOfScores() {
    for (Fit fit : List.of(Fit.ridge(numbers()), Fit.logistic(classes()))) {
      Dataset data = fit.task().data().here("a test");
      List<double[]> plain = weights(fit, Folds.stratified(data, 0, 5));
      List<double[]> scrambled = weights(fit, Folds.stratified(data, 0, 5).preprocessed(SCRAMBLED));
      for (int f = 0; f < 5; f++) {
        assertArrayEquals(plain.get(f), scrambled.get(f));
      }
      double loss = fit.scores(5).measures().values().iterator().next().mean();
      fit.preprocessing(SCRAMBLED);
      assertNotEquals(loss, fit.scores(5).measures().values().iterator().next().mean());
    }
  }

  private static List<double[]> weights(Fit fit, Folds folds) {
    List<double[]> weights = new ArrayList<>();
    FoldScores.of(
        folds,
        rows -> {
          Model model = fit.on(rows).go().model();
          weights.add(model.weights()[0]);
          return model;
        });
    return weights;
  }
}
