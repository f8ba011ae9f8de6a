package org.ironopt.lab.ledger;

import java.util.List;

/** Claims for tests. */
final class Texts {
  private Texts() {}

  static ClaimText paper(String id, double limit) {
    return new ClaimText(
        id,
        ClaimKind.PAPER,
        "$\\|x\\|$",
        "Lemma 1",
        "a_k | b",
        "",
        ClaimRule.words("to " + limit, limit),
        List.of(),
        "");
  }
}
