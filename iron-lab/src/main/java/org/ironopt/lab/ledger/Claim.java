package org.ironopt.lab.ledger;

/**
 * A claim and what became of it.
 *
 * @param id that of the text, with a part such as {@code Q4.2} where one text has several
 * @param text its words
 * @param instance which part, such as {@code α = 10}; else empty
 * @param expected value that was predicted, as text; else empty
 * @param measured what was found, as text
 * @param low lower end of the interval of the measured quantity, NaN where there is none
 * @param high upper end of it
 * @param verdict computed from the numbers
 * @param evidence file or command that shows it
 */
public record Claim(
    String id,
    ClaimText text,
    String instance,
    String expected,
    String measured,
    double low,
    double high,
    Verdict verdict,
    String evidence) {

  /** Returns what is checked, with the part it is about. */
  public String statement() {
    return instance.isEmpty() ? text.statement() : text.statement() + ": " + instance;
  }

  /** Returns a claim that a run cannot decide, for a reason. */
  static Claim open(String id, ClaimText text, String instance, String reason) {
    double none = Double.NaN;
    return new Claim(id, text, instance, "", "", none, none, Verdict.NOT_CHECKABLE, reason);
  }

  /** Returns this claim as one that its run cannot decide; what was measured stays. */
  Claim notCheckable(String reason) {
    String why = evidence.isEmpty() ? reason : reason + "; " + evidence;
    return new Claim(id, text, instance, expected, measured, low, high, Verdict.NOT_CHECKABLE, why);
  }

  /** Returns what the claim is about. */
  public ClaimKind kind() {
    return text.kind();
  }

  /** Returns the criterion with the value that was predicted. */
  public String criterion() {
    return expected.isEmpty() ? text.criterion() : text.criterion() + "; predicted " + expected;
  }
}
