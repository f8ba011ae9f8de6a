package org.ironopt.fit.network;

import java.time.Duration;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.ironopt.data.Dataset;
import org.ironopt.data.Folds;
import org.ironopt.fit.CrossValidation;
import org.ironopt.fit.CrossValidation.Search;
import org.ironopt.fit.Fit;
import org.ironopt.fit.FitResult;
import org.ironopt.fit.UnfitDataException;
import org.ironopt.model.Evaluation.LossComparison;
import org.ironopt.model.ModelKind;
import org.ironopt.run.Ending;

/**
 * The linear model that a network has to beat. Cross-validation on its rows chooses its penalty: a
 * linear model with a fixed one loses to any network that stops early where rows are few.
 *
 * @param kind of the model
 * @param rows that it learns from
 * @param settings all but the penalty
 * @param seed of the folds
 */
record LinearBaseline(ModelKind kind, Dataset rows, UnaryOperator<Fit> settings, long seed) {
  /** More rows than these choose about the same penalty. */
  private static final int MOST_ROWS = 20_000;

  /** Searches and fits; out of time or interrupted it ends with what the fit has by then. */
  FitResult go(Optional<Duration> limit, long start) {
    Fit fit = fit(rows);
    search(limit, start).ifPresent(fit::penalty);
    limit.ifPresent(all -> fit.timeLimit(CrossValidation.left(all, start)));
    return fit.go();
  }

  /** Compares it with a network on rows that neither has used; empty if its time ran out. */
  static Optional<LossComparison> judge(
      FitResult network, FitResult linear, Optional<Dataset> rows) {
    Ending ending = linear.ending();
    return ending instanceof Ending.Interrupted || ending instanceof Ending.TimeLimit
        ? Optional.empty()
        : rows.map(test -> LossComparison.of(network.model(), linear.model(), test));
  }

  private Fit fit(Dataset some) {
    return settings.apply(Fit.of(kind, some)).seed(seed);
  }

  /** Returns the best penalty; empty if the search was cut short or has no rows to leave out. */
  private Optional<CrossValidation.Point> search(Optional<Duration> limit, long start) {
    try {
      CrossValidation search = fit(sample()).crossValidation(Search.REG);
      limit.ifPresent(all -> search.timeLimit(CrossValidation.left(all, start)));
      return search.go() instanceof CrossValidation.Found found
          ? Optional.of(found.best())
          : Optional.empty();
    } catch (UnfitDataException e) {
      return Optional.empty();
    }
  }

  /** Returns rows that are enough for the search, of every class about the same share. */
  private Dataset sample() {
    if (rows.rows() <= MOST_ROWS) {
      return rows;
    }
    Dataset some = Folds.stratified(rows, seed, Math.ceilDiv(rows.rows(), MOST_ROWS)).out(0);
    return some.missingClasses().equals(rows.missingClasses()) ? some : rows;
  }
}
