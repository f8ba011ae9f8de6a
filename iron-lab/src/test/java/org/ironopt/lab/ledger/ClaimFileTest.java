package org.ironopt.lab.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.util.List;
import org.ironopt.io.InputError;
import org.junit.jupiter.api.Test;

class ClaimFileTest {
  private static final String PAPER =
      """
      [[claim]]
      id = "A1"
      kind = "paper"
      quote = "so be it"
      where = "Lemma 1"
      statement = "s"
      criterion = "at most {limit}"
      limit = 1e-12
      changed = [{criterion = "at most 1e-13", reason = "after a look: rounding"}]
      family = "f"
      """;

  private static List<ClaimText> parse(String toml) {
    return ClaimFile.parse(Path.of("claims.toml"), "judged_by = \"code\"\n" + toml);
  }

  @Test
  void everyFieldIsRead() {
    assertEquals(
        List.of(
            new ClaimText(
                "A1",
                ClaimKind.PAPER,
                "so be it",
                "Lemma 1",
                "s",
                "",
                ClaimRule.words("at most 1e-12", 1e-12),
                List.of(new ClaimText.Earlier("at most 1e-13", "after a look: rounding")),
                "f")),
        parse(PAPER));
  }

  @Test
  void whatAClaimMustHave() {
    refused("has no words of the paper", PAPER.replace("quote = \"so be it\"\n", ""));
    refused("has no words of the paper", PAPER.replace("so be it", ""));
    refused("has no 'why'", PAPER.replace("\"paper\"", "\"implied\""));
    refused("has no criterion", PAPER.replaceAll("criterion = .*\nlimit.*\n", ""));
    refused("needs both a limit and {limit}", PAPER.replace("{limit}", "1e-12"));
    refused("needs both a limit and {limit}", PAPER.replace("limit = 1e-12\n", ""));
    refused("expected paper, code, implied or beyond", PAPER.replace("\"paper\"", "\"error\""));
    refused("'A1' is there twice", PAPER + PAPER);
    refused("unknown key 'verdict'", PAPER + "verdict = \"reproduced\"\n");
  }

  private static void refused(String reason, String toml) {
    InputError error = assertThrows(InputError.class, () -> parse(toml));
    assertEquals(true, error.getMessage().contains(reason), error.getMessage());
  }
}
