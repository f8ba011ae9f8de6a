package org.ironopt.table.internal;

import java.io.ByteArrayOutputStream;
import java.io.Serial;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Some rows of a file as text: those in every so-manieth line, and a row of each further target, so
 * that no class is missing. Which rows these are does not depend on who reads which part.
 */
public final class RowSample implements Serializable {
  @Serial private static final long serialVersionUID = 1L;

  /** More different targets are numbers and no classes; all of them need not be in a sample. */
  public static final int MOST_TARGETS = 1000;

  private final StringBuilder text = new StringBuilder();
  private final HashSet<String> targets = new HashSet<>();

  /** Rows with targets that had not been seen in the part, by target. */
  private final LinkedHashMap<String, String> firsts = new LinkedHashMap<>();

  private long rows;

  /** Adds a row of a part; its text is a line without its end. */
  public void add(String target, boolean taken, Supplier<String> row) {
    rows++;
    if (taken) {
      text.append(row.get()).append('\n');
      if (targets.size() < MOST_TARGETS) {
        targets.add(target);
      }
    } else if (firsts.size() < MOST_TARGETS && !targets.contains(target)) {
      firsts.computeIfAbsent(target, t -> row.get());
    }
  }

  /** Returns how many rows were seen. */
  public long rows() {
    return rows;
  }

  /** Returns the rows of all parts as text in UTF-8, in their order, further targets last. */
  public static byte[] text(List<RowSample> parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    Set<String> seen = new HashSet<>();
    for (RowSample part : parts) {
      all.writeBytes(part.text.toString().getBytes(StandardCharsets.UTF_8));
      seen.addAll(part.targets);
    }
    LinkedHashMap<String, String> more = new LinkedHashMap<>();
    for (RowSample part : parts) {
      part.firsts.forEach(more::putIfAbsent);
    }
    more.keySet().removeAll(seen);
    if (seen.size() + more.size() <= MOST_TARGETS) {
      more.values().forEach(row -> all.writeBytes((row + "\n").getBytes(StandardCharsets.UTF_8)));
    }
    return all.toByteArray();
  }
}
