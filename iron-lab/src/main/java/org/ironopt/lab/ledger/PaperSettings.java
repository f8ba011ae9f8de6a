package org.ironopt.lab.ledger;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.ironopt.io.internal.Numbers;
import org.ironopt.lab.file.NamedValues;

/**
 * The settings that the claims of a chapter are about, which are the paper's. A run with others
 * says nothing of the paper. It can confirm a claim beyond the paper, and so can a smaller sample
 * any claim; neither contradicts one, since criteria are written for these settings.
 *
 * @param paper values of the paper
 * @param free keys that no claim depends on, beside the seed
 * @param samples keys of sample sizes: more is sharper, and decides no other question
 */
public record PaperSettings(NamedValues paper, List<String> free, List<String> samples) {
  private static final String SEED = "seed";

  /** Keeps its own lists. */
  public PaperSettings {
    free = List.copyOf(free);
    samples = List.copyOf(samples);
  }

  /**
   * How a run differs from the paper.
   *
   * @param other settings with another value, in words
   * @param smaller samples below the paper's, in words
   */
  public record Difference(List<String> other, List<String> smaller) {
    /** Returns whether the run has the paper's settings, or only larger samples. */
    public boolean isNone() {
      return other.isEmpty() && smaller.isEmpty();
    }

    /** Returns the settings that differ, such as {@code "rho 2 for 1"}. */
    public String words() {
      List<String> all = new ArrayList<>(other);
      all.addAll(smaller);
      return "other settings than the paper's: " + String.join(", ", all);
    }
  }

  /** Returns how settings differ from the paper's in what its claims depend on. */
  public Difference difference(NamedValues settings) {
    Map<String, Object> whole = paper.asMap();
    List<String> other = new ArrayList<>();
    List<String> smaller = new ArrayList<>();
    settings
        .asMap()
        .forEach(
            (key, value) -> {
              Object usual = whole.get(key);
              boolean depends = !key.equals(SEED) && !free.contains(key);
              if (depends && usual != null && !usual.equals(value)) {
                boolean sample = samples.contains(key);
                if (!sample || smaller(value, usual)) {
                  (sample ? smaller : other).add(words(key, value, usual));
                }
              }
            });
    return new Difference(List.copyOf(other), List.copyOf(smaller));
  }

  /** Returns the claims with the verdicts that a run with these settings can give. */
  public List<Claim> judged(List<Claim> claims, NamedValues settings) {
    Difference difference = difference(settings);
    return difference.isNone()
        ? claims
        : claims.stream().map(claim -> judged(claim, difference)).toList();
  }

  private static Claim judged(Claim claim, Difference difference) {
    boolean ofThePaper = claim.kind() != ClaimKind.BEYOND && !difference.other().isEmpty();
    boolean undecided =
        claim.verdict() == Verdict.DIFFERS || claim.verdict() == Verdict.REPRODUCED && ofThePaper;
    return undecided ? claim.notCheckable(difference.words()) : claim;
  }

  /** Returns whether a value is below the usual one, a list shorter. */
  public static boolean smaller(Object value, Object usual) {
    return value instanceof List<?> list
        ? list.size() < ((List<?>) usual).size()
        : value instanceof Number number && number.doubleValue() < ((Number) usual).doubleValue();
  }

  /** Returns a setting with its value and the usual one, such as {@code "rho 2 for 1"}. */
  public static String words(String key, Object value, Object usual) {
    return key.replace('_', ' ') + " " + brief(value, usual);
  }

  private static String brief(Object value, Object usual) {
    if (value instanceof List<?> list && usual instanceof List<?> whole) {
      return list.size() == whole.size()
          ? listed(list) + " for " + listed(whole)
          : list.size() + " values for " + whole.size();
    }
    return listed(List.of(value)) + " for " + listed(List.of(usual));
  }

  private static String listed(List<?> values) {
    return values.stream()
        .map(v -> v instanceof Number n ? Numbers.text(n.doubleValue()) : v.toString())
        .collect(Collectors.joining(" "));
  }
}
