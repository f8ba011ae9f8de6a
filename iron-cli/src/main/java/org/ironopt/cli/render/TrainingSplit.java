package org.ironopt.cli.render;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ironopt.data.Dataset;
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
  /** Returns the parts of a split whose test rows are those to validate. */
  public static TrainingSplit of(TrainTestSplit split) {
    return new TrainingSplit(split.train(), split.validation(), split.test());
  }

  /** Returns the rows, as stored, that have a part in the model. */
  public int[] learnt() {
    return stopping.flatMap(train::union).orElse(train).positions();
  }

  /** Returns which rows end a fit, and which judge a network. */
  public List<Remark> remarks(boolean network) {
    List<Remark> remarks = new ArrayList<>();
    stopping.ifPresent(some -> remarks.add(new Remark.EarlyStopping(some.rows(), network)));
    validation
        .filter(_ -> network)
        .ifPresent(some -> remarks.add(new Remark.Validation(some.rows())));
    return remarks;
  }
}
