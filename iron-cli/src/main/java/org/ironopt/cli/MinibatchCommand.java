package org.ironopt.cli;

import static org.ironopt.io.internal.Numbers.filled;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.ironopt.cli.render.Remark;
import org.ironopt.cli.render.theory.MinibatchReport;
import org.ironopt.cli.shared.ExitCode;
import org.ironopt.cli.shared.OptionChecks;
import org.ironopt.cli.shared.OutputOptions;
import org.ironopt.fit.LocalModel;
import org.ironopt.io.InputError;
import org.ironopt.lab.NumberList;
import org.ironopt.lab.progress.ProgressPrinter;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.sampling.SamplingScheme;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code iron theory minibatch}: what minibatches leave of the error on a user's data. */
@Command(
    name = "minibatch",
    customSynopsis = "iron theory minibatch DATA --batch B --alpha LIST [OPTION...]",
    sortOptions = false,
    header = "Compute the stationary error of minibatch IRON on your own data.",
    description = {
      "",
      "Fits a model and replaces the loss of each row by its quadratic at the optimum (exact for ridge). For each step alpha it prints the stationary mean-square error (MSE) of IRON with a fresh batch in every step, the square of its bias, the factor by which second moments shrink in a step, the bound S4 and the limit of the MSE for long steps.",
      "",
      "MSE, bias and limit count the coefficients (scaled ones unless --no-scale); with --error-of all they count the intercept too. Radius and bound count all parameters. A dash (null in JSON) is a value that does not apply. If there are too many batches to enumerate, a sample of them is used and the MSE has a standard error.",
      ""
    },
    footer = {
      "",
      "Example: iron theory minibatch houses.csv --target price --model ridge --reg 0.1 --batch 8"
          + " --alpha 0.1..1e3:5"
    })
final class MinibatchCommand implements Callable<Integer> {
  @Parameters(
      index = "0",
      paramLabel = "DATA",
      description = "CSV or LIBSVM file, also compressed by gzip.")
  private String file;

  @Mixin private LocalOptions local;

  @Option(names = "--batch", paramLabel = "B", description = "Rows in a batch, >= 1. Required.")
  private Integer batch;

  @Option(
      names = "--alpha",
      paramLabel = "LIST",
      description = "Steps, each > 0: 1,10,200 or log-spaced 0.1..1e4:6. Required.")
  private NumberList alpha;

  @Option(
      names = "--mu",
      paramLabel = "MU",
      description = "Convexity parameter of the flow, >= 0. Default: R.")
  private Double mu;

  @Option(
      names = "--gamma",
      paramLabel = "GAMMA",
      description = "Damping, kept constant, > 0. Default: mu.")
  private Double gamma;

  @Option(
      names = "--replacement",
      paramLabel = "WORD",
      defaultValue = "without",
      description = "without (default): a random subset in every step; with: independent rows.")
  private String replacement;

  @Mixin private OutputOptions output;

  private enum Replacement {
    WITH,
    WITHOUT
  }

  @Override
  public Integer call() throws IOException {
    OptionChecks.required("--batch", batch, "--batch 8");
    OptionChecks.number("--batch", batch, batch >= 1, ">= 1");
    double[] steps = OptionChecks.positive("--alpha", alpha, "1,10,200");
    boolean with =
        OptionChecks.choice("--replacement", replacement, Replacement.values()) == Replacement.WITH;
    SamplingScheme sampling = with ? SamplingScheme.with(batch) : SamplingScheme.without(batch);
    Flow flow = Flow.of(mu, gamma, local.reg());
    LocalModel model = local.of(file);
    ProgressPrinter progress = output.progress();
    progress.begin("steps", 1, 1);
    MinibatchReport report =
        InputError.check(
            () ->
                MinibatchReport.of(
                    local.sum(model),
                    sampling,
                    new IronParameters(1, flow.mu(), flow.gamma()),
                    steps,
                    local.errorOf(),
                    done -> progress.update(done, steps.length)));
    progress.end();
    List<Remark> remarks = local.remarks();
    Remark.texts(remarks).forEach(output::remark);
    output.print(output.json() ? Remark.with(report, remarks) : report, lines(report, model));
    return ExitCode.SUCCESS;
  }

  /**
   * The flow of a fit: mu is the penalty and gamma is mu unless given.
   *
   * @param mu convexity parameter
   * @param gamma damping
   */
  record Flow(double mu, double gamma) {
    static Flow of(Double mu, Double gamma, double reg) {
      double m = mu == null ? reg : OptionChecks.number("--mu", mu, mu >= 0, ">= 0");
      if (gamma == null && m == 0) {
        throw new InputError("--gamma has no default when mu is 0, give it as in --gamma 1");
      }
      double g = gamma == null ? m : OptionChecks.number("--gamma", gamma, gamma > 0, "> 0");
      return new Flow(m, g);
    }
  }

  /** Returns the table, unless quiet between what it is of and how it was computed. */
  private List<String> lines(MinibatchReport report, LocalModel model) {
    if (output.quiet()) {
      return report.table();
    }
    List<String> lines = new ArrayList<>();
    lines.add(
        filled(
            "%s rows, %s parameters; batches of %s %s replacement; mu = %s, gamma = %s; sigma*^2 ="
                + " %s",
            model.sum().terms(),
            model.sum().dimension(),
            report.batch(),
            report.replacement(),
            report.mu(),
            report.gamma(),
            report.gradientVariance()));
    lines.add("");
    lines.addAll(report.table());
    lines.add("");
    lines.add(
        report.exact()
            ? "Expectations count all batches."
            : "Expectations are means over a sample of 2000 batches (seed 0), with the standard"
                + " error behind the MSE.");
    lines.add(local.errors());
    return lines;
  }
}
