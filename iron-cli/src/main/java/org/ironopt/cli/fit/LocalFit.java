package org.ironopt.cli.fit;

import java.util.Optional;
import org.ironopt.data.Dataset;
import org.ironopt.fit.Fit;
import org.ironopt.fit.LocalModel;
import org.ironopt.io.InputError;
import org.ironopt.model.ModelKind;
import org.ironopt.table.source.UserData;

/**
 * What is fitted for the theory of minibatches on a user's data.
 *
 * @param kind of the model; guessed from the targets if empty
 * @param reg factor of the penalty
 * @param scaled whether the penalty acts on scaled coefficients
 * @param intercept whether there is a constant term
 */
public record LocalFit(Optional<ModelKind> kind, double reg, boolean scaled, boolean intercept) {
  private static final double TOLERANCE = 1e-12;

  /** Numbers in the rows of the model at most: beyond it the rows do not fit into memory. */
  private static final double LARGEST = 2e8;

  private static final int MOST_PARAMETERS = 2000;

  /** Returns the rows with remarks on their targets; refuses those that cannot be learned from. */
  public UserData remarked(String file, UserData read) {
    ModelKind model = model(read);
    Dataset data = rows(model, read);
    FitChecks.targets(file, model, data, intercept);
    FitChecks.weights(file, data);
    return read.noting(Remarks.of(model, data, read.table()));
  }

  private ModelKind model(UserData read) {
    return kind.orElseGet(() -> FitChecks.guess(read.data()).kind());
  }

  private static Dataset rows(ModelKind model, UserData read) {
    return model.classes() ? read.data().toClasses() : read.data();
  }

  /** Fits, and returns the terms at the optimum; refuses what is too large. */
  public LocalModel of(String file, UserData read) {
    ModelKind model = model(read);
    Dataset data = rows(model, read);
    double outputs = model == ModelKind.SOFTMAX ? data.classes() : 1;
    double parameters = outputs * (data.columns() + 1);
    if (parameters > MOST_PARAMETERS || data.rows() * outputs * parameters > LARGEST) {
      throw new InputError(
          "%s: %.0f parameters and %d rows are too many for a model of every row, expected at most"
              + " %d parameters and %.0e numbers in all; leave out columns or rows",
          file, parameters, data.rows(), MOST_PARAMETERS, LARGEST);
    }
    Fit fit =
        Fit.of(model, data)
            .reg(reg)
            .scale(scaled)
            .intercept(intercept)
            .tolerance(TOLERANCE)
            .columns(read.columns());
    return InputError.check(fit::local);
  }
}
