package org.ironopt.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.ironopt.cli.fit.FitChecks;
import org.ironopt.cli.fit.ScalingOptions;
import org.ironopt.cli.fit.TargetRemarks;
import org.ironopt.cli.machine.HeapMemory;
import org.ironopt.cli.render.Remark;
import org.ironopt.cli.shared.CompletionCandidates;
import org.ironopt.cli.shared.OptionChecks;
import org.ironopt.cli.tables.DataOptions;
import org.ironopt.data.Dataset;
import org.ironopt.fit.Fit;
import org.ironopt.fit.LocalModel;
import org.ironopt.io.InputError;
import org.ironopt.model.ModelKind;
import org.ironopt.table.source.InputRows;
import org.ironopt.theory.sampling.QuadraticSum;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

/** A user's data as a sum of quadratics, one for each row at the optimum of a fit. */
final class LocalOptions {
  private static final double TOLERANCE = 1e-12;

  /** Numbers in the rows of the model at most: beyond it the rows do not fit into memory. */
  private static final double LARGEST = 2e8;

  private static final int MOST_PARAMETERS = 2000;

  private static final ModelKind[] KINDS =
      Arrays.stream(ModelKind.values()).filter(kind -> !kind.local()).toArray(ModelKind[]::new);

  @Mixin private DataOptions data;

  @Option(
      names = "--model",
      paramLabel = "MODEL",
      completionCandidates = CompletionCandidates.LocalModels.class,
      description = "logistic, softmax, ridge or poisson. Default: guessed from the targets.")
  private String model;

  @Option(
      names = "--reg",
      paramLabel = "R",
      description = "Factor of the penalty R/2 |w|^2, >= 0; default: 1e-4.")
  private Double reg;

  @Mixin private ScalingOptions scaling;

  @Option(
      names = "--error-of",
      paramLabel = "WORD",
      defaultValue = "coefficients",
      description =
          "Parameters that the errors count: coefficients (default), or all, with the intercept.")
  private String errorOf;

  private enum ErrorOf {
    COEFFICIENTS,
    ALL
  }

  private List<Remark> remarks = List.of();

  /** Returns what the errors count, in a sentence. */
  String errors() {
    String of =
        counted() == ErrorOf.ALL && scaling.intercept()
            ? "coefficients and intercept"
            : "coefficients";
    return "Errors are those of the " + (scaling.scaled() ? "scaled " : "") + of + ".";
  }

  /** Returns where a plan starts, in a sentence. */
  String start() {
    return "The start is "
        + (scaling.intercept() ? "the model with a fitted intercept alone." : "0.");
  }

  /** Returns the word for what the errors count. */
  String errorOf() {
    return counted().name().toLowerCase(Locale.ROOT);
  }

  private ErrorOf counted() {
    return OptionChecks.choice("--error-of", errorOf, ErrorOf.values());
  }

  /** Returns the rows of a model, for which errors are those that were asked for. */
  QuadraticSum sum(LocalModel model) {
    return counted() == ErrorOf.ALL ? model.sum() : model.sum().errorOf(model.coefficients());
  }

  /** Returns the remarks on the file that was read. */
  List<Remark> remarks() {
    return remarks;
  }

  double reg() {
    double value = reg == null ? 1e-4 : reg;
    return OptionChecks.number("--reg", value, value >= 0, ">= 0");
  }

  /** Refuses what is about data where there are none. */
  void refuse(ParseResult parsed) {
    Set<String> own = new CommandLine(new LocalOptions()).getCommandSpec().optionsMap().keySet();
    for (OptionSpec given : parsed.matchedOptions()) {
      if (own.contains(given.longestName())) {
        throw new InputError("%s needs DATA; leave it out, or name a file", given.longestName());
      }
    }
  }

  /** Reads a file, fits the model and returns its terms at the optimum. */
  LocalModel of(String file) throws IOException {
    Optional<ModelKind> named =
        Optional.ofNullable(model).map(word -> OptionChecks.choice("--model", word, KINDS));
    double penalty = reg();
    InputRows read = DataOptions.read(file, () -> data.training(file).train());
    ModelKind kind = named.orElseGet(() -> FitChecks.guess(read.data()).model());
    Dataset rows = kind.classes() ? read.data().toClasses() : read.data();
    FitChecks.targets(file, kind, rows, scaling.intercept());
    FitChecks.weights(file, rows);
    remarks = new ArrayList<>(Remark.of(read.decisions()));
    remarks.addAll(TargetRemarks.of(kind, rows, read.table()));
    requireSmall(file, kind, rows);
    Fit fit =
        scaling.apply(Fit.of(kind, rows)).reg(penalty).tolerance(TOLERANCE).columns(read.columns());
    return HeapMemory.during("fitting " + read.data(), () -> InputError.check(fit::local));
  }

  private static void requireSmall(String file, ModelKind kind, Dataset rows) {
    double outputs = kind == ModelKind.SOFTMAX ? rows.classes() : 1;
    double parameters = outputs * (rows.columns() + 1);
    if (parameters > MOST_PARAMETERS || rows.rows() * outputs * parameters > LARGEST) {
      throw new InputError(
          "%s: %.0f parameters and %d rows are too many for a model of every row, expected at most"
              + " %d parameters and %.0e numbers in all; leave out columns or rows",
          file, parameters, rows.rows(), MOST_PARAMETERS, LARGEST);
    }
  }
}
