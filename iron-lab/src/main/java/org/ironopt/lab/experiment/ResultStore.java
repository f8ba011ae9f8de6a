package org.ironopt.lab.experiment;

import java.util.Optional;
import org.ironopt.lab.file.NumericColumns;

/** The finished cells of a folder, read back from files once. */
public interface ResultStore {
  /** Returns what a cell left behind, or nothing if it has not finished. */
  Optional<CellResult> of(Cell cell);

  /** Returns what the cells of a group left behind; those that are missing are named. */
  default <K> CellResults<K> of(CellGroup<K> group) {
    return CellResults.read(this, group);
  }

  /** Returns what the clock said of a finished cell; it is no result and may be missing. */
  default Optional<NumericColumns> clock(Cell cell) {
    return Optional.empty();
  }
}
