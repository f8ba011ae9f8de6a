package org.ironopt.cli;

import static org.ironopt.io.internal.Numbers.filled;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import org.ironopt.cli.render.Remark;
import org.ironopt.cli.render.theory.PlanReport;
import org.ironopt.cli.shared.ExitCode;
import org.ironopt.cli.shared.OptionChecks;
import org.ironopt.cli.shared.OutputOptions;
import org.ironopt.fit.LocalModel;
import org.ironopt.io.InputError;
import org.ironopt.io.internal.Numbers;
import org.ironopt.lab.JsonFields;
import org.ironopt.lab.progress.Progress;
import org.ironopt.lab.progress.ProgressPrinter;
import org.ironopt.theory.Planner;
import org.ironopt.theory.Planner.Averaging;
import org.ironopt.theory.Planner.Plan;
import org.ironopt.theory.RelaxedLaw.EqualSpread;
import org.ironopt.theory.TailReach;
import org.ironopt.theory.sampling.MinibatchPlan;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code iron plan}: the smallest step that meets a target, and what comes with it. */
@Command(
    name = "plan",
    customSynopsis = {
      "iron plan --eigenvalues LIST --target-rmse RMSE [OPTION...]",
      "iron plan DATA --target-rmse RMSE | --passes P [OPTION...]"
    },
    sortOptions = false,
    header = "Compute the step, step count and inner tolerance for a target error.",
    description = {
      "",
      "Finds the smallest step alpha whose exact stationary root-mean-square error under center noise is at most the target, for IRON on a quadratic. The step count brings a start at distance 1 to one percent of the target; the tolerance keeps every inner error below one percent of it. The relaxed step of equal spread with the fewest steps is printed too. --iterates K decides whether to average K iterates. With --tails S the target is the median of |x - x*| along the worst direction under stable noise.",
      "",
      "With DATA it proposes batch size, step and center for minibatches of the rows. The step is constant, or piecewise constant and decreasing like 1/(1 + k/k0) by factors of 1.25; the center is plain or corrected by a snapshot. The expected error counts the coefficients (scaled ones unless --no-scale), with --error-of all the intercept too. The start has a fitted intercept and zero coefficients. Losses of rows are replaced by their quadratics at the optimum: exact for ridge, local for other models.",
      ""
    },
    footer = {
      "",
      "Example: iron plan --eigenvalues 1,1,3 --rho 1 --target-rmse 0.01",
      "Example: iron plan houses.csv --target price --model ridge --reg 0.1 --passes 10"
    })
