package org.ironopt.lab.mnist;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.ironopt.lab.Numbers;
import org.ironopt.lab.experiment.Story.TextTable;
import org.ironopt.lab.ledger.Ledger;
import org.ironopt.lab.statistics.Sample;
import org.ironopt.lab.statistics.Welch;

/** Judges the claims about seconds. Their numbers are this machine's and change with each run. */
final class TimeClaims {
  private static final String EVIDENCE = "mnist/final-*/clock.csv";

  private final MnistResults results;

  TimeClaims(MnistResults results) {
    this.results = results;
  }

  /**
   * IRON against AdamW at a batch size, both with the paper's steps.
   *
   * @param batch batch size
   * @param iron seconds of IRON here
   * @param adamw seconds of AdamW here
   * @param nagGs seconds of NAG-GS here
   * @param passes ratio of the passes over the data, IRON over AdamW
   */
  private record Times(int batch, Sample iron, Sample adamw, Sample nagGs, double passes) {
    double ratio() {
      return iron.mean() / adamw.mean();
    }

    double nagGsRatio() {
      return nagGs.mean() / adamw.mean();
    }

    /** Returns our ratio over the paper's, its error by first-order propagation. */
    Welch overPaper() {
      Sample paperIron = PaperTable.row(Rival.IRON, batch).orElseThrow().times();
      Sample paperAdamw = PaperTable.row(Rival.ADAMW, batch).orElseThrow().times();
      double relative = ratio() / (paperIron.mean() / paperAdamw.mean());
      List<Sample> parts = List.of(iron, adamw, paperIron, paperAdamw);
      return Welch.of(
          relative,
          parts.stream().mapToDouble(t -> relative * t.standardError() / t.mean()).toArray(),
          parts.stream().mapToDouble(t -> t.count() - 1).toArray());
    }
  }

  private List<Times> times() {
    List<Times> times = new ArrayList<>();
    for (int batch : results.setup.batches) {
      Optional<Series> iron = results.ofThePaper(Rival.IRON, batch);
      Optional<Series> adamw = results.ofThePaper(Rival.ADAMW, batch);
      Optional<Series> nagGs = results.ofThePaper(Rival.NAG_GS, batch);
      if (iron.flatMap(Series::seconds).isPresent()
          && adamw.flatMap(Series::seconds).isPresent()
          && nagGs.flatMap(Series::seconds).isPresent()) {
        times.add(
            new Times(
                batch,
                iron.get().seconds().orElseThrow(),
                adamw.get().seconds().orElseThrow(),
                nagGs.get().seconds().orElseThrow(),
                iron.get().last("passes").mean() / adamw.get().last("passes").mean()));
      }
    }
    return times;
  }

  /** Returns the ratio of two means, its deviation by first-order propagation. */
  private static String ratio(Sample a, Sample b) {
    double ratio = a.mean() / b.mean();
    double x = a.deviation() / a.mean();
    double y = b.deviation() / b.mean();
    return new Sample(ratio, ratio * Math.sqrt(x * x + y * y), a.count()).text(1);
  }

  private static String paper(int batch) {
    return ratio(
        PaperTable.row(Rival.IRON, batch).orElseThrow().times(),
        PaperTable.row(Rival.ADAMW, batch).orElseThrow().times());
  }

  TextTable table() {
    List<List<String>> rows = new ArrayList<>();
    for (Times t : times()) {
      rows.add(
          List.of(
              Integer.toString(t.batch()),
              ratio(t.iron(), t.adamw()),
              paper(t.batch()),
              Numbers.text(t.passes(), 3),
              Numbers.text(t.nagGsRatio(), 3)));
    }
    return new TextTable(
        "IRON over AdamW, and NAG-GS over AdamW, with the paper's steps.",
        List.of("b", "seconds", "seconds, paper", "passes", "NAG-GS, seconds"),
        rows);
  }

  void judge(Ledger ledger) {
    List<Times> times = times();
    if (!results.setup.ofThePaper() || times.size() < results.setup.batches.length) {
      return;
    }
    for (Times t : times) {
      Welch relative = t.overPaper();
      ledger
          .part(String.format(Locale.ROOT, "b = %d, %s in Table 1", t.batch(), paper(t.batch())))
          .equivalent(
              "MT1." + t.batch(),
              1,
              relative.estimate(),
              relative.standardError(),
              relative.freedom(),
              String.format(
                  Locale.ROOT,
                  "%s: %s here, %s times the passes; another implementation on another machine",
                  EVIDENCE,
                  ratio(t.iron(), t.adamw()),
                  Numbers.text(t.passes(), 3)));
    }
    String iron = listed(times, Times::ratio);
    String nagGs = listed(times, Times::nagGsRatio);
    every(
        ledger,
        "MT2",
        "IRON over AdamW " + iron + ", NAG-GS over AdamW " + nagGs,
        times,
        t -> t.iron().mean() > Math.max(t.adamw().mean(), t.nagGs().mean()));
    boolean grows = true;
    for (int i = 1; i < times.size(); i++) {
      grows &= times.get(i).ratio() > times.get(i - 1).ratio();
    }
    ledger.holds("MT3", grows, iron, EVIDENCE);
    double alike = ledger.limit("MT4");
    every(ledger, "MT4", nagGs, times, t -> Math.abs(t.nagGsRatio() - 1) <= alike);
    double share = ledger.limit("MT5");
    every(
        ledger,
        "MT5",
        "share " + listed(times, t -> 1 - t.nagGs().mean() / t.iron().mean()),
        times,
        t -> 1 - t.nagGs().mean() / t.iron().mean() > share);
    double factor = ledger.limit("MT6");
    every(
        ledger,
        "MT6",
        "seconds " + iron + ", passes " + listed(times, Times::passes),
        times,
        t -> t.ratio() <= factor * t.passes() && t.passes() <= factor * t.ratio());
  }

  private static void every(
      Ledger ledger, String id, String measured, List<Times> times, Predicate<Times> condition) {
    ledger.holds(id, times.stream().allMatch(condition), measured, EVIDENCE);
  }

  private static String listed(List<Times> times, ToDoubleFunction<Times> quantity) {
    return times.stream()
        .map(t -> Numbers.text(quantity.applyAsDouble(t), 3))
        .collect(Collectors.joining(", "));
  }
}
