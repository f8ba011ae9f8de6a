package org.ironopt.lab.mnist;

import static org.ironopt.lab.Numbers.format;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ironopt.lab.Numbers;
import org.ironopt.lab.ledger.Claim;
import org.ironopt.lab.ledger.Ledger;
import org.ironopt.lab.mnist.MnistResults.Point;
import org.ironopt.lab.mnist.MnistResults.Series;
import org.ironopt.lab.statistics.Interval;
import org.ironopt.lab.statistics.Sample;
import org.ironopt.lab.statistics.Welch;

/**
 * The checkable sentences of section 5.4: the accuracies of Table 1 and their order, the steps that
 * the protocol selects, progress by epochs, stability and inner work.
 */
final class MnistClaims {
  private static final String CSV = "mnist/tables/table1.csv";

  /** Values that the paper does not give or that are not part of its experiment. */
  private static final List<String> UNPRINTED =
      List.of("precision", "seed", "steps", "step_epochs", "step_batch");

  private static final double COVERAGE = 0.95;

  /** Epochs that count as the first ones. */
  private static final int FIRST = 3;

  private final MnistResults results;
  private final MnistSettings settings;
  private final int[] batches;
  private final Ledger ledger = Ledger.of(MnistClaims.class);

  MnistClaims(MnistResults results) {
    this.results = results;
    settings = results.settings;
    batches = settings.batches();
  }

  List<Claim> all() {
    boolean comparable = ofThePaper();
    if (comparable) {
      accuracies();
      new TimeClaims(results).judge(ledger);
      if (finished()) {
        shift();
        selections();
        order();
        accuracy("M6", Rival.NAG_GS, true);
        accuracy("M7", Rival.ADAMW, false);
        firstEpochs();
        steady();
        innerWork();
      }
    }
    ledger.notCheckable("M11");
    steps();
    ledger.restNotCheckable(
        comparable
            ? "these runs have not been made"
            : "the settings of this run are not the paper's");
    return ledger.claims();
  }

  /** Returns whether the numbers can be compared with those of the paper. */
  private boolean ofThePaper() {
    Map<String, Object> differences =
        new HashMap<>(MnistExperiment.CHAPTER.write(settings).asMap());
    differences.entrySet().removeAll(MnistExperiment.CHAPTER.paper().asMap().entrySet());
    return UNPRINTED.containsAll(differences.keySet());
  }

  /** Returns whether every method has been run with its tuned step and with the paper's. */
  private boolean finished() {
    return PaperTable.ROWS.stream()
        .allMatch(
            row ->
                results.tuned(row.rival(), row.batch()).isPresent()
                    && results.ofThePaper(row.rival(), row.batch()).isPresent());
  }

  private Series tuned(Rival rival, int batch) {
    return results.tuned(rival, batch).orElseThrow();
  }

  private void accuracies() {
    for (int i = 0; i < PaperTable.ROWS.size(); i++) {
      String id = "M1." + (i + 1);
      PaperTable.Row row = PaperTable.ROWS.get(i);
      results
          .ofThePaper(row.rival(), row.batch())
          .ifPresent(runs -> accuracy(id, row, runs.accuracy()));
    }
  }

  private void accuracy(String id, PaperTable.Row row, Sample here) {
    Welch difference = Welch.difference(here, row.accuracy());
    String tuned =
        results
            .tuned(row.rival(), row.batch())
            .filter(s -> s.run().step() != row.step())
            .map(
                s ->
                    format(
                        "; %s with the step tuned here, %s",
                        s.accuracy().text(4), Numbers.text(s.run().step())))
            .orElse("");
    ledger
        .part(
            format(
                "%s (%s = %s) at b = %d has %s",
                row.rival().title,
                row.rival().symbol,
                Numbers.text(row.step()),
                row.batch(),
                row.accuracy().text(4)))
        .equivalent(
            id,
            row.accuracy().mean(),
            here.mean(),
            difference.standardError(),
            difference.freedom(),
            format(
                "%s: %s here; test for a difference: p = %.3f%s",
                CSV, here.text(4), difference.probability(), tuned));
  }

