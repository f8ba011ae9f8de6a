package org.ironopt.lab.compare;

import static org.ironopt.io.internal.Numbers.format;

import java.util.List;
import java.util.stream.Collectors;
import org.ironopt.io.internal.Numbers;

/** What a comparison says beside its table, with the numbers behind it. */
public sealed interface CompareRemark {
  /** When IRON is not the method to choose. */
  sealed interface Advice extends CompareRemark {}

  /** It took no part, could not be judged, or no method got anywhere. */
  record NoAdvice() implements Advice {}

  /**
   * No other method was clearly better anywhere.
   *
   * @param factor of the cost that is clear
   */
  record NowhereBeaten(double factor) implements Advice {}

  /**
   * Other methods were clearly better on some problems.
   *
   * @param factor of the cost that is clear
   * @param close problems on which none was
   */
  record Beaten(List<Defeat> defeats, double factor, List<String> close) implements Advice {}

  /** Why IRON is not the method to choose on a problem. */
  sealed interface Defeat {
    /** The problem is none for it. */
    record Obstacle(String problem, String reason) implements Defeat {}

    /**
     * It missed a target.
     *
     * @param passes of the best method to the target
     */
    record Missed(String problem, double target, String best, double passes) implements Defeat {}

    /** It costs clearly more. */
    record Costly(String problem, List<Cheaper> others) implements Defeat {}

    private String reason() {
      return switch (this) {
        case Obstacle d -> format("on %s (it %s)", d.problem, d.reason);
        case Missed d ->
            format(
                "on %s (it did not come down to %s of the first gap, %s did in %s passes)",
                d.problem, Numbers.text(d.target), d.best, Numbers.text(d.passes, 3));
        case Costly d ->
            format(
                "on %s (%s)",
                d.problem,
                d.others.stream()
                    .map(
                        c ->
                            format(
                                "%s needs %s times fewer %s to %s of the first gap",
                                c.method, Numbers.text(c.times, 2), c.cost, Numbers.text(c.target)))
                    .collect(Collectors.joining(", ")));
      };
    }
  }

  /** A method that needs so many times less of a cost to a target. */
  record Cheaper(String method, double times, String cost, double target) {}

  /** No method came down to a target, so that the problem is not in the table. */
  record NotReached(String problem, double target) implements CompareRemark {}

  /** Nothing can be said of some methods. */
  record NotJudged(Unjudged reason, List<String> methods) implements CompareRemark {}

  /** A method hardly left the start. */
  record HardlyMoved(String method, List<String> problems) implements CompareRemark {}

  /** Returns it in a sentence. */
  default String sentence() {
    return switch (this) {
      case NoAdvice _ ->
          "The comparison does not say when IRON is the method to choose: it took no part, could"
              + " not be judged, or no method got anywhere.";
      case NowhereBeaten r ->
          format(
              "IRON was nowhere beaten by more than a factor of %s here.", Numbers.text(r.factor));
      case Beaten r ->
          format(
              "IRON is not the method to choose %s.%s",
              r.defeats.stream().map(Defeat::reason).collect(Collectors.joining("; ")),
              r.close.isEmpty()
                  ? ""
                  : format(
                      " It was within a factor of %s of the best on %s.",
                      Numbers.text(r.factor), String.join(", ", r.close)));
      case NotReached r ->
          format(
              "%s is not in the table: no method came down to %s of the first gap within the"
                  + " budget.",
              r.problem, Numbers.text(r.target));
      case NotJudged r ->
          format("Not judged: %s (%s).", String.join(", ", r.methods), r.reason.sentence());
      case HardlyMoved r ->
          format(
              "%s hardly left the start on %s: a step costs too much for the budget, or no step of"
                  + " its grid lowers F.",
              r.method, String.join(", ", r.problems));
    };
  }
}
