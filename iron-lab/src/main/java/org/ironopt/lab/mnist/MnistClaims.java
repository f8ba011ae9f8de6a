package org.ironopt.lab.mnist;

import static org.ironopt.io.internal.Numbers.format;
import static org.ironopt.io.internal.Numbers.text;

import java.util.Arrays;
import java.util.List;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ironopt.io.internal.Numbers;
import org.ironopt.lab.ledger.Claim;
import org.ironopt.lab.ledger.ClaimFile;
import org.ironopt.lab.ledger.Ledger;
import org.ironopt.lab.ledger.PaperSettings;
import org.ironopt.lab.mnist.MnistResults.Point;
import org.ironopt.lab.mnist.MnistResults.Series;
import org.ironopt.lab.statistics.ConfidenceInterval;
import org.ironopt.lab.statistics.SampleSummary;
import org.ironopt.lab.statistics.WelchEstimate;

/**
 * The checkable sentences of section 5.4: the accuracies of Table 1 and their order, the steps that
 * the protocol selects, progress by epochs, stability and inner work.
 */
record MnistClaims(MnistResults results, MnistSettings settings, int[] batches, Ledger ledger) {
  private static final String CSV = "mnist/tables/table1.csv";

  private static final double COVERAGE = 0.95;

  /** Epochs that count as the first ones. */
  private static final int FIRST = 3;

  MnistClaims(MnistResults results) {
    this(results, results.settings, results.settings.batchSizes(), Ledger.of(MnistClaims.class));
  }

  List<Claim> all() {
    PaperSettings.Difference difference = difference();
    boolean comparable = difference.isNone();
    if (comparable) {
      accuracies();
      new TimeClaims(results).judge(ledger);
      if (results.finished) {
        shift();
        selections();
        order();
        accuracy("M6", ComparedOptimizer.NAG_GS, true);
        accuracy("M7", ComparedOptimizer.ADAMW, false);
        firstEpochs();
        steady();
        innerWork();
      }
    }
    ledger.notCheckable("M11");
    steps();
    ledger.restNotCheckable(comparable ? "these runs have not been made" : difference.words());
    return ledger.claims();
  }

  /** Returns in what the numbers cannot be compared with those of the paper. */
  private PaperSettings.Difference difference() {
    return ClaimFile.settings(MnistClaims.class, MnistExperiment.CHAPTER.paper())
        .difference(MnistExperiment.CHAPTER.write(settings));
  }

  private Series tuned(ComparedOptimizer rival, int batch) {
    return results.tuned(rival, batch).orElseThrow();
  }

  private static String listed(List<Double> numbers) {
    return numbers.stream().map(Numbers::text).collect(Collectors.joining(", "));
  }

  private void accuracies() {
    int part = 0;
    for (PaperTable.Row row : PaperTable.ROWS) {
      String id = "M1." + ++part;
      results
          .ofThePaper(row.rival(), row.batch())
          .ifPresent(runs -> accuracy(id, row, runs.accuracy()));
    }
  }

