package org.ironopt.lab.mnist;

import static org.ironopt.io.internal.Numbers.format;
import static org.ironopt.io.internal.Numbers.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.ironopt.lab.experiment.Story.TextTable;
import org.ironopt.lab.ledger.Ledger;
import org.ironopt.lab.mnist.MnistResults.Series;
import org.ironopt.lab.statistics.SampleSummary;

/** The claims about seconds. Their numbers are this machine's and change with each run. */
final class TimeClaims {
  private static final String EVIDENCE = "mnist/final-*/clock.csv";

  private final MnistResults results;
  private final List<Times> times = new ArrayList<>();

  TimeClaims(MnistResults results) {
    this.results = results;
    for (int batch : results.settings.batchSizes()) {
      Optional<SampleSummary> iron = seconds(ComparedOptimizer.IRON, batch);
      Optional<SampleSummary> adamw = seconds(ComparedOptimizer.ADAMW, batch);
      Optional<SampleSummary> nagGs = seconds(ComparedOptimizer.NAG_GS, batch);
      if (iron.isPresent() && adamw.isPresent() && nagGs.isPresent()) {
        double passes =
            passes(ComparedOptimizer.IRON, batch) / passes(ComparedOptimizer.ADAMW, batch);
        times.add(new Times(batch, iron.get(), adamw.get(), nagGs.get(), passes));
      }
    }
  }

  private Optional<SampleSummary> seconds(ComparedOptimizer rival, int batch) {
    return results.ofThePaper(rival, batch).flatMap(Series::seconds);
  }

  private double passes(ComparedOptimizer rival, int batch) {
    return results.ofThePaper(rival, batch).orElseThrow().last("passes").mean();
  }

  /**
   * Seconds at a batch size, all with the paper's steps.
   *
   * @param batch batch size
   * @param iron seconds of IRON here
   * @param adamw seconds of AdamW here
   * @param nagGs seconds of NAG-GS here
   * @param passes ratio of the passes over the data, IRON over AdamW
   */
  private record Times(
      int batch, SampleSummary iron, SampleSummary adamw, SampleSummary nagGs, double passes) {
    SampleSummary paper(ComparedOptimizer rival) {
      return PaperTable.row(rival, batch).orElseThrow().seconds();
    }

    double ratio() {
      return iron.mean() / adamw.mean();
    }

    double nagGsRatio() {
      return nagGs.mean() / adamw.mean();
    }

    /** Returns the share of IRON's seconds beyond those of NAG-GS. */
    double beyondNagGs() {
      return 1 - nagGs.mean() / iron.mean();
    }

    String text() {
      return text(iron, adamw);
    }

    String paperText() {
      return text(paper(ComparedOptimizer.IRON), paper(ComparedOptimizer.ADAMW));
    }

    /** Returns the ratio of two means, its deviation by first-order propagation. */
    private static String text(SampleSummary a, SampleSummary b) {
      double ratio = a.mean() / b.mean();
      double x = a.deviation() / a.mean();
      double y = b.deviation() / b.mean();
      return new SampleSummary(ratio, ratio * Math.sqrt(x * x + y * y), a.count()).text(1);
    }

    /** Returns our ratio over the paper's. */
    double overPaper() {
      return ratio()
          / (paper(ComparedOptimizer.IRON).mean() / paper(ComparedOptimizer.ADAMW).mean());
    }
  }

  TextTable table() {
    TextTable table =
        new TextTable(
            "IRON over AdamW, and NAG-GS over AdamW, with the paper's steps.",
            "b | seconds | seconds, paper | passes | NAG-GS, seconds");
    for (Times t : times) {
      table.row(t.batch(), t.text(), t.paperText(), text(t.passes(), 3), text(t.nagGsRatio(), 3));
    }
    return table;
  }

  /** Says what the seconds show, if every batch size has them. */
  void judge(Ledger ledger) {
    if (times.size() < results.settings.batchSizes().length) {
      return;
    }
    double order = ledger.limit("MT1");
    for (Times t : times) {
      double relative = t.overPaper();
      ledger
          .part(format("b = %d, %s in Table 1", t.batch(), t.paperText()))
          .holds(
              "MT1." + t.batch(),
              relative <= order && 1 / relative <= order,
              text(relative, 2) + " times that ratio",
              format(
                  "%s: %s here, %s times the passes; another implementation on another machine",
                  EVIDENCE, t.text(), text(t.passes(), 3)));
    }
    String iron = listed(Times::ratio);
    String nagGs = listed(Times::nagGsRatio);
    every(
        ledger,
        "MT2",
        "IRON over AdamW " + iron + ", NAG-GS over AdamW " + nagGs,
        t -> t.iron().mean() > Math.max(t.adamw().mean(), t.nagGs().mean()));
    boolean grows = true;
    for (int i = 1; i < times.size(); i++) {
      grows &= times.get(i).ratio() > times.get(i - 1).ratio();
    }
    ledger.holds("MT3", grows, iron, EVIDENCE);
    double alike = ledger.limit("MT4");
    every(ledger, "MT4", nagGs, t -> Math.abs(t.nagGsRatio() - 1) <= alike);
    double share = ledger.limit("MT5");
    every(ledger, "MT5", "share " + listed(Times::beyondNagGs), t -> t.beyondNagGs() > share);
    double factor = ledger.limit("MT6");
    every(
        ledger,
        "MT6",
        "seconds " + iron + ", passes " + listed(Times::passes),
        t -> t.ratio() <= factor * t.passes() && t.passes() <= factor * t.ratio());
  }

  private void every(Ledger ledger, String id, String measured, Predicate<Times> condition) {
    ledger.holds(id, times.stream().allMatch(condition), measured, EVIDENCE);
  }

  private String listed(ToDoubleFunction<Times> quantity) {
    return times.stream()
        .map(t -> text(quantity.applyAsDouble(t), 3))
        .collect(Collectors.joining(", "));
  }
}
