package org.ironopt.lab.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ironopt.lab.Numbers;

/** When IRON is not the method to choose, said by the numbers of a comparison. */
final class Advice {
  /** Twice the cost is a difference; less may be the luck of a grid or of a clock. */
  private static final double CLEAR = 2;

  private Advice() {}

  static String sentence(Findings findings) {
    List<String> no = new ArrayList<>();
    List<String> yes = new ArrayList<>();
    for (Findings.Field field : findings.fields) {
      String problem = field.named().name();
      double target = field.hardest();
      Optional<String> obstacle = obstacle(field);
      if (obstacle.isPresent()) {
        no.add("on " + problem + " (it " + obstacle.get() + ")");
      } else if (!field.iron().isEmpty() && !Double.isNaN(target)) {
        verdict(field, target)
            .ifPresentOrElse(
                reason -> no.add("on " + problem + " (" + reason + ")"), () -> yes.add(problem));
      }
    }
    if (no.isEmpty() && yes.isEmpty()) {
      return "The comparison does not say when IRON is the method to choose: it took no part, or"
          + " no method got anywhere.";
    }
    String clear = Numbers.text(CLEAR);
    String good =
        yes.isEmpty()
            ? ""
            : " It was within a factor of "
                + clear
                + " of the best on "
                + String.join(", ", yes)
                + ".";
    return no.isEmpty()
        ? "IRON was nowhere beaten by more than a factor of " + clear + " here."
        : "IRON is not the method to choose " + String.join("; ", no) + "." + good;
  }

  private static Optional<String> obstacle(Findings.Field field) {
    return field.iron().isEmpty()
        ? Optional.ofNullable(field.obstacles().get(Findings.IRON))
        : Optional.empty();
  }

  /** Returns why another method is clearly better, if one is. */
  private static Optional<String> verdict(Findings.Field field, double target) {
    List<String> reasons = new ArrayList<>();
    for (Curve.Axis axis : List.of(Curve.Axis.PASSES, Curve.Axis.SECONDS)) {
      Findings.Line iron = Findings.Field.cheapest(field.iron(), axis, target);
      Findings.Line best = Findings.Field.cheapest(field.lines(), axis, target);
      double own = Curve.cost(iron.curves(), axis, target);
      double least = Curve.cost(best.curves(), axis, target);
      if (Double.isInfinite(own)) {
        return Optional.of(
            "it did not come down to "
                + Numbers.text(target)
                + " of the first gap, "
                + best.method().name()
                + " did in "
                + Numbers.text(least, 3)
                + " passes");
      }
      if (own > CLEAR * least) {
        reasons.add(
            best.method().name()
                + " needs "
                + Numbers.text(own / least, 2)
                + " times fewer "
                + (axis == Curve.Axis.PASSES ? "passes" : "seconds")
                + " to "
                + Numbers.text(target)
                + " of the first gap");
      }
    }
    return reasons.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", reasons));
  }
}
