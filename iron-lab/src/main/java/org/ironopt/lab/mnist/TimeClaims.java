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
import org.ironopt.lab.ledger.Claim;
import org.ironopt.lab.ledger.Claims;

/** The claims about seconds. Their measured numbers are this machine's and change with each run. */
final class TimeClaims {
  private static final String WHERE = "section 5.4, results";
  private static final String EVIDENCE = "mnist/final-*/clock.csv; depends on the clock";

  private final MnistResults results;
  private final List<Claim> claims = new ArrayList<>();

  TimeClaims(MnistResults results) {
    this.results = results;
  }

  /**
   * IRON against AdamW at a batch size, both with the paper's steps.
   *
   * @param batch batch size
   * @param seconds ratio of the seconds here
   * @param paper ratio of the paper's
   * @param passes ratio of the passes over the data
   * @param nagGs seconds of NAG-GS over those of AdamW
   */
  private record Ratio(int batch, Spread seconds, Spread paper, double passes, double nagGs) {}

  private List<Ratio> ratios() {
    List<Ratio> ratios = new ArrayList<>();
    for (int batch : results.setup.batches) {
      Optional<Series> iron = results.ofThePaper(Rival.IRON, batch);
      Optional<Series> adamw = results.ofThePaper(Rival.ADAMW, batch);
      Optional<Series> nagGs = results.ofThePaper(Rival.NAG_GS, batch);
      if (iron.flatMap(Series::seconds).isPresent()
          && adamw.flatMap(Series::seconds).isPresent()
          && nagGs.flatMap(Series::seconds).isPresent()) {
        Spread own = adamw.get().seconds().orElseThrow();
        ratios.add(
            new Ratio(
                batch,
                iron.get().seconds().orElseThrow().over(own),
                paper(Rival.IRON, batch).over(paper(Rival.ADAMW, batch)),
                iron.get().last("passes").mean() / adamw.get().last("passes").mean(),
                nagGs.get().seconds().orElseThrow().mean() / own.mean()));
      }
    }
    return ratios;
  }

  private static Spread paper(Rival rival, int batch) {
    PaperTable.Row row = PaperTable.row(rival, batch).orElseThrow();
    return new Spread(row.seconds(), row.secondsDeviation());
  }

  TextTable table() {
    List<List<String>> rows = new ArrayList<>();
    for (Ratio r : ratios()) {
      rows.add(
          List.of(
              Integer.toString(r.batch()),
              r.seconds().text(1),
              r.paper().text(1),
              Numbers.text(r.passes(), 3),
              Numbers.text(r.nagGs(), 3)));
    }
    return new TextTable(
        "IRON over AdamW, and NAG-GS over AdamW, with the paper's steps.",
        List.of("b", "seconds", "seconds, paper", "passes", "NAG-GS, seconds"),
        rows);
  }

  List<Claim> all() {
    List<Ratio> ratios = ratios();
    if (!results.setup.ofThePaper() || ratios.size() < results.setup.batches.length) {
      String reason = MnistClaims.why(results);
      claims.add(
          Claims.notCheckable("MT1", "Time ratios of IRON to AdamW", MnistClaims.TABLE, reason));
      claims.add(Claims.notCheckable("MT2", "IRON is slower by the clock", WHERE, reason));
      return claims;
    }
    for (Ratio r : ratios) {
      claims.add(ratio(r));
    }
    String iron = listed(ratios, r -> r.seconds().mean());
    String nagGs = listed(ratios, Ratio::nagGs);
    claims.add(
        every(
            "MT2",
            "IRON is slower by the clock than the first-order methods",
            "Figure on wall-clock time; " + WHERE,
            "more seconds than AdamW and than NAG-GS at every b",
            "IRON over AdamW " + iron + ", NAG-GS over AdamW " + nagGs,
            ratios,
            r -> r.seconds().mean() > Math.max(1, r.nagGs())));
    boolean grows = true;
    for (int i = 1; i < ratios.size(); i++) {
      grows &= ratios.get(i).seconds().mean() > ratios.get(i - 1).seconds().mean();
    }
    claims.add(
        Claims.holds(
            "MT3",
            "The price of IRON in time over AdamW's grows with the batch size and the step",
            MnistClaims.TABLE,
            "increasing in b, as 6.2, 8.5, 12.1 in the paper",
            listed(ratios, r -> r.seconds().mean()),
            grows,
            EVIDENCE));
    claims.add(
        every(
            "MT4",
            "NAG-GS takes about as long as AdamW",
            MnistClaims.TABLE,
            "seconds within 25 % at every b",
            nagGs,
            ratios,
            r -> Math.abs(r.nagGs() - 1) <= 0.25));
    claims.add(
        every(
            "MT5",
            "The inner solve dominates IRON's run time",
            WHERE,
            "more than half of IRON's seconds are beyond those of NAG-GS, which makes the same"
                + " step with one gradient",
            "share " + listed(ratios, r -> 1 - r.nagGs() / r.seconds().mean()),
            ratios,
            r -> r.nagGs() / r.seconds().mean() < 0.5));
    claims.add(
        every(
            "MT6",
            "The count of inner iterations explains the gap in time",
            "Figure on inner iterations",
            "ratio of seconds within a factor 2 of the ratio of passes at every b",
            "seconds " + iron + ", passes " + listed(ratios, Ratio::passes),
            ratios,
            r -> r.seconds().mean() <= 2 * r.passes() && r.passes() <= 2 * r.seconds().mean()));
    return claims;
  }

  private Claim ratio(Ratio r) {
    double gap = Math.abs(r.seconds().mean() - r.paper().mean());
    double allowed = 2 * r.seconds().with(r.paper().deviation());
    return Claims.holds(
        "MT1." + r.batch(),
        String.format(
            Locale.ROOT,
            "IRON takes %.1f times the seconds of AdamW at b = %d",
            r.paper().mean(),
            r.batch()),
        MnistClaims.TABLE,
        "difference at most 2√(s₁² + s₂²)",
        r.seconds().text(1)
            + String.format(Locale.ROOT, ": difference %.1f of %.1f allowed", gap, allowed)
            + "; "
            + Numbers.text(r.passes(), 3)
            + " times the passes",
        gap <= allowed,
        EVIDENCE + "; another implementation on another machine");
  }

  private Claim every(
      String id,
      String claim,
      String where,
      String expected,
      String measured,
      List<Ratio> ratios,
      Predicate<Ratio> condition) {
    return Claims.holds(
        id, claim, where, expected, measured, ratios.stream().allMatch(condition), EVIDENCE);
  }

  private static String listed(List<Ratio> ratios, ToDoubleFunction<Ratio> quantity) {
    return ratios.stream()
        .map(r -> Numbers.text(quantity.applyAsDouble(r), 3))
        .collect(Collectors.joining(", "));
  }
}
