package org.ironopt.lab.fit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Pattern;
import org.ironopt.data.ByteSource;

/** What a data file is, by its name or else by its first line. */
public enum FileKind {
  /** Rows of index:value. */
  LIBSVM,
  /** A table with commas, tabs or the like between its fields. */
  CSV;

  private static final int SEEN = 4096;
  private static final Pattern PAIRS =
      Pattern.compile("[-+0-9.eE]+(\\s+(qid:\\d+\\s+)?[-+]?\\d+:\\S+)*\\s*(#.*)?");

  /** Looks at the name, then into the file. */
  public static FileKind of(Path path) throws IOException {
    String name = path.getFileName().toString().toLowerCase(Locale.ROOT).replaceAll("\\.gz$", "");
    if (name.endsWith(".csv") || name.endsWith(".tsv")) {
      return CSV;
    }
    if (name.endsWith(".libsvm") || name.endsWith(".svm") || name.endsWith(".svmlight")) {
      return LIBSVM;
    }
    String line = firstLine(path);
    boolean pairs = PAIRS.matcher(line).matches() && line.contains(":");
    return pairs || line.matches(".*\\s\\d+:[-+0-9.].*") ? LIBSVM : CSV;
  }

  private static String firstLine(Path path) throws IOException {
    StringBuilder line = new StringBuilder();
    try (ByteSource source = ByteSource.open(path)) {
      int c = source.read();
      while (c >= 0 && c != '\n' && line.length() < SEEN) {
        line.append((char) c);
        c = source.read();
      }
    }
    return line.toString().strip();
  }
}