  /**
   * The mean over all rows of Table 1 of our accuracy minus the paper's. A shift that is small
   * against the spread of one row shows when nine rows share it. Our runs of a seed see the same
   * batches, so their mean is taken by seed first. How the paper's rows are correlated is not
   * known: independent rows give the narrowest interval, fully correlated ones the widest.
   */
  private void shift() {
    int rows = PaperTable.ROWS.size();
    double[] ours = new double[settings.seeds().length];
    double[] errors = new double[rows + 1];
    double[] freedoms = new double[rows + 1];
    double paper = 0;
    double together = 0;
    int below = 0;
    for (int i = 0; i < rows; i++) {
      PaperTable.Row row = PaperTable.ROWS.get(i);
      Sample theirs = row.accuracy();
      Series runs = results.ofThePaper(row.rival(), row.batch()).orElseThrow();
      double[] accuracies = runs.values("accuracy", runs.epochs());
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
    Interval wide =
        Welch.of(
                shift.estimate(),
                new double[] {together, here.standardError()},
                new double[] {freedoms[0], freedoms[rows]})
            .interval(COVERAGE);
    ledger.contains(
        "M12",
        0,
        shift.interval(COVERAGE),
        format(
            "%s: %d of %d below the paper's; p = %.3f, t = %.2f; were the paper's rows fully"
                + " correlated, the interval would be [%.5f, %.5f]; means by seed %s",
            CSV,
            below,
            rows,
            shift.probability(),
            shift.estimate() / shift.standardError(),
            wide.low(),
            wide.high(),
            Arrays.stream(ours).mapToObj(mean -> format("%.4f", mean)).toList()));
  }

  private void selections() {
    int part = 0;
    for (Rival rival : Rival.PAPER) {
      boolean same = true;
      double largest = 0;
      List<String> here = new ArrayList<>();
      List<String> paper = new ArrayList<>();
      for (int batch : batches) {
        double chosen = results.chosen(rival, batch).orElseThrow();
        double theirs = PaperTable.row(rival, batch).orElseThrow().step();
        same &= chosen == theirs;
        largest =
            Math.max(
                largest,
                results.validationAccuracy(rival, chosen, batch)
                    - results.validationAccuracy(rival, theirs, batch));
        here.add(Numbers.text(chosen));
        paper.add(Numbers.text(theirs));
      }
      ledger
          .part(rival.title + ", " + rival.symbol + " = " + String.join(", ", paper))
          .holds(
              "M2." + ++part,
              same,
              format(
                  "%s; the paper's choices have at most %.4f less validation accuracy",
                  String.join(", ", here), largest),
              "mnist/tune-" + rival.label + "-*/result.json");
    }
    double[] iron =
        Arrays.stream(batches)
            .mapToDouble(b -> results.chosen(Rival.IRON, b).orElseThrow())
            .toArray();
    boolean larger = iron[iron.length - 1] > iron[0];
    for (int i = 1; i < iron.length; i++) {
      larger &= iron[i] >= iron[i - 1];
    }
    ledger.holds(
        "M3",
        larger,
        Arrays.stream(iron).mapToObj(Numbers::text).collect(Collectors.joining(", ")),
        "mnist/tune-iron-*/result.json");
  }

  private void order() {
    for (int i = 0; i < batches.length; i++) {
      place("M4." + (i + 1), 0, batches[i]);
      place("M5." + (i + 1), 1, batches[i]);
    }
  }

  private void place(String id, int place, int batch) {
    Rival paper = PaperTable.place(place, batch);
    Series here = results.ranked(batch).get(place);
    Series next = results.ranked(batch).get(place + 1);
    Welch lead = Welch.difference(here.accuracy(), next.accuracy());
    ledger
        .part(paper.title + " at b = " + batch)
        .holds(
            id,
            here.rival() == paper,
            format(
                "%s, by %.4f before %s (p = %.3f: the seeds %s the two)",
                here.rival().title,
                lead.estimate(),
                next.rival().title,
                lead.probability(),
                lead.differs() ? "separate" : "do not separate"),
            CSV);
  }

  private void accuracy(String id, Rival rival, boolean strict) {
    boolean near = true;
    StringJoiner text = new StringJoiner("; ");
    for (int batch : batches) {
      Welch difference =
          Welch.difference(tuned(Rival.IRON, batch).accuracy(), tuned(rival, batch).accuracy());
      boolean below = difference.estimate() < 0 && difference.differs();
      near &= difference.notBelow(ledger.limit(id)) && !(strict && below);
      Interval interval = difference.interval(1 - 2 * Welch.LEVEL);
      text.add(
          format(
              "b = %d: %+.4f in [%+.4f, %+.4f] (90 %%), p = %.3f",
              batch,
              difference.estimate(),
              interval.low(),
              interval.high(),
              difference.probability()));
    }
    ledger.holds(id, near, text.toString(), CSV);
  }

  private void firstEpochs() {
    int faster = 0;
    int compared = 0;
    double[] ratios = new double[batches.length];
    StringJoiner text = new StringJoiner("; ");
    for (int i = 0; i < batches.length; i++) {
      for (int epoch = 1; epoch <= FIRST; epoch++) {
        double iron = loss(Rival.IRON, batches[i], epoch);
        double nag = loss(Rival.NAG_GS, batches[i], epoch);
        double adam = loss(Rival.ADAMW, batches[i], epoch);
        faster += (iron < nag ? 1 : 0) + (iron < adam ? 1 : 0);
        compared += 2;
        ratios[i] = iron / Math.min(nag, adam);
      }
      text.add(format("b = %d: %.4f", batches[i], ratios[i]));
    }
    String csv = "mnist/figures/mnist-train-loss.csv";
    ledger.holds("M8", 2 * faster >= compared, "in " + faster + " of " + compared, csv);
    double limit = ledger.limit("M9");
    ledger.holds(
        "M9",
        Arrays.stream(ratios).allMatch(r -> r <= limit) && ratios[ratios.length - 1] < ratios[0],
        text.toString(),
        csv);
  }

  private double loss(Rival rival, int batch, int epoch) {
    return tuned(rival, batch).at("train_loss", epoch).mean();
  }

  private void steady() {
    boolean steady = true;
    StringJoiner text = new StringJoiner("; ");
    for (int batch : batches) {
      double iron = largestDeviation(Rival.IRON, batch);
      double rivals =
          Math.max(largestDeviation(Rival.ADAMW, batch), largestDeviation(Rival.NAG_GS, batch));
      steady &= tuned(Rival.IRON, batch).finite() && iron <= ledger.limit("M10.1");
      text.add(format("b = %d: %.4f (%.4f)", batch, iron, rivals));
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
    for (int batch : batches) {
      Series iron = tuned(Rival.IRON, batch);
      least = Math.min(least, 1 - iron.epochs() / iron.last("passes").mean());
    }
    ledger.holds(
        "M10.2",
        least > ledger.limit("M10.2"),
        format("at least %.1f %%", 100 * least),
        CSV + ", column passes");
  }

  /** Beyond the paper: IRON at every step. */
  private void steps() {
    double[] steps = settings.steps();
    List<Point> points =
        Stream.of(Rival.IRON, Rival.IRON_RELATIVE)
            .flatMap(r -> results.points(r).stream())
            .toList();
    if (points.size() < 2 * steps.length) {
      ledger.notCheckable("BM1", "these runs have not been made");
      return;
    }
    long finite = points.stream().filter(Point::finite).count();
    double worst = points.stream().mapToDouble(Point::loss).max().orElseThrow();
    ledger.holds(
        "BM1",
        finite == points.size(),
        format(
            "%d of %d finite from α = %s to %s; largest objective %s, that of the start %s",
            finite,
            points.size(),
            Numbers.text(steps[0]),
            Numbers.text(steps[steps.length - 1]),
            Numbers.text(worst, 4),
            Numbers.text(points.getFirst().start(), 4)),
        "mnist/step-iron-*/trace.csv");
  }
}
