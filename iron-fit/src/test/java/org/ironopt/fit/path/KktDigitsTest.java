package org.ironopt.fit.path;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import org.ironopt.data.Dataset;
import org.ironopt.data.DenseFeatures;
import org.ironopt.fit.partition.LocalRows;
import org.ironopt.model.ModelKind;
import org.ironopt.random.RandomStream;
import org.ironopt.random.RandomStreams;
import org.ironopt.regression.internal.Loss;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The conditions of Karush, Kuhn and Tucker in 50 digits: Newton's method in decimals from a
 * solution of the solver, with its zeros and bounds held, ends where every condition holds, close
 * to it and below it by no more than its gap.
 */
class KktDigitsTest {
  private static final MathContext DIGITS = new MathContext(60);
  private static final BigDecimal TINY = new BigDecimal("1e-50");
  private static final int ROWS = 9;
  private static final int COLUMNS = 4;

  /** A problem in decimals; variables are the columns of each output, its intercept behind them. */
  private record Exact(ModelKind kind, BigDecimal[][] x, double[] y, BigDecimal[] omega) {
    private static BigDecimal big(double a) {
      return new BigDecimal(a);
    }

    private static BigDecimal exp(BigDecimal a) {
      BigDecimal r = a.divide(big(1 << 16), DIGITS);
      BigDecimal sum = BigDecimal.ONE;
      for (int k = 25; k >= 1; k--) {
        sum = sum.multiply(r, DIGITS).divide(big(k), DIGITS).add(BigDecimal.ONE);
      }
      for (int k = 0; k < 16; k++) {
        sum = sum.multiply(sum, DIGITS);
      }
      return sum;
    }

    private static BigDecimal log(BigDecimal a) {
      BigDecimal y = big(StrictMath.log(a.doubleValue()));
      for (int k = 0; k < 3; k++) {
        BigDecimal e = exp(y.negate()).multiply(a, DIGITS);
        y =
            y.add(
                e.subtract(BigDecimal.ONE).multiply(big(2)).divide(e.add(BigDecimal.ONE), DIGITS));
      }
      return y;
    }

    int outputs() {
      return kind == ModelKind.SOFTMAX ? 3 : 1;
    }

    private BigDecimal[] means(BigDecimal[] z) {
      BigDecimal[] p = new BigDecimal[z.length];
      Arrays.setAll(p, c -> kind == ModelKind.RIDGE ? z[c] : exp(z[c]));
      BigDecimal sum = kind == ModelKind.LOGISTIC ? BigDecimal.ONE : BigDecimal.ZERO;
      for (BigDecimal e : p) {
        sum = sum.add(e);
      }
      if (kind.classes()) {
        for (int c = 0; c < p.length; c++) {
          p[c] = p[c].divide(sum, DIGITS);
        }
      }
      return p;
    }

    private BigDecimal loss(BigDecimal[] z, double target) {
      BigDecimal y = big(target);
      return switch (kind) {
        case RIDGE -> z[0].subtract(y).pow(2, DIGITS).divide(big(2), DIGITS);
        case LOGISTIC -> log(BigDecimal.ONE.add(exp(z[0]))).subtract(y.multiply(z[0], DIGITS));
        default ->
            exp(z[0])
                .subtract(y.multiply(z[0], DIGITS))
                .subtract(target > 0 ? y.subtract(y.multiply(log(y), DIGITS)) : BigDecimal.ZERO);
        case SOFTMAX -> log(exp(z[0]).add(exp(z[1])).add(exp(z[2]))).subtract(z[(int) target]);
      };
    }

    /** Returns the mean loss; overwrites its slopes g and second derivatives h. */
    BigDecimal at(BigDecimal[] v, BigDecimal[] g, BigDecimal[][] h) {
      int stride = COLUMNS + 1;
      Arrays.fill(g, BigDecimal.ZERO);
      for (BigDecimal[] row : h) {
        Arrays.fill(row, BigDecimal.ZERO);
      }
      BigDecimal sum = BigDecimal.ZERO;
      for (int i = 0; i < ROWS; i++) {
        BigDecimal[] row = x[i];
        BigDecimal[] z = new BigDecimal[outputs()];
        for (int c = 0; c < z.length; c++) {
          z[c] = BigDecimal.ZERO;
          for (int j = 0; j < stride; j++) {
            z[c] = z[c].add(row[j].multiply(v[c * stride + j], DIGITS));
          }
        }
        sum = sum.add(omega[i].multiply(loss(z, y[i]), DIGITS));
        BigDecimal[] p = means(z);
        for (int a = 0; a < v.length; a++) {
          int c = a / stride;
          boolean own = kind == ModelKind.SOFTMAX ? (int) y[i] == c : true;
          BigDecimal target = kind == ModelKind.SOFTMAX ? big(own ? 1 : 0) : big(y[i]);
          BigDecimal part = omega[i].multiply(row[a % stride], DIGITS);
          g[a] = g[a].add(part.multiply(p[c].subtract(target), DIGITS));
          for (int b = 0; b < v.length; b++) {
            BigDecimal same = c == b / stride ? BigDecimal.ONE : BigDecimal.ZERO;
            BigDecimal second =
                switch (kind) {
                  case RIDGE -> BigDecimal.ONE;
                  default -> p[0];
                  case LOGISTIC, SOFTMAX -> p[c].multiply(same.subtract(p[b / stride]), DIGITS);
                };
            h[a][b] = h[a][b].add(part.multiply(row[b % stride], DIGITS).multiply(second, DIGITS));
          }
        }
      }
      return sum;
    }
  }

