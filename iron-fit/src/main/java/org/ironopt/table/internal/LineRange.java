package org.ironopt.table.internal;

import java.nio.file.Path;
import org.ironopt.data.internal.ByteSource;

/**
 * Some lines of a file.
 *
 * @param file name that messages give it
 * @param lines whole ones
 * @param firstLine number of the first of them, from 1
 */
public record LineRange(String file, byte[] lines, long firstLine) {
  /** Opens the lines. */
  public ByteSource bytes() {
    return ByteSource.of(Path.of(file), lines, firstLine);
  }

  TableFile table() {
    return new TableFile(Path.of(file), this::bytes);
  }
}
