package org.ironopt.lab.experiment;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.ironopt.lab.file.NumericColumns;

/** A cell at work. Whoever runs it saves it every few seconds and may restore it later. */
public interface Task extends AutoCloseable {
  /** Returns how many slices are done. */
  long done();

  /** Returns how many slices there are. */
  long total();

  /** Does one slice, well under a second of work. */
  void advance();

  /** Returns all that a slice changes, always in the same order. */
  default List<SavedState> state() {
    return List.of();
  }

  /** Writes the whole state; {@link #restore} continues bit for bit. */
  default void save(DataOutput out) throws IOException {
    for (SavedState part : state()) {
      part.writer().save(out);
    }
  }

  /** Replaces the state by one written by {@link #save} of a task of an equal cell. */
  default void restore(DataInput in) throws IOException {
    for (SavedState part : state()) {
      part.reader().restore(in);
    }
  }

  /** Returns the results; every slice must be done. */
  CellResult outcome();

  /** Gives back what it holds outside of Java's memory. */
  @Override
  default void close() {}

  /** Returns what the clock said, if the task looks at it; kept beside the results. */
  default Optional<NumericColumns> clock() {
    return Optional.empty();
  }
}
