package org.ironopt.lab.mnist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.ironopt.lab.experiment.ChapterReport;
import org.ironopt.lab.ledger.Claim;
import org.ironopt.lab.ledger.ClaimFile;
import org.ironopt.lab.ledger.ClaimText;
import org.ironopt.lab.ledger.Verdict;
import org.junit.jupiter.api.Test;

/** What is told of numbers that are known beforehand: those of the paper's table. */
class MnistReportTest {
  private static final MnistExperiment PAPER = Run.open(MnistExperiment.CHAPTER.paper());

  private static Claim claim(ChapterReport report, String id) {
    return report.claims().stream().filter(c -> c.id().equals(id)).findFirst().orElseThrow();
  }

  @Test
  void theRatiosOfSecondsAreThoseOfTheTable() {
    ChapterReport report = PAPER.report(Published.asPrinted());
    assertTrue(claim(report, "MT1.128").statement().contains("b = 128, 6.2 ±"));
    assertTrue(claim(report, "MT1.256").statement().contains("8.5 ±"));
    assertTrue(claim(report, "MT1.384").statement().contains("12.1 ±"));
    for (Claim claim : report.claims()) {
      boolean clock = claim.text().family().startsWith("clock");
      assertEquals(claim.id().startsWith("MT"), clock, claim.id());
      assertEquals(clock, claim.statement().startsWith("By the clock"), claim.id());
    }
  }

  @Test
  void theTableIsThePapersInItsFiles() {
    ChapterReport.TextTable table =
        PAPER.report(Published.asPrinted()).sections().get(1).tables().getFirst();
    assertEquals(9, table.rows().size());
    assertEquals(List.of("128", "AdamW (η = 0.002)", "**0.9255 ± 0.0009**"), start(table, 0));
    assertEquals(List.of("128", "NAG-GS (α = 1)", "__0.9247 ± 0.0006__"), start(table, 1));
    assertEquals(List.of("128", "IRON-FI (α = 1)", "0.9244 ± 0.0006"), start(table, 2));
    assertEquals(List.of("384", "IRON-FI (α = 2.5)", "__0.9243 ± 0.0009__"), start(table, 8));
    String tex = table.files().get("table1.tex");
    assertTrue(
        tex.contains("128 & AdamW ($\\eta$ = 0.002) & \\textbf{0.9255 $\\pm$ 0.0009} &"), tex);
    assertTrue(tex.contains("\\underline{0.9243 $\\pm$ 0.0009}"), tex);
    assertTrue(tex.codePoints().allMatch(c -> c < 128), tex);
    List<String> csv = table.files().get("table1.csv").lines().toList();
    assertEquals(10, csv.size());
    assertTrue(csv.get(1).startsWith("128,AdamW (η = 0.002),0.9255 ± 0.0009,"), csv.get(1));
  }

  private static List<String> start(ChapterReport.TextTable table, int row) {
    return table.rows().get(row).subList(0, 3);
  }

  @Test
  void whatWasNotRunIsSaid() {
    ChapterReport nothing = PAPER.report(cell -> Optional.empty());
    assertTrue(nothing.sections().getFirst().text().getFirst().contains("have not been made"));
    nothing.claims().forEach(c -> assertEquals(Verdict.NOT_CHECKABLE, c.verdict(), c.id()));
    assertEquals(
        ClaimFile.read(MnistReport.class).stream().map(ClaimText::id).toList(),
        nothing.claims().stream().map(Claim::id).toList());
    ChapterReport small = Run.open(MnistExperiment.CHAPTER.smoke()).report(Published.asPrinted());
    assertTrue(claim(small, "M1").evidence().contains("epochs 4 for 25"));
    assertTrue(claim(small, "BM1").evidence().contains("trace.csv"));
  }
}
