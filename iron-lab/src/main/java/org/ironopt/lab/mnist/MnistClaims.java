package org.ironopt.lab.mnist;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.ironopt.lab.Numbers;
import org.ironopt.lab.ledger.Claim;
import org.ironopt.lab.ledger.Claims;

/** The claims of Table 1: accuracies, their order, and the steps that the protocol selects. */
final class MnistClaims {
  static final String TABLE = "Table 1";
  private static final String CSV = "mnist/tables/table1.csv";

  private final MnistResults results;
  private final List<Claim> claims = new ArrayList<>();

  MnistClaims(MnistResults results) {
    this.results = results;
  }

  /** Returns why the paper's numbers cannot be compared with, or nothing if they can. */
  static String why(MnistResults results) {
    return results.setup.ofThePaper()
        ? "these runs have not been made"
        : "the settings of this run are not the paper's";
  }

  private boolean comparable() {
    return results.setup.ofThePaper()
        && Arrays.stream(results.setup.batches)
            .allMatch(
                b ->
                    Arrays.stream(Rival.ofThePaper())
                        .allMatch(
                            r ->
                                results.tuned(r, b).isPresent()
                                    && results.ofThePaper(r, b).isPresent()));
  }

  List<Claim> all() {
    accuracies();
    if (!comparable()) {
      claims.add(
          Claims.notCheckable(
              "M2", "The statements on choice, order and progress", TABLE, why(results)));
      return claims;
    }
    selections();
    order();
    claims.addAll(new ProgressClaims(results).all());
    claims.add(
        Claims.notCheckable(
            "M11",
            "The authors' steps were selected on validation rows and their test rows used once",
            "section 5.4, tuning protocol",
            "the published scripts have no validation split; the runs behind the table are not"
                + " published"));
    return claims;
  }

  private void accuracies() {
    int part = 0;
    for (PaperTable.Row row : PaperTable.ROWS) {
      String id = "M1." + ++part;
      String claim =
          String.format(
              Locale.ROOT,
              "%s (%s = %s) at b = %d has test accuracy %.4f ± %.4f after 25 epochs",
              row.rival().title,
              row.rival().symbol,
              Numbers.text(row.step()),
              row.batch(),
              row.accuracy(),
              row.deviation());
      Optional<Series> runs = results.ofThePaper(row.rival(), row.batch());
      claims.add(
          runs.isPresent() && results.setup.ofThePaper()
              ? accuracy(id, claim, row, runs.get())
              : Claims.notCheckable(id, claim, TABLE, why(results)));
    }
  }

  private Claim accuracy(String id, String claim, PaperTable.Row row, Series runs) {
    Spread here = runs.accuracy();
    double allowed = 2 * here.with(row.deviation());
    double gap = Math.abs(here.mean() - row.accuracy());
    String tuned =
        results
            .tuned(row.rival(), row.batch())
            .filter(s -> !s.configuration().ofThePaper())
            .map(
                s ->
                    "; "
                        + s.accuracy().text(4)
                        + " with the step tuned here, "
                        + Numbers.text(s.configuration().step()))
            .orElse("");
    return Claims.holds(
        id,
        claim,
        TABLE,
        "difference at most 2√(s₁² + s₂²)",
        String.format(
                Locale.ROOT, "%s: difference %.4f of %.4f allowed", here.text(4), gap, allowed)
            + tuned,
        gap <= allowed,
        CSV + "; standard deviations over the seeds, divisor n − 1");
  }

  private void selections() {
    int part = 0;
    for (Rival rival : Rival.ofThePaper()) {
      boolean same = true;
      double largest = 0;
      List<String> here = new ArrayList<>();
      List<String> paper = new ArrayList<>();
      for (int batch : results.setup.batches) {
        double chosen = results.chosen(rival, batch).orElseThrow();
        double theirs = PaperTable.row(rival, batch).orElseThrow().step();
        same &= chosen == theirs;
        largest =
            Math.max(
                largest,
                results.tuning.accuracy(rival, chosen, batch)
                    - results.tuning.accuracy(rival, theirs, batch));
        here.add(Numbers.text(chosen));
        paper.add(Numbers.text(theirs));
      }
      claims.add(
          Claims.holds(
              "M2." + ++part,
              "The protocol selects "
                  + rival.symbol
                  + " = "
                  + String.join(", ", paper)
                  + " for "
                  + rival.title,
              TABLE,
              String.join(", ", paper),
              String.join(", ", here)
                  + String.format(
                      Locale.ROOT,
                      "; the paper's choices have at most %.4f less validation accuracy",
                      largest),
              same,
              "mnist/tune-"
                  + rival.label
                  + "-*/result.json; one seed and one split of our own decide, and an accuracy"
                  + " on 10 000 rows has a standard error of 0.0027"));
    }
    int[] batches = results.setup.batches;
    double[] iron =
        Arrays.stream(batches)
            .mapToDouble(b -> results.chosen(Rival.IRON, b).orElseThrow())
            .toArray();
    boolean larger = iron[iron.length - 1] > iron[0];
    for (int i = 1; i < iron.length; i++) {
      larger &= iron[i] >= iron[i - 1];
    }
    claims.add(
        Claims.holds(
            "M3",
            "The protocol selects larger steps for IRON as the batch size increases",
            "section 5.4, results",
            "not decreasing in b, and larger at the largest b than at the smallest",
            Arrays.stream(iron).mapToObj(Numbers::text).collect(Collectors.joining(", ")),
            larger,
            "mnist/tune-iron-*/result.json"));
  }

  private void order() {
    Rival[][] paper = {
      {Rival.ADAMW, Rival.NAG_GS}, {Rival.ADAMW, Rival.IRON}, {Rival.ADAMW, Rival.IRON}
    };
    int part = 0;
    for (int batch : results.setup.batches) {
      List<Series> ranked = MnistTable.ranked(results, batch);
      Rival[] expected = paper[part++];
      place("M4." + part, "best", ranked.get(0), ranked.get(1), expected[0], batch);
      place("M5." + part, "second", ranked.get(1), ranked.get(2), expected[1], batch);
    }
  }

  private void place(String id, String place, Series here, Series next, Rival paper, int batch) {
    Spread a = here.accuracy();
    Spread b = next.accuracy();
    claims.add(
        Claims.holds(
            id,
            paper.title + " has the " + place + " accuracy at b = " + batch,
            TABLE + ", bold and underlined",
            paper.title,
            String.format(
                Locale.ROOT,
                "%s, by %.4f before %s (√(s₁² + s₂²) = %.4f)",
                here.configuration().rival().title,
                a.mean() - b.mean(),
                next.configuration().rival().title,
                a.with(b.deviation())),
            here.configuration().rival() == paper,
            CSV
                + ", each method with its tuned step; "
                + (a.mean() - b.mean() < 2 * a.with(b.deviation())
                    ? "the seeds do not separate the two"
                    : "the seeds separate the two")));
  }
}
