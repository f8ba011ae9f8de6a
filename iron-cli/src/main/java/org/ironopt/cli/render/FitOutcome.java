package org.ironopt.cli.render;

import static org.ironopt.io.internal.Numbers.count;
import static org.ironopt.io.internal.Numbers.filled;

import java.util.Map;
import java.util.OptionalInt;
import org.ironopt.fit.CrossValidation;
import org.ironopt.fit.FitResult;
import org.ironopt.io.internal.Numbers;
import org.ironopt.lab.JsonFields;
import org.ironopt.run.Ending;

/**
 * How a fit ended, for people and for programs.
 *
 * @param word one word for JSON
 * @param success whether the goal was reached
 * @param paragraph why it stopped, how far from the optimum it is, and what would help
 */
public record FitOutcome(String word, boolean success, String paragraph) {
  /**
   * Puts the ending of a fit into words.
   *
   * @param limit of the steps, if one was given
   * @param kept whether a model and a checkpoint were written
   */
  public static FitOutcome of(
      Ending ending, FitResult result, double tolerance, OptionalInt limit, boolean kept) {
    String certificate = certificate(result);
    String proven = sentence(certificate) + ".";
    String steps = count(ending.step(), "step");
    return switch (ending) {
      case Ending.GapCertified _ ->
          finished(
              steps,
              "%s, as asked with --tolerance %s. More steps would change nothing that matters.",
              certificate,
              tolerance);
      case Ending.ExactFit e ->
          finished(
              steps,
              "the targets are met to rounding; %s is left of the objective.",
              Numbers.text(e.value(), 2));
      case Ending.Converged e ->
          finished(steps, "the gradient is %s. %s", Numbers.text(e.gradientNorm(), 2), proven);
      case Ending.ValidationStalled e ->
          new FitOutcome(
              "stopped-early",
              true,
              filled(
                  "Stopped early after %s: the loss on the early-stopping rows did not improve for"
                      + " %s; the model of its smallest value is returned. %s The model is not the"
                      + " optimum, and its measures on those rows are optimistic, since they chose"
                      + " it. A larger --reg fights overfitting in a way that does not depend on"
                      + " when one stops; --reg auto finds one.",
                  steps, count(e.since(), "step"), proven));
      case Ending.NotAttained _ ->
          unfinished(
              "not-attained", sentence(ending.sentence()) + ", such as --reg 1e-4. " + proven);
      case Ending.RoundingFloor e ->
          unfinished(
              "rounding",
              sentence(ending.sentence())
                  + (e.column().isPresent() ? ". " : " (--reg, --tolerance). ")
                  + proven);
      case Ending.NoiseFloor _ ->
          unfinished("stalled", sentence(ending.sentence()) + ". " + proven);
      case Ending.TimeLimit _, Ending.Interrupted _ ->
          cut(ending, "after " + steps, proven, "The best model so far was kept", kept);
      case Ending.StepLimit e when limit.isPresent() && e.step() > limit.getAsInt() ->
          unfinished(
              "step-limit",
              filled(
                  "The checkpoint is of %s already, more than --steps %s; nothing was done. %s"
                      + " --resume with a larger --steps goes on.",
                  steps, limit.getAsInt(), proven));
      case Ending.StepLimit _ ->
          unfinished(
              "step-limit",
              filled(
                  "The limit of %s was reached. %s %s A larger --reg or --tolerance needs fewer"
                      + " steps.",
                  steps, proven, next(kept, "The model was kept", "--steps")));
      default -> unfinished("failed", sentence(ending.sentence()) + ". " + proven);
    };
  }

  /** Puts the end of a cross-validation that was cut short into words. */
  public static FitOutcome of(CrossValidation.Cut cut, boolean kept) {
    String model =
        cut.best()
            .map(
                b ->
                    filled(
                        "The model was fitted without the rows of one fold, with R = %s%s, the best"
                            + " penalty so far.",
                        b.reg(), b.l1() > 0 ? filled(" and R1 = %s", b.l1()) : ""))
            .orElse("There is no new model yet.");
    return cut(
        cut.ending(),
        "in the cross-validation, after " + cut.fits() + " of " + cut.total() + " fits",
        model,
        "The finished fits were kept",
        kept);
  }

  /**
   * Puts a limit of time or an interrupt into words.
   *
   * @param done how far it came
   * @param found what there is
   * @param what was kept, if anything was
   */
  static FitOutcome cut(Ending ending, String done, String found, String what, boolean kept) {
    boolean late = ending instanceof Ending.TimeLimit;
    String why =
        ending instanceof Ending.TimeLimit e
            ? "The time limit of " + Numbers.text(e.limit().toMillis() / 1000.0) + " s was over"
            : "Interrupted";
    return unfinished(
        late ? "time-limit" : "interrupted",
        (why + " " + done + ". " + found).strip()
            + " "
            + next(kept, what, late ? "--time-limit" : ""));
  }

  /** Returns the members of the JSON object of a fit without a model. */
  public Map<String, Object> members() {
    return JsonFields.of("ending", word, "conclusion", paragraph);
  }

  /** Adds that folds were asked for and not all were scored. */
  public FitOutcome withoutFolds(Ending why, int made, int folds) {
    boolean late = why instanceof Ending.TimeLimit;
    return unfinished(
        late ? "time-limit" : "interrupted",
        filled(
            "%s The folds were not scored: %s after %s of %s models.",
            paragraph, late ? "the time limit was over" : "interrupted", made, folds));
  }

  private static FitOutcome finished(String steps, String form, Object... values) {
    String start = "The fit is finished after " + steps + ": ";
    return new FitOutcome("converged", true, start + filled(form, values));
  }

  static FitOutcome unfinished(String word, String paragraph) {
    return new FitOutcome(word, false, paragraph);
  }

  /**
   * Says how to go on.
   *
   * @param larger the limit that must be raised; empty if none has to be
   */
  private static String next(boolean kept, String what, String larger) {
    String with = larger.isEmpty() ? "" : " with a larger " + larger;
    return kept
        ? what + "; --resume" + with + " goes on."
        : "Nothing was kept; --out model.json keeps it, and --resume" + with + " then goes on.";
  }

  private static String certificate(FitResult result) {
    String gap = Numbers.text(result.gap(), 2);
    return switch (result.certificate().kind()) {
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
}
