package org.ironopt.table.internal;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/** Reads rows in blocks, which the next ones overwrite. */
interface RowReader extends Closeable {
  /** Returns the next blocks, none of them without rows; no blocks at the end. */
  List<RowBlock> next() throws IOException;

  /** Returns the line where reading stands, from 1. */
  long line();
}
