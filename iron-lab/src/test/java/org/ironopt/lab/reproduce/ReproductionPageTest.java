package org.ironopt.lab.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Pattern;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.Chapter;
import org.ironopt.lab.experiment.Experiment;
import org.ironopt.lab.experiment.Outcome;
import org.ironopt.lab.experiment.Results;
import org.ironopt.lab.experiment.Task;
import org.ironopt.lab.file.Columns;
import org.ironopt.lab.folder.ExperimentFolder;
import org.ironopt.lab.folder.Manifest;
import org.ironopt.lab.foundations.FoundationsExperiment;
import org.ironopt.lab.ledger.Claim;
import org.ironopt.lab.ledger.MarkdownLedger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * The ledger page says what the code says. Digits may change with the order of a sum, so a quick
 * run is compared in claims and verdicts only. {@code -Diron.ledger=NAME} runs the experiment of
 * that name at paper scale and writes its table into the page; with {@code -Diron.runs=DIR} it
 * takes the cells that a run has left there.
 */
class ReproductionPageTest {
  private static final Path PAGE = Path.of("..", "docs", "REPRODUCTION.md");
  private static final Pattern CELLS = Pattern.compile(" \\| ");

  @Test
  void theClaimsOfTheFoundationsAndTheirVerdictsAreOnThePage() throws IOException {
    Experiment quick = new FoundationsExperiment(FoundationsExperiment.smoke());
    assertEquals(
        claimsAndVerdicts(MarkdownLedger.table(claims(quick))),
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

  @Test
  @EnabledIfSystemProperty(named = "iron.ledger", matches = ".+")
  void write() throws IOException {
    String name = System.getProperty("iron.ledger");
    Chapter<?> chapter = Catalog.named(name).orElseThrow();
    Experiment experiment = chapter.open(chapter.paper());
    String page = Files.readString(PAGE);
    String runs = System.getProperty("iron.runs");
    List<Claim> claims = runs == null ? claims(experiment) : told(Path.of(runs), experiment);
    Files.writeString(PAGE, MarkdownLedger.replace(page, name, claims));
  }

  /** Returns the claims of an experiment whose cells lie finished in a folder. */
  private static List<Claim> told(Path runs, Experiment experiment) throws IOException {
    Properties build = new Properties();
    try (InputStream in =
        Catalog.class.getResourceAsStream("/org/ironopt/lab/cli/version.properties")) {
      build.load(in);
    }
    Manifest manifest = new Manifest(List.of(), build.getProperty("version"), "", "", 1);
    ExperimentFolder folder = new ExperimentFolder(runs, experiment, manifest);
    assertTrue(folder.finished(), folder.path().toString());
    return experiment.tell(folder).claims();
  }

  private static List<Claim> claims(Experiment experiment) {
    Finished finished = new Finished(new HashMap<>(), new HashMap<>());
    experiment.cells().forEach(finished::run);
    experiment.followUps(finished).forEach(finished::run);
    return experiment.tell(finished).claims();
  }

  /** Finished cells, kept in memory. */
  private record Finished(Map<String, Outcome> outcomes, Map<String, Columns> clocks)
      implements Results {
    void run(Cell cell) {
      Task task = cell.start();
      while (task.done() < task.total()) {
        task.advance();
      }
      outcomes.put(cell.label(), task.outcome());
      task.clock().ifPresent(clock -> clocks.put(cell.label(), clock));
    }

    @Override
    public Optional<Outcome> of(Cell cell) {
      return Optional.ofNullable(outcomes.get(cell.label()));
    }

    @Override
    public Optional<Columns> clock(Cell cell) {
      return Optional.ofNullable(clocks.get(cell.label()));
    }
  }
}
