package org.ironopt.lab.fit;

import java.io.IOException;
import java.util.Locale;
import java.util.StringTokenizer;
import org.ironopt.data.ByteSource;
import org.ironopt.data.MalformedData;
import org.ironopt.lab.table.InputFile;

/** What a data file is, by its name or else by its first line. */
public enum FileKind {
  /** Rows of index:value. */
  LIBSVM,
  /** A table with commas, tabs or the like between its fields. */
  CSV;

  private static final int SEEN = 4096;

  /** Looks at the name, then into the file. */
  public static FileKind of(InputFile file) throws IOException {
    String name = file.path().toString().toLowerCase(Locale.ROOT).replaceAll("\\.gz$", "");
    if (name.endsWith(".csv") || name.endsWith(".tsv")) {
      return CSV;
    }
    if (name.endsWith(".libsvm") || name.endsWith(".svm") || name.endsWith(".svmlight")) {
      return LIBSVM;
    }
    return ofLine(firstLine(file));
  }

  /** A pair with a number as its value is enough; else all words must look like pairs. */
  static FileKind ofLine(String line) {
    StringTokenizer words = new StringTokenizer(line);
    boolean first = true;
    boolean allPairs = true;
    boolean comment = false;
    while (words.hasMoreTokens()) {
      String word = words.nextToken();
      comment |= word.startsWith("#");
      if (first) {
        allPairs = word.chars().allMatch(c -> "-+.eE0123456789".indexOf(c) >= 0);
      } else if (numbered(word, 0) && "-+.0123456789".indexOf(valueStart(word)) >= 0) {
        return LIBSVM;
      } else if (!comment) {
        boolean signed = word.startsWith("-") || word.startsWith("+");
        boolean query = word.startsWith("qid:") && digits(word, 4) == word.length();
        allPairs &= query || numbered(word, signed ? 1 : 0);
      }
      first = false;
    }
    return allPairs && line.contains(":") ? LIBSVM : CSV;
  }

  /** Whether a word is digits, a colon and a value. */
  private static boolean numbered(String word, int from) {
    int colon = digits(word, from);
    return colon > from && colon < word.length() - 1 && word.charAt(colon) == ':';
  }

  private static int digits(String word, int from) {
    int at = from;
    while (at < word.length() && word.charAt(at) >= '0' && word.charAt(at) <= '9') {
      at++;
    }
    return at;
  }

  private static char valueStart(String word) {
    return word.charAt(word.indexOf(':') + 1);
  }

  private static String firstLine(InputFile file) throws IOException {
    StringBuilder line = new StringBuilder();
    try (ByteSource source = file.bytes()) {
      int c = source.read();
      while (c >= 0 && c != '\n' && line.length() < SEEN) {
        line.append((char) c);
        c = source.read();
      }
    } catch (ByteSource.Damaged e) {
      throw new MalformedData(file.path() + ": " + e.getMessage());
    }
    return line.toString();
  }
}
