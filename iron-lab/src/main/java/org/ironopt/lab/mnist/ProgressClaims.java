package org.ironopt.lab.mnist;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.ironopt.lab.ledger.Claim;
import org.ironopt.lab.ledger.Claims;

/** The sentences of section 5.4 on progress by epochs, stability and inner work. */
final class ProgressClaims {
  private static final String WHERE = "section 5.4, results";

  /** What "a small margin" of accuracy means here; the paper's own margins are up to 0.0017. */
  private static final double MARGIN = 0.005;

  /** Epochs that count as the first ones. */
  private static final int FIRST = 3;

  /** Spread of the accuracy over the seeds up to which a trajectory is called stable. */
  private static final double STEADY = 0.005;

  private final MnistResults results;
  private final List<Claim> claims = new ArrayList<>();

  ProgressClaims(MnistResults results) {
    this.results = results;
  }

  List<Claim> all() {
    accuracy();
    firstEpochs();
    steady();
    innerWork();
    return claims;
  }

  private Series tuned(Rival rival, int batch) {
    return results.tuned(rival, batch).orElseThrow();
  }

  private void accuracy() {
    boolean competitive = true;
    boolean near = true;
    StringBuilder nagGs = new StringBuilder();
    StringBuilder adamw = new StringBuilder();
    for (int batch : results.setup.batches) {
      Spread iron = tuned(Rival.IRON, batch).accuracy();
      Spread nag = tuned(Rival.NAG_GS, batch).accuracy();
      Spread adam = tuned(Rival.ADAMW, batch).accuracy();
      double allowed = 2 * iron.with(nag.deviation());
      competitive &= iron.mean() >= nag.mean() - allowed;
      near &= iron.mean() >= adam.mean() - MARGIN;
      nagGs.append(
          String.format(
              Locale.ROOT, "b = %d: %+.4f (%.4f); ", batch, iron.mean() - nag.mean(), allowed));
      adamw.append(String.format(Locale.ROOT, "b = %d: %+.4f; ", batch, iron.mean() - adam.mean()));
    }
    claims.add(
        Claims.holds(
            "M6",
            "By epochs IRON is competitive with NAG-GS in final test accuracy",
            WHERE,
            "at every b not below NAG-GS by more than 2√(s₁² + s₂²)",
            cut(nagGs),
            competitive,
            "mnist/tables/table1.csv"));
    claims.add(
        Claims.holds(
            "M7",
            "IRON remains within a small margin of AdamW in final test accuracy",
            WHERE,
            "at every b not below AdamW by more than " + MARGIN,
            cut(adamw),
            near,
            "mnist/tables/table1.csv"));
  }

  private void firstEpochs() {
    int faster = 0;
    int compared = 0;
    double[] standing = new double[results.setup.batches.length];
    StringBuilder text = new StringBuilder();
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
      text.append(String.format(Locale.ROOT, "b = %d: %.4f; ", batch, standing[i]));
    }
    claims.add(
        Claims.holds(
            "M8",
            "IRON often decreases the training loss rapidly during the first epochs",
            WHERE,
            "below its rivals in at least half of the comparisons over "
                + FIRST
                + " epochs, both rivals and all b",
            "in " + faster + " of " + compared,
            2 * faster >= compared,
            "mnist/figures/mnist-train-loss.csv"));
    claims.add(
        Claims.holds(
            "M9",
            "IRON is competitive in the decrease of the loss per epoch, especially for larger"
                + " batch sizes",
            "Figure on training loss",
            "after "
                + FIRST
                + " epochs at most 1.05 times the best rival's loss at every b, and less at the"
                + " largest b than at the smallest",
            cut(text),
            Arrays.stream(standing).allMatch(s -> s <= 1.05)
                && standing[standing.length - 1] < standing[0],
            "mnist/figures/mnist-train-loss.csv"));
  }

  private void steady() {
    boolean steady = true;
    StringBuilder text = new StringBuilder();
    for (int batch : results.setup.batches) {
      double iron = largestDeviation(Rival.IRON, batch);
      double rivals =
          Math.max(largestDeviation(Rival.ADAMW, batch), largestDeviation(Rival.NAG_GS, batch));
      steady &= tuned(Rival.IRON, batch).finite() && iron <= STEADY;
      text.append(String.format(Locale.ROOT, "b = %d: %.4f (%.4f); ", batch, iron, rivals));
    }
    claims.add(
        Claims.holds(
            "M10.1",
            "IRON's trajectories of test accuracy are stable across seeds",
            "Figure on test accuracy; conclusion",
            "all runs finite; from epoch "
                + FIRST
                + " on a standard deviation over the seeds of at most "
                + STEADY,
            cut(text) + "; in brackets the larger one of its rivals",
            steady,
            "mnist/figures/mnist-test-accuracy.csv"));
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
    claims.add(
        Claims.holds(
            "M10.2",
            "The inner solve dominates the work of IRON",
            WHERE,
            "at every b more than half of its passes are beyond one gradient a step",
            String.format(Locale.ROOT, "at least %.1f %%", 100 * least),
            least > 0.5,
            "mnist/tables/table1.csv, column passes"));
  }

  private static String cut(StringBuilder text) {
    return text.substring(0, text.length() - 2);
  }
}
