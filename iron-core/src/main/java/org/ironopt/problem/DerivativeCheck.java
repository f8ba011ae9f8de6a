package org.ironopt.problem;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ObjDoubleConsumer;
import org.ironopt.linalg.Vectors;
import org.ironopt.linalg.internal.Require;

/**
 * Checks the derivatives of an objective at a point: the gradient by differences of values, Hessian
 * products by differences of gradients, {@code <u, Hv> = <v, Hu>}, third and fourth derivatives by
 * differences of what is below them. A claimed number g passes against a measured d if {@code |g -
 * d| <= tolerance max(|g|, |d|)} plus the estimated error of the difference, so that a wrong sign
 * in a small coordinate is detected beside large ones. Choose a point with no special structure: at
 * a minimiser most mistakes are invisible.
 *
 * <p>Up to 200 coordinates are checked one by one (evenly spaced if there are more), and all of
 * them together along dense directions.
 */
public final class DerivativeCheck {
  /** The default tolerance. */
  public static final double TOLERANCE = 1e-6;

  private static final int COORDINATES = 200;
  private static final int DIRECTIONS = 3;

  /** Share of the coordinates within which any function is linear but for rounding. */
  private static final double NEARBY = 0x1p-26;

  private final Objective objective;
  private final double[] x;
  private final int n;
  private final double tolerance;
  private final List<Report.Part> parts = new ArrayList<>();

  private DerivativeCheck(Objective objective, double[] x, double tolerance) {
    this.objective = objective;
    this.n = objective.dimension();
    this.x = Require.finite("x", Require.length("x", n, x)).clone();
    this.tolerance = Require.positive("tolerance", tolerance);
  }

  /** Checks every derivative that the objective offers, with the default tolerance. */
  public static Report at(Objective objective, double[] x) {
    return at(objective, x, TOLERANCE);
  }

  /** Checks every derivative that the objective offers. */
  public static Report at(Objective objective, double[] x, double tolerance) {
    DerivativeCheck check = new DerivativeCheck(objective, x, tolerance);
    check.gradient();
    if (objective instanceof Curved curved) {
      check.hessian(curved);
      check.symmetry(curved);
    }
    if (objective instanceof HigherDerivatives higher) {
      check.third(higher);
      check.fourth(higher);
    }
    return new Report(tolerance, check.parts);
  }

  private void gradient() {
    Worst worst = new Worst("gradient");
    double[] gradient = new double[n];
    objective.gradient(x, gradient);
    double floor = rounding(gradient);
    double[] noise = noise(gradient, objective::gradient);
    for (int k = 0; k < Math.min(n, COORDINATES); k++) {
      int i = coordinate(k);
      double[] unit = new double[n];
      unit[i] = scale(i);
      Extrapolation d = along(unit, 1, (y, value) -> value[0] = objective.value(y));
      double error = d.noise[0] / unit[i] + noise[i] + floor;
      worst.see(i, gradient[i], d.derivative[0] / unit[i], error);
    }
    for (int k = 0; k < DIRECTIONS; k++) {
      double[] v = direction(k);
      Extrapolation d = along(v, 1, (y, value) -> value[0] = objective.value(y));
      double error = d.noise[0] + Math.ulp(n * Vectors.maxAbs(v) * Vectors.maxAbs(gradient));
      for (int i = 0; i < n; i++) {
        error += Math.abs(v[i]) * noise[i];
      }
      worst.see(-1, Vectors.dot(gradient, v), d.derivative[0], error);
    }
    parts.add(worst.part());
  }

  private void hessian(Curved curved) {
    Worst worst = new Worst("Hessian product");
    Curvature curvature = curved.curvature();
    Curvature nearby = curved.curvature();
    curvature.at(x, new double[n]);
    int units = n <= COORDINATES ? n : 0;
    for (int k = 0; k < units + DIRECTIONS; k++) {
      double[] v = k < units ? new double[n] : direction(k - units);
      if (k < units) {
        v[k] = scale(k);
      }
      double[] hv = new double[n];
      curvature.apply(v, hv);
      Extrapolation d = along(v, n, curved::gradient);
      double[] noise =
          noise(
              hv,
              (y, out) -> {
                nearby.at(y, out);
                nearby.apply(v, out);
              });
      Vectors.axpy(1, noise, d.noise);
      worst.see(hv, d);
    }
    parts.add(worst.part());
  }

  private void symmetry(Curved curved) {
    Worst worst = new Worst("symmetry");
    Curvature curvature = curved.curvature();
    double[] hu = new double[n];
    double[] hv = new double[n];
    curvature.at(x, hu);
    for (int k = 0; k < DIRECTIONS; k++) {
      double[] u = dense(k);
      double[] v = dense(k + 1);
      curvature.apply(u, hu);
      curvature.apply(v, hv);
      double size =
          Math.max(Vectors.norm(u) * Vectors.norm(hv), Vectors.norm(v) * Vectors.norm(hu));
      worst.see(-1, Vectors.dot(u, hv), Vectors.dot(v, hu), 16 * Math.ulp(n * size));
    }
    parts.add(worst.part());
  }

