package org.ironopt.lab.ledger;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.statistics.distribution.TDistribution;
import org.ironopt.io.InputError;
import org.ironopt.io.internal.Numbers;
import org.ironopt.lab.statistics.ConfidenceInterval;
import org.ironopt.lab.statistics.ResultTables;

/**
 * The ledger of a chapter: its words come from a file that was written before the run, its verdicts
 * from numbers; no method takes a verdict. {@code Q4.2} is part 2 of the text {@code Q4}, unless
 * the file has a text of just that id.
 */
public final class Ledger {
  /** How many standard errors a Monte Carlo value may lie from its prediction. */
  public static final double STANDARD_ERRORS = 4;

  /** Two one-sided tests at 5 % each look at the 90 % interval, a difference at the 95 % one. */
  private static final double ONE_SIDED_95 = 0.95;

  private static final double TWO_SIDED_95 = 0.975;

  /** Of what has no interval. */
  private static final ConfidenceInterval NONE =
      new ConfidenceInterval(Double.NaN, Double.NaN, Double.NaN, Double.NaN, 0);

  /** By id, in the order of the file. */
  private final Map<String, ClaimText> texts;

  private final List<Claim> claims;
  private final String instance;

  /** Makes an empty ledger for these texts. */
  public Ledger(List<ClaimText> texts) {
    this(new LinkedHashMap<>(), new ArrayList<>(), "");
    texts.forEach(text -> this.texts.put(text.id(), text));
  }

  private Ledger(Map<String, ClaimText> texts, List<Claim> claims, String instance) {
    this.texts = texts;
    this.claims = claims;
    this.instance = instance;
  }

  /** Returns an empty ledger with the claims of the chapter that a class belongs to. */
  public static Ledger of(Class<?> chapter) {
    return new Ledger(ClaimFile.read(chapter));
  }

  /**
   * Judges the claims of the chapter that a class belongs to, each by its sentences in the file. A
   * claim on a value that the chapter does not deliver is refused by name.
   */
  public static List<Claim> judge(Class<?> chapter, ResultTables values) {
    return judge(ClaimFile.read(chapter), values);
  }

  /** Returns the claims of a chapter, none of which this run can decide. */
  public static List<Claim> open(Class<?> chapter, String reason) {
    Ledger ledger = of(chapter);
    ledger.restNotCheckable(reason);
    return ledger.claims();
  }

  static List<Claim> judge(List<ClaimText> texts, ResultTables values) {
    Ledger ledger = new Ledger(texts);
    texts.forEach(text -> ledger.judge(text, values));
    return ledger.claims();
  }

  private void judge(ClaimText text, ResultTables values) {
    ClaimRule rule = text.rule();
    try {
      rule.check(values);
    } catch (InputError e) {
      throw new InputError("claim " + text.id() + ": " + e.getMessage());
    }
    Optional<String> absence = rule.absence(values);
    if (rule.allOf().isEmpty() || absence.isPresent()) {
      notCheckable(text.id(), absence.orElse(text.why()));
      return;
    }
    String name = rule.allOf().getFirst().name();
    ResultTables.Rows rows = values.rows(name).orElseThrow();
    if (!rule.allOf().getFirst().each()) {
      part(rows.size() == 1 ? rows.label(0) : "").judge(text.id(), rule, values);
    } else {
      for (int i = 0; i < rows.size(); i++) {
        part(rows.label(i)).judge(text.id() + "." + rows.part(i), rule, values.within(name, i));
      }
    }
  }

  private void judge(String id, ClaimRule rule, ResultTables values) {
    if (!rule.applies(values)) {
      notCheckable(id, rule.otherwise());
      return;
    }
    CriterionForm.Finding finding = rule.judge(values);
    add(
        id,
        finding.expected(),
        finding.measured(),
        finding.interval(),
        finding.verdict(),
        values.fill(rule.evidence()));
  }

  /** Returns this ledger for claims about one part, such as {@code α = 10}. */
  public Ledger part(String instance) {
    return new Ledger(texts, claims, instance);
  }

  /** Returns the claims that were judged, in the order of the file. */
  public List<Claim> claims() {
    List<String> order = List.copyOf(texts.keySet());
    return claims.stream()
        .sorted(Comparator.comparingInt(claim -> order.indexOf(claim.text().id())))
        .toList();
  }

  /** Returns the ids of the file that are not judged yet. */
  public List<String> open() {
    List<String> judged = claims.stream().map(claim -> claim.text().id()).toList();
    return texts.keySet().stream().filter(id -> !judged.contains(id)).toList();
  }

  /** Returns the number in the criterion of a claim. */
  public double limit(String id) {
    double limit = text(id).rule().limit();
    if (Double.isNaN(limit)) {
      throw new IllegalArgumentException("claim " + id + " has no limit");
    }
    return limit;
  }

  /** A claim that a condition on the measured numbers holds. */
  public Claim holds(String id, boolean condition, String measured, String evidence) {
    return add(id, "", measured, NONE, of(condition), evidence);
  }

  /** A claim that a number is at most the limit of its criterion. */
  public Claim atMost(String id, double value, String measured, String evidence) {
    return holds(id, value <= limit(id), measured, evidence);
  }

