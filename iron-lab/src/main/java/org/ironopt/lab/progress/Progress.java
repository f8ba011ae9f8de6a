package org.ironopt.lab.progress;

/** Is told how far the work is; decides itself how often to say so. */
public interface Progress {
  /** Nobody is told. */
  Progress NONE =
      new Progress() {
        @Override
        public void begin(String label, int cell, int cells) {}

        @Override
        public void update(long done, long total) {}

        @Override
        public void message(String text) {}

        @Override
        public void end() {}
      };

  /** Work of the given number of slices begins; {@code label} names it. */
  void begin(String label, int cell, int cells);

  /** {@code done} of {@code total} slices are done. */
  void update(long done, long total);

  /** One plain sentence that must be seen. */
  void message(String text);

  /** A part of the work is over; said where progress is shown. */
  default void milestone(String text) {}

  /** All work is over. */
  void end();
}
