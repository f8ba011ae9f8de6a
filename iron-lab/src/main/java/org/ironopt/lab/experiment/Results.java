package org.ironopt.lab.experiment;

import java.util.Optional;
import org.ironopt.lab.file.Columns;

/** The finished cells of a folder, read back from files once. */
public interface Results {
  /** Returns what a cell left behind, or nothing if it has not finished. */
  Optional<Outcome> of(Cell cell);

  /** Returns what the cells of a group left behind; those that are missing are named. */
  default <K> Outcomes<K> of(Group<K> group) {
    return Outcomes.read(this, group);
  }

  /** Returns what the clock said of a finished cell; it is no result and may be missing. */
  default Optional<Columns> clock(Cell cell) {
    return Optional.empty();
  }
}
