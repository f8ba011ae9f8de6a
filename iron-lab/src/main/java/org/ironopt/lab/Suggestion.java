package org.ironopt.lab;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Guesses which known word a mistyped one was meant to be, by edit distance. */
public final class Suggestion {
  private Suggestion() {}

  /** Returns the nearest known word, if at most a third of its letters, or one, must change. */
  public static Optional<String> of(String typed, Collection<String> known) {
    return known.stream()
        .filter(word -> 3 * distance(typed, word) <= Math.max(3, word.length()))
        .min(Comparator.comparingInt((String word) -> distance(typed, word)).thenComparing(w -> w));
  }

  /** Returns the end of a message about an unknown word: a question, or nothing. */
  public static String question(String typed, Collection<String> known) {
    return of(typed, known).map(word -> ", did you mean '" + word + "'?").orElse("");
  }

  /** Returns how many letters to insert, delete, replace or swap with their neighbour. */
  static int distance(String a, String b) {
    int[][] d = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        d[i][j] = i == 0 || j == 0 ? i + j : step(d, a, b, i, j);
      }
    }
    return d[a.length()][b.length()];
  }

  private static int step(int[][] d, String a, String b, int i, int j) {
    boolean same = a.charAt(i - 1) == b.charAt(j - 1);
    int best = Math.min(d[i - 1][j - 1] + (same ? 0 : 1), Math.min(d[i - 1][j], d[i][j - 1]) + 1);
    boolean swapped =
        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
    return swapped ? Math.min(best, d[i - 2][j - 2] + 1) : best;
  }
}
