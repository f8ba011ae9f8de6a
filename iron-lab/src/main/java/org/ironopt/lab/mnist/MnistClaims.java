package org.ironopt.lab.mnist;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.ironopt.lab.Numbers;
import org.ironopt.lab.ledger.Claim;
import org.ironopt.lab.ledger.Ledger;
import org.ironopt.lab.statistics.Sample;
import org.ironopt.lab.statistics.Welch;

/**
 * Judges the claims of Table 1: accuracies, their order, and the steps that the protocol selects.
 */
final class MnistClaims {
  private static final String CSV = "mnist/tables/table1.csv";

  private final MnistResults results;
  private final Ledger ledger = Ledger.of(MnistClaims.class);

  MnistClaims(MnistResults results) {
    this.results = results;
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
    if (comparable()) {
      new Shift(results).judge(ledger);
      selections();
      order();
      new ProgressClaims(results, ledger).judge();
    }
    ledger.notCheckable("M11");
    new Robustness(results).judge(ledger);
    new TimeClaims(results).judge(ledger);
    ledger.restNotCheckable(
        results.setup.ofThePaper()
            ? "these runs have not been made"
            : "the settings of this run are not the paper's");
    return ledger.claims();
  }

  private void accuracies() {
    int part = 0;
    for (PaperTable.Row row : PaperTable.ROWS) {
      part++;
      Optional<Series> runs = results.ofThePaper(row.rival(), row.batch());
      if (runs.isPresent() && results.setup.ofThePaper()) {
        accuracy("M1." + part, row, runs.get().accuracy());
      }
    }
  }

  private void accuracy(String id, PaperTable.Row row, Sample here) {
    Welch difference = Welch.difference(here, row.accuracies());
    String instance =
        String.format(
            Locale.ROOT,
            "%s (%s = %s) at b = %d has %s",
            row.rival().title,
            row.rival().symbol,
            Numbers.text(row.step()),
            row.batch(),
            row.accuracies().text(4));
    String evidence =
        String.format(
            Locale.ROOT,
            "%s: %s here; test for a difference: p = %.3f%s",
            CSV,
            here.text(4),
            difference.probability(),
            tuned(row));
    ledger
        .part(instance)
        .equivalent(
            id,
            row.accuracy(),
            here.mean(),
            difference.standardError(),
            difference.freedom(),
            evidence);
  }

  private String tuned(PaperTable.Row row) {
    return results
        .tuned(row.rival(), row.batch())
        .filter(s -> !s.configuration().ofThePaper())
        .map(
            s ->
                "; "
                    + s.accuracy().text(4)
                    + " with the step tuned here, "
                    + Numbers.text(s.configuration().step()))
        .orElse("");
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
        double accuracy = results.tuning.accuracy(rival, chosen, batch);
        same &= chosen == theirs;
        largest = Math.max(largest, accuracy - results.tuning.accuracy(rival, theirs, batch));
        here.add(Numbers.text(chosen));
        paper.add(Numbers.text(theirs));
      }
      ledger
          .part(rival.title + ", " + rival.symbol + " = " + String.join(", ", paper))
          .holds(
              "M2." + ++part,
              same,
              String.format(
                  Locale.ROOT,
                  "%s; the paper's choices have at most %.4f less validation accuracy",
                  String.join(", ", here),
                  largest),
              "mnist/tune-" + rival.label + "-*/result.json");
    }
    double[] iron =
        Arrays.stream(results.setup.batches)
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
    int part = 0;
    for (int batch : results.setup.batches) {
      part++;
      List<Series> ranked = MnistTable.ranked(results, batch);
      place("M4." + part, ranked, 0, batch);
      place("M5." + part, ranked, 1, batch);
    }
  }

  private void place(String id, List<Series> ranked, int place, int batch) {
    Rival paper = PaperTable.place(place, batch);
    Series here = ranked.get(place);
    Series next = ranked.get(place + 1);
    Welch lead = Welch.difference(here.accuracy(), next.accuracy());
    ledger
        .part(paper.title + " at b = " + batch)
        .holds(
            id,
            here.configuration().rival() == paper,
            String.format(
                Locale.ROOT,
                "%s, by %.4f before %s (p = %.3f: the seeds %s the two)",
                here.configuration().rival().title,
                lead.estimate(),
                next.configuration().rival().title,
                lead.probability(),
                lead.differs() ? "separate" : "do not separate"),
            CSV);
  }
}
