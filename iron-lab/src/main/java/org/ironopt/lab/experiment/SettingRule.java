package org.ironopt.lab.experiment;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a {@link Setting} says: {@code HELP = PAPER; CLAUSE; ...}, where PAPER is the value of the
 * paper as it would be typed, an empty text for an empty list, and a clause is one of
 *
 * <pre>
 * smoke X        value for a look within seconds, where it differs from the paper's
 * at least X     the smallest number allowed; for a list, of each of its numbers
 * at most X      the largest number allowed
 * X to Y         at least X and at most Y
 * above X        a number that must be exceeded
 * below X        a number that must not be reached
 * because TEXT   why the range is what it is, for the message that names it
 * fewest N       how many numbers a list has at least, if not one
 * distinct       the numbers of a list must differ
 * ascending      the numbers of a list are put in order
 * formerly KEY   the key of an earlier version, for the message to who still uses it
 * file           the option names a file of numbers, one row a line, instead of the numbers
 * </pre>
 *
 * @param help what it is, in one sentence
 * @param paper value of the paper
 * @param clauses what follows, by the words that begin it
 */
public record SettingRule(String help, String paper, Map<String, String> clauses) {
  private static final Pattern CLAUSE =
      Pattern.compile(
          "(smoke|at least|at most|above|below|because|fewest|distinct|ascending|formerly|file)\\b(.*)");

  static SettingRule parse(String text) {
    String[] halves = text.split(" =", 2);
    if (halves.length < 2) {
      throw new IllegalArgumentException("'" + text + "' has no value, expected HELP = VALUE");
    }
    String[] parts =
        halves[1]
            .replaceAll("; (\\d[^; ]*) to (\\d[^; ]*)", "; at least $1; at most $2")
            .split(";");
    Map<String, String> clauses = new HashMap<>();
    for (String part : List.of(parts).subList(1, parts.length)) {
      String clause = part.strip();
      Matcher m = CLAUSE.matcher(clause);
      if (!m.matches()) {
        throw new IllegalArgumentException("'" + clause + "' is no clause of a setting");
      }
      clauses.put(m.group(1), m.group(2).strip());
    }
    return new SettingRule(halves[0] + ".", parts[0].strip(), clauses);
  }

  /** Returns the value for a look within seconds; the paper's, where none is named. */
  public String smoke() {
    return clauses.getOrDefault("smoke", paper);
  }

  /** Returns whether a clause is there. */
  public boolean has(String word) {
    return clauses.containsKey(word);
  }

  /** Returns the number of a clause; if there is none, another. */
  double number(String word, double otherwise) {
    return has(word) ? Double.parseDouble(clauses.get(word)) : otherwise;
  }
}
