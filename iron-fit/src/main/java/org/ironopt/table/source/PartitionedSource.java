package org.ironopt.table.source;

import java.io.IOException;
import java.io.Serializable;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.ironopt.data.Dataset;
import org.ironopt.table.internal.LineRange;

/**
 * The rows of a user's file, read in parts by several machines: each profiles its part, the
 * profiles determine how rows are encoded, and each encodes its part. Only profiles and a sample of
 * the rows reach the machine that decides.
 */
public interface PartitionedSource extends Serializable {
  /** Looks at rows in their order, and keeps those in every so-manieth line of the file. */
  Serializable look(Iterator<LineRange> parts, long every) throws IOException;

  /** Decides, by what was seen in the order of the parts. */
  Decided decide(List<Serializable> seen) throws IOException;

  /** How rows are read. */
  interface Decided extends Serializable {
    /** Returns how many rows there are. */
    long rows();

    /** Returns the sample of the rows, with what was decided. */
    InputRows sample() throws IOException;

    /** Returns the rows of a part, with numbers for targets or their classes; empty if none. */
    Optional<Dataset> read(LineRange part) throws IOException;
  }
}
