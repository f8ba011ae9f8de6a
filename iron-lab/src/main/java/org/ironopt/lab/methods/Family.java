package org.ironopt.lab.methods;

/** What methods have in common, for lists that people read. */
public enum Family {
  FLOW("flows"),
  GRADIENT("gradients"),
  PROXIMAL("proximal points"),
  CORRECTED("corrected steps"),
  COMPOSITE("with a penalty"),
  MODEL("models"),
  DETERMINISTIC("all rows");

  private final String words;

  Family(String words) {
    this.words = words;
  }

  /** Returns its name in a list. */
  public String words() {
    return words;
  }
}
