package org.ironopt.lab.fit;

import org.ironopt.fit.FitResult;
import org.ironopt.lab.Numbers;
import org.ironopt.run.Ending;

/**
 * How a fit ended, for people and for programs.
 *
 * @param word one word for JSON
 * @param success whether the goal was reached
 * @param paragraph why it stopped, how far from the optimum it is, and what would help
 */
public record Conclusion(String word, boolean success, String paragraph) {
  /**
   * Puts the ending of a fit into words.
   *
   * @param kept whether a model and a checkpoint were written
   */
  static Conclusion of(Ending ending, FitResult result, double tolerance, boolean kept) {
    String certificate = certificate(result);
    return switch (ending) {
      case Ending.GapCertified e ->
          new Conclusion(
              "converged",
              true,
              "The fit is finished after "
                  + count(e.step(), "step")
                  + ": "
                  + certificate
                  + ", as asked with --tolerance "
                  + Numbers.text(tolerance)
                  + ". More steps would change nothing that matters.");
      case Ending.ExactFit e ->
          new Conclusion(
              "converged",
              true,
              "The fit is finished after "
                  + count(e.step(), "step")
                  + ": the targets are met to rounding; "
                  + Numbers.text(e.value(), 2)
                  + " is left of the objective.");
      case Ending.Converged e ->
          new Conclusion(
              "converged",
              true,
              "The fit is finished after "
                  + count(e.step(), "step")
                  + ": the gradient is "
                  + Numbers.text(e.gradientNorm(), 2)
                  + ". "
                  + sentence(certificate)
                  + ".");
      case Ending.Stopped e when e.reason().startsWith("the validation") ->
          new Conclusion(
              "stopped-early",
              true,
              "Stopped early after "
                  + count(e.step(), "step")
                  + ": "
                  + e.reason()
                  + ". "
                  + sentence(certificate)
                  + ". A larger --reg fights overfitting in a way that does not depend on when one"
                  + " stops; --reg auto finds one.");
      case Ending.NotAttained e ->
          new Conclusion(
              "not-attained",
              false,
              "Stopped after "
                  + count(e.step(), "step")
                  + ": "
                  + e.reason()
                  + ", such as --reg 1e-4. "
                  + sentence(certificate)
                  + ".");
      case Ending.Stopped e ->
          new Conclusion(
              e.reason().startsWith("rounding") ? "rounding" : "stalled",
              false,
              "Stopped after "
                  + count(e.step(), "step")
                  + ": "
                  + e.reason()
                  + (e.reason().endsWith("would help") ? " (--reg, --tolerance)" : "")
                  + ". "
                  + sentence(certificate)
                  + ".");
      case Ending.TimeLimit e ->
          new Conclusion(
              "time-limit",
              false,
              "The time limit of "
                  + Numbers.text(e.limit().toMillis() / 1000.0)
                  + " s was over after "
                  + count(e.step(), "step")
                  + ". "
                  + sentence(certificate)
                  + ". "
                  + next(kept, "--resume with a larger --time-limit goes on."));
      case Ending.StepLimit e ->
          new Conclusion(
              "step-limit",
              false,
              "The limit of "
                  + count(e.step(), "step")
                  + " was reached. "
                  + sentence(certificate)
                  + ". A larger --reg or --tolerance needs fewer steps.");
      case Ending.Interrupted e ->
          new Conclusion(
              "interrupted",
              false,
              "Interrupted after "
                  + count(e.step(), "step")
                  + ". "
                  + sentence(certificate)
                  + ". "
                  + next(kept, "--resume goes on."));
      default ->
          new Conclusion(
              "failed", false, sentence(ending.sentence()) + ". " + sentence(certificate) + ".");
    };
  }

  /** Puts the end of a cross-validation that was cut short into words. */
  static Conclusion of(RegSearch.Cut cut, boolean kept) {
    boolean late = cut.ending() instanceof Ending.TimeLimit;
    String why =
        cut.ending() instanceof Ending.TimeLimit e
            ? "The time limit of "
                + Numbers.text(e.limit().toMillis() / 1000.0)
                + " s was over in the cross-validation"
            : "Interrupted in the cross-validation";
    String model =
        cut.best()
            .map(
                b ->
                    "The model was fitted without the rows of one fold, with R = "
                        + Numbers.text(b.reg())
                        + ", the best penalty so far. ")
            .orElse("There is no new model yet. ");
    String more = late ? "--resume with a larger --time-limit goes on." : "--resume goes on.";
    String next =
        kept
            ? "The finished fits were kept; " + more
            : "Nothing was kept; --out model.json keeps it, and --resume then goes on.";
    return new Conclusion(
        late ? "time-limit" : "interrupted",
        false,
        why + ", after " + cut.fits() + " of " + cut.total() + " fits. " + model + next);
  }

  private static String next(boolean kept, String more) {
    return kept
        ? "The best model so far was kept; " + more
        : "Nothing was kept; --out model.json keeps it, and --resume then goes on.";
  }

  private static String certificate(FitResult result) {
    String gap = Numbers.text(result.gap(), 2);
    return switch (result.certificate()) {
      case GAP -> "the objective is proven to be within " + gap + " of its optimum, relative";
      case ROUNDING ->
          "the objective is at its optimum to rounding"
              + (Double.isInfinite(result.gap()) ? "" : ", within " + gap + " of it, relative");
      case NONE ->
          penalized(result)
              ? "nothing is proven yet about how far the objective is from its optimum"
              : "how far the objective is from its optimum is not known (a --reg above 0 gives a"
                  + " certificate)";
    };
  }

  private static boolean penalized(FitResult result) {
    return result.model().training().get("reg") instanceof Double reg && reg > 0
        || result.model().training().get("l1") instanceof Double l1 && l1 > 0;
  }

  static String sentence(String text) {
    return Character.toUpperCase(text.charAt(0)) + text.substring(1);
  }

  private static String count(long number, String what) {
    return number + " " + what + (number == 1 ? "" : "s");
  }
}