  private void accuracy(String id, PaperTable.Row row, SampleSummary here) {
    WelchEstimate difference = WelchEstimate.difference(here, row.accuracy());
    String tuned =
        results
            .tuned(row.rival(), row.batch())
            .filter(s -> s.run().step() != row.step())
            .map(
                s ->
                    format(
                        "; %s with the step tuned here, %s",
                        s.accuracy().text(4), text(s.run().step())))
            .orElse("");
    ledger
        .part(
            format(
                "%s (%s = %s) at b = %d has %s",
                row.rival().title,
                row.rival().symbol,
                text(row.step()),
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
    double[] ours = new double[settings.runSeeds().length];
    double[] errors = new double[rows + 1];
    double[] freedoms = new double[rows + 1];
    double paper = 0;
    double together = 0;
    int below = 0;
    for (int i = 0; i < rows; i++) {
      PaperTable.Row row = PaperTable.ROWS.get(i);
      SampleSummary theirs = row.accuracy();
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
    SampleSummary here = SampleSummary.of(ours);
    errors[rows] = here.standardError();
    freedoms[rows] = here.count() - 1;
    WelchEstimate shift = WelchEstimate.of(here.mean() - paper, errors, freedoms);
    ConfidenceInterval wide =
        WelchEstimate.of(
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
    for (ComparedOptimizer rival : ComparedOptimizer.PAPER) {
      List<Double> paper =
          Arrays.stream(batches)
              .mapToObj(b -> PaperTable.row(rival, b).orElseThrow().step())
              .toList();
      String id = "M2." + ++part;
      double largest = 0;
      double errors = 0;
      for (int i = 0; i < batches.length; i++) {
        double here = results.validationAccuracy(rival, chosen(rival).get(i), batches[i]);
        double theirs = results.validationAccuracy(rival, paper.get(i), batches[i]);
        largest = Math.max(largest, here - theirs);
        errors = Math.max(errors, (here - theirs) / standardError(here, theirs));
      }
      boolean noise = errors <= ledger.limit(id);
      ledger
          .part(rival.title + ", " + rival.symbol + " = " + listed(paper))
          .separated(
              id,
              chosen(rival).equals(paper),
              !noise,
              format(
                  "%s; the paper's choices have at most %.4f less validation accuracy, %s standard"
                      + " errors of a difference: %s the noise of the selection",
                  listed(chosen(rival)), largest, text(errors, 2), noise ? "within" : "beyond"),
              "mnist/tune-" + rival.label + "-*/result.json");
    }
    List<Double> iron = chosen(ComparedOptimizer.IRON);
    ledger.holds(
        "M3",
        iron.equals(iron.stream().sorted().toList()) && iron.getFirst() < iron.getLast(),
        listed(iron),
        "mnist/tune-iron-*/result.json");
  }

  /**
   * Returns the binomial standard error of the difference of two validation accuracies. Both are of
   * the same rows, most of which both classify alike, so it is an upper bound; which rows those are
   * is not kept.
   */
  private double standardError(double a, double b) {
    return Math.sqrt((a * (1 - a) + b * (1 - b)) / settings.validationRows());
  }

  /** Returns the steps that the protocol selects, by batch size. */
  private List<Double> chosen(ComparedOptimizer rival) {
    return Arrays.stream(batches).mapToObj(b -> results.chosen(rival, b).orElseThrow()).toList();
  }

  private void order() {
    for (int i = 0; i < batches.length; i++) {
      place("M4." + (i + 1), 0, batches[i]);
      place("M5." + (i + 1), 1, batches[i]);
    }
  }

  private void place(String id, int place, int batch) {
    ComparedOptimizer paper = PaperTable.place(place, batch);
    Series here = results.ranked(batch).get(place);
    boolean same = here.rival() == paper;
    Series other = same ? results.ranked(batch).get(place + 1) : tuned(paper, batch);
    WelchEstimate lead = paired(here, other);
    ledger
        .part(paper.title + " at b = " + batch)
        .separated(
            id,
            same,
            lead.differs(),
            format(
                "%s, %+.4f against %s (paired by seed, p = %.3f: the seeds %s the two)",
                here.rival().title,
                lead.estimate(),
                other.rival().title,
                lead.probability(),
                lead.differs() ? "separate" : "do not separate"),
            CSV);
  }

  /** Returns the difference of two final accuracies; runs of a seed see the same batches. */
  private static WelchEstimate paired(Series a, Series b) {
    double[] differences = a.values("accuracy", a.epochs());
    double[] others = b.values("accuracy", b.epochs());
    Arrays.setAll(differences, s -> differences[s] - others[s]);
    SampleSummary sample = SampleSummary.of(differences);
    return WelchEstimate.of(
        sample.mean(), new double[] {sample.standardError()}, new double[] {sample.count() - 1});
  }

  /** The final accuracy of IRON minus that of a rival. */
  private void accuracy(String id, ComparedOptimizer rival, boolean strict) {
    boolean near = true;
    StringJoiner text = new StringJoiner("; ");
    for (int batch : batches) {
      WelchEstimate lead =
          WelchEstimate.difference(
              tuned(ComparedOptimizer.IRON, batch).accuracy(), tuned(rival, batch).accuracy());
      boolean below = lead.estimate() < 0 && lead.differs();
      near &= lead.notBelow(ledger.limit(id)) && !(strict && below);
      ConfidenceInterval interval = lead.interval(1 - 2 * WelchEstimate.LEVEL);
      text.add(
          format(
              "b = %d: %+.4f in [%+.4f, %+.4f] (90 %%), p = %.3f",
              batch, lead.estimate(), interval.low(), interval.high(), lead.probability()));
    }
    ledger.holds(id, near, text.toString(), CSV);
  }

  private void firstEpochs() {
    int faster = 0;
    for (int batch : batches) {
      for (int epoch = 1; epoch <= FIRST; epoch++) {
        double iron = loss(ComparedOptimizer.IRON, batch, epoch);
        faster += iron < loss(ComparedOptimizer.NAG_GS, batch, epoch) ? 1 : 0;
        faster += iron < loss(ComparedOptimizer.ADAMW, batch, epoch) ? 1 : 0;
      }
    }
    int compared = 2 * FIRST * batches.length;
    String csv = "mnist/figures/mnist-train-loss.csv";
    ledger.holds("M8", 2 * faster >= compared, "in " + faster + " of " + compared, csv);
    double[] ratios = new double[batches.length];
    StringJoiner text = new StringJoiner("; ");
    for (int i = 0; i < ratios.length; i++) {
      int b = batches[i];
      double rivals =
          Math.min(
              loss(ComparedOptimizer.NAG_GS, b, FIRST), loss(ComparedOptimizer.ADAMW, b, FIRST));
      ratios[i] = loss(ComparedOptimizer.IRON, b, FIRST) / rivals;
      text.add(format("b = %d: %.4f", b, ratios[i]));
    }
    double largest = Arrays.stream(ratios).max().orElseThrow();
    boolean falls = ratios[ratios.length - 1] < ratios[0];
    ledger.holds("M9", largest <= ledger.limit("M9") && falls, text.toString(), csv);
  }

  private double loss(ComparedOptimizer rival, int batch, int epoch) {
    return tuned(rival, batch).at("train_loss", epoch).mean();
  }

  private void steady() {
    boolean steady = true;
    StringJoiner text = new StringJoiner("; ");
    for (int batch : batches) {
      double iron = largestDeviation(ComparedOptimizer.IRON, batch);
      double rivals =
          Math.max(
              largestDeviation(ComparedOptimizer.ADAMW, batch),
              largestDeviation(ComparedOptimizer.NAG_GS, batch));
      steady &= tuned(ComparedOptimizer.IRON, batch).finite() && iron <= ledger.limit("M10.1");
      text.add(format("b = %d: %.4f (%.4f)", batch, iron, rivals));
    }
    ledger.holds(
        "M10.1",
        steady,
        text + "; in brackets the larger one of its rivals",
        "mnist/figures/mnist-test-accuracy.csv");
  }

  /** Returns the largest deviation of the test accuracy over the seeds after the first epochs. */
  private double largestDeviation(ComparedOptimizer rival, int batch) {
    Series series = tuned(rival, batch);
    return IntStream.rangeClosed(FIRST, series.epochs())
        .mapToDouble(epoch -> series.at("accuracy", epoch).deviation())
        .max()
        .orElse(0);
  }

  private void innerWork() {
    double least =
        Arrays.stream(batches)
            .mapToObj(batch -> tuned(ComparedOptimizer.IRON, batch))
            .mapToDouble(iron -> 1 - iron.epochs() / iron.last("passes").mean())
            .min()
            .orElseThrow();
    ledger.above("M10.2", least, format("at least %.1f %%", 100 * least), CSV + ", column passes");
  }

  /** Beyond the paper: IRON at every step. */
  private void steps() {
    double[] steps = settings.stepGrid();
    List<Point> points =
        Stream.of(ComparedOptimizer.IRON, ComparedOptimizer.IRON_RELATIVE)
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
            text(steps[0]),
            text(steps[steps.length - 1]),
            text(worst, 4),
            text(points.getFirst().start(), 4)),
        "mnist/step-iron-*/trace.csv");
  }
}
