package org.ironopt.lab.progress;

/** Is told how far the work is; decides itself how often to say so. */
public interface Progress {
  /** Nobody is told. */
  Progress NONE = new Progress() {};

  /** Work of the given number of slices begins; {@code label} names it. */
  default void begin(String label, int cell, int cells) {}

  /** {@code done} of {@code total} slices are done. */
  default void update(long done, long total) {}

  /** One plain sentence that must be seen. */
  default void message(String text) {}

  /** A part of the work is over; said where progress is shown. */
  default void milestone(String text) {}

  /** All work is over. */
  default void end() {}
}
