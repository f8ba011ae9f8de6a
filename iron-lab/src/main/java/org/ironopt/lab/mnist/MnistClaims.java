package org.ironopt.lab.mnist;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.ironopt.lab.Numbers;
import org.ironopt.lab.ledger.Claim;
import org.ironopt.lab.ledger.Claims;

/** The claims of section 5.4 that no clock decides. */
final class MnistClaims {
  static final String TABLE = "Table 1";

  private final MnistResults results;
  private final List<Claim> claims = new ArrayList<>();

  MnistClaims(MnistResults results) {
    this.results = results;
  }

  List<Claim> all() {
    accuracies();
    return claims;
  }

  private void accuracies() {
    int part = 0;
    for (PaperTable.Row row : PaperTable.ROWS) {
      part++;
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
      String id = "M1." + part;
      Optional<Series> runs = results.ofThePaper(row.rival(), row.batch());
      claims.add(
          runs.isPresent()
              ? accuracy(id, claim, row, runs.get())
              : Claims.notCheckable(id, claim, TABLE, "these runs have not been made"));
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
        "mnist/tables/table1.csv; std over seeds with divisor n − 1");
  }
}
