package org.ironopt.fit;

import java.util.List;
import java.util.Locale;
import org.ironopt.fit.partition.ColumnMoments;
import org.ironopt.fit.partition.TargetSums;
import org.ironopt.model.ModelKind;

/**
 * Data to which a model cannot be fitted although every row is well formed: the objective has no
 * minimum, or numbers are too large to square. The message says what to change in the data.
 */
public final class UnfitDataException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /** Takes a sentence, as a format of the things seen. */
  UnfitDataException(String sentence, Object... seen) {
    super(String.format(Locale.ROOT, sentence, seen));
  }

  /** Refuses targets for which the objective has no minimum if something is not penalised. */
  static void requireMinimum(ModelKind kind, TargetSums sums, List<String> classes) {
    if ((kind == ModelKind.POISSON || kind == ModelKind.NEGBIN) && sums.counts()[2] == 0) {
      throw new UnfitDataException(
          "all counts with a weight above 0 are 0, so that the best mean is 0 and its logarithm"
              + " minus infinity: give rows with counts above 0");
    }
    double[] weights = sums.targets();
    for (int c = 0; kind.classes() && c < weights.length; c++) {
      if (weights[c] == 0) {
        throw new UnfitDataException(
            "class '%s' has no row with a weight above 0, so that its best probability is 0 and no"
                + " finite parameters give it: give rows of it, or leave the class out%s",
            classes.get(c), weights.length == 2 ? "; two classes are needed" : "");
      }
    }
  }

  /** Refuses columns whose squares are no numbers. */
  static void requireSquares(ColumnMoments moments, List<String> columns) {
    for (int j = 0; j < columns.size(); j++) {
      double square = moments.square(j);
      boolean lost = square == 0 && moments.mean()[j] != 0;
      if (!Double.isFinite(square) || lost) {
        throw new UnfitDataException(
            "the numbers of column '%s' are so %s that their squares leave the range of numbers: %s"
                + " them by a constant",
            columns.get(j), lost ? "small" : "large", lost ? "multiply" : "divide");
      }
    }
  }
}
