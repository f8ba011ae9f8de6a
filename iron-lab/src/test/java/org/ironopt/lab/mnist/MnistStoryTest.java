package org.ironopt.lab.mnist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.ironopt.lab.experiment.Story;
import org.ironopt.lab.ledger.Claim;
import org.ironopt.lab.ledger.Verdict;
import org.junit.jupiter.api.Test;

/** What is told of numbers that are known beforehand: those of the paper's table. */
class MnistStoryTest {
  private static final MnistExperiment PAPER = new MnistExperiment(MnistExperiment.paper());

  private static Map<String, Verdict> verdicts(Story story) {
    return story.claims().stream().collect(Collectors.toMap(Claim::id, Claim::verdict));
  }

  @Test
  void thePapersOwnNumbersReproduceIt() {
    Story story = PAPER.tell(new Published(0));
    Map<String, Verdict> verdicts = verdicts(story);
    verdicts.forEach(
        (id, verdict) ->
            assertEquals(
                id.equals("M11") ? Verdict.NOT_CHECKABLE : Verdict.REPRODUCED, verdict, id));
    for (String id : List.of("M1.9", "M2.3", "M3", "M4.3", "M5.3", "MT1.384", "MT6", "BM1")) {
      assertTrue(verdicts.containsKey(id), id);
    }
    Claim ratio = claim(story, "MT1.128");
    assertTrue(
        ratio.statement().contains("6.2 times the seconds of AdamW at b = 128"), ratio.statement());
    assertTrue(claim(story, "MT1.256").statement().contains("8.5 times"));
    assertTrue(claim(story, "MT1.384").statement().contains("12.1 times"));
  }

  private static Claim claim(Story story, String id) {
    return story.claims().stream().filter(c -> c.id().equals(id)).findFirst().orElseThrow();
  }

  /** 0.001 more is within two standard deviations of every row, but changes the order. */
  @Test
  void aHundredthMoreDiffersAndAThousandthDoesNot() {
    Map<String, Verdict> slightly = verdicts(PAPER.tell(new Published(0.0011)));
    assertEquals(Verdict.REPRODUCED, slightly.get("M1.3"));
    assertEquals(Verdict.DIFFERS, slightly.get("M5.1"));
    Map<String, Verdict> plainly = verdicts(PAPER.tell(new Published(0.01)));
    for (String id : List.of("M1.3", "M1.6", "M1.9", "M4.1", "M4.2", "M4.3")) {
      assertEquals(Verdict.DIFFERS, plainly.get(id), id);
    }
    assertEquals(Verdict.REPRODUCED, plainly.get("M1.1"));
    assertEquals(Verdict.DIFFERS, verdicts(PAPER.tell(new Published(-0.01))).get("M7"));
  }

  @Test
  void theTableIsThePapersInThreeForms() {
    Story.TextTable table = PAPER.tell(new Published(0)).sections().get(1).tables().getFirst();
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
    String markdown = table.files().get("table1.md");
    assertTrue(markdown.contains("| **0.9260 ± 0.0008** |"), markdown);
    assertTrue(markdown.contains("| <u>0.9245 ± 0.0007</u> |"), markdown);
    List<String> csv = table.files().get("table1.csv").lines().toList();
    assertEquals(10, csv.size());
    int columns = csv.getFirst().split(",", -1).length;
    csv.forEach(line -> assertEquals(columns, line.split(",", -1).length, line));
  }

  private static List<String> start(Story.TextTable table, int row) {
    return table.rows().get(row).subList(0, 3);
  }

  @Test
  void whatWasNotRunIsSaid() {
    Story nothing = PAPER.tell(cell -> Optional.empty());
    assertTrue(nothing.sections().getFirst().text().getFirst().contains("have not been made"));
    nothing.claims().forEach(c -> assertEquals(Verdict.NOT_CHECKABLE, c.verdict(), c.id()));
    Story small = new MnistExperiment(MnistExperiment.smoke()).tell(new Published(0));
    assertTrue(claim(small, "M1.1").evidence().contains("not the paper's"));
    assertEquals(Verdict.REPRODUCED, claim(small, "BM1").verdict());
  }
}
