package org.ironopt.theory.sampling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.ironopt.data.Dataset;
import org.ironopt.data.DenseFeatures;
import org.ironopt.fit.Fit;
import org.ironopt.fit.LocalModel;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Vectors;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.internal.SmallLinearSystem;
import org.junit.jupiter.api.Test;

/** Errors of coefficients, with their intercept and without, from all batches of nine rows. */
class ErrorOfTest {
  private static final double[][] X = {
    {1, .5}, {-.5, 2}, {1.5, -1}, {.3, .8}, {2.2, 0}, {-1, .1}, {.7, 1.4}, {0, -2}, {1.1, .6}
  };
  private static final double[] Y = {31, 29, 32, 30.5, 33, 27, 31.2, 28.1, 30};
  private static final double REG = .05;
  private static final IronParameters FLOW = new IronParameters(300, REG, REG);

  private final LocalModel model =
      Fit.ridge(Dataset.regression(DenseFeatures.of(X), Y))
          .reg(REG)
          .scale(false)
          .tolerance(1e-14)
          .local();

  /** The same moments from the centered rows, nothing of the library's sums in them. */
  private static Explicit written(IronParameters p) {
    double[][] rows = new double[9][3];
    for (int j = 0; j < 2; j++) {
      int column = j;
      double mean = Arrays.stream(X).mapToDouble(row -> row[column]).average().orElseThrow();
      for (int i = 0; i < 9; i++) {
        rows[i][j] = X[i][j] - mean;
      }
    }
    double[] right = new double[3];
    double[][] system = {{REG, 0, 0}, {0, REG, 0}, {0, 0, 0}};
    for (int i = 0; i < 9; i++) {
      rows[i][2] = 1;
      for (int r = 0; r < 3; r++) {
        right[r] += rows[i][r] * Y[i] / 9;
        for (int c = 0; c < 3; c++) {
          system[r][c] += rows[i][r] * rows[i][c] / 9;
        }
      }
    }
    double[] star = SmallLinearSystem.solve(system, right);
    Explicit explicit = new Explicit(6);
    for (int[] batch : SamplingScheme.without(2).all(9)) {
      DenseMatrix plus = DenseMatrix.identity(3);
      double[] g = {REG * star[0], REG * star[1], 0};
      for (int j = 0; j < 2; j++) {
        plus.set(j, j, 1 + p.lambda() * REG);
      }
      for (int i : batch) {
        double miss = Vectors.dot(rows[i], star) - Y[i];
        Vectors.axpy(miss / 2, rows[i], g);
        for (int r = 0; r < 3; r++) {
          for (int c = 0; c < 3; c++) {
            double half = p.lambda() / 2 * rows[i][r] * rows[i][c];
            plus.set(r, c, plus.get(r, c) + half);
          }
        }
      }
      DenseMatrix inverse = Explicit.inverse(plus);
      double[] moved = new double[3];
      inverse.apply(g, moved);
      DenseMatrix m = DenseMatrix.zeros(6, 6);
      double[] q = new double[6];
      double gain = 1 + 1 / p.alpha();
      for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
          double e = p.tau() / p.s() * inverse.get(i, j);
          double w = inverse.get(i, j) / p.s();
          m.set(i, j, e);
          m.set(i, 3 + j, w);
          m.set(3 + i, j, gain * e - (i == j ? 1 / p.alpha() : 0));
          m.set(3 + i, 3 + j, gain * w);
        }
        q[i] = -p.lambda() * moved[i];
        q[3 + i] = gain * q[i];
      }
      explicit.batches.add(new Explicit.Affine(1.0 / 36, m, q));
    }
    return explicit;
  }

  @Test
  void stationaryErrors() {
    DenseMatrix second = written(FLOW).secondMoment();
    double coefficients = second.get(0, 0) + second.get(1, 1);
    double all = coefficients + second.get(2, 2);
    assertTrue(all > 1.2 * coefficients, all + ", " + coefficients);
    LinearRecursion iron = LinearRecursion.iron(FLOW);
    BatchLaw ofAll = BatchLaw.of(model.sum(), SamplingScheme.without(2));
    QuadraticSum part = model.sum().errorOf(model.coefficients());
    BatchLaw ofPart = BatchLaw.of(part, SamplingScheme.without(2));
    assertEquals(all, MinibatchMoments.of(ofAll, iron).orElseThrow().mse(), 1e-9 * all);
    assertEquals(coefficients, MinibatchMoments.of(ofPart, iron).orElseThrow().mse(), 1e-9 * all);
  }

  /** After a few steps from the start, plain and with snapshots; limits and samples too. */
  @Test
  void errorsOfPartsAddUp() {
    LinearRecursion iron = LinearRecursion.iron(FLOW);
    List<SamplingScheme> samplings =
        List.of(SamplingScheme.without(2), SamplingScheme.with(3), SamplingScheme.without(1));
    for (SamplingScheme sampling : samplings) {
      double[] sums = new double[4];
      double[] whole = new double[4];
      List<QuadraticSum> parts =
          List.of(model.sum().errorOf(0), model.sum().errorOf(2, 1), model.sum());
      for (QuadraticSum part : parts) {
        BatchLaw law = BatchLaw.of(part, sampling);
        double[] to = part == model.sum() ? whole : sums;
        TransientMoments state = TransientMoments.from(law, model.start());
        state.advance(iron.step(.5), 7);
        to[0] += state.mse();
        to[1] += CorrectedRate.snapshotMse(law, FLOW, 3, model.start(), 2);
        to[2] += law.limit().orElse(0);
        to[3] += part.squaredError(new double[] {3, 4, 12});
      }
      for (int i = 0; i < 4; i++) {
        assertEquals(whole[i], sums[i], 1e-12 * whole[i], sampling + ", " + i);
      }
      assertEquals(169, whole[3]);
    }
  }
}
