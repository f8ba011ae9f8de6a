package org.ironopt.lab.mnist;

import java.util.Arrays;
import java.util.Locale;
import org.ironopt.lab.ledger.Ledger;
import org.ironopt.lab.statistics.Interval;
import org.ironopt.lab.statistics.Sample;
import org.ironopt.lab.statistics.Welch;

/**
 * The mean over all rows of Table 1 of our accuracy minus the paper's. A shift that is small
 * against the spread of one row shows when nine rows share it. Our runs of a seed see the same
 * batches, so their mean is taken by seed first; how the paper's rows hang together is not known,
 * from not at all (the narrowest interval) to fully.
 */
final class Shift {
  private static final double COVERAGE = 0.95;

  private final MnistResults results;

  Shift(MnistResults results) {
    this.results = results;
  }

  void judge(Ledger ledger) {
    int rows = PaperTable.ROWS.size();
    double[] ours = new double[results.setup.seeds.length];
    double[] errors = new double[rows + 1];
    double[] freedoms = new double[rows + 1];
    double paper = 0;
    double together = 0;
    int below = 0;
    for (int i = 0; i < rows; i++) {
      PaperTable.Row row = PaperTable.ROWS.get(i);
      Sample theirs = row.accuracies();
      Series runs = results.ofThePaper(row.rival(), row.batch()).orElseThrow();
      double[] accuracies = runs.ends("accuracy");
      for (int s = 0; s < ours.length; s++) {
        ours[s] += accuracies[s] / rows;
      }
      paper += theirs.mean() / rows;
      errors[i] = theirs.standardError() / rows;
      freedoms[i] = theirs.count() - 1;
      together += errors[i];
      below += runs.accuracy().mean() < theirs.mean() ? 1 : 0;
    }
    Sample here = Sample.of(ours);
    errors[rows] = here.standardError();
    freedoms[rows] = here.count() - 1;
    Welch shift = Welch.of(here.mean() - paper, errors, freedoms);
    Welch widest =
        Welch.of(
            shift.estimate(),
            new double[] {together, here.standardError()},
            new double[] {freedoms[0], freedoms[rows]});
    Interval wide = widest.interval(COVERAGE);
    ledger.contains(
        "M12",
        0,
        shift.interval(COVERAGE),
        String.format(
            Locale.ROOT,
            "mnist/tables/table1.csv: %d of %d below the paper's; p = %.3f, t = %.2f; were the"
                + " paper's rows fully correlated, the interval would be [%.5f, %.5f]; means by"
                + " seed %s",
            below,
            rows,
            shift.probability(),
            shift.estimate() / shift.standardError(),
            wide.low(),
            wide.high(),
            Arrays.stream(ours)
                .mapToObj(mean -> String.format(Locale.ROOT, "%.4f", mean))
                .toList()));
  }
}
