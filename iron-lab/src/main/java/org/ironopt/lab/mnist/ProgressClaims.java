package org.ironopt.lab.mnist;

import java.util.Arrays;
import java.util.Locale;
import java.util.StringJoiner;
import org.ironopt.lab.ledger.Ledger;
import org.ironopt.lab.statistics.Interval;
import org.ironopt.lab.statistics.Welch;

/** Judges the sentences of section 5.4 on progress by epochs, stability and inner work. */
final class ProgressClaims {
  /** Epochs that count as the first ones. */
  private static final int FIRST = 3;

  private final MnistResults results;
  private final Ledger ledger;

  ProgressClaims(MnistResults results, Ledger ledger) {
    this.results = results;
    this.ledger = ledger;
  }

  void judge() {
    accuracy("M6", Rival.NAG_GS, true);
    accuracy("M7", Rival.ADAMW, false);
    firstEpochs();
    steady();
    innerWork();
  }

  private Series tuned(Rival rival, int batch) {
    return results.tuned(rival, batch).orElseThrow();
  }

  private void accuracy(String id, Rival rival, boolean strict) {
    boolean near = true;
    StringJoiner text = new StringJoiner("; ");
    for (int batch : results.setup.batches) {
      Welch difference =
          Welch.difference(tuned(Rival.IRON, batch).accuracy(), tuned(rival, batch).accuracy());
      boolean below = difference.estimate() < 0 && difference.differs();
      near &= difference.notBelow(ledger.limit(id)) && !(strict && below);
      Interval interval = difference.interval(1 - 2 * Welch.LEVEL);
      text.add(
          String.format(
              Locale.ROOT,
              "b = %d: %+.4f in [%+.4f, %+.4f] (90 %%), p = %.3f",
              batch,
              difference.estimate(),
              interval.low(),
              interval.high(),
              difference.probability()));
    }
    ledger.holds(id, near, text.toString(), "mnist/tables/table1.csv");
  }

  private void firstEpochs() {
    int faster = 0;
    int compared = 0;
    double[] standing = new double[results.setup.batches.length];
    StringJoiner text = new StringJoiner("; ");
    for (int i = 0; i < standing.length; i++) {
      int batch = results.setup.batches[i];
      for (int epoch = 1; epoch <= FIRST; epoch++) {
        double iron = tuned(Rival.IRON, batch).at("train_loss", epoch).mean();
        double nag = tuned(Rival.NAG_GS, batch).at("train_loss", epoch).mean();
        double adam = tuned(Rival.ADAMW, batch).at("train_loss", epoch).mean();
        faster += (iron < nag ? 1 : 0) + (iron < adam ? 1 : 0);
        compared += 2;
        standing[i] = iron / Math.min(nag, adam);
      }
      text.add(String.format(Locale.ROOT, "b = %d: %.4f", batch, standing[i]));
    }
    String csv = "mnist/figures/mnist-train-loss.csv";
    ledger.holds("M8", 2 * faster >= compared, "in " + faster + " of " + compared, csv);
    double limit = ledger.limit("M9");
    ledger.holds(
        "M9",
        Arrays.stream(standing).allMatch(s -> s <= limit)
            && standing[standing.length - 1] < standing[0],
        text.toString(),
        csv);
  }

  private void steady() {
    boolean steady = true;
    StringJoiner text = new StringJoiner("; ");
    for (int batch : results.setup.batches) {
      double iron = largestDeviation(Rival.IRON, batch);
      double rivals =
          Math.max(largestDeviation(Rival.ADAMW, batch), largestDeviation(Rival.NAG_GS, batch));
      steady &= tuned(Rival.IRON, batch).finite() && iron <= ledger.limit("M10.1");
      text.add(String.format(Locale.ROOT, "b = %d: %.4f (%.4f)", batch, iron, rivals));
    }
    ledger.holds(
        "M10.1",
        steady,
        text + "; in brackets the larger one of its rivals",
        "mnist/figures/mnist-test-accuracy.csv");
  }

  private double largestDeviation(Rival rival, int batch) {
    Series series = tuned(rival, batch);
    double largest = 0;
    for (int epoch = FIRST; epoch <= series.epochs(); epoch++) {
      largest = Math.max(largest, series.at("accuracy", epoch).deviation());
    }
    return largest;
  }

  private void innerWork() {
    double least = 1;
    for (int batch : results.setup.batches) {
      Series iron = tuned(Rival.IRON, batch);
      least = Math.min(least, 1 - iron.epochs() / iron.last("passes").mean());
    }
    ledger.holds(
        "M10.2",
        least > ledger.limit("M10.2"),
        String.format(Locale.ROOT, "at least %.1f %%", 100 * least),
        "mnist/tables/table1.csv, column passes");
  }
}
