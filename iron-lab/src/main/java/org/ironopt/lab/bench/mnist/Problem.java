package org.ironopt.lab.bench.mnist;

import org.ironopt.data.Dataset;
import org.ironopt.data.FloatFeatures;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.regression.Precision;
import org.ironopt.regression.Softmax;
import org.ironopt.regression.Transformed;

/** Softmax regression on some rows, plain and centred, and how a model is scored. */
final class Problem {
  static final double REG = 1e-4;

  /** Rows whose mean centres the features; any mean is exact. */
  private static final int MEAN_ROWS = 2000;

  /** The time of one such mean is the median of these, for a single one may be far off. */
  private static final int MEAN_ROUNDS = 15;

  final Softmax plain;
  final Transformed centered;

  /** What finding the mean took. */
  final double centeringSeconds;

  private final Dataset held;
  private final Softmax heldObjective;
  private final DenseMatrix probabilities;

  Problem(Dataset train, Dataset held) {
    this.held = held;
    plain = fast(train);
    double[] seconds = new double[MEAN_ROUNDS];
    for (int round = 0; round < MEAN_ROUNDS; round++) {
      long began = System.nanoTime();
      Transformed.mean(train, MEAN_ROWS);
      seconds[round] = (System.nanoTime() - began) * 1e-9;
    }
    centeringSeconds = PaperConfig.median(seconds);
    centered = Transformed.centered(plain, Transformed.mean(train, MEAN_ROWS));
    heldObjective = fast(held);
    probabilities = DenseMatrix.zeros(held.rows(), plain.classes());
  }

  /** Products in float where the features are floats; the target is far above their rounding. */
  private static Softmax fast(Dataset data) {
    Softmax f = Softmax.of(data, REG);
    return data.features() instanceof FloatFeatures ? f.in(Precision.SINGLE) : f;
  }

  int rows() {
    return plain.terms();
  }

  /** Returns the part of the held-out rows that a model classifies rightly. */
  double accuracy(double[] w) {
    heldObjective.probabilities(w, probabilities);
    int right = 0;
    for (int i = 0; i < held.rows(); i++) {
      int best = 0;
      for (int c = 1; c < probabilities.columns(); c++) {
        best = probabilities.get(i, c) > probabilities.get(i, best) ? c : best;
      }
      right += best == held.label(i) ? 1 : 0;
    }
    return (double) right / held.rows();
  }
}
