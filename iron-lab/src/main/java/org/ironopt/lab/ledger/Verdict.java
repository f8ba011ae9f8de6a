package org.ironopt.lab.ledger;

/** What became of a claim. */
public enum Verdict {
  REPRODUCED("reproduced"),
  DIFFERS("differs"),
  NOT_CHECKABLE("not-checkable");

  private final String text;

  Verdict(String text) {
    this.text = text;
  }

  @Override
  public String toString() {
    return text;
  }
}
