package org.ironopt.problem;

import java.util.List;
import java.util.Locale;

/**
 * What {@link DerivativeCheck} found. {@link #toString} is a readable paragraph.
 *
 * @param tolerance largest relative error that passes
 * @param parts one per derivative that the objective offers
 */
public record DerivativeReport(double tolerance, List<Part> parts) {
  /**
   * One derivative against differences of the one below it.
   *
   * @param name "gradient", "Hessian product", "symmetry", "third" or "fourth"
   * @param error largest relative error, infinite if a number is not finite
   * @param coordinate where the largest error is, -1 if it belongs to no coordinate
   * @param claimed what the objective says there
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
  public DerivativeReport {
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