  /** A claim that an exact number equals a prediction, to the relative limit of its criterion. */
  public Claim matches(String id, double expected, double value, String evidence) {
    boolean close = Math.abs(value - expected) <= limit(id) * Math.abs(expected);
    return add(id, number(expected), number(value), NONE, of(close), evidence);
  }

  /** A claim that a Monte Carlo estimate agrees with a prediction to four standard errors. */
  public Claim predicts(String id, double expected, ConfidenceInterval measured, String evidence) {
    double deviation = measured.deviation(expected);
    String away = " (" + Numbers.text(deviation, 3) + " standard errors away)";
    Verdict verdict = of(deviation <= STANDARD_ERRORS);
    return add(id, number(expected), number(measured.mean()) + away, measured, verdict, evidence);
  }

  /** A claim that a mean is at least the limit; the whole 95 % interval must be. */
  public Claim atLeast(String id, ConfidenceInterval measured, String evidence) {
    return mean(id, "", measured, measured.low() >= limit(id), evidence);
  }

  /** A claim that a mean is a number up to the limit; the whole 95 % interval must be. */
  public Claim near(String id, double expected, ConfidenceInterval measured, String evidence) {
    double limit = limit(id);
    boolean inside = measured.low() >= expected - limit && measured.high() <= expected + limit;
    return mean(id, number(expected), measured, inside, evidence);
  }

  /** A claim that the 95 % interval of a mean contains a prediction. */
  public Claim contains(String id, double expected, ConfidenceInterval measured, String evidence) {
    return mean(id, number(expected), measured, measured.contains(expected), evidence);
  }

  /**
   * A claim that a mean is a number up to the limit of its criterion, by two one-sided tests at 5
   * %: equivalent if the 90 % interval lies within the limit on both sides. If it does not, the
   * mean differs if the 95 % interval leaves the number out, and else the data are too noisy. An
   * equivalent mean may be different too: the difference is then real, and small.
   *
   * @param standardError of the mean, or of the difference if the expected value has an error too
   * @param degreesOfFreedom of the standard error
   */
  public Claim equivalent(
      String id,
      double expected,
      double mean,
      double standardError,
      double degreesOfFreedom,
      String evidence) {
    TDistribution student = TDistribution.of(degreesOfFreedom);
    double t = student.inverseCumulativeProbability(ONE_SIDED_95);
    ConfidenceInterval both = ConfidenceInterval.of(mean, standardError, t, 0);
    double limit = limit(id);
    boolean equivalent = both.low() >= expected - limit && both.high() <= expected + limit;
    boolean different =
        Math.abs(mean - expected)
            > student.inverseCumulativeProbability(TWO_SIDED_95) * standardError;
    String outcome =
        equivalent
            ? different ? "equivalent; the difference is real and small" : "equivalent"
            : different ? "different" : "undecided: too few data for this margin";
    String difference =
        Numbers.text(mean - expected, 3) + " ± " + Numbers.text(t * standardError, 3);
    String measured = number(mean) + ", difference " + difference + " (90 %): " + outcome;
    Verdict verdict =
        equivalent ? Verdict.REPRODUCED : different ? Verdict.DIFFERS : Verdict.NOT_CHECKABLE;
    return add(id, number(expected), measured, both, verdict, evidence);
  }

  /** A claim that nothing can decide, for the reason in the file. */
  public Claim notCheckable(String id) {
    return notCheckable(id, text(id).why());
  }

  /** A claim that this run cannot decide, with the reason. */
  public Claim notCheckable(String id, String reason) {
    return add(id, "", "", NONE, Verdict.NOT_CHECKABLE, reason);
  }

  /** Marks all claims that are not judged yet as not checkable in this run. */
  public void restNotCheckable(String reason) {
    open().forEach(id -> notCheckable(id, reason));
  }

  private Claim mean(
      String id, String expected, ConfidenceInterval measured, boolean condition, String evidence) {
    return add(id, expected, number(measured.mean()), measured, of(condition), evidence);
  }

  private Claim add(
      String id,
      String expected,
      String measured,
      ConfidenceInterval range,
      Verdict verdict,
      String evidence) {
    if (claims.stream().anyMatch(claim -> claim.id().equals(id))) {
      throw new IllegalArgumentException("claim " + id + " was judged before");
    }
    double low = range.low();
    double high = range.high();
    claims.add(new Claim(id, text(id), instance, expected, measured, low, high, verdict, evidence));
    return claims.getLast();
  }

  private ClaimText text(String id) {
    int dot = id.lastIndexOf('.');
    ClaimText text = texts.getOrDefault(id, texts.get(dot > 0 ? id.substring(0, dot) : id));
    if (text == null) {
      throw new IllegalArgumentException("claim " + id + " is not in the file of its chapter");
    }
    return text;
  }

  private static Verdict of(boolean condition) {
    return condition ? Verdict.REPRODUCED : Verdict.DIFFERS;
  }

  /** Returns a number with six significant digits. */
  public static String number(double value) {
    return Numbers.text(value);
  }
}
