package org.ironopt.cli;

import static org.ironopt.io.internal.Numbers.filled;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.ironopt.cli.shared.ExitCode;
import org.ironopt.cli.shared.OptionChecks;
import org.ironopt.cli.shared.OutputOptions;
import org.ironopt.cli.theory.TheoryReport;
import org.ironopt.io.InputError;
import org.ironopt.io.internal.Numbers;
import org.ironopt.lab.NumberList;
import org.ironopt.theory.NoiseSource;
import org.ironopt.theory.Scheme;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code iron theory}: exact stationary errors and bounds on a quadratic, step by step. */
@Command(
    name = "theory",
    subcommands = MinibatchCommand.class,
    customSynopsis = "iron theory --eigenvalues LIST --alpha LIST [OPTION...]",
    sortOptions = false,
    header = "Exact stationary error, contraction and bounds on a quadratic.",
    description = {
      "",
      "For each step alpha: tau and lambda of the resolvent, the spectral radius, the exact",
      "stationary mean-square error (MSE), alpha*MSE with its limit C_quad, the sharper bound S1",
      "and the bound of the paper's Theorem 3.1. A dash (null in JSON) is a value that does not",
      "apply, such as the error of an unstable step. 'iron theory minibatch' says what batches of",
      "the rows of a file leave.",
      ""
    },
    footer = {
      "",
      "Example: iron theory --eigenvalues 1,1,3 --mu 1 --gamma 1 --rho 1 --alpha 1,10,200,500"
    })
final class TheoryCommand implements Callable<Integer> {
  @Mixin private SpectrumOptions spectrum;

  @Option(
      names = "--alpha",
      paramLabel = "LIST",
      description = "Steps, each > 0: 1,10,200 or log-spaced 0.1..1e4:6. Required.")
  private NumberList alpha;

  @Option(
      names = "--method",
      paramLabel = "NAME",
      defaultValue = "iron",
      description = "iron (default), nag-gs or explicit-euler.")
  private String method;

  @Option(
      names = "--noise-model",
      paramLabel = "NAME",
      defaultValue = "center",
      description =
          "center (default): the paper's diffusion noise; gradient: noise in the gradient.")
  private String noise;

  @Mixin private OutputOptions output;

  @Override
  public Integer call() {
    if (method.equals("euler")) {
      throw new InputError("--method euler is 'explicit-euler' now, as for 'iron fit'");
    }
    Scheme scheme = OptionChecks.choice("--method", method, Scheme.values(), TheoryReport::name);
    NoiseSource source = OptionChecks.choice("--noise-model", noise, NoiseSource.values());
    double[] eigenvalues = spectrum.eigenvalues();
    TheoryReport.Setting setting =
        new TheoryReport.Setting(
            scheme, source, eigenvalues, spectrum.mu(), spectrum.gamma(), spectrum.rho());
    double[] alphas = OptionChecks.positive("--alpha", alpha, "1,10,200");
    TheoryReport report = spectrum.answer(() -> TheoryReport.of(setting, alphas), alphas);
    output.print(report, lines(report, eigenvalues));
    return ExitCode.SUCCESS;
  }

  /** Returns the table, unless quiet between what it is of and the constants of the theorem. */
  private List<String> lines(TheoryReport report, double[] eigenvalues) {
    if (output.quiet()) {
      return report.table();
    }
    List<String> lines = new ArrayList<>();
    lines.add(
        filled(
            "%s, %s noise; %s from %s to %s; mu = %s, gamma = %s, rho = %s",
            report.method(),
            report.noiseModel(),
            Numbers.count(eigenvalues.length, "eigenvalue"),
            eigenvalues[0],
            eigenvalues[eigenvalues.length - 1],
            report.mu(),
            report.gamma(),
            report.rho()));
    lines.add("");
    lines.addAll(report.table());
    if (report.constants().g().isPresent()) {
      lines.add("");
      lines.add(
          filled(
              "Theorem 3.1 of the paper: G = %s, C = %s; its bound needs alpha > G.",
              report.constants().g().getAsDouble(), report.constants().c().getAsDouble()));
    }
    if (!report.notes().isEmpty()) {
      lines.add("");
      report.notes().forEach(note -> lines.add("Note: " + note + "."));
    }
    return lines;
  }
}
