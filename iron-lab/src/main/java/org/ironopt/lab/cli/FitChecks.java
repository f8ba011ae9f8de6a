package org.ironopt.lab.cli;

import java.util.Arrays;
import org.ironopt.data.Dataset;
import org.ironopt.data.Targets;
import org.ironopt.lab.InputError;
import org.ironopt.lab.Numbers;
import org.ironopt.learn.ModelKind;

/** What data must be like for a fit, each said in one line before anything else. */
final class FitChecks {
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
