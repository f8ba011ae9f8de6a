package org.ironopt.lab.logcosh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.ironopt.lab.experiment.CellResult;
import org.ironopt.lab.experiment.ChapterReport;
import org.ironopt.lab.figure.Figure;
import org.ironopt.lab.figure.FigureFiles;
import org.ironopt.lab.file.NamedValues;
import org.ironopt.lab.ledger.Claim;
import org.ironopt.lab.ledger.Verdict;
import org.junit.jupiter.api.Test;

class LogCoshReportTest {
  private static final Run RUN = new Run(Run.small());
  private static final ChapterReport REPORT = RUN.experiment.report(RUN);

  private static ChapterReport report(NamedValues settings) {
    Run run = new Run(settings);
    return run.experiment.report(run);
  }

  private static Map<String, Verdict> verdicts(ChapterReport report) {
    Map<String, Verdict> verdicts = new HashMap<>();
    for (Claim claim : report.claims()) {
      verdicts.put(claim.id(), claim.verdict());
    }
    return verdicts;
  }

  @Test
  void everyClaimOfTheFileIsJudged() {
    assertTrue(REPORT.claims().size() >= 13, () -> "" + REPORT.claims());
  }

  /** Numbers of a cell that meet a criterion, and others that do not. */
  @Test
  void theVerdictTurnsWithTheData() {
    turns("L3", "minimiser_share", 0.96, 0.94);
    turns("L4", "stayed_elsewhere_share", 0.01, 0);
    turns("L5", "stayed_at_one_minimiser_share", 0.96, 0.94);
    turns("L7", "failed_solves", 0, 1);
    turns("L11", "smallest_start_curvature", -1, 0.5);
    turns("L12", "smallest_start_curvature", 5, 0.5);
    assertEquals(Verdict.DIFFERS, verdicts(replaced("spread_high", 1e9)).get("L1"));
    assertEquals(Verdict.DIFFERS, verdicts(replaced("spread", 1)).get("L6.1"));
  }

  /**
   * The script's steps and its ten iterations can be judged, the captions cannot stand for them.
   */
  @Test
  void theAuthorsStepsAreJudgedInTheirReadingOnly() {
    assertEquals(Verdict.NOT_CHECKABLE, verdicts(REPORT).get("L9"));
    NamedValues theirs = Run.small().with("reading", "authors").with("alpha", new double[] {1});
    assertEquals(Verdict.REPRODUCED, verdicts(report(theirs)).get("L9"));
    NamedValues longer = Run.small().with("reading", "authors").with("alpha", new double[] {500});
    assertEquals(Verdict.DIFFERS, verdicts(report(longer)).get("L9"));
  }

  private static void turns(String id, String number, double good, double bad) {
    assertEquals(Verdict.REPRODUCED, verdicts(replaced(number, good)).get(id), id);
    assertEquals(Verdict.DIFFERS, verdicts(replaced(number, bad)).get(id), id);
  }

  /** Returns the report with a number replaced in every cell. */
  private static ChapterReport replaced(String number, double value) {
    Run run = new Run(RUN);
    run.outcomes.replaceAll(
        (label, outcome) -> {
          NamedValues values = new NamedValues();
          outcome.values().asMap().forEach(values::with);
          return new CellResult(values.with(number, value), outcome.trace(), outcome.tables());
        });
    return run.experiment.report(run);
  }

  /** Ten short steps leave particles among the saddles, and the verdicts notice. */
  @Test
  void aShortRunOfShortStepsGivesOtherVerdicts() {
    NamedValues settings =
        Run.small().with("alpha", new double[] {0.24}).with("iterations", 10L).with("window", 3L);
    Map<String, Verdict> verdicts = verdicts(report(settings));
    assertEquals(Verdict.DIFFERS, verdicts.get("L3"));
    assertEquals(Verdict.REPRODUCED, verdicts.get("L4"));
    assertEquals(Verdict.DIFFERS, verdicts.get("L5"));
    assertEquals(Verdict.NOT_CHECKABLE, verdicts.get("L6"));
  }

  @Test
  void figuresAreDrawn() throws IOException {
    Path target = Files.createDirectories(Path.of("target", "logcosh-figures"));
    int figures = 0;
    for (ChapterReport.Section section : REPORT.sections()) {
      for (Figure figure : section.figures()) {
        figures++;
        for (Map.Entry<String, byte[]> file : FigureFiles.render(figure).entrySet()) {
          Files.write(target.resolve(file.getKey()), file.getValue());
          assertTrue(file.getValue().length > 1000, file.getKey());
        }
        String svg = FigureFiles.svg(figure);
        assertFalse(svg.contains("NaN") || svg.contains("Infinity"), figure.id());
        assertTrue(svg.getBytes(StandardCharsets.UTF_8).length < 500_000, figure.id());
      }
    }
    assertEquals(3, figures);
  }

  /** Other dimensions and noise without a variance have a report too, without predictions. */
  @Test
  void otherSettingsAreTold() {
    NamedValues plane =
        Run.small()
            .with("diagonal", new double[] {1, 2})
            .with("noise", "stable:1.5")
            .with("alpha", new double[] {2, 20});
    ChapterReport report = report(plane);
    assertEquals(Verdict.NOT_CHECKABLE, verdicts(report).get("L6"));
    for (ChapterReport.Section section : report.sections()) {
      section.figures().forEach(FigureFiles::svg);
    }
  }

  @Test
  void missingCellsAreSaidToBeMissing() {
    ChapterReport report = RUN.experiment.report(cell -> Optional.empty());
    assertTrue(report.claims().isEmpty());
    assertEquals(
        "Not run yet: α = 1, 10, 200, 500.", report.sections().getFirst().text().getFirst());
  }
}
