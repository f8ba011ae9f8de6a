package org.ironopt.lab.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.ironopt.io.InputError;
import org.junit.jupiter.api.Test;

class ClaimFileTest {
  private static final String PAPER =
      """
      [paper.A1]
      quote = "so be it"
      where = "Lemma 1"
      statement = "s"
      criterion = ["t.x at most 1e-12", "t.y above 0"]
      note = "n"
      evidence = "e"
      changed = [{criterion = "at most 1e-13", reason = "after a look: rounding"}]
      family = "f"
      """;

  private static List<ClaimText> parse(String toml) {
    return ClaimFile.parse(Path.of("claims.toml"), toml);
  }

  @Test
  void everyFieldIsRead() {
    List<Criterion> criteria =
        List.of(Criterion.parse("t.x at most 1e-12"), Criterion.parse("t.y above 0"));
    assertEquals(
        List.of(
            new ClaimText(
                "A1",
                ClaimKind.PAPER,
                "so be it",
                "Lemma 1",
                "s",
                "",
                new ClaimRule(criteria, List.of(), "", Optional.empty(), "n", "e"),
                List.of(new ClaimText.Earlier("at most 1e-13", "after a look: rounding")),
                "f")),
        parse(PAPER));
  }

  @Test
  void claimsOfAllKindsAreInTheOrderOfTheFile() {
    String beyond = "[beyond.%s]\nwhere = \"here\"\nstatement = \"s\"\nwhy = \"w\"\n";
    String toml = beyond.formatted("C") + PAPER + beyond.formatted("\"B.1\"");
    assertEquals(List.of("C", "A1", "B.1"), parse(toml).stream().map(ClaimText::id).toList());
  }

  @Test
  void evidenceAndFamilyAreSharedByClaimsWithoutTheirOwn() {
    String shared = "evidence = \"{table}.csv: {columns}\"\n[families]\nt = \"shared\"\n";
    ClaimText own = parse(shared + PAPER).getFirst();
    assertEquals(List.of("e", "f"), List.of(own.rule().evidence(), own.family()));
    ClaimText without = parse(shared + PAPER.replaceAll("(evidence|family) = .*\n", "")).getFirst();
    assertEquals("t.csv: x, y", without.rule().evidence());
    assertEquals("shared", without.family());
    refused("unknown key 'u'", "[families]\nu = \"of no claim\"\n" + PAPER);
  }

  @Test
  void aClaimWithoutAPlaceHasThatOfTheClaimAbove() {
    String next = "[paper.A2]\nstatement = \"t\"\nwhy = \"w\"\n";
    ClaimText same = parse(PAPER + next).getLast();
    assertEquals(List.of("Lemma 1", "so be it"), List.of(same.where(), same.quote()));
    ClaimText other = parse(PAPER + next + "quote = \"amen\"\n").getLast();
    assertEquals(List.of("Lemma 1", "amen"), List.of(other.where(), other.quote()));
    assertEquals("", parse(PAPER + next.replace("paper", "beyond")).getLast().quote());
    refused("A2 has no words of the paper", PAPER + next + "where = \"Lemma 2\"\n");
  }

  @Test
  void whatAClaimMustHave() {
    refused("has no words of the paper", PAPER.replace("quote = \"so be it\"\n", ""));
    refused("has no words of the paper", PAPER.replace("so be it", ""));
    refused("has no 'why'", PAPER.replace("[paper.", "[implied."));
    refused("has no criterion", PAPER.replaceAll("criterion = \\[.*\n", ""));
    refused("[paper.A1] has no 'where'", PAPER.replaceAll("where = .*\n", ""));
    refused("known are free, samples, evidence", PAPER.replace("[paper.", "[error."));
    refused("'A1' is there twice", PAPER + PAPER.replace("[paper.", "[beyond."));
    refused("unknown key 'verdict'", PAPER + "verdict = \"reproduced\"\n");
    refused("'id' should be a table [paper.id]", "[paper]\nid = \"A1\"\n");
  }

  private static void refused(String reason, String toml) {
    InputError error = assertThrows(InputError.class, () -> parse(toml));
    assertTrue(error.getMessage().contains(reason), error.getMessage());
  }
}
