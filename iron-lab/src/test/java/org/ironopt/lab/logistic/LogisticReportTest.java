package org.ironopt.lab.logistic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ironopt.lab.experiment.ChapterReport;
import org.ironopt.lab.figure.Figure;
import org.ironopt.lab.figure.FigureFiles;
import org.ironopt.lab.file.NamedValues;
import org.ironopt.lab.ledger.Claim;
import org.ironopt.lab.ledger.ClaimFile;
import org.ironopt.lab.ledger.ClaimText;
import org.ironopt.lab.ledger.Verdict;
import org.junit.jupiter.api.Test;

class LogisticReportTest {
  private static final ChapterReport REPORT = report(Run.small());

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

  /** Every text of the file has been judged, and no id twice. */
  @Test
  void theWholeFileIsJudged() {
    assertEquals(
        ClaimFile.read(LogisticReport.class).stream().map(ClaimText::id).toList(),
        REPORT.claims().stream().map(c -> c.text().id()).distinct().toList());
    assertEquals(REPORT.claims().size(), verdicts(REPORT).size());
  }

  /** A window without a discarded transient and a loose tolerance are noticed. */
  @Test
  void otherRunsGiveOtherVerdicts() {
    NamedValues settings =
        Run.small()
            .with("discard", 0.0)
            .with("iterations", 20L)
            .with("residuals", List.of(20.0, 1e-3))
            .with("loose", List.of());
    Map<String, Verdict> verdicts = verdicts(report(settings));
    assertEquals(Verdict.DIFFERS, verdicts.get("R4"));
    assertEquals(Verdict.DIFFERS, verdicts.get("R13"));
    assertEquals(Verdict.NOT_CHECKABLE, verdicts.get("R15"));
  }

  /** A run that lacks what a claim compares leaves it open, and says which option to change. */
  @Test
  void claimsWithoutTheirCellsAreLeftOpen() {
    NamedValues settings =
        Run.small()
            .with("alpha", List.of(1.0, 5.0, 20.0))
            .with("iterations", 20L)
            .with("residuals", List.of(1e-3))
            .with("loose", List.of());
    Map<String, String> open = new HashMap<>();
    report(settings).claims().stream()
        .filter(claim -> claim.verdict() == Verdict.NOT_CHECKABLE && claim.text().why().isEmpty())
        .forEach(claim -> open.put(claim.id(), claim.evidence()));
    assertEquals(
        Map.of(
            "R13", "one tolerance was run (--residuals)",
            "R14", "one tolerance was run (--residuals)",
            "R15", "no loose tolerance was run (--loose)",
            "BR1", "fewer than four steps are fitted (--alpha, --fit-from)"),
        open);
  }

  @Test
  void figuresAreDrawn() throws IOException {
    Path target = Files.createDirectories(Path.of("target", "logistic-figures"));
    int figures = 0;
    for (ChapterReport.Section section : REPORT.sections()) {
      for (Figure figure : section.figures()) {
        figures++;
        for (Map.Entry<String, byte[]> file : FigureFiles.render(figure).entrySet()) {
          Files.write(target.resolve(file.getKey()), file.getValue());
          assertTrue(file.getValue().length > 500, file.getKey());
        }
        String svg = FigureFiles.svg(figure);
        assertFalse(svg.contains("NaN") || svg.contains("Infinity"), figure.id());
      }
    }
    assertEquals(2, figures);
  }

  @Test
  void missingCellsAreSaidToBeMissing() {
    ChapterReport report = Run.open(Run.small()).report(cell -> Optional.empty());
    assertTrue(report.claims().isEmpty());
    assertEquals(1, report.sections().size());
    assertEquals(
        List.of(
            "These cells have not been run: theory, tolerance-1e-5, tolerance-0.01, tolerance-10."),
        report.sections().getFirst().text());
  }

  @Test
  void slopesAreThoseOfPowers() {
    NamedValues steps =
        Run.small().with("alpha", List.of(1.0, 2.0, 8.0, 0.5)).with("fit_from", 1.0);
    double[] powers = {100, 3, .75, 3 / 64.0};
    assertEquals(-2, Run.open(steps).problem.slope(powers), 1e-14);
  }
}
