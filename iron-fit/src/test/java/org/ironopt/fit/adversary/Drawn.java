package org.ironopt.fit.adversary;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.ironopt.data.Dataset;
import org.ironopt.data.DenseFeatures;
import org.ironopt.data.SparseFeatures;
import org.ironopt.linalg.SparseMatrix;

/**
 * A small problem made to break a certificate: columns that are constant, collinear, rare, shifted
 * or of any size, weights over 24 decades, classes of a single row, targets that a model meets
 * exactly, and penalties from 1e-8 to 1e4.
 *
 * @param targets numbers, or class numbers
 * @param classes how many, 0 for numbers
 * @param weights null if all are one
 * @param reg factor of the squares, 0 only beside l1
 * @param l1 factor of the absolute values
 * @param shape theta of a negative binomial law, delta of Huber's loss
 */
record Drawn(
    Kind kind,
    double[][] rows,
    double[] targets,
    int classes,
    double[] weights,
    double reg,
    double l1,
    boolean scale,
    boolean intercept,
    boolean balanced,
    boolean sparse,
    double shape) {
  /** The models. */
  enum Kind {
    LOGISTIC,
    SOFTMAX,
    RIDGE,
    POISSON,
    GAMMA,
    NEGBIN,
    HUBER;

    /** Returns whether targets are counts, and all of them whole. */
    boolean counts() {
      return this == POISSON || this == NEGBIN;
    }
  }

  static Drawn from(Dice dice, Kind kind) {
    int n = 4 + dice.below(27);
    int d = 1 + dice.below(5);
    double[][] rows = columns(dice, n, d);
    int classes = kind == Kind.LOGISTIC ? 2 : kind == Kind.SOFTMAX ? 3 + dice.below(2) : 0;
    double[] targets = classes > 0 ? labels(dice, rows, classes) : numbers(dice, rows, kind);
    double[] weights = weights(dice, targets);
    boolean kinks = dice.chance(0.35);
    boolean alone = kinks && dice.chance(0.4);
    boolean intercept = dice.chance(0.75);
    boolean sparse = dice.chance(0.2);
    boolean balanced = classes > 0 && dice.chance(0.1);
    return new Drawn(
        kind,
        rows,
        targets,
        classes,
        weights,
        alone ? 0 : dice.decades(-8, 4),
        kinks ? dice.decades(-6, 1) : 0,
        dice.chance(0.5)
            && Spread.certain(rows, shares(weights, targets, classes, balanced), intercept, sparse),
        intercept,
        balanced,
        sparse,
        kind == Kind.HUBER ? dice.decades(-4, 3) : dice.decades(-2, 3));
  }

  private static double[][] columns(Dice dice, int n, int d) {
    double[][] x = new double[n][d];
    boolean wide = dice.chance(0.3);
    for (int j = 0; j < d; j++) {
      int form = dice.below(10);
      double size = wide ? dice.decades(-6, 6) : 1;
      double shift = dice.chance(0.2) ? dice.decades(0, 6) : 0;
      int one = dice.below(n);
      for (int i = 0; i < n; i++) {
        double plain = (dice.normal() + shift) * size;
        x[i][j] =
            switch (form) {
              case 0 -> size;
              case 1 -> j > 0 ? -2 * x[i][j - 1] : plain;
              case 2 -> j > 1 ? x[i][j - 1] + x[i][j - 2] : plain;
              case 3 -> i == one ? size : 0;
              case 4 -> dice.below(2);
              case 5 -> size * Math.rint(plain / size);
              case 6 -> plain * dice.decades(0, 3);
              default -> plain;
            };
      }
    }
    return x;
  }

  /** Every class has a row. */
  private static double[] labels(Dice dice, double[][] x, int classes) {
    int n = x.length;
    int form = dice.below(4);
    double[] y = new double[n];
    for (int i = 0; i < n; i++) {
      double score = x[i][0] / (1e-300 + Math.abs(x[0][0])) + (form == 0 ? dice.normal() : 0);
      y[i] =
          switch (form) {
            case 0, 1 -> score < -0.5 ? 0 : score < 0.5 ? 1 % (classes - 1) : classes - 1;
            case 2 -> dice.below(classes);
            default -> 0;
          };
    }
    int first = dice.below(n);
    for (int c = 0; c < classes; c++) {
      int wanted = c;
      if (Arrays.stream(y).noneMatch(e -> e == wanted) || form == 3) {
        y[(first + c) % n] = c;
      }
    }
    return IntStream.range(0, classes).allMatch(c -> Arrays.stream(y).anyMatch(e -> e == c))
        ? y
        : IntStream.range(0, n).mapToDouble(i -> i % classes).toArray();
  }

  private static double[] numbers(Dice dice, double[][] x, Kind kind) {
    int n = x.length;
    int form = dice.below(5);
    double size = kind.counts() ? 1 : dice.decades(-3, 3);
    double offset = dice.chance(0.3) ? dice.decades(0, 6) : 0;
    int one = dice.below(n);
    double[] y = new double[n];
    for (int i = 0; i < n; i++) {
      double score = x[i][0] / (1e-300 + Math.abs(x[0][0]));
      double line = 0.7 * Math.clamp(score, -1e6, 1e6) - 0.2;
      if (kind == Kind.GAMMA) {
        double wide = StrictMath.exp(Math.clamp(line, -8, 8) + dice.normal());
        y[i] = size * (form == 0 ? dice.decades(-6, 6) : form == 1 ? (i == one ? 1e6 : 1) : wide);
      } else if (kind.counts()) {
        y[i] =
            switch (form) {
              case 0 -> i == one ? 1 + dice.below(5) : 0;
              case 1 -> Math.floor(dice.decades(0, 3));
              case 2 -> kind == Kind.NEGBIN ? dice.below(30) : dice.decades(-6, 1);
              default -> dice.below(4);
            };
      } else {
        y[i] =
            switch (form) {
              case 0 -> i == one ? size : 0;
              case 1 -> size * line + offset;
              case 2 -> size * (line + 1e-3 * dice.normal());
              default -> size * (line + dice.normal()) + offset;
            };
      }
    }
    if (kind.counts() && Arrays.stream(y).allMatch(e -> e == 0)) {
      y[one] = 1;
    }
    return y;
  }

  /** Every class, and a target above zero, keeps a weight above zero. */
  private static double[] weights(Dice dice, double[] targets) {
    int form = dice.below(6);
    int n = targets.length;
    double rare = dice.decades(-24, 0);
    double[] w = new double[n];
    for (int i = 0; i < n; i++) {
      w[i] =
          switch (form) {
            case 0 -> dice.decades(-24, 0);
            case 1 -> dice.decades(-3, 3);
            case 2 -> targets[i] == targets[n - 1] ? rare : 1;
            case 3 -> 1 + dice.below(3);
            default -> 1;
          };
    }
    int out = dice.below(n);
    boolean spare = IntStream.range(0, n).anyMatch(i -> i != out && targets[i] == targets[out]);
    if (form == 3 && spare) {
      w[out] = 0;
    }
    return form > 3 ? null : w;
  }

  Dataset data() {
    int n = rows.length;
    int d = rows[0].length;
    double[] flat = Arrays.stream(rows).flatMapToDouble(Arrays::stream).toArray();
    var features = sparse ? new SparseFeatures(matrix(n, d)) : new DenseFeatures(n, d, flat);
    List<String> names = IntStream.range(0, classes).mapToObj(c -> "c" + c).toList();
    Dataset data =
        classes > 0
            ? Dataset.classification(
                features, Arrays.stream(targets).mapToInt(y -> (int) y).toArray(), names)
            : Dataset.regression(features, targets);
    return weights == null ? data : data.weighted(weights);
  }

  private SparseMatrix matrix(int n, int d) {
    SparseMatrix.Builder builder = SparseMatrix.builder(n, d);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < d; j++) {
        if (rows[i][j] != 0) {
          builder.add(i, j, rows[i][j]);
        }
      }
    }
    return builder.build();
  }

  /** Returns the part of the total weight that each row has in the fit. */
  Dd[] shares() {
    return shares(weights, targets, classes, balanced);
  }

  private static Dd[] shares(double[] weights, double[] targets, int classes, boolean balanced) {
    Dd[] shares = Spread.shares(targets.length, weights);
    if (!balanced) {
      return shares;
    }
    Dd[] byClass = new Dd[classes];
    Arrays.fill(byClass, Dd.ZERO);
    for (int i = 0; i < shares.length; i++) {
      byClass[(int) targets[i]] = byClass[(int) targets[i]].plus(shares[i]);
    }
    for (int i = 0; i < shares.length; i++) {
      shares[i] = shares[i].over(byClass[(int) targets[i]].times(classes));
    }
    return shares;
  }

  boolean everyRowCounts() {
    return weights == null || Arrays.stream(weights).allMatch(w -> w > 0);
  }

  int outputs() {
    return kind == Kind.SOFTMAX ? classes : 1;
  }

  String words() {
    return kind
        + (" n=" + rows.length + " d=" + rows[0].length + " classes=" + classes)
        + (" reg=" + reg + " l1=" + l1 + " scale=" + scale + " intercept=" + intercept)
        + (" balanced=" + balanced + " sparse=" + sparse)
        + (" shape=" + shape + " weights=" + Arrays.toString(weights));
  }
}
