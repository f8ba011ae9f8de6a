package org.ironopt.theory;

import java.util.Arrays;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.ironopt.linalg.internal.Require;

/**
 * The errors that step lengths reach under symmetric s-stable center noise, THEORY (84)-(87): the
 * median of {@code |x - x*|} along the eigenvector that has the largest, taken along a coordinate.
 * Its scale changes like {@code alpha^{1/s - 1}}: for {@code s > 1} every target is reached by a
 * step long enough, at {@code s = 1} longer steps do not help, and for {@code s < 1} they increase
 * the spread.
 *
 * @param s index of stability
 * @param target the median to reach
 * @param alpha 1 where the flow and that step reach it; else the smallest step that does, or for
 *     {@code s <= 1} that of the least median; empty where no step does
 * @param median at that step; where no step reaches the target the least of all
 * @param flow median of the flow itself, which short steps have
 */
public record TailReach(double s, double target, OptionalDouble alpha, double median, double flow) {
  /** Shorter steps have the median of the flow to three digits, and take long to sum. */
  private static final double SHORTEST = 1e-3;

  private static final double LONGEST = 1e150;

  /** Returns what is reached with this flow. */
  public static TailReach of(
      double s, double target, double mu, double gamma, double[] eigenvalues, double rho) {
    Require.positive("target", target);
    Require.atLeast("number of eigenvalues", 1, eigenvalues.length);
    double upper = StableLaw.iron(s, new IronParameters(1, mu, gamma)).quantile(0.75, 1);
    double flow =
        upper
            * Arrays.stream(eigenvalues)
                .map(a -> StableLaw.flow(s, mu, gamma, a, rho))
                .max()
                .orElseThrow();
    Medians medians = new Medians(s, mu, gamma, eigenvalues, rho, upper);
    double one = medians.at(1);
    if (flow <= target && one <= target) {
      return new TailReach(s, target, OptionalDouble.of(1), one, flow);
    }
    double[] best = s > 1 ? medians.first(target) : medians.least();
    return best[1] <= target
        ? new TailReach(s, target, OptionalDouble.of(best[0]), best[1], flow)
        : new TailReach(s, target, OptionalDouble.empty(), Math.min(best[1], flow), flow);
  }

  private record Medians(
      double s, double mu, double gamma, double[] eigenvalues, double rho, double upper) {
    double at(double alpha) {
      StableLaw law = StableLaw.iron(s, new IronParameters(alpha, mu, gamma));
      return upper
          * Arrays.stream(eigenvalues)
              .map(a -> law.scale(a, rho).orElseThrow())
              .max()
              .orElseThrow();
    }

    /** Returns the smallest step whose median is at most the target, and the median. */
    double[] first(double target) {
      long low = Double.doubleToLongBits(SHORTEST);
      long high = Double.doubleToLongBits(LONGEST);
      if (at(LONGEST) > target || at(SHORTEST) <= target) {
        double end = at(LONGEST) > target ? LONGEST : SHORTEST;
        return new double[] {end, at(end)};
      }
      while (high - low > 1) {
        long middle = low + (high - low) / 2;
        if (at(Double.longBitsToDouble(middle)) <= target) {
          high = middle;
        } else {
          low = middle;
        }
      }
      double alpha = Double.longBitsToDouble(high);
      return new double[] {alpha, at(alpha)};
    }

    /** Returns the step of the least median among twenty in a decade, and the median. */
    double[] least() {
      return IntStream.rangeClosed(-60, 120)
          .mapToDouble(k -> StrictMath.pow(10, k / 20.0))
          .mapToObj(alpha -> new double[] {alpha, at(alpha)})
          .min((p, q) -> Double.compare(p[1], q[1]))
          .orElseThrow();
    }
  }

  /** Returns what is reached, in a sentence. */
  public String sentence() {
    String longer =
        s > 1
            ? "a longer step has a smaller one"
            : s == 1 ? "longer steps gain nothing" : "longer steps spread more";
    return alpha.isPresent()
        ? String.format(
            Locale.ROOT,
            "Stable noise of index %.4g: alpha = %.6g has the median |x - x*| = %.6g; %s.",
            s,
            alpha.getAsDouble(),
            median,
            longer)
        : String.format(
            Locale.ROOT,
            "Stable noise of index %.4g: no step has a median |x - x*| of %.6g, the least is about"
                + " %.6g; %s.",
            s,
            target,
            median,
            longer);
  }
}
