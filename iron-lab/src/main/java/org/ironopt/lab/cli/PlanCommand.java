package org.ironopt.lab.cli;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.ironopt.lab.InputError;
import org.ironopt.lab.Numbers;
import org.ironopt.theory.Planner;
import org.ironopt.theory.Planner.Plan;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code iron plan}: the smallest step that meets a target, and what comes with it. */
@Command(
    name = "plan",
    customSynopsis = "iron plan --eigenvalues LIST --target-rmse RMSE [OPTION...]",
    sortOptions = false,
    header = "The step, step count and inner tolerance for a target error.",
    description = {
      "",
      "Finds the smallest step alpha whose exact stationary root-mean-square error under center",
      "noise is at most the target, for IRON on a quadratic. The steps bring a start at distance 1",
      "to one percent of the target; the tolerance keeps every inner error below one percent of"
          + " it.",
      ""
    },
    footer = {"", "Example: iron plan --eigenvalues 1,1,3 --rho 1 --target-rmse 0.01"})
final class PlanCommand implements Callable<Integer> {
  @Mixin private SpectrumOptions spectrum;

  @Option(
      names = "--target-rmse",
      paramLabel = "RMSE",
      description = "Stationary root-mean-square error to reach, > 0. Required.")
  private Double target;

  @Option(names = "--json", description = "Print one JSON object and nothing else.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    Check.required("--target-rmse", target, "--target-rmse 0.01");
    Check.number("--target-rmse", target, target > 0, "> 0");
    double[] eigenvalues = spectrum.eigenvalues();
    double mu = spectrum.mu();
    double rho = spectrum.rho();
    double gamma = spectrum.gamma();
    Planner planner = Planner.isotropic(mu, gamma, eigenvalues, rho * rho);
    // A target that no step reaches is refused in the same way as a value out of range.
    Plan plan = spectrum.answer(() -> InputError.check(() -> planner.plan(target)), target);
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(Json.text(new PlanJson(plan)));
    } else {
      print(plan, out);
    }
    return ExitCode.SUCCESS;
  }

  /** The plan under the names and in the order of its JSON. */
  private record PlanJson(
      double alpha,
      double lambda,
      double rmse,
      double spectralRadius,
      long steps,
      double tolerance,
      boolean everyStepMeetsTarget) {
    PlanJson(Plan plan) {
      this(
          plan.alpha(),
          plan.lambda(),
          plan.rmse(),
          plan.spectralRadius(),
          plan.steps(),
          plan.residualTolerance(),
          plan.everyStepMeetsTarget());
    }
  }

  private static void print(Plan plan, PrintWriter out) {
    out.printf(Locale.ROOT, "alpha           %s%n", Numbers.text(plan.alpha()));
    out.printf(Locale.ROOT, "lambda          %s%n", Numbers.text(plan.lambda()));
    out.printf(Locale.ROOT, "predicted RMSE  %s%n", Numbers.text(plan.rmse()));
    out.printf(Locale.ROOT, "radius          %s%n", Numbers.text(plan.spectralRadius()));
    out.printf(Locale.ROOT, "steps           %d%n", plan.steps());
    out.printf(Locale.ROOT, "tolerance       %s%n", Numbers.text(plan.residualTolerance()));
    if (plan.everyStepMeetsTarget()) {
      out.println("Every step length meets this target; alpha = 1 is a convenient one.");
    }
  }
}