final class PlanCommand implements Callable<Integer> {
  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "DATA",
      description = "CSV or LIBSVM file, also compressed by gzip.")
  private String file;

  @Mixin private SpectrumOptions spectrum;

  @Option(
      names = "--target-rmse",
      paramLabel = "RMSE",
      description = "Root-mean-square error to reach, > 0: stationary, or after the passes.")
  private Double target;

  @Option(
      names = "--passes",
      paramLabel = "P",
      description = "Passes over the rows of DATA, > 0, in place of a target.")
  private Double passes;

  @Option(
      names = "--iterates",
      paramLabel = "K",
      description = "Number of iterates to average, K >= 1, from a start at distance 1.")
  private Long iterates;

  @Option(
      names = "--tails",
      paramLabel = "S",
      description = "Symmetric S-stable noise, 0 < S <= 2; the target is a median.")
  private Double tails;

  @Mixin private LocalOptions local;

  @Mixin private OutputOptions output;

  @Override
  public Integer call() throws IOException {
    if (file != null) {
      return minibatches();
    }
    local.refuse(output.parsed());
    InputError.when(passes != null, "--passes needs DATA; name a file, or leave it out");
    OptionChecks.required("--target-rmse", target, "--target-rmse 0.01");
    OptionChecks.number("--target-rmse", target, target > 0, "> 0");
    double[] eigenvalues = spectrum.eigenvalues();
    double mu = spectrum.mu();
    double rho = spectrum.rho();
    double gamma = spectrum.gamma();
    if (tails != null) {
      InputError.when(
          iterates != null,
          "--iterates does not apply to --tails: averages of stable noise have no mean square;"
              + " leave one out");
      OptionChecks.number("--tails", tails, tails > 0 && tails <= 2, "above 0 and at most 2");
      TailReach reach =
          spectrum.answer(() -> TailReach.of(tails, target, mu, gamma, eigenvalues, rho), target);
      output.print(PlanReport.json(reach), PlanReport.lines(reach));
      return ExitCode.SUCCESS;
    }
    Planner planner = Planner.isotropic(mu, gamma, eigenvalues, rho * rho);
    // A target that no step reaches is refused in the same way as a value out of range.
    Plan plan = spectrum.answer(() -> InputError.check(() -> planner.plan(target)), target);
    EqualSpread relaxed = spectrum.answer(() -> planner.relaxed(target), target);
    OptionChecks.given("--iterates", iterates, v -> v >= 1, ">= 1");
    Optional<Averaging> averaging =
        Optional.ofNullable(iterates)
            .map(
                k ->
                    spectrum.answer(
                        () -> InputError.check(() -> planner.averaging(target, k)), target));
    PlanReport report = new PlanReport(plan, relaxed, averaging);
    output.print(report.json(), report.lines(output.quiet()));
    return ExitCode.SUCCESS;
  }

  private int minibatches() throws IOException {
    spectrum.refuseQuadratic();
    InputError.when(
        iterates != null || tails != null,
        "%s applies to a quadratic, not to DATA; leave one out",
        iterates != null ? "--iterates" : "--tails");
    if ((target == null) == (passes == null)) {
      throw new InputError(
          "a plan for %s needs --target-rmse or --passes, got %s",
          file, target == null ? "neither" : "both");
    }
    if (target != null) {
      OptionChecks.number("--target-rmse", target, target > 0, "> 0");
    } else {
      OptionChecks.number("--passes", passes, passes > 0, "> 0");
    }
    MinibatchCommand.Flow flow = spectrum.flow(local.reg());
    LocalModel model = local.of(file);
    MinibatchPlan.Task task =
        new MinibatchPlan.Task(local.sum(model), flow.mu(), flow.gamma(), model.start());
    ProgressPrinter progress = output.progress();
    MinibatchPlan.Watch watch = watch(progress);
    Optional<MinibatchPlan> found =
        target == null
            ? Optional.of(MinibatchPlan.within(task, passes, watch))
            : MinibatchPlan.reaching(task, target, watch);
    progress.end();
    MinibatchPlan plan =
        found.orElseThrow(
            () ->
                new InputError(
                    "--target-rmse %s is not reached within %s passes; take a larger one, or leave"
                        + " minibatches for 'iron fit'",
                    Numbers.text(target), Numbers.text(MinibatchPlan.MOST_PASSES)));
    Remark.texts(local.remarks()).forEach(output::remark);
    output.print(json(plan), lines(plan));
    return ExitCode.SUCCESS;
  }

  private static MinibatchPlan.Watch watch(Progress progress) {
    return new MinibatchPlan.Watch() {
      private int shown;

      @Override
      public void update(double passes, int search, int searches, double share) {
        if (search != shown) {
          shown = search;
          progress.begin(
              "percent of the search for " + Numbers.text(passes) + " passes", search, searches);
        }
        progress.update(Math.round(100 * share), 100);
      }
    };
  }

  private Map<String, Object> json(MinibatchPlan plan) {
    double k0 = plan.steps().k0();
    long[] boundaries = plan.steps().boundaries();
    double[] alphas = plan.steps().alphas();
    List<Map<String, Object>> schedule = new ArrayList<>();
    for (int i = 0; i < alphas.length; i++) {
      schedule.add(JsonFields.of("from", i == 0 ? 0 : boundaries[i - 1], "alpha", alphas[i]));
    }
    return JsonFields.of(
        "batch", plan.batch(),
        "alpha", plan.steps().step(),
        "k0", Double.isInfinite(k0) ? OptionalDouble.empty() : OptionalDouble.of(k0),
        "schedule", schedule,
        "center", plan.corrected() ? "snapshot" : "plain",
        "passes", plan.passes(),
        "steps", plan.steps().steps(),
        "rmse", plan.rmse(),
        "radius", plan.radius(),
        "constantAlpha", plan.constant().step(),
        "constantRmse", Math.sqrt(plan.constant().mse()),
        "exact", plan.exact(),
        "errorOf", local.errorOf(),
        "notes", Remark.texts(local.remarks()),
        "remarks", Remark.json(local.remarks()));
  }

  private List<String> lines(MinibatchPlan plan) {
    boolean falling = !Double.isInfinite(plan.steps().k0());
    List<String> lines = new ArrayList<>();
    lines.add("batch           " + plan.batch());
    lines.add(
        filled(
            falling
                ? "alpha           %s / 1.25^j at step k, j = floor(log(1 + k/%s) / log(1.25))"
                : "alpha           %s",
            plan.steps().step(),
            plan.steps().k0()));
    String center = plan.corrected() ? "corrected by a snapshot after each pass" : "plain";
    lines.add("center          " + center);
    lines.add("passes          " + Numbers.text(plan.passes()));
    lines.add("steps           " + plan.steps().steps());
    lines.add("predicted RMSE  " + Numbers.text(plan.rmse()));
    lines.add("radius          " + Numbers.text(plan.radius()));
    if (output.quiet()) {
      return lines;
    }
    lines.add("");
    lines.add(local.errors() + " " + local.start());
    if (falling) {
      lines.add("The step falls by factors of 1.25; --json lists the steps at which it does.");
    }
    if (falling || plan.corrected()) {
      lines.add(
          filled(
              "The best constant step with a plain center, alpha = %s, leaves an RMSE of %s.",
              plan.constant().step(), Math.sqrt(plan.constant().mse())));
    }
    if (!plan.exact()) {
      lines.add("The error is a mean over a sample of batches (seed 0).");
    }
    return lines;
  }
}
