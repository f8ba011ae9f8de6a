package org.ironopt.lab.ledger;

import java.util.Locale;

/** What a claim is about, which decides what its verdict says and of whom. */
public enum ClaimKind {
  /** The paper says it, in the words that are quoted. */
  PAPER("the paper's words"),
  /** About the code that the authors published, not about the paper. */
  CODE("the authors' code"),
  /** The paper does not say it; the passage that is quoted leads to it, for the reason given. */
  IMPLIED("implied by the paper"),
  /** Sharper than the paper, or about something that it leaves out. */
  BEYOND("beyond the paper");

  private final String about;

  ClaimKind(String about) {
    this.about = about;
  }

  /** Returns the kind in a few words. */
  public String about() {
    return about;
  }

  /** Returns the word that stands for it in files. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
