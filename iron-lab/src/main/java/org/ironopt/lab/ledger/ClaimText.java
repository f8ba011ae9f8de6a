package org.ironopt.lab.ledger;

import java.util.List;

/**
 * The words of a claim, which stand in {@code claims.toml} before any run.
 *
 * @param id such as {@code Q3}; it says nothing about how the claim turns out
 * @param kind what the claim is about
 * @param quote words of the paper, or empty
 * @param where section, equation or figure of the paper, or equation of our own
 * @param statement what is checked, in our words
 * @param why how a quoted passage implies it, or why nothing can decide it; else empty
 * @param rule when it counts as reproduced
 * @param changed earlier criteria, first one first
 * @param family claims of one family share data or seeds; empty where there is none
 */
public record ClaimText(
    String id,
    ClaimKind kind,
    String quote,
    String where,
    String statement,
    String why,
    ClaimRule rule,
    List<Earlier> changed,
    String family) {

  /**
   * A criterion that was replaced.
   *
   * @param criterion what it was
   * @param reason why it was replaced, and whether results had been seen
   */
  public record Earlier(String criterion, String reason) {}

  /** Returns when it counts as reproduced, in words. */
  public String criterion() {
    return rule.words();
  }

  /** Keeps its own list. */
  public ClaimText {
    changed = List.copyOf(changed);
  }
}