  /** Solves by elimination. */
  private static BigDecimal[] solved(BigDecimal[][] a, BigDecimal[] b) {
    int n = b.length;
    for (int k = 0; k < n; k++) {
      for (int i = k + 1; i < n; i++) {
        BigDecimal factor = a[i][k].divide(a[k][k], DIGITS);
        for (int j = k; j < n; j++) {
          a[i][j] = a[i][j].subtract(factor.multiply(a[k][j], DIGITS));
        }
        b[i] = b[i].subtract(factor.multiply(b[k], DIGITS));
      }
    }
    for (int k = n - 1; k >= 0; k--) {
      for (int j = k + 1; j < n; j++) {
        b[k] = b[k].subtract(a[k][j].multiply(b[j], DIGITS));
      }
      b[k] = b[k].divide(a[k][k], DIGITS);
    }
    return b;
  }

  @ParameterizedTest
  @EnumSource(
      value = ModelKind.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"GAMMA", "NEGBIN", "HUBER"})
  void allConditionsHoldInFiftyDigits(ModelKind kind) {
    for (int problem = 0; problem < 3; problem++) {
      for (double eta : new double[] {0, 0.5, 1}) {
        one(kind, problem, eta);
      }
    }
  }

  private static void one(ModelKind kind, int problem, double eta) {
    RandomStream random = new RandomStreams(31).stream(kind + " " + problem);
    int stride = COLUMNS + 1;
    double[] numbers = new double[ROWS * COLUMNS];
    double[] y = new double[ROWS];
    int[] label = new int[ROWS];
    double[] weight = new double[ROWS];
    BigDecimal[][] x = new BigDecimal[ROWS][stride];
    BigDecimal[] omega = new BigDecimal[ROWS];
    double total = 0;
    for (int i = 0; i < ROWS; i++) {
      for (int j = 0; j < COLUMNS; j++) {
        numbers[i * COLUMNS + j] = Math.rint(8 * random.normal(i, j)) / 8;
        x[i][j] = new BigDecimal(numbers[i * COLUMNS + j]);
      }
      x[i][COLUMNS] = BigDecimal.ONE;
      label[i] = i % (kind == ModelKind.SOFTMAX ? 3 : 2);
      y[i] = kind.classes() ? label[i] : Math.abs(Math.rint(4 * random.normal(20, i))) / 2;
      weight[i] = i % 3 == 1 ? 2 : 1;
      total += weight[i];
    }
    for (int i = 0; i < ROWS; i++) {
      omega[i] = new BigDecimal(weight[i]).divide(new BigDecimal(total), DIGITS);
    }
    DenseFeatures features = new DenseFeatures(ROWS, COLUMNS, numbers);
    Dataset data =
        (kind.classes()
                ? Dataset.classification(features, label, kind == ModelKind.SOFTMAX ? 3 : 2)
                : Dataset.regression(features, y))
            .weighted(weight);
    double none = Double.POSITIVE_INFINITY;
    int outputs = kind == ModelKind.SOFTMAX ? 3 : 1;
    // One free, one bounded on both sides, one nonnegative, one with a factor of its own.
    double[] factor = {outputs == 1 ? 0 : 0.5, 1, 1, 2, 0};
    double[] lo = {-none, -0.125, 0, -none, -none};
    double[] hi = {none, 0.0625, none, none, none};
    Penalty penalty = new Penalty(factor, lo, hi, outputs);
    double[] ones = new double[stride];
    Arrays.fill(ones, 1);
    double[] spread = Arrays.copyOf(ones, COLUMNS);
    double[] size = new double[stride];
    Arrays.fill(size, 4);
    Standardized plain = new Standardized(new double[COLUMNS], spread, size, true);
    Loss loss = LocalRows.of(kind, data, true).loss();
    SparseSolver solver = SparseSolver.of(kind, loss, data, plain, penalty, problem == 0 ? 1 : 100);
    double lambda = 0.125 * solver.largest();
    boolean found = solver.solve(eta * lambda, (1 - eta) * lambda, 1e-12 * solver.loss());
    String name = kind + " " + problem + ", mixing " + eta;
    assertTrue(found, name + ": gap " + solver.gap());

    Exact exact = new Exact(kind, x, y, omega);
    double[] at = solver.v().clone();
    for (int c = 0; c < outputs; c++) {
      at[c * stride + COLUMNS] += solver.shift();
    }
    int n = at.length;
    BigDecimal[] v = new BigDecimal[n];
    int[] free = new int[n];
    int count = 0;
    for (int a = 0; a < n; a++) {
      v[a] = new BigDecimal(at[a]);
      int j = a % stride;
      boolean moves = factor[j] == 0 || at[a] != 0 && at[a] > lo[j] && at[a] < hi[j];
      // The intercepts of classes can move together: the first one stays.
      if (moves && !(outputs > 1 && a == COLUMNS)) {
        free[count++] = a;
      }
    }
    BigDecimal l1 = new BigDecimal(eta * lambda);
    BigDecimal reg = new BigDecimal((1 - eta) * lambda);
    BigDecimal[] g = new BigDecimal[n];
    BigDecimal[][] h = new BigDecimal[n][n];
    BigDecimal start = value(exact.at(v, g, h), v, factor, l1, reg);
    for (int step = 0; step < 9; step++) {
      BigDecimal[][] part = new BigDecimal[count][count];
      BigDecimal[] rest = new BigDecimal[count];
      for (int k = 0; k < count; k++) {
        BigDecimal f = new BigDecimal(factor[free[k] % stride]);
        rest[k] = slope(g, v, free[k], f, l1, reg).negate();
        for (int m = 0; m < count; m++) {
          part[k][m] = h[free[k]][free[m]];
        }
        part[k][k] = part[k][k].add(reg.multiply(f));
      }
      BigDecimal[] moved = solved(part, rest);
      for (int k = 0; k < count; k++) {
        v[free[k]] = v[free[k]].add(moved[k], DIGITS);
      }
      exact.at(v, g, h);
    }
    for (int a = 0; a < n; a++) {
      int j = a % stride;
      BigDecimal f = new BigDecimal(factor[j]);
      BigDecimal kink = l1.multiply(f);
      BigDecimal full = slope(g, v, a, f, l1, reg);
      String where = name + ", variable " + a + ": slope " + full.doubleValue();
      double value = v[a].doubleValue();
      if (value == 0 && factor[j] > 0) {
        assertTrue(hi[j] == 0 || g[a].negate().compareTo(kink) <= 0, where);
        assertTrue(lo[j] == 0 || g[a].compareTo(kink) <= 0, where);
      } else if (value == hi[j]) {
        assertTrue(full.signum() <= 0, where);
      } else if (value == lo[j]) {
        assertTrue(full.signum() >= 0, where);
      } else {
        assertTrue(full.abs().compareTo(TINY) <= 0, where);
        assertTrue(value >= lo[j] && value <= hi[j], where);
      }
      // The gap bounds the square of the distance in the size of the second derivatives.
      assertTrue(Math.abs(value - at[a]) <= 1e-4 * (1 + Math.abs(value)), where + " at " + value);
    }
    BigDecimal best = value(exact.at(v, g, h), v, factor, l1, reg);
    double truth = start.subtract(best).doubleValue();
    assertTrue(truth >= -1e-50, name + " lies " + truth + " below the optimum");
    assertTrue(truth <= solver.gap(), name + ": gap " + solver.gap() + ", truth " + truth);
  }

  private static BigDecimal slope(
      BigDecimal[] g, BigDecimal[] v, int a, BigDecimal factor, BigDecimal l1, BigDecimal reg) {
    BigDecimal kink = l1.multiply(factor).multiply(BigDecimal.valueOf(v[a].signum()));
    return g[a].add(kink).add(reg.multiply(factor).multiply(v[a], DIGITS));
  }

  private static BigDecimal value(
      BigDecimal loss, BigDecimal[] v, double[] factor, BigDecimal l1, BigDecimal reg) {
    BigDecimal sum = loss;
    for (int a = 0; a < v.length; a++) {
      BigDecimal f = new BigDecimal(factor[a % (COLUMNS + 1)]);
      BigDecimal kink = l1.multiply(v[a].abs(), DIGITS);
      BigDecimal square = reg.multiply(v[a].pow(2, DIGITS), DIGITS);
      sum = sum.add(f.multiply(kink.add(square.divide(new BigDecimal(2), DIGITS)), DIGITS));
    }
    return sum;
  }
}