  private void third(HigherDerivatives f) {
    Worst worst = new Worst("third");
    double[] claimed = new double[n];
    Curvature curvature = f.curvature();
    for (int k = 0; k < DIRECTIONS; k++) {
      double[] u = direction(k);
      double[] v = direction(k + 1);
      f.third(x, u, v, claimed);
      Along product =
          (y, hu) -> {
            curvature.at(y, hu);
            curvature.apply(u, hu);
          };
      worst.see(claimed, along(v, n, product));
    }
    parts.add(worst.part());
  }

  private void fourth(HigherDerivatives f) {
    Worst worst = new Worst("fourth");
    double[] claimed = new double[n];
    for (int k = 0; k < DIRECTIONS; k++) {
      double[] u = direction(k);
      double[] v = direction(k + 1);
      double[] w = direction(k + 2);
      f.fourth(x, u, v, w, claimed);
      worst.see(claimed, along(w, n, (y, below) -> f.third(y, u, v, below)));
    }
    parts.add(worst.part());
  }

  /** The derivative of {@code function(x + t v)} at t = 0. */
  private Extrapolation along(double[] v, int length, Along function) {
    double[] y = new double[n];
    return new Extrapolation(
        length,
        (out, t) -> {
          Vectors.add(x, t, v, y);
          function.at(y, out);
        });
  }

  /**
   * Returns the noise in a claim about x, by component: how far it is from being linear where
   * nothing but rounding bends it. A gradient near a minimiser is a small difference of large
   * numbers, and a product by differences has more noise than its size shows.
   */
  private double[] noise(double[] claims, Along function) {
    double[] noise = new double[claims.length];
    double[] y = new double[n];
    double[] ahead = new double[claims.length];
    double[] behind = new double[claims.length];
    for (int k = 0; k < DIRECTIONS; k++) {
      double[] v = direction(k);
      Vectors.add(x, NEARBY, v, y);
      function.at(y, ahead);
      Vectors.add(x, -NEARBY, v, y);
      function.at(y, behind);
      for (int i = 0; i < noise.length; i++) {
        noise[i] = Math.max(noise[i], 2 * Math.abs(ahead[i] + behind[i] - 2 * claims[i]));
      }
    }
    return noise;
  }

  /** What a sum may lose beside the largest component: a true 0 is seldom computed as 0. */
  private static double rounding(double[] claims) {
    return 4 * Math.ulp(Vectors.maxAbs(claims));
  }

  /** Overwrites {@code out} with a function of a point. */
  private interface Along {
    void at(double[] y, double[] out);
  }

  private int coordinate(int k) {
    return n <= COORDINATES ? k : (int) ((long) k * n / COORDINATES);
  }

  /**
   * Steps are in proportion to the coordinate: f may change on the scale of 1e-7 where that is its
   * size. A coordinate that is 0, or nearly, does not tell its scale.
   */
  private double scale(int i) {
    return Math.abs(x[i]) < 0x1p-40 ? 1 : Math.abs(x[i]);
  }

  /** A dense direction without symmetry: no coordinate is small against its scale. */
  private double[] direction(int k) {
    double[] v = dense(k);
    for (int i = 0; i < n; i++) {
      v[i] *= scale(i);
    }
    return v;
  }

  private double[] dense(int k) {
    double[] v = new double[n];
    double turn = Math.sqrt(5 + 2 * k);
    for (int i = 0; i < n; i++) {
      double f = (i + 1) * turn;
      f -= Math.floor(f);
      v[i] = f < 0.5 ? 0.5 + f : -f;
    }
    return v;
  }

  /** Keeps the largest relative error seen. */
  private final class Worst {
    private final String name;
    private double error = -1;
    private int coordinate = -1;
    private double claimed;
    private double measured;
    private int compared;
    private int unresolved;

    Worst(String name) {
      this.name = name;
    }

    void see(double[] claims, Extrapolation d) {
      double floor = rounding(claims);
      for (int i = 0; i < claims.length; i++) {
        see(i, claims[i], d.derivative[i], d.noise[i] + floor);
      }
    }

    void see(int i, double claim, double measure, double noise) {
      double size = Math.max(Math.abs(claim), Math.abs(measure));
      double gap = Math.abs(claim - measure);
      double e = gap == 0 ? 0 : gap / (size + noise / tolerance);
      if (!Double.isFinite(claim) || !Double.isFinite(measure)) {
        e = Double.POSITIVE_INFINITY;
      }
      compared++;
      if (noise > size && size > 0) {
        unresolved++;
      }
      if (e > error) {
        error = e;
        coordinate = i;
        claimed = claim;
        measured = measure;
      }
    }

    Report.Part part() {
      return new Report.Part(name, error, coordinate, claimed, measured, compared, unresolved);
    }
  }

