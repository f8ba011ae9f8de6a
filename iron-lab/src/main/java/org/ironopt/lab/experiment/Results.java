package org.ironopt.lab.experiment;

import java.util.Optional;

/** The finished cells of a folder, read back from files. */
public interface Results {
  /** Returns what a cell left behind, or nothing if it has not finished. */
  Optional<Outcome> of(Cell cell);

  /** Returns what the clock said of a finished cell; it is no result and may be missing. */
  default Optional<Table> clock(Cell cell) {
    return Optional.empty();
  }
}
