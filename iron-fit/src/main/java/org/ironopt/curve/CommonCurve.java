package org.ironopt.curve;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.ironopt.linalg.Vectors;
import org.ironopt.linalg.internal.Require;

/**
 * Common curves of one input that need no start: the parameters that enter linearly are solved for
 * on a grid of the others, which spans the range of the data, and the best point is the start.
 */
public enum CommonCurve {
  /** {@code a*exp(b*x) + c}. */
  EXPONENTIAL("a*exp(b*x) + c", "b"),
  /** {@code a/(1 + exp(-b*(x - c)))}, with a plateau at a and its middle at c. */
  LOGISTIC("a/(1 + exp(-b*(x - c)))", "b", "c"),
  /** {@code a*exp(-(x - m)^2/(2*s^2))}, with its peak at m. */
  GAUSSIAN("a*exp(-(x - m)^2/(2*s^2))", "m", "s"),
  /** {@code a*x^b}, for positive inputs. */
  POWER("a*x^b", "b"),
  /** {@code v*x/(k + x)}, with its limit v and half of it at k. */
  MICHAELIS_MENTEN("v*x/(k + x)", "k");

  private final String formula;
  private final List<String> bent;

  CommonCurve(String formula, String... bent) {
    this.formula = formula;
    this.bent = List.of(bent);
  }

  /** Returns the values to try, one row for each parameter that does not enter linearly. */
  private double[][] grid(double[] x) {
    return switch (this) {
      case EXPONENTIAL -> new double[][] {signed(powers(1 / range(x), -4, 7))};
      case LOGISTIC -> new double[][] {signed(powers(1 / range(x), -1, 7)), even(x, 21)};
      case GAUSSIAN -> new double[][] {even(x, 41), powers(range(x), -8, 1)};
      case POWER ->
          new double[][] {IntStream.rangeClosed(-20, 20).mapToDouble(i -> 0.2 * i).toArray()};
      case MICHAELIS_MENTEN -> new double[][] {powers(range(x), -10, 5)};
    };
  }

  /** Returns the formula of an input x. */
  public String formula() {
    return formula;
  }

  /** Returns the name, such as {@code michaelis-menten}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns the shape of a name. */
  public static Optional<CommonCurve> of(String word) {
    return Arrays.stream(values()).filter(shape -> shape.word().equals(word)).findFirst();
  }

  /** Returns all names, for messages. */
  public static String words() {
    return Arrays.stream(values()).map(CommonCurve::word).collect(Collectors.joining(", "));
  }

  /** Returns the fit of this shape to data, with a start. */
  public Curve fit(double[] x, double[] y) {
    Require.sameLength("x", x.length, "y", y.length);
    Curve curve = Curve.formula("y = " + formula, Map.of("x", x, "y", y));
    return curve.start(start(x, y));
  }

  private double[] start(double[] x, double[] y) {
    Formula model = Formula.parse(formula, "x"::equals);
    int n = model.parameters();
    int[] straight =
        IntStream.range(0, n).filter(k -> !bent.contains(model.names().get(k))).toArray();
    double[] best = new double[0];
    double least = Double.POSITIVE_INFINITY;
    for (double[] point : points(grid(x))) {
      double[] p = new double[n];
      Arrays.fill(p, 1);
      for (int k = 0; k < point.length; k++) {
        p[model.names().indexOf(bent.get(k))] = point[k];
      }
      double cost = solve(model, x, y, p, straight);
      if (cost < least) {
        least = cost;
        best = p;
      }
    }
    Require.that(best.length > 0, "no start was found for the shape %s: give one", word());
    return best;
  }

  /** Overwrites the parameters that enter linearly by their best values; returns the cost. */
  private static double solve(Formula model, double[] x, double[] y, double[] p, int[] straight) {
    int n = p.length;
    int m = x.length;
    double[] values = new double[m];
    double[] j = new double[m * n];
    model.rows(p, new double[][] {x}, 0, m, values, j);
    int last = straight.length;
    double[][] block = new double[last + 1][Math.max(m, last + 1)];
    for (int c = 0; c < last; c++) {
      for (int i = 0; i < m; i++) {
        block[c][i] = j[i * n + straight[c]];
      }
    }
    System.arraycopy(y, 0, block[last], 0, m);
    if (!Arrays.stream(block).allMatch(Vectors::allFinite)) {
      return Double.POSITIVE_INFINITY;
    }
    HouseholderQr.reduce(block, block[0].length);
    for (int c = last - 1; c >= 0; c--) {
      double right = block[last][c];
      for (int d = c + 1; d < last; d++) {
        right -= block[d][c] * p[straight[d]];
      }
      p[straight[c]] = right / block[c][c];
    }
    double rest = block[last][last];
    return Vectors.allFinite(p) ? rest * rest : Double.POSITIVE_INFINITY;
  }

  private static List<double[]> points(double[][] grid) {
    List<double[]> points = new ArrayList<>();
    for (double first : grid[0]) {
      if (grid.length == 1) {
        points.add(new double[] {first});
      } else {
        Arrays.stream(grid[1]).forEach(second -> points.add(new double[] {first, second}));
      }
    }
    return points;
  }

  private static double range(double[] x) {
    double width = Arrays.stream(x).max().orElse(1) - Arrays.stream(x).min().orElse(0);
    return width > 0 ? width : 1;
  }

  private static double[] even(double[] x, int count) {
    double low = Arrays.stream(x).min().orElse(0);
    return IntStream.range(0, count).mapToDouble(i -> low + range(x) * i / (count - 1)).toArray();
  }

  private static double[] powers(double unit, int from, int to) {
    return IntStream.rangeClosed(from, to).mapToDouble(i -> Math.scalb(unit, i)).toArray();
  }

  private static double[] signed(double[] a) {
    return DoubleStream.concat(Arrays.stream(a), Arrays.stream(a).map(v -> -v)).toArray();
  }
}