  /**
   * The derivative at t = 0 of a vector function of one number, by central differences at a
   * sequence of halved steps and Richardson extrapolation; each component takes the entry of its
   * own tableau with the smallest error estimate (Ridders, DOI 10.1016/S0141-1195(82)80057-0).
   */
  private static final class Extrapolation {
    private static final int STEPS = 14;
    private static final int SHORT = STEPS - 5;
    private static final double FIRST = 0x1p-4;
    private static final double ROUNDING = 0x1p-50;

    final double[] derivative;

    /** Estimated error of {@link #derivative}, by component. */
    final double[] noise;

    Extrapolation(int length, ObjDoubleConsumer<double[]> function) {
      derivative = new double[length];
      noise = new double[length];
      double[][] difference = new double[STEPS][length];
      double[][] rounding = new double[STEPS][length];
      double[] plus = new double[length];
      double[] minus = new double[length];
      for (int k = 0; k < STEPS; k++) {
        double h = Math.scalb(FIRST, -k);
        function.accept(plus, h);
        function.accept(minus, -h);
        for (int i = 0; i < length; i++) {
          difference[k][i] = (plus[i] - minus[i]) / (2 * h);
          rounding[k][i] = ROUNDING * Math.max(Math.abs(plus[i]), Math.abs(minus[i])) / h;
        }
      }
      for (int i = 0; i < length; i++) {
        extrapolate(i, difference, rounding);
      }
    }

    private void extrapolate(int i, double[][] difference, double[][] rounding) {
      double[] above = new double[STEPS];
      double[] row = new double[STEPS];
      derivative[i] = Double.NaN;
      noise[i] = Double.POSITIVE_INFINITY;
      int chosen = 0;
      for (int k = 0; k < STEPS; k++) {
        row[0] = difference[k][i];
        double factor = 1;
        for (int j = 1; j <= k; j++) {
          factor *= 4;
          row[j] = row[j - 1] + (row[j - 1] - above[j - 1]) / (factor - 1);
          double spread =
              Math.max(Math.abs(row[j] - row[j - 1]), Math.abs(row[j] - above[j - 1]))
                  + rounding[k][i];
          if (spread < noise[i]) {
            noise[i] = spread;
            derivative[i] = row[j];
            chosen = k;
          }
        }
        double[] swap = above;
        above = row;
        row = swap;
        Arrays.fill(row, 0);
      }
      // The shortest steps show the noise of the function itself, which is more than the rounding
      // of its value where that is a small difference; two neighbours may agree by chance.
      for (int k = SHORT; k < STEPS; k++) {
        double seen = Math.abs(difference[k][i] - derivative[i]);
        noise[i] = Math.max(noise[i], 2 * Math.scalb(seen, chosen - k));
      }
    }
  }

  /**
   * What {@link DerivativeCheck} found. {@link #toString} is a readable paragraph.
   *
   * @param tolerance largest relative error that passes
   * @param parts one per derivative that the objective offers
   */
  public record Report(double tolerance, List<Part> parts) {
    /**
     * One derivative against differences of the one below it.
     *
     * @param name "gradient", "Hessian product", "symmetry", "third" or "fourth"
     * @param error largest relative error, infinite if a number is not finite
     * @param coordinate where the largest error is, -1 if it belongs to no coordinate
     * @param claimed the value of the objective
     * @param measured what differences say there
     * @param compared how many numbers were compared
     * @param unresolved how many of them drown in the rounding error of the differences
     */
    public record Part(
        String name,
        double error,
        int coordinate,
        double claimed,
        double measured,
        int compared,
        int unresolved) {}

    /** Copies the list. */
    public Report {
      parts = List.copyOf(parts);
    }

    /** Returns whether every relative error is within the tolerance. */
    public boolean passed() {
      return parts.stream().allMatch(part -> part.error <= tolerance);
    }

    /** Returns the part of that name, or throws if the objective does not offer it. */
    public Part part(String name) {
      return parts.stream()
          .filter(part -> part.name.equals(name))
          .findFirst()
          .orElseThrow(() -> new IllegalArgumentException("no part " + name + " in " + this.parts));
    }

    @Override
    public String toString() {
      StringBuilder text = new StringBuilder("The derivatives ");
      text.append(passed() ? "agree" : "DISAGREE").append(" with differences, tolerance ");
      text.append(tolerance).append('.');
      for (Part part : parts) {
        add(text, " %s: relative error %.1e", part.name, part.error);
        if (part.error > tolerance) {
          text.append(part.coordinate < 0 ? "" : " at coordinate " + part.coordinate);
          add(text, ", claimed %s, measured %s", part.claimed, part.measured);
        }
        if (part.unresolved > 0) {
          String told = " (%d of %d numbers too small to resolve)";
          add(text, told, part.unresolved, part.compared);
        }
        text.append('.');
      }
      return text.toString();
    }

    private static void add(StringBuilder text, String sentence, Object... seen) {
      text.append(String.format(Locale.ROOT, sentence, seen));
    }
  }
}
