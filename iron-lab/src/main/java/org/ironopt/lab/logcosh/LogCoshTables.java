package org.ironopt.lab.logcosh;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import org.ironopt.lab.Numbers;
import org.ironopt.lab.experiment.Story.TextTable;
import org.ironopt.lab.file.Columns;
import org.ironopt.lab.logcosh.LogCoshResults.Row;
import org.ironopt.lab.statistics.Interval;

/** The tables of the chapter. */
final class LogCoshTables {
  private final LogCoshSetup setup;
  private final LogCoshTheory theory;
  private final List<Row> rows;

  LogCoshTables(LogCoshSetup setup, LogCoshResults results) {
    this.setup = setup;
    this.theory = new LogCoshTheory(setup);
    this.rows = results.rows();
  }

  /** Shares of the late visits; regions that nobody visited are put into one line. */
  TextTable shares() {
    List<List<String>> lines = new ArrayList<>();
    int empty = 0;
    for (int index = 0; index <= setup.dimension(); index++) {
      for (int r = 0; r < setup.regions.count(); r++) {
        if (setup.regions.index(r) != index) {
          continue;
        }
        if (index > 0 && !visited(r)) {
          empty++;
        } else {
          lines.add(line(r));
        }
      }
    }
    if (empty > 0) {
      List<String> rest = new ArrayList<>(List.of(empty + " others", "never visited"));
      rows.forEach(row -> rest.add("0"));
      lines.add(rest);
    }
    List<String> header = new ArrayList<>(List.of("signs", "region of a"));
    rows.forEach(row -> header.add(LogCoshFigures.title(setup, row)));
    return new TextTable(
        "Share of the particles in each region over the last "
            + setup.window
            + " iterations, in per cent, with half the width of the 95 % interval over 64 groups.",
        header,
        lines);
  }

  private boolean visited(int region) {
    return rows.stream().anyMatch(row -> row.regions().column("visits")[region] > 0);
  }

  private List<String> line(int region) {
    List<String> line =
        new ArrayList<>(List.of(setup.regions.name(region), setup.regions.kind(region)));
    for (Row row : rows) {
      Columns table = row.regions();
      double share = 100 * table.column("share")[region];
      double high = 100 * table.column("share_high")[region];
      line.add(share == 0 ? "0" : Numbers.text(share, 3) + " ± " + Numbers.text(high - share, 1));
    }
    return line;
  }

  TextTable spreads() {
    List<List<String>> lines = new ArrayList<>();
    for (Row row : rows) {
      Interval spread = row.interval("spread");
      lines.add(
          List.of(
              Numbers.text(row.step()),
              format("%.5g", spread.mean()),
              format("[%.5g, %.5g]", spread.low(), spread.high()),
              format("%.5g", row.step() * spread.mean()),
              text(theory.linearised(row.step())),
              theory.smallness(row.step()) < 0.35 ? text(theory.expanded(row.step())) : "–",
              text(theory.constant())));
    }
    return new TextTable(
        "Covariance trace around the minimisers, all of them together, about each one's own mean.",
        List.of(
            "α",
            "spread",
            "95 % interval",
            "α·spread",
            "linearised",
            "expansion",
            "limit of α·spread"),
        lines);
  }

  TextTable work() {
    List<List<String>> lines = new ArrayList<>();
    for (Row row : rows) {
      lines.add(
          List.of(
              Numbers.text(row.step()),
              format("%.4g", setup.parameters(row.step()).lambda()),
              Integer.toString(theory.solutions(row.step())),
              format("%.3f", row.number("newton_steps_per_solve")),
              format("%.4f", row.number("backtracks_per_solve")),
              format("%.3f", row.number("evaluations_per_solve")),
              format("%.0f", row.number("failed_solves")),
              format("%.3g", row.number("largest_residual")),
              Numbers.text(100 * row.number("stayed_elsewhere_share"), 3) + " %"));
    }
    return new TextTable(
        "Inner solves: means over all particles and iterations; a rejected step is a trial point"
            + " that was shortened. Last column: particles in the window that never were in the"
            + " region of a minimiser.",
        List.of(
            "α",
            "λ",
            "solutions at c = 0",
            "Newton steps",
            "rejected steps",
            "evaluations",
            "failed solves",
            "largest residual",
            "stayed elsewhere"),
        lines);
  }

  private static String text(OptionalDouble value) {
    return value.isPresent() ? format("%.5g", value.getAsDouble()) : "–";
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}
