package org.ironopt.cli;

import static org.ironopt.io.internal.Numbers.filled;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import org.ironopt.cli.render.theory.AverageReport;
import org.ironopt.cli.render.theory.LawReport;
import org.ironopt.cli.render.theory.LocalMinimum;
import org.ironopt.cli.render.theory.ObjectiveReport;
import org.ironopt.cli.render.theory.OwnObjective;
import org.ironopt.cli.render.theory.RelaxedReport;
import org.ironopt.cli.render.theory.TailsReport;
import org.ironopt.cli.render.theory.TheoryReport;
import org.ironopt.cli.shared.ExitCode;
import org.ironopt.cli.shared.OptionChecks;
import org.ironopt.cli.shared.OutputOptions;
import org.ironopt.cli.shared.Sentences;
import org.ironopt.io.InputError;
import org.ironopt.io.internal.Numbers;
import org.ironopt.lab.NumberList;
import org.ironopt.problem.Objective;
import org.ironopt.theory.NoiseSource;
import org.ironopt.theory.Scheme;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code iron theory}: exact stationary errors and bounds on a quadratic, step by step. */
@Command(
    name = "theory",
    subcommands = MinibatchCommand.class,
    customSynopsis = {
      "iron theory --eigenvalues LIST --alpha LIST [OPTION...]",
      "iron theory --objective CLASS --alpha LIST [OPTION...]"
    },
    sortOptions = false,
    header = "Compute the exact stationary error, contraction and bounds on a quadratic.",
    description = {
      "",
      "For each step alpha: tau and lambda of the resolvent, the spectral radius, the exact stationary mean-square error (MSE), alpha*MSE with its limit C_quad, the sharper bound S1 and the bound of the paper's Theorem 3.1. A dash (null in JSON) is a value that does not apply, such as the error of an unstable step. 'iron theory minibatch' computes the error of minibatches of a file.",
      "",
      "With --objective the command minimises an objective of your own. It prints the eigenvalues of the Hessian at the minimum; for long steps the limit of alpha*MSE, its correction of order 1/alpha and the bias; the step that reaches --target-rmse; and a simulation.",
      ""
    },
    footer = {
      "",
      "Example: iron theory --eigenvalues 1,1,3 --mu 1 --gamma 1 --rho 1 --alpha 1,10,200,500",
      "Example: iron theory --objective Places --class-path examples/objective/Places.java --alpha"
          + " 10,100"
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

  @Option(
      names = "--theta",
      paramLabel = "T",
      description =
          "Relaxation of IRON, from 1/2 (stationary spread of the flow at every step) to 1 (IRON-FI).")
  private Double theta;

  @Option(
      names = "--tails",
      paramLabel = "S",
      description =
          "Symmetric S-stable noise, 0 < S <= 2; prints scale, median and quantiles in place of the MSE.")
  private Double tails;

  @Option(
      names = "--average",
      paramLabel = "K",
      description = "Also print the MSE of the average of K stationary iterates, K >= 1.")
  private Long average;

  @Option(
      names = "--objective",
      paramLabel = "CLASS",
      description = "Class of an Objective of your own, with a constructor without parameters.")
  private String objective;

  @Option(
      names = "--class-path",
      paramLabel = "PATH",
      description = "Folders, jars or source files with the class of --objective.")
  private String classPath;

  @Option(
      names = "--start",
      paramLabel = "LIST",
      description = "Start of the minimisation of --objective. Default: zeros.")
  private NumberList start;

  @Option(
      names = "--target-rmse",
      paramLabel = "RMSE",
      description =
          "Root-mean-square error to reach on --objective, > 0. Default: a tenth of that of the flow.")
  private Double target;

  @Option(
      names = "--chains",
      paramLabel = "N",
      description = "Number of simulated chains of --objective, >= 0. Default: 1000.")
  private Integer chains;

  @Mixin private OutputOptions output;

  @Override
  public Integer call() throws IOException {
    if (objective != null) {
      return objective();
    }
    OptionChecks.needs("--class-path", classPath != null, "--objective", false);
    OptionChecks.needs("--start", start != null, "--objective", false);
    OptionChecks.needs("--target-rmse", target != null, "--objective", false);
    OptionChecks.needs("--chains", chains != null, "--objective", false);
    if (method.equals("euler")) {
      throw new InputError("--method euler is 'explicit-euler' now, as for 'iron fit'");
    }
    Scheme scheme = OptionChecks.choice("--method", method, Scheme.values(), LawReport::name);
    NoiseSource source = OptionChecks.choice("--noise-model", noise, NoiseSource.values());
    double[] eigenvalues = spectrum.eigenvalues();
    LawReport.Setting setting =
        new LawReport.Setting(
            scheme, source, eigenvalues, spectrum.mu(), spectrum.gamma(), spectrum.rho());
    double[] alphas = OptionChecks.positive("--alpha", alpha, "1,10,200");
    family(scheme);
    double relaxation = theta == null ? 1 : theta;
    String noiseModel = setting.noiseModel();
    if (tails != null) {
      print(
          spectrum.answer(() -> TailsReport.of(setting, tails, relaxation, alphas), alphas),
          filled("stable noise of index %s, theta = %s", tails, relaxation));
    } else if (average != null) {
      print(
          spectrum.answer(() -> AverageReport.of(setting, relaxation, average, alphas), alphas),
          filled(
              "averages of %s, %s%s, %s noise",
              average,
              setting.method(),
              theta == null ? "" : ", theta = " + Numbers.text(theta),
              noiseModel));
    } else if (theta != null) {
      print(
          spectrum.answer(() -> RelaxedReport.of(setting, theta, alphas), alphas),
          filled("relaxed iron, theta = %s, %s noise", theta, noiseModel));
    } else {
      LawReport<?> report = spectrum.answer(() -> TheoryReport.of(setting, alphas), alphas);
      print(
          report,
          filled("%s, %s noise", setting.method(), noiseModel),
          theorem(TheoryReport.constants(setting), report.notes()));
    }
    return ExitCode.SUCCESS;
  }

  private int objective() throws IOException {
    InputError.when(
        theta != null || tails != null || average != null,
        "--theta, --tails and --average apply to a quadratic; give its --eigenvalues in place of"
            + " --objective");
    InputError.when(
        !method.equals("iron") || !noise.equals("center"),
        "--objective applies to iron and center noise; leave --method and --noise-model out");
    double[] alphas = OptionChecks.positive("--alpha", alpha, "1,10,200");
    OptionChecks.given("--target-rmse", target, v -> v > 0, "> 0");
    int members = chains == null ? 1000 : chains;
    OptionChecks.number("--chains", members, members >= 0, ">= 0");
    Objective f = OwnObjective.of(objective, classPath == null ? "" : classPath);
    double[] from = start == null ? new double[f.dimension()] : start.toArray();
    InputError.when(
        from.length != f.dimension(),
        "--start has %s, expected the %s of %s",
        Numbers.count(from.length, "number"),
        f.dimension(),
        objective);
    LocalMinimum minimum = LocalMinimum.of(f, from);
    ObjectiveReport report =
        spectrum.answer(
            minimum.known().eigenvalues(),
            flow ->
                ObjectiveReport.of(
                    objective,
                    minimum,
                    new ObjectiveReport.Question(
                        flow,
                        alphas,
                        target == null ? OptionalDouble.empty() : OptionalDouble.of(target),
                        members)));
    List<String> lines = new ArrayList<>();
    if (!output.quiet()) {
      lines.addAll(report.head());
      lines.add("");
    }
    lines.addAll(report.table());
    if (!output.quiet()) {
      lines.add("");
      lines.addAll(Sentences.lines(report.planned()));
      lines.add("");
      lines.addAll(Sentences.lines(report.notes()));
    }
    output.print(report, lines);
    return ExitCode.SUCCESS;
  }

  /** Checks the options of the family of relaxed steps and stable noise. */
  private void family(Scheme scheme) {
    if (theta != null) {
      OptionChecks.number(
          "--theta",
          theta,
          theta >= 0.5 && theta <= 1,
          "from 1/2 to 1: below 1/2 a long step is unstable on every quadratic, above 1 it is an"
              + " under-relaxed longer step");
    }
    OptionChecks.given("--tails", tails, v -> v > 0 && v <= 2, "above 0 and at most 2");
    if (average != null) {
      OptionChecks.number("--average", average, average >= 1, ">= 1");
      InputError.when(
          tails != null,
          "--average does not apply to --tails: averages of stable noise have no mean square; leave"
              + " one out");
    }
    if (scheme != Scheme.IRON && (theta != null || tails != null)) {
      throw new InputError(
          "%s applies to --method iron, not to %s; leave one out",
          theta != null ? "--theta" : "--tails", method);
    }
  }

  private void print(LawReport<?> report, String law) {
    print(report, law, report.notes());
  }

  private void print(LawReport<?> report, String law, List<String> below) {
    LawReport.Setting setting = report.setting();
    double[] a = setting.eigenvalues();
    String head =
        filled(
            "%s; %s from %s to %s; mu = %s, gamma = %s, rho = %s",
            law,
            Numbers.count(a.length, "eigenvalue"),
            a[0],
            a[a.length - 1],
            setting.mu(),
            setting.gamma(),
            setting.rho());
    output.print(report.json(), report.lines(output.quiet(), head, below));
  }

  /** Returns the constants of the theorem where it applies, and notes. */
  private static List<String> theorem(TheoryReport.Constants constants, List<String> notes) {
    List<String> lines = new ArrayList<>();
    if (constants.g().isPresent()) {
      lines.add(
          filled(
              "Theorem 3.1 of the paper: G = %s, C = %s; its bound needs alpha > G.",
              constants.g().getAsDouble(), constants.c().getAsDouble()));
    }
    notes.forEach(note -> lines.add("Note: " + note + "."));
    return lines;
  }
}
