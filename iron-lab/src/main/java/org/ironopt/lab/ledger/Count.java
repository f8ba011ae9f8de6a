package org.ironopt.lab.ledger;

import java.util.ArrayList;
import java.util.List;

/** Counts of verdicts for each kind of claim. */
public final class Count {
  private Count() {}

  /** Returns a line for each kind that occurs, with how many of its claims ended how. */
  public static List<String> lines(List<Claim> claims) {
    List<String> lines = new ArrayList<>();
    for (Kind kind : Kind.values()) {
      List<Claim> own = claims.stream().filter(c -> c.kind() == kind).toList();
      if (!own.isEmpty()) {
        lines.add(kind.about() + ": " + verdicts(own));
      }
    }
    return lines;
  }

  private static String verdicts(List<Claim> claims) {
    StringBuilder out = new StringBuilder();
    for (Verdict verdict : Verdict.values()) {
      long count = claims.stream().filter(c -> c.verdict() == verdict).count();
      out.append(out.isEmpty() ? "" : ", ").append(count).append(' ').append(verdict);
    }
    return out.toString();
  }
}
