package org.ironopt.lab.mnist;

import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.Outcome;
import org.ironopt.lab.experiment.Results;
import org.ironopt.lab.file.Columns;
import org.ironopt.lab.file.Values;
import org.ironopt.lab.ledger.Claim;
import org.ironopt.lab.ledger.Verdict;

/**
 * Results made up from the paper's table: the steps it selects, its mean accuracies and seconds,
 * and five seeds with its standard deviations; and one kind of number changed.
 *
 * @param quantity what is changed
 * @param change how
 */
record Published(Quantity quantity, Change change) implements Results {
  enum Quantity {
    NONE,
    ACCURACY,
    VALIDATION,
    LOSS,
    PASSES,
    SECONDS,
    FINITE
  }

  /** A new value for a number of a run. */
  interface Change {
    double of(Training run, double value);
  }

  /** Five numbers of mean 0 and standard deviation 1 (divisor 4). */
  private static final double[] SPREAD = {-Math.sqrt(2), 0, Math.sqrt(2), 0, 0};

  /** The table as it is. */
  static Published asPrinted() {
    return new Published(Quantity.NONE, (run, value) -> value);
  }

  private double changed(Quantity q, Training run, double value) {
    return q == quantity ? change.of(run, value) : value;
  }

  @Override
  public Optional<Outcome> of(Cell cell) {
    Training run = ((TrainingCell) cell).run();
    Columns trace = new Columns(TrainingTask.COLUMNS);
    for (int epoch = 0; epoch <= run.epochs(); epoch++) {
      double speed = run.rival() == Rival.IRON ? run.batch() / 100.0 : 1;
      double loss = changed(Quantity.LOSS, run, 0.25 + 1 / (1 + speed * epoch));
      double passes = run.rival() == Rival.IRON ? 10.0 * epoch : epoch;
      passes = changed(Quantity.PASSES, run, passes);
      trace.add(epoch, loss, accuracy(run), epoch, 9 * epoch, epoch, 2 * epoch, passes, 0);
    }
    Values values =
        new Values()
            .with("finite", changed(Quantity.FINITE, run, 1) == 1)
            .with("accuracy", accuracy(run));
    return Optional.of(new Outcome(values, trace, Map.of()));
  }

  private double accuracy(Training run) {
    Optional<PaperTable.Row> row = PaperTable.row(run.rival(), run.batch());
    double step = row.map(PaperTable.Row::step).orElse(1.0);
    if (run.purpose() != Training.Purpose.FINAL) {
      return changed(Quantity.VALIDATION, run, run.step() == step ? 0.92 : 0.91);
    }
    double spread = row.get().deviation() * SPREAD[(int) run.seed()];
    return changed(Quantity.ACCURACY, run, row.get().accuracy() + spread);
  }

  @Override
  public Optional<Columns> clock(Cell cell) {
    Training run = ((TrainingCell) cell).run();
    PaperTable.Row row = PaperTable.row(run.rival(), run.batch()).orElseThrow();
    double seconds = row.seconds() + row.secondsDeviation() * SPREAD[(int) run.seed()];
    seconds = changed(Quantity.SECONDS, run, seconds);
    Columns clock = new Columns("epoch", "seconds");
    for (int epoch = 0; epoch <= run.epochs(); epoch++) {
      clock.add(epoch, seconds * epoch / run.epochs());
    }
    return Optional.of(clock);
  }

  Map<String, Verdict> verdicts() {
    MnistExperiment paper = new MnistExperiment(MnistExperiment.paper());
    return new MnistClaims(new MnistResults(paper, this))
        .all().stream().collect(Collectors.toMap(Claim::id, Claim::verdict));
  }
}
