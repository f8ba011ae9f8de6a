package org.ironopt.lab.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.ironopt.Slow;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.CellResult;
import org.ironopt.lab.experiment.Experiment;
import org.ironopt.lab.experiment.ResultStore;
import org.ironopt.lab.experiment.Task;
import org.ironopt.lab.file.NumericColumns;
import org.ironopt.lab.foundations.FoundationsExperiment;
import org.ironopt.lab.ledger.Claim;
import org.ironopt.lab.ledger.Claims;
import org.junit.jupiter.api.Test;

/**
 * The ledger page says what the code says. Digits may change with the order of a sum, so a quick
 * run is compared in claims and verdicts only. {@code ./iron report DIR --page} writes the page.
 */
class ReproductionPageTest {
  private static final Path PAGE = Path.of("..", "docs/reference/claims.md");
  private static final Pattern CELLS = Pattern.compile(" \\| ");

  @Test
  @Slow
  void theClaimsOfTheFoundationsAndTheirVerdictsAreOnThePage() throws IOException {
    Experiment quick = FoundationsExperiment.CHAPTER.open(FoundationsExperiment.CHAPTER.smoke());
    assertEquals(
        claimsAndVerdicts(Claims.markdown(claims(quick))),
        claimsAndVerdicts(chapter(Files.readString(PAGE), quick.name())));
  }

  private static String chapter(String page, String name) {
    String mark = "<!-- ledger " + name + " -->\n";
    int from = page.indexOf(mark);
    assertTrue(from >= 0, mark);
    return page.substring(from + mark.length(), page.indexOf("<!-- end -->", from));
  }

  /** Returns id, kind, words and verdict of every row. */
  private static List<List<String>> claimsAndVerdicts(String table) {
    List<List<String>> rows = new ArrayList<>();
    for (String line : table.lines().filter(l -> l.startsWith("| ")).toList()) {
      String[] cells = CELLS.split(line);
      rows.add(List.of(cells[0], cells[1], cells[2], cells[5]));
    }
    return rows;
  }

  private static List<Claim> claims(Experiment experiment) {
    Finished finished = new Finished(new HashMap<>(), new HashMap<>());
    experiment.cells().forEach(finished::run);
    experiment.followUps(finished).forEach(finished::run);
    return experiment.report(finished).claims();
  }

  /** Finished cells, kept in memory. */
  private record Finished(Map<String, CellResult> outcomes, Map<String, NumericColumns> clocks)
      implements ResultStore {
    void run(Cell cell) {
      Task task = cell.start();
      while (task.done() < task.total()) {
        task.advance();
      }
      outcomes.put(cell.label(), task.outcome());
      task.clock().ifPresent(clock -> clocks.put(cell.label(), clock));
    }

    @Override
    public Optional<CellResult> of(Cell cell) {
      return Optional.ofNullable(outcomes.get(cell.label()));
    }

    @Override
    public Optional<NumericColumns> clock(Cell cell) {
      return Optional.ofNullable(clocks.get(cell.label()));
    }
  }
}
