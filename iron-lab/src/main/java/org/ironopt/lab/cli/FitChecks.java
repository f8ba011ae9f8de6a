package org.ironopt.lab.cli;

import java.util.Arrays;
import java.util.List;
import org.ironopt.data.Dataset;
import org.ironopt.data.Targets;
import org.ironopt.lab.InputError;
import org.ironopt.lab.Numbers;
import org.ironopt.model.Model;
import org.ironopt.model.ModelKind;

/** What data must be like for a fit, each said in one line before anything else. */
final class FitChecks {
  /** What the library takes at most; a fit beyond it ends there before its first step. */
  private static final int LARGEST_MATRIX = 4000;

  private FitChecks() {}

  /** Refuses targets that the model cannot learn from. */
  static void targets(String file, ModelKind kind, Dataset data, boolean intercept) {
    if (data.targets() instanceof Targets.Numbers numbers) {
      double[] y = numbers.values();
      if (intercept && Arrays.stream(y).allMatch(v -> v == y[0])) {
        throw same(file, data.rows(), Numbers.text(y[0]));
      }
      return;
    }
    if (kind == ModelKind.RIDGE) {
      throw new InputError(
          file
              + ": the targets are "
              + data.classes()
              + " labels such as '"
              + data.classNames().getFirst()
              + "', and ridge needs numbers; use --model "
              + (data.classes() == 2 ? "logistic" : "softmax"));
    }
    if (data.classes() == 1) {
      throw same(file, data.rows(), "'" + data.classNames().getFirst() + "'");
    }
    if (kind == ModelKind.LOGISTIC && data.classes() != 2) {
      throw new InputError(
          file
              + ": the target has "
              + data.classes()
              + " different values, and logistic needs two; use --model softmax for classes or"
              + " --model ridge for numbers");
    }
  }

  /** Refuses options that do not go with the model or with the size of the data. */
  static void options(FitOptions options, ModelKind kind, Dataset data) {
    if (options.balanced() && kind == ModelKind.RIDGE) {
      throw new InputError(
          "--class-weight balanced needs classes, and the targets of ridge are numbers; leave it"
              + " out");
    }
    int outputs = kind == ModelKind.SOFTMAX ? data.classes() : 1;
    long parameters = (long) outputs * (data.columns() + (options.intercept() ? 1 : 0));
    if (options.method().word().equals("cholesky") && parameters > LARGEST_MATRIX) {
      throw new InputError(
          "--method cholesky makes a matrix of "
              + parameters
              + " parameters, expected at most "
              + LARGEST_MATRIX
              + "; use --method cg");
    }
  }

  /** Refuses a model to start from that is not one of the same columns and classes. */
  static void start(
      String file, Model model, ModelKind kind, List<String> columns, List<String> classes) {
    String is = "--init " + file + " is a model ";
    if (model.kind() != kind) {
      throw new InputError(
          is + "of kind " + model.kind().word() + ", expected one of kind " + kind.word());
    }
    if (!model.classes().equals(classes)) {
      throw new InputError(is + "of classes " + model.classes() + ", the data has " + classes);
    }
    int same = Math.min(model.columns().size(), columns.size());
    for (int j = 0; j < same; j++) {
      if (!model.columns().get(j).equals(columns.get(j))) {
        throw new InputError(
            is
                + "whose column "
                + (j + 1)
                + " is '"
                + model.columns().get(j)
                + "', expected '"
                + columns.get(j)
                + "' as in the data");
      }
    }
    if (model.columns().size() != columns.size()) {
      throw new InputError(
          is + "of " + model.columns().size() + " columns, the data has " + columns.size());
    }
  }

  /** Refuses rows of which none counts. */
  static void weights(String file, Dataset rows) {
    if (!(rows.totalWeight() > 0)) {
      throw new InputError(
          file + ": the weights of all rows to learn from are zero, expected one above zero");
    }
  }

  private static InputError same(String file, int rows, String value) {
    return new InputError(
        file
            + ": the target is "
            + value
            + " in all "
            + rows
            + " rows, expected at least two different values; there is nothing to learn");
  }

  /** Refuses a share that gives one of the parts no row. */
  static void validation(double share, int rows, int all) {
    boolean none = share > 0 && rows == 0;
    if (none || rows >= all) {
      throw new InputError(
          "--validation is "
              + Numbers.text(share)
              + ", which leaves none of "
              + all
              + " rows "
              + (none ? "for validation; take more" : "to learn from; take less"));
    }
  }
}
