package org.ironopt.lab.ledger;

/**
 * One checkable sentence of the paper.
 *
 * @param id such as {@code Q3}, or {@code E2} where the paper itself is wrong
 * @param claim the sentence, in our words
 * @param where section, equation or figure of the paper
 * @param expected what the claim predicts, as text
 * @param measured what was found, as text
 * @param low lower end of the interval of the measured quantity, NaN where there is none
 * @param high upper end of it
 * @param verdict computed from the numbers
 * @param evidence file or command that shows it, and the reason where it differs
 */
public record Claim(
    String id,
    String claim,
    String where,
    String expected,
    String measured,
    double low,
    double high,
    Verdict verdict,
    String evidence) {}
