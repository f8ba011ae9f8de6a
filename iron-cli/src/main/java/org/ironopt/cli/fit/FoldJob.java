package org.ironopt.cli.fit;

import java.util.concurrent.CancellationException;
import java.util.function.Function;
import org.ironopt.data.Dataset;
import org.ironopt.data.Dataset.Preprocessing;
import org.ironopt.data.Folds;
import org.ironopt.fit.CrossValidation;
import org.ironopt.fit.Fit;
import org.ironopt.fit.FitResult;
import org.ironopt.lab.progress.Progress;
import org.ironopt.model.Evaluation.FoldScores;
import org.ironopt.model.Model;
import org.ironopt.run.Ending;

/**
 * Scores the model of a fit by folds: it is fitted anew for each, and a penalty that was searched
 * for is searched for anew, so that no row has a part in what it measures.
 */
final class FoldJob {
  private final FitOptions settings;
  private final Function<Dataset, Fit> fit;
  private final long start;
  private final Progress progress;
  private final Runnable begun;
  private int made;
  private int unproven;

  /**
   * Prepares it.
   *
   * @param fit makes the fit of some rows, all settings on it
   * @param start when the time limit began
   * @param begun is called again and again
   */
  FoldJob(
      FitOptions settings,
      Function<Dataset, Fit> fit,
      long start,
      Progress progress,
      Runnable begun) {
    this.settings = settings;
    this.fit = fit;
    this.start = start;
    this.progress = progress;
    this.begun = begun;
  }

  /** Scores; throws if the time is over or the thread interrupted before all folds are. */
  FoldScores run(Dataset rows, Preprocessing preprocessing) {
    int count = settings.heldOut.folds();
    progress.begin("folds, models", 1, 1);
    return FoldScores.of(
        Folds.stratified(rows, settings.seed, count).preprocessed(preprocessing),
        some -> {
          begun.run();
          progress.update(made, count);
          Model model = model(fit.apply(some).preprocessing(preprocessing));
          made++;
          return model;
        });
  }

  /** Returns how many models were fitted. */
  int made() {
    return made;
  }

  /** Returns how many of them ended without reaching their goal. */
  int unproven() {
    return unproven;
  }

  private Model model(Fit one) {
    settings.search().ifPresent(search -> one.penalty(penalty(one, search)));
    settings.timeLimit().ifPresent(all -> one.timeLimit(CrossValidation.left(all, start)));
    FitResult result = one.go();
    requireTime(result.ending());
    unproven += result.ending().goal() ? 0 : 1;
    return result.model();
  }

  private CrossValidation.Point penalty(Fit one, CrossValidation.Search wanted) {
    CrossValidation search = one.crossValidation(wanted).ratio(settings.ratio());
    settings.timeLimit().ifPresent(all -> search.timeLimit(CrossValidation.left(all, start)));
    return switch (search.observe(_ -> begun.run()).go()) {
      case CrossValidation.Found found -> found.best();
      case CrossValidation.Cut cut -> throw new Cut(cut.ending());
    };
  }

  private static void requireTime(Ending ending) {
    if (ending instanceof Ending.Interrupted || ending instanceof Ending.TimeLimit) {
      throw new Cut(ending);
    }
  }

  /** The time was over or the thread interrupted before all folds were scored. */
  static final class Cut extends CancellationException {
    private static final long serialVersionUID = 1;

    private final transient Ending ending;

    private Cut(Ending ending) {
      this.ending = ending;
    }

    /** Returns the ending of the fit that was cut. */
    Ending ending() {
      return ending;
    }
  }
}
