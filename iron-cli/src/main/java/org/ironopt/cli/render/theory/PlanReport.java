package org.ironopt.cli.render.theory;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ironopt.cli.shared.Sentences;
import org.ironopt.io.internal.Numbers;
import org.ironopt.lab.JsonFields;
import org.ironopt.theory.Planner.Averaging;
import org.ironopt.theory.Planner.Plan;
import org.ironopt.theory.RelaxedLaw.EqualSpread;
import org.ironopt.theory.TailReach;

/**
 * What the planner says of a quadratic.
 *
 * @param relaxed a relaxed step of the same spread
 * @param averaging of so many iterates as were asked for
 */
public record PlanReport(Plan plan, EqualSpread relaxed, Optional<Averaging> averaging) {
  /** Returns the members of the JSON object. */
  public Map<String, Object> json() {
    return JsonFields.of(
        "alpha", plan.alpha(),
        "lambda", plan.lambda(),
        "rmse", plan.rmse(),
        "spectralRadius", plan.spectralRadius(),
        "steps", plan.steps(),
        "tolerance", plan.residualTolerance(),
        "everyStepMeetsTarget", plan.everyStepMeetsTarget(),
        "relaxed", relaxed,
        "averaging", averaging);
  }

  /** Returns the lines for people, without remarks if they want quiet. */
  public List<String> lines(boolean quiet) {
    List<String> lines =
        new ArrayList<>(
            List.of(
                "alpha           " + Numbers.text(plan.alpha()),
                "lambda          " + Numbers.text(plan.lambda()),
                "predicted RMSE  " + Numbers.text(plan.rmse()),
                "radius          " + Numbers.text(plan.spectralRadius()),
                "steps           " + plan.steps(),
                "tolerance       " + Numbers.text(plan.residualTolerance())));
    if (!quiet) {
      lines.add("");
      lines.add("So many steps bring a start at distance 1 to one percent of the target, if every");
      lines.add("inner solve leaves a residual of at most the tolerance.");
      lines.add(
          plan.everyStepMeetsTarget()
              ? "Every step length meets this target; alpha = 1 is a convenient one."
              : "No shorter step meets this target.");
      lines.add("");
      List<String> more = new ArrayList<>(List.of("Relaxed: " + relaxed.sentence()));
      averaging.ifPresent(a -> more.add(a.sentence()));
      lines.addAll(Sentences.lines(more));
    }
    return lines;
  }

  /** Returns the members of the JSON object of a plan under stable noise. */
  public static Map<String, Object> json(TailReach reach) {
    return JsonFields.of(
        "tails", reach.s(),
        "alpha", reach.alpha(),
        "median", reach.median(),
        "flow", reach.flow(),
        "notes", List.of(reach.sentence()));
  }

  /** Returns the lines for people of a plan under stable noise. */
  public static List<String> lines(TailReach reach) {
    return Sentences.lines(List.of(reach.sentence()));
  }
}
