package org.ironopt.fit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.ironopt.data.Dataset;
import org.ironopt.data.DenseFeatures;
import org.ironopt.fit.FitResult.CertificateKind;
import org.ironopt.fit.partition.CertificateSums;
import org.ironopt.fit.partition.ColumnMoments;
import org.ironopt.fit.partition.FitRows;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.model.ModelKind;
import org.ironopt.regression.internal.LogisticLoss;
import org.junit.jupiter.api.Test;

/** The numbers of a certificate against {@link PlainCertificate}, on small drawn problems. */
class CertificateValuesTest {
  private static final long SEED = 7;
  private static final double UNIT = 0x1p-53;

  /** A problem and a point of it. */
  private record Case(PlainCertificate plain, FitObjective f, double[] theta, String what) {
    static Case of(int number) {
      SplittableRandom random = new SplittableRandom(SEED + number);
      ModelKind kind = ModelKind.values()[number % 4];
      boolean intercept = number / 4 % 3 > 0;
      double reg = number / 4 % 5 == 4 ? 0 : StrictMath.pow(10, random.nextDouble(-1.5, 0.5));
      double l1 = number / 8 % 2 == 0 ? 0 : random.nextDouble(0.05, 0.5);
      int n = random.nextInt(8, 15);
      int d = random.nextInt(1, 4);
      int classes = kind == ModelKind.SOFTMAX ? 3 : 2;
      double[][] x = new double[n][d];
      double[] y = new double[n];
      double[] omega = new double[n];
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < d; j++) {
          x[i][j] = random.nextDouble(-1, 1) + 0.7 * j;
        }
        y[i] =
            switch (kind) {
              case RIDGE -> random.nextDouble(-2, 2) + x[i][0];
              case POISSON -> i == 1 ? 2 : random.nextInt(4);
              default -> i < classes ? i : random.nextInt(classes);
            };
        omega[i] = i > classes && random.nextInt(5) == 0 ? 0 : random.nextDouble(0.2, 3);
      }
      PlainCertificate plain = new PlainCertificate(kind, classes, x, y, omega, reg, l1, intercept);
      FitObjective f = objective(plain);
      double far = number % 3 == 0 ? 1 : 0.2;
      double[] w = random.doubles(f.dimension(), -far, far).toArray();
      w[0] = number % 5 == 0 ? 0 : w[0];
      double[] theta = new double[w.length];
      f.coordinates().reduce(w, theta);
      return new Case(plain, f, theta, "seed " + (SEED + number) + " " + kind + " " + plain);
    }

    double[] w() {
      return f.coordinates().expanded(theta);
    }
  }

  static FitObjective objective(PlainCertificate plain) {
    DenseFeatures features = DenseFeatures.of(plain.x());
    int[] labels = Arrays.stream(plain.y()).mapToInt(v -> (int) v).toArray();
    Dataset data =
        plain.kind().classes()
            ? Dataset.classification(features, labels, plain.classes())
            : Dataset.regression(features, plain.y());
    Dataset weighted = data.weighted(plain.omega());
    FitRows rows = LocalData.of(plain.kind(), weighted).loss(Double.NaN, plain.intercept());
    ColumnMoments moments = ColumnMoments.of(weighted, plain.kind() == ModelKind.POISSON);
    Coordinates x = Coordinates.of(moments, true, rows.loss(), plain.reg(), plain.intercept());
    return new FitObjective(rows, x, plain.reg(), plain.l1());
  }

  private static void assertNear(double expected, double actual, String what) {
    assertEquals(expected, actual, 1e-12 * Math.abs(expected) + 1e-300, what);
  }

  @Test
  void boundsAreThoseOfTheFormula() {
    Map<ModelKind, Integer> informative = new EnumMap<>(ModelKind.class);
    for (int number = 0; number < 240; number++) {
      Case drawn = Case.of(number);
      PlainCertificate.Plain expected = drawn.plain.at(drawn.w());
      Certificate.Bound bound = new Certificate(drawn.f).at(drawn.theta);
      assertNear(expected.value(), bound.value(), drawn.what + " value");
      assertBound(drawn, expected.gap(), bound.gap(), bound, " gap");
      assertBound(drawn, expected.solved(), bound.solved(), bound, " solved");
      // Differences of sums around one.
      assertEquals(expected.intercept(), bound.intercept(), 1e-14, drawn.what);
      assertEquals(expected.slope(), bound.slope(), 1e-13, drawn.what);
      assertEquals(Math.max(bound.slope(), bound.intercept()), bound.size());
      assertFalse(bound.exact());
      boolean useful = bound.gap() < bound.value() * (1 - 1e-9);
      informative.merge(drawn.plain.kind(), useful ? 1 : 0, Integer::sum);
      CertificateKind kind = useful ? CertificateKind.GAP : CertificateKind.NONE;
      kind = expected.gap() == 0 ? CertificateKind.ROUNDING : kind;
      assertEquals(kind, bound.kind(), drawn.what + bound);
    }
    informative.forEach((kind, count) -> assertTrue(count > 15, kind + ": " + count));
  }

  /** Nothing is taken away, and nothing is added but what rounding can do. */
  private static void assertBound(
      Case drawn, double expected, double actual, Certificate.Bound bound, String what) {
    if (Double.isInfinite(expected)) {
      assertEquals(expected, actual, drawn.what + what);
      return;
    }
    PlainCertificate plain = drawn.plain;
    double error = error(drawn.f, plain, drawn.w(), bound.value());
    double added = bound.floor();
    added += plain.reg() > 0 ? error * Math.sqrt(2 * expected / plain.reg()) : 0;
    added += plain.l1() > 0 ? 2 * bound.value() * error / plain.l1() : 0;
    String sentence = drawn.what + what + ": " + actual + ", formula " + expected;
    assertTrue(actual >= expected * (1 - 1e-12), sentence);
    assertTrue(actual <= expected * (1 + 1e-12) + added, sentence + " + " + added);
  }

  private static double sums(FitObjective f) {
    return 8 * UNIT * Math.sqrt(f.targets().additions());
  }

  /** What a certificate proves does not depend on the variables of the solver. */
  @Test
  void otherVariablesGiveTheSameBound() {
    for (int number = 0; number < 60; number++) {
      Case drawn = Case.of(number);
      Coordinates other = drawn.f.coordinates().penalized();
      FitObjective g = new FitObjective(drawn.f.rows(), other, drawn.plain.reg(), drawn.plain.l1());
      double[] theta = new double[drawn.theta.length];
      other.reduce(drawn.w(), theta);
      Certificate.Bound expected = new Certificate(drawn.f).at(drawn.theta);
      Certificate.Bound bound = new Certificate(g).at(theta);
      assertNear(expected.gap(), bound.gap(), drawn.what);
      assertNear(expected.solved(), bound.solved(), drawn.what);
      assertEquals(expected.slope(), bound.slope(), 1e-13, drawn.what);
    }
  }

  @Test
  void floorsAreThoseOfTheFormula() {
    for (int number = 0; number < 120; number++) {
      Case drawn = Case.of(number);
      Certificate.Bound bound = new Certificate(drawn.f).at(drawn.theta);
      double floor = floor(drawn.f, drawn.plain, drawn.w(), bound.value());
      assertNear(floor, bound.floor(), drawn.what);
      Rounding rounding = new Rounding(drawn.f);
      double one = predictions(drawn.plain, drawn.w()) / curvature(drawn.plain);
      assertNear(one, rounding.predictions(drawn.w(), 1), drawn.what);
      assertNear(3 * one, rounding.predictions(drawn.w(), 3), drawn.what);
      double all = 0;
      for (int c = 0; c < drawn.plain.outputs(); c++) {
        all += predicted(drawn.plain, drawn.w(), c);
      }
      assertNear(all, rounding.predicted(drawn.w()), drawn.what);
    }
  }

  /** Returns what rounding can do, by the formulas of {@link Rounding}. */
  static double floor(FitObjective f, PlainCertificate plain, double[] w, double value) {
    double scale = value;
    if (plain.kind() == ModelKind.POISSON) {
      double weight = Arrays.stream(plain.omega()).sum();
      for (int i = 0; i < plain.y().length; i++) {
        double y = plain.y()[i];
        double size = y > 0 ? y * Math.abs(StrictMath.log(y)) + y : 0;
        scale += 4 * plain.omega()[i] / weight * size;
      }
    }
    double floor = sums(f) * scale + predictions(plain, w);
    double error = error(f, plain, w, value);
    return plain.reg() > 0 ? floor + error * error / (2 * plain.reg()) : floor;
  }

  /** Returns the length of the errors of the derivatives by the coefficients. */
  static double error(FitObjective f, PlainCertificate plain, double[] w, double value) {
    return sums(f) * norm(plain) * size(plain, w, value);
  }

  /** Returns what the errors of the predictions can do. */
  static double predictions(PlainCertificate plain, double[] w) {
    double sum = 0;
    for (int c = 0; c < plain.outputs(); c++) {
      double error = 8 * UNIT * Math.sqrt(plain.x()[0].length + 2) * predicted(plain, w, c);
      sum += error * error;
    }
    return curvature(plain) / 2 * sum;
  }

  /** Returns the largest second derivative of the loss. */
  private static double curvature(PlainCertificate plain) {
    return switch (plain.kind()) {
      case LOGISTIC -> 0.25;
      case SOFTMAX -> 0.5;
      case RIDGE -> 1;
      default -> plain.shares()[0];
    };
  }

  /** Returns a bound on the mean size of the predictions of an output. */
  private static double predicted(PlainCertificate plain, double[] w, int c) {
    int d = plain.x()[0].length;
    int from = c * w.length / plain.outputs();
    double size = plain.intercept() ? Math.abs(w[from + d]) : 0;
    for (int j = 0; j < d; j++) {
      size += Math.abs(w[from + j]) * plain.size(j);
    }
    return size;
  }

  /** Returns the length of the bounds on the columns. */
  private static double norm(PlainCertificate plain) {
    double squares = 0;
    for (int j = 0; j < plain.x()[0].length; j++) {
      double column = (plain.size(j) + Math.abs(plain.center(j))) / plain.length(j);
      squares += column * column;
    }
    return Math.sqrt(squares);
  }

  /** Returns a bound on the root mean square of the derivatives of the losses at a dual point. */
  private static double size(PlainCertificate plain, double[] w, double value) {
    double t = plain.intercept() ? Math.abs(plain.mixedPart(w)) : 0;
    if (plain.kind() != ModelKind.POISSON) {
      return Math.sqrt(2 * value) + t;
    }
    double sum = 0;
    for (int i = 0; i < plain.y().length; i++) {
      double e = plain.predicted(w, i)[0] - plain.y()[i];
      sum += plain.omega()[i] * e * e;
    }
    return Math.sqrt(sum / Arrays.stream(plain.omega()).sum()) + t;
  }

  /** The sums that parts send instead of their rows, and the quadratic form that they stand for. */
  @Test
  void talliesAreThoseOfTheFormula() {
    for (int number = 0; number < 120; number++) {
      Case drawn = Case.of(number);
      PlainCertificate all = drawn.plain;
      double[] ones = new double[all.omega().length];
      Arrays.setAll(ones, i -> Math.max(all.omega()[i], 0.1));
      PlainCertificate plain =
          new PlainCertificate(
              all.kind(), all.classes(), all.x(), all.y(), ones, 0, 0, all.intercept());
      double[] w = drawn.w();
      FitRows.Linearized h = objective(plain).rows().curvature(n -> {});
      double value = h.at(w, new double[w.length]);
      CertificateSums tally = h.sums();
      assertNear(value, tally.value(), drawn.what);
      assertSums(plain, w, tally, drawn.what);
      SplittableRandom random = new SplittableRandom(number);
      if (plain.kind() != ModelKind.RIDGE) {
        assertForm(plain, w, tally, random.nextDouble(), random.nextDouble(), drawn.what);
        assertForm(plain, w, tally, 0, random.nextDouble(), drawn.what);
        assertForm(plain, w, tally, random.nextDouble(), 0, drawn.what);
      }
      if (plain.intercept()) {
        int outputs = plain.outputs();
        DenseMatrix block = DenseMatrix.zeros(outputs, outputs);
        tally.interceptBlock(block);
        for (int c = 0; c < outputs; c++) {
          for (int e = 0; e < outputs; e++) {
            double expected = curvature(plain, w, c, e);
            assertEquals(expected, block.get(c, e), 1e-14, drawn.what);
          }
        }
      }
    }
  }

  /** Returns the mean second derivative of the losses by two outputs. */
  static double curvature(PlainCertificate plain, double[] w, int c, int e) {
    double sum = 0;
    for (int i = 0; i < plain.y().length; i++) {
      double[] p = plain.predicted(w, i);
      sum +=
          plain.omega()[i]
              * switch (plain.kind()) {
                case RIDGE -> 1;
                default -> p[0];
                case LOGISTIC -> p[0] * p[1];
                case SOFTMAX -> (c == e ? p[c] : 0) - p[c] * p[e];
              };
    }
    return sum / Arrays.stream(plain.omega()).sum();
  }

  private static void assertSums(
      PlainCertificate plain, double[] w, CertificateSums tally, String what) {
    if (plain.kind() == ModelKind.RIDGE) {
      assertEquals(1, tally.sums().length);
      return;
    }
    int classes = plain.classes();
    double[] sums = new double[plain.kind().classes() ? 2 * classes : 3];
    for (int i = 0; i < plain.y().length; i++) {
      double[] p = plain.predicted(w, i);
      double omega = plain.omega()[i];
      if (plain.kind() == ModelKind.POISSON) {
        sums[0] += omega * p[0];
        sums[1] += omega * plain.y()[i] * plain.y()[i] / p[0];
        sums[2] += omega * (p[0] - plain.y()[i]) * (p[0] - plain.y()[i]);
        continue;
      }
      for (int k = 0; k < classes; k++) {
        sums[(k == (int) plain.y()[i] ? 0 : classes) + k] += omega / p[k];
      }
    }
    for (int k = 0; k < sums.length; k++) {
      assertNear(sums[k], tally.sums()[1 + k], what + " sum " + k);
    }
    if (plain.kind() == ModelKind.POISSON) {
      assertNear(sums[2] / tally.weight(), tally.squares(), what);
    }
  }

  /** Moved predictions q = p + delta, row by row: the mean of sum_k delta_k^2 / p_k. */
  private static void assertForm(
      PlainCertificate plain,
      double[] w,
      CertificateSums tally,
      double tau,
      double t,
      String what) {
    double[] mixed = new double[plain.kind().classes() ? plain.classes() : 2];
    Arrays.setAll(mixed, k -> t * (k + 1) / 3.0);
    double form = 0;
    for (int i = 0; i < plain.y().length; i++) {
      double[] p = plain.predicted(w, i);
      double[] y = plain.target(i);
      double rest = 0;
      for (int k = 0; k < p.length; k++) {
        double constant = plain.kind().classes() ? mixed[k] : 0;
        double q = y[k] + (1 - tau) * ((1 - t) * p[k] + constant - y[k]);
        boolean own = plain.kind().classes() && y[k] == 1;
        rest += own ? 0 : q - p[k];
        form += own ? 0 : plain.omega()[i] * (q - p[k]) * (q - p[k]) / p[k];
      }
      // The row's own class takes what the others leave.
      form += plain.kind().classes() ? plain.omega()[i] * rest * rest / p[(int) plain.y()[i]] : 0;
    }
    double mean = plain.shares()[0];
    double expected = form / tally.weight();
    double plus = tally.divergence(tau, t, mixed, mean, 1);
    assertEquals(expected, tally.divergence(tau, t, mixed, mean, 0), 1e-12 * plus, what);
    // With sums that may be off by all of themselves: twice what is added up.
    double taken = tau + t - tau * t;
    double minus = plain.kind().classes() ? taken * taken : 2 * tau * taken * mean;
    assertEquals(2 * (expected + minus), plus, 1e-12 * plus, what);
  }

  @Test
  void aProbabilityOfZeroMakesATallyInfiniteWhereItIsMixed() {
    double[] sums = {1, Double.POSITIVE_INFINITY, 2, 3, 4, 1};
    CertificateSums tally = new CertificateSums(new LogisticLoss(), 10, sums);
    double[] none = new double[2];
    assertEquals(0, tally.divergence(0, 0, none, 0, UNIT));
    assertEquals(Double.POSITIVE_INFINITY, tally.divergence(0.1, 0, none, 0, UNIT));
    assertArrayEquals(new double[] {0.1}, block(tally), 1e-17);
  }

  private static double[] block(CertificateSums tally) {
    DenseMatrix block = DenseMatrix.zeros(1, 1);
    tally.interceptBlock(block);
    return block.data();
  }
}
