package org.ironopt.table;

import java.io.Serializable;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Which rows of a file are used.
 *
 * @param used how many
 * @param withoutTarget rows left out since they have no target
 * @param dropped rows left out since a feature is missing
 * @param leftOut positions of those rows, counted from 0; empty where other machines read them
 */
public record RowFilter(long used, long withoutTarget, long dropped, BitSet leftOut)
    implements Serializable {
  /** All rows. */
  public static RowFilter all(long rows) {
    return new RowFilter(rows, 0, 0, new BitSet());
  }

  /** Returns those of some values, one for each row of the file, whose rows are used. */
  public <T> List<T> of(List<T> values) {
    return leftOut.isEmpty()
        ? values
        : IntStream.range(0, values.size())
            .filter(i -> !leftOut.get(i))
            .mapToObj(values::get)
            .toList();
  }
}
