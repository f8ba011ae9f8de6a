package org.ironopt.cli.fit;

import static org.ironopt.io.internal.Numbers.filled;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ironopt.data.Dataset;
import org.ironopt.data.Preprocessing;
import org.ironopt.data.TrainTestSplit;

/**
 * The rows of a fit by what they are for. All are views of one data set, of which everything that
 * is learnt before the fit is learnt without the rows to validate.
 *
 * @param train rows to learn from
 * @param stopping rows whose loss ends the fit
 * @param validation rows that are measured and change nothing
 */
public record TrainingSplit(
    Dataset train, Optional<Dataset> stopping, Optional<Dataset> validation) {
  /** Parts the rows as asked for, or refuses shares that leave a part without rows. */
  static TrainingSplit of(Dataset data, FitOptions settings, Preprocessing preprocessing) {
    HeldOutOptions held = settings.heldOut;
    int validation = held.validationRows(data);
    int stopping = held.stoppingRows(data);
    FitChecks.shares(held, data, stopping, validation);
    if (validation + stopping == 0) {
      return new TrainingSplit(data, Optional.empty(), Optional.empty());
    }
    TrainTestSplit split = split(data, settings.seed, stopping, validation);
    if (validation > 0) {
      int[] learnt = of(split).learnt();
      split = split(preprocessing.apply(data, learnt), settings.seed, stopping, validation);
    }
    return of(split);
  }

  private static TrainingSplit of(TrainTestSplit split) {
    return new TrainingSplit(split.train(), split.validation(), split.test());
  }

  /** Returns the rows, as stored, that have a part in the model. */
  int[] learnt() {
    return stopping.flatMap(train::union).orElse(train).positions();
  }

  /** Says which rows end a fit, and which judge a network. */
  List<String> notes(boolean network) {
    List<String> notes = new ArrayList<>();
    stopping.ifPresent(
        some ->
            notes.add(
                filled(
                    "early stopping: the loss on %s rows %s (--early-stopping changes their share)",
                    some.rows(), network ? "ends the fit" : "may end the fit before its optimum")));
    validation
        .filter(_ -> network)
        .ifPresent(
            some ->
                notes.add(
                    filled(
                        "validation: %s rows are kept apart to judge the network and a linear model"
                            + " (--validation changes their share)",
                        some.rows())));
    return notes;
  }

  private static TrainTestSplit split(Dataset data, long seed, int stopping, int validation) {
    return data.classes() > 0
        ? TrainTestSplit.stratified(data, seed, stopping, validation)
        : TrainTestSplit.random(data, seed, stopping, validation);
  }
}
