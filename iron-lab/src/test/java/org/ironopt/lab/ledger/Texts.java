package org.ironopt.lab.ledger;

import java.util.List;

/** Claims for tests. */
final class Texts {
  private Texts() {}

  static ClaimText paper(String id, double limit) {
    return new ClaimText(
        id,
        Kind.PAPER,
        "$\\|x\\|$",
        "Lemma 1",
        "a_k | b",
        "",
        Rule.words("to " + limit, limit),
        List.of(),
        "");
  }
}
