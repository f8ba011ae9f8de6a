package org.ironopt.fit;

import java.util.Arrays;
import org.ironopt.model.ModelKind;

/**
 * The bound of {@link Certificate} by its formula and nothing else: every row gets its moved
 * prediction p' as a number, z is the sum over the rows, and the divergence is that of p' from p.
 * No shortcuts, no rounding; good where nothing is near zero.
 *
 * @param x rows, by column
 * @param y classes 0, 1, ... or numbers
 * @param omega weights
 */
record PlainCertificate(
    ModelKind kind,
    int classes,
    double[][] x,
    double[] y,
    double[] omega,
    double reg,
    double l1,
    boolean intercept) {

  /** What is pinned, without what rounding can do. */
  record Plain(double value, double gap, double solved, double intercept, double slope) {}

  int outputs() {
    return kind == ModelKind.SOFTMAX ? classes : 1;
  }

  private int columns() {
    return x[0].length;
  }

  private double mean(double[] perRow) {
    double sum = 0;
    for (int i = 0; i < perRow.length; i++) {
      sum += omega[i] * perRow[i];
    }
    return sum / Arrays.stream(omega).sum();
  }

  private double[] column(int j) {
    return Arrays.stream(x).mapToDouble(row -> row[j]).toArray();
  }

  /** Returns what the columns are centred by. */
  double center(int j) {
    return intercept ? mean(column(j)) : 0;
  }

  /** Returns the root mean square of a column. */
  double size(int j) {
    return Math.sqrt(mean(Arrays.stream(column(j)).map(e -> e * e).toArray()));
  }

  /** Returns the length of coefficient j in the penalty. */
  double length(int j) {
    double c = center(j);
    return Math.sqrt(mean(Arrays.stream(column(j)).map(e -> (e - c) * (e - c)).toArray()));
  }

  private double z(double[] w, int output, int i) {
    int stride = columns() + (intercept ? 1 : 0);
    double z = intercept ? w[output * stride + columns()] : 0;
    for (int j = 0; j < columns(); j++) {
      z += w[output * stride + j] * x[i][j];
    }
    return z;
  }

  /** Returns the prediction of a row: a probability for each class, or a single number. */
  double[] predicted(double[] w, int i) {
    return switch (kind) {
      default -> new double[] {z(w, 0, i)};
      case POISSON -> new double[] {StrictMath.exp(z(w, 0, i))};
      case LOGISTIC -> {
        double z = z(w, 0, i);
        yield new double[] {1 / (1 + StrictMath.exp(z)), 1 / (1 + StrictMath.exp(-z))};
      }
      case SOFTMAX -> {
        double[] e = new double[classes];
        Arrays.setAll(e, c -> StrictMath.exp(z(w, c, i)));
        double sum = Arrays.stream(e).sum();
        yield Arrays.stream(e).map(v -> v / sum).toArray();
      }
    };
  }

  double[] target(int i) {
    if (!kind.classes()) {
      return new double[] {y[i]};
    }
    double[] target = new double[classes];
    target[(int) y[i]] = 1;
    return target;
  }

  private double loss(double[] w, int i) {
    double p = predicted(w, i)[kind.classes() ? (int) y[i] : 0];
    return switch (kind) {
      case RIDGE -> (p - y[i]) * (p - y[i]) / 2;
      case POISSON -> p - y[i] - (y[i] > 0 ? y[i] * StrictMath.log(p / y[i]) : 0);
      default -> -StrictMath.log(p);
    };
  }

  /** Returns the weighted mean of prediction less target, for each class. */
  double[] rho(double[] w) {
    double[] rho = new double[kind.classes() ? classes : 1];
    Arrays.setAll(rho, k -> mean(rows(i -> predicted(w, i)[k] - target(i)[k])));
    return rho;
  }

  private interface OfRow {
    double at(int i);
  }

  private double[] rows(OfRow of) {
    double[] all = new double[y.length];
    Arrays.setAll(all, of::at);
    return all;
  }

  /** Returns the shares of the classes, or the mean of the numbers. */
  double[] shares() {
    double[] shares = new double[kind.classes() ? classes : 1];
    Arrays.setAll(shares, k -> mean(rows(i -> target(i)[k])));
    return shares;
  }

  /** Returns the smallest t for which a mixture balances the intercepts. */
  double mixedPart(double[] w) {
    double[] rho = rho(w);
    double[] pi = shares();
    if (kind == ModelKind.POISSON) {
      return 1 - pi[0] / (pi[0] + rho[0]);
    }
    double t = 0;
    for (int k = 0; k < rho.length && kind.classes(); k++) {
      t = Math.max(t, rho[k] / (pi[k] + rho[k]));
    }
    return t;
  }

  /** Returns p' of a row: moved by the mixture, then by a part tau towards the target. */
  double[] moved(double[] w, int i, boolean balanced, double tau) {
    double t = balanced ? mixedPart(w) : 0;
    double[] rho = balanced ? rho(w) : new double[kind.classes() ? classes : 1];
    double[] pi = shares();
    double[] p = predicted(w, i);
    double[] y = target(i);
    double[] moved = new double[p.length];
    for (int k = 0; k < p.length; k++) {
      double mixed =
          switch (kind) {
            case RIDGE -> p[k] - rho[k];
            case POISSON -> (1 - t) * p[k];
            default -> (1 - t) * p[k] + (t * pi[k] - (1 - t) * rho[k]);
          };
      moved[k] = y[k] + (1 - tau) * (mixed - y[k]);
    }
    return moved;
  }

  /** Returns z_j of an output in penalised units. */
  private double z(double[] w, int output, int j, boolean balanced, double tau) {
    int k = kind == ModelKind.LOGISTIC ? 1 : output;
    double c = center(j);
    return mean(rows(i -> (moved(w, i, balanced, tau)[k] - target(i)[k]) * (x[i][j] - c)))
        / length(j);
  }

  private double coefficients(double[] w, boolean balanced, double tau) {
    int stride = columns() + (intercept ? 1 : 0);
    double sum = 0;
    for (int c = 0; c < outputs(); c++) {
      for (int j = 0; j < columns(); j++) {
        double v = length(j) * w[c * stride + j];
        double z = z(w, c, j, balanced, tau);
        double over = Math.max(Math.abs(z) - l1, 0);
        sum += reg / 2 * v * v + l1 * Math.abs(v) + z * v;
        sum += reg > 0 ? over * over / (2 * reg) : 0;
      }
    }
    return sum;
  }

  /** At least {@code q log(q/p) - q + p}, with the bound on log(1 + u) that the class names. */
  static double divergence(double p, double q) {
    double u = (q - p) / p;
    double log = u > -0.7 && u < 1 ? u * (6 + u) / (6 + 4 * u) : StrictMath.log(q / p);
    return q == 0 ? p : q * log - (q - p);
  }

  private double divergence(double[] w, boolean balanced, double tau, double value) {
    if (kind == ModelKind.RIDGE) {
      // F stands for the mean loss, which is not above it.
      double r = balanced ? rho(w)[0] : 0;
      return tau * tau * value + (1 - tau * tau) * r * r / 2;
    }
    return divergence(w, balanced, tau);
  }

  /** Returns the mean divergence of the moved probabilities or counts. */
  double divergence(double[] w, boolean balanced, double tau) {
    return mean(
        rows(
            i -> {
              double[] p = predicted(w, i);
              double[] q = moved(w, i, balanced, tau);
              double sum = 0;
              for (int k = 0; k < p.length; k++) {
                sum += divergence(p[k], q[k]);
              }
              return sum;
            }));
  }

  private double gap(double[] w, boolean balanced, double value) {
    double best = value;
    if (reg > 0) {
      best = Math.min(best, coefficients(w, balanced, 0) + divergence(w, balanced, 0, value));
    }
    if (l1 > 0) {
      double largest = 0;
      for (int c = 0; c < outputs(); c++) {
        for (int j = 0; j < columns(); j++) {
          largest = Math.max(largest, Math.abs(z(w, c, j, balanced, 0)));
        }
      }
      double tau = Math.max(0, 1 - l1 / largest);
      best = Math.min(best, coefficients(w, balanced, tau) + divergence(w, balanced, tau, value));
    }
    return best;
  }

  /** Returns the bound at parameters in the user's units. */
  Plain at(double[] w) {
    int stride = columns() + (intercept ? 1 : 0);
    double value = mean(rows(i -> loss(w, i)));
    double squares = 0;
    for (int c = 0; c < outputs(); c++) {
      for (int j = 0; j < columns(); j++) {
        double v = length(j) * w[c * stride + j];
        value += reg / 2 * v * v + l1 * Math.abs(v);
        double s = z(w, c, j, false, 0) + reg * v;
        double nearest =
            v != 0 ? s + l1 * Math.signum(v) : Math.signum(s) * Math.max(0, Math.abs(s) - l1);
        squares += nearest * nearest;
      }
    }
    double[] rho = rho(w);
    double constants = 0;
    for (int k = kind == ModelKind.LOGISTIC ? 1 : 0; intercept && k < rho.length; k++) {
      constants += rho[k] * rho[k];
    }
    boolean penalty = reg > 0 || l1 > 0;
    double none = Double.POSITIVE_INFINITY;
    return new Plain(
        value,
        penalty ? gap(w, intercept, value) : value,
        penalty ? gap(w, false, value) : none,
        Math.sqrt(constants),
        Math.sqrt(squares));
  }
}
