package org.ironopt.lab.mnist;

import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.CellResult;
import org.ironopt.lab.experiment.ResultStore;
import org.ironopt.lab.file.NamedValues;
import org.ironopt.lab.file.NumericColumns;
import org.ironopt.lab.ledger.Claim;
import org.ironopt.lab.ledger.Ledger;
import org.ironopt.lab.ledger.Verdict;
import org.ironopt.lab.mnist.MnistTraining.Purpose;
import org.ironopt.lab.statistics.ResultTables;
import org.ironopt.lab.statistics.SampleSummary;

/**
 * ResultStore made up from the paper's table: the steps it selects, its mean accuracies and
 * seconds, and five seeds with its standard deviations; and one kind of number changed.
 *
 * @param quantity what is changed
 * @param change how
 */
record Published(Quantity quantity, Change change) implements ResultStore {
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
    double of(MnistTraining run, double value);
  }

  /** Five numbers of mean 0 and standard deviation 1 (divisor 4). */
  private static final double[] SPREAD = {-Math.sqrt(2), 0, Math.sqrt(2), 0, 0};

  /** The table as it is. */
  static Published asPrinted() {
    return new Published(Quantity.NONE, (run, value) -> value);
  }

  /** Returns the run that a cell makes. */
  private static MnistTraining run(Cell cell) {
    NamedValues settings = cell.settings();
    return new MnistTraining(
        first(
            Purpose.values(), purpose -> cell.label().startsWith(NamedValues.word(purpose) + "-")),
        first(
            ComparedOptimizer.values(),
            rival -> NamedValues.word(rival).equals(settings.text("method"))),
        settings.number("step"),
        (int) settings.whole("batch"),
        settings.whole("seed"));
  }

  private static <T> T first(T[] all, Predicate<T> condition) {
    return Stream.of(all).filter(condition).findFirst().orElseThrow();
  }

  /** Returns the number of a run's seed in a sample of the table. */
  private static double spread(SampleSummary sample, MnistTraining run) {
    return sample.mean() + sample.deviation() * SPREAD[(int) run.seed()];
  }

  private double changed(Quantity q, MnistTraining run, double value) {
    return q == quantity ? change.of(run, value) : value;
  }

  @Override
  public Optional<CellResult> of(Cell cell) {
    MnistTraining run = run(cell);
    NumericColumns trace = NumericColumns.of(MnistTraining.COLUMNS);
    for (int epoch = 0; epoch <= cell.settings().whole("epochs"); epoch++) {
      double speed = run.rival() == ComparedOptimizer.IRON ? run.batch() / 100.0 : 1;
      double loss = changed(Quantity.LOSS, run, 0.25 + 1 / (1 + speed * epoch));
      double passes = run.rival() == ComparedOptimizer.IRON ? 10.0 * epoch : epoch;
      passes = changed(Quantity.PASSES, run, passes);
      trace.add(epoch, loss, accuracy(run), epoch, 9 * epoch, epoch, 2 * epoch, passes, 0);
    }
    NamedValues values =
        new NamedValues()
            .with("finite", changed(Quantity.FINITE, run, 1) == 1)
            .with("accuracy", accuracy(run));
    return Optional.of(new CellResult(values, trace, Map.of()));
  }

  private double accuracy(MnistTraining run) {
    Optional<PaperTable.Row> row = PaperTable.row(run.rival(), run.batch());
    double step = row.map(PaperTable.Row::step).orElse(1.0);
    if (run.purpose() != Purpose.FINAL) {
      return changed(Quantity.VALIDATION, run, run.step() == step ? 0.92 : 0.91);
    }
    return changed(Quantity.ACCURACY, run, spread(row.get().accuracy(), run));
  }

  @Override
  public Optional<NumericColumns> clock(Cell cell) {
    MnistTraining run = run(cell);
    PaperTable.Row row = PaperTable.row(run.rival(), run.batch()).orElseThrow();
    double seconds = spread(row.seconds(), run);
    seconds = changed(Quantity.SECONDS, run, seconds);
    NumericColumns clock = new NumericColumns("epoch", "seconds");
    long epochs = cell.settings().whole("epochs");
    for (int epoch = 0; epoch <= epochs; epoch++) {
      clock.add(epoch, seconds * epoch / epochs);
    }
    return Optional.of(clock);
  }

  Map<String, Verdict> verdicts() {
    MnistExperiment paper = Run.open(MnistExperiment.CHAPTER.paper());
    ResultTables values = new MnistReport(new MnistResults(paper, this)).values();
    return Ledger.judge(MnistReport.class, values).stream()
        .collect(Collectors.toMap(Claim::id, Claim::verdict));
  }
}
