package org.ironopt.lab.mnist;

import java.util.Map;
import java.util.Optional;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.Outcome;
import org.ironopt.lab.experiment.Results;
import org.ironopt.lab.experiment.Settings;
import org.ironopt.lab.experiment.Table;

/**
 * Results made up from the paper's table: the steps it selects, its mean accuracies and seconds,
 * and five seeds with its standard deviations.
 *
 * @param iron added to every accuracy of IRON
 */
record Published(double iron) implements Results {
  /** Five numbers of mean 0 and standard deviation 1 (divisor 4). */
  private static final double[] SPREAD = {-Math.sqrt(2), 0, Math.sqrt(2), 0, 0};

  @Override
  public Optional<Outcome> of(Cell cell) {
    Training run = ((TrainingCell) cell).run();
    Table trace = new Table(TrainingTask.COLUMNS);
    for (int epoch = 0; epoch <= run.epochs(); epoch++) {
      double speed = run.rival() == Rival.IRON ? run.batch() / 100.0 : 1;
      double loss = 0.25 + 1 / (1 + speed * epoch);
      double passes = run.rival() == Rival.IRON ? 10.0 * epoch : epoch;
      trace.add(epoch, loss, accuracy(run), epoch, 9 * epoch, epoch, 2 * epoch, passes, 0);
    }
    Settings values = new Settings().with("finite", true).with("accuracy", accuracy(run));
    return Optional.of(new Outcome(values, trace, Map.of()));
  }

  private double accuracy(Training run) {
    Optional<PaperTable.Row> row = PaperTable.row(run.rival(), run.batch());
    double step = row.map(PaperTable.Row::step).orElse(1.0);
    if (run.purpose() != Training.Purpose.FINAL) {
      return run.step() == step ? 0.92 : 0.91;
    }
    double shift = run.rival() == Rival.IRON ? iron : 0;
    return row.get().accuracy() + row.get().deviation() * SPREAD[(int) run.seed()] + shift;
  }

  @Override
  public Optional<Table> clock(Cell cell) {
    Training run = ((TrainingCell) cell).run();
    PaperTable.Row row = PaperTable.row(run.rival(), run.batch()).orElseThrow();
    double seconds = row.seconds() + row.secondsDeviation() * SPREAD[(int) run.seed()];
    Table clock = new Table("epoch", "seconds");
    for (int epoch = 0; epoch <= run.epochs(); epoch++) {
      clock.add(epoch, seconds * epoch / run.epochs());
    }
    return Optional.of(clock);
  }
}
