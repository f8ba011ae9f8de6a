package org.ironopt.lab.cli;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.ironopt.lab.NumberList;
import org.ironopt.theory.NoiseSource;
import org.ironopt.theory.Scheme;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code iron theory}: exact stationary errors and bounds on a quadratic, step by step. */
@Command(
    name = "theory",
    customSynopsis = "iron theory --eigenvalues LIST --alpha LIST [OPTION...]",
    sortOptions = false,
    header = "Exact stationary error, contraction and bounds on a quadratic.",
    description = {
      "",
      "For each step alpha: tau and lambda of the resolvent, the spectral radius, the exact",
      "stationary mean-square error (MSE), alpha*MSE with its limit C_quad, the sharper bound S1",
      "and the bound of the paper's Theorem 1. A dash (null in JSON) is a value that does not",
      "apply, such as the error of an unstable step.",
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
      description = "iron (default), nag-gs or euler.")
  private Scheme method;

  @Option(
      names = "--noise-model",
      paramLabel = "NAME",
      defaultValue = "center",
      description =
          "center (default): the paper's diffusion noise; gradient: noise in the gradient.")
  private NoiseSource noise;

  @Option(names = "--json", description = "Print one JSON object and nothing else.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    TheoryReport.Setting setting = setting();
    double[] alphas = alphas();
    TheoryReport report = spectrum.answer(() -> TheoryReport.of(setting, alphas), alphas);
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(Json.text(report.json()));
    } else {
      print(report, out);
    }
    return ExitCode.SUCCESS;
  }

  private TheoryReport.Setting setting() {
    return new TheoryReport.Setting(
        method, noise, spectrum.eigenvalues(), spectrum.mu(), spectrum.gamma(), spectrum.rho());
  }

  private double[] alphas() {
    double[] steps = SpectrumOptions.required("--alpha", alpha, "--alpha 1,10,200").toArray();
    for (double step : steps) {
      SpectrumOptions.check("--alpha", step, step > 0, "> 0");
    }
    return steps;
  }

  private static void print(TheoryReport report, PrintWriter out) {
    TheoryReport.Setting s = report.setting();
    double[] a = s.eigenvalues();
    out.printf(
        Locale.ROOT,
        "%s, %s noise; %d eigenvalue%s from %s to %s; mu = %s, gamma = %s, rho = %s%n%n",
        Names.of(s.scheme()),
        Names.of(s.noise()),
        a.length,
        a.length == 1 ? "" : "s",
        Table.text(a[0]),
        Table.text(a[a.length - 1]),
        Table.text(s.mu()),
        Table.text(s.gamma()),
        Table.text(s.rho()));
    report.table().lines().forEach(out::println);
    if (report.g().isPresent()) {
      out.printf(
          Locale.ROOT,
          "%nTheorem 1 of the paper: G = %s, C = %s; its bound needs alpha > G.%n",
          Table.text(report.g().getAsDouble()),
          Table.text(report.c().getAsDouble()));
    }
  }
}
